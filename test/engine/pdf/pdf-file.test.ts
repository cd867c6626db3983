import { inflateSync } from 'node:zlib'
import t from 'tap'
import { PdfFile } from '../../../engine/pdf/pdf-file.js'
import { formatValue, pdfName, pdfText } from '../../../engine/pdf/pdf-values.js'
import { readObjects, undoPredictor } from './read-pdf.js'

const OPTIONS = { info: { Title: 'ü', CreationDate: new Date(0) }, language: undefined, metadata: '<x/>' }

function fileOf(objectCount: number): Uint8Array {
  const file = new PdfFile(OPTIONS)
  for (let i = 0; i < objectCount; i++) file.add({ Number: i, Text: pdfText('a(b)'), Name: 'N', Absent: undefined })
  const page = file.beginPage(300, 400)
  file.addDeflated({}, Buffer.from('0 0 9 9 re f\n'), page.content)
  return file.finish()
}

/** The decoded rows of the cross-reference stream, and the filters that they had. */
function crossReferences(pdf: Uint8Array): {
  readonly size: number
  readonly table: Buffer
  readonly filters: Set<number>
} {
  const text = Buffer.from(pdf).toString('latin1')
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  const size = Number(/^\d+ 0 obj\n<<\n\/Type \/XRef\n\/Size (\d+)/.exec(text.slice(start))?.[1])
  const rows = inflateSync(Buffer.from(pdf).subarray(text.indexOf('stream\n', start) + 7))
  const filters = new Set(Array.from({ length: size }, (_, row) => rows[row * 8] ?? -1))
  return { size, table: undoPredictor(rows, 7), filters }
}

t.test('every object can be found through the cross-reference stream', async (t) => {
  for (const count of [0, 1, 99, 199, 200, 201, 450]) {
    const pdf = fileOf(count)
    const text = Buffer.from(pdf).toString('latin1')
    t.match(text, /^%PDF-1\.7\n/)
    const { size, table } = crossReferences(pdf)
    t.equal(table.length, size * 7)
    const objects = readObjects(pdf)
    for (let id = 1; id < size; id++) {
      const field = table.readUInt32BE(id * 7 + 1)
      if (table[id * 7] === 1) t.equal(text.slice(field, field + `${id} 0 obj`.length), `${id} 0 obj`)
      else {
        const stream = objects.get(field)?.stream?.toString('latin1') ?? ''
        t.equal(Number(stream.split(' ')[table.readUInt16BE(id * 7 + 5) * 2]), id)
      }
    }
  }
})

t.test('all rows of cross-references have one filter, and object streams have no predictor', async (t) => {
  const pdf = fileOf(450)
  t.same(crossReferences(pdf).filters, new Set([2]))
  for (const { value } of readObjects(pdf).values()) if (value.includes('/ObjStm')) t.notMatch(value, /DecodeParms/)
})

t.test('names, strings and absent entries', async (t) => {
  const [object] = [...readObjects(fileOf(1)).values()].filter(({ value }) => value.includes('/Number 0'))
  t.equal(object?.value, '<<\n/Number 0\n/Text (a\\(b\\))\n/Name /N\n>>')
})

t.test('names escape what has a meaning of its own, with capital digits', async (t) => {
  t.equal(pdfName('text/xml'), 'text#2Fxml')
  t.equal(pdfName('a b\u00fc'), 'a#20b#C3#BC')
  t.equal(pdfName('xxxxx', 3), 'xxx')
})

t.test('numbers that no page could show are those that readers keep to', async (t) => {
  t.equal(formatValue([-5e29, 1e30, 1e9, Number.POSITIVE_INFINITY]), '[-1000000000 1000000000 1000000000 1000000000]')
  t.throws(() => formatValue(Number.NaN), { message: 'NaN is no number of a PDF' })
})

t.test('a file is taken in pieces, as it grows, and holds none of them twice', async (t) => {
  const file = new PdfFile(OPTIONS)
  const pieces = [file.take()]
  for (let i = 0; i < 3; i++) {
    const page = file.beginPage(300, 400)
    file.addDeflated({}, Buffer.from(`0 0 ${i} 9 re f\n`), page.content)
    t.ok(file.pending > 0, 'the content of a page is written when it ends')
    pieces.push(file.take())
    t.equal(file.pending, 0)
  }
  pieces.push(file.finish())
  t.equal(crossReferences(Buffer.concat(pieces)).table.readUInt8(7), 2, 'and offsets are those of the whole')
})

t.test('a file with an object that is never defined does not end', async (t) => {
  const file = new PdfFile(OPTIONS)
  file.add({ Missing: file.ref() })
  t.throws(() => file.finish(), /every object that was referred to to have been written/)
})
