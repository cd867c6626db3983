import { inflateSync } from 'node:zlib'
import t from 'tap'
import { PdfObjects } from '../../../engine/pdf/pdf-objects.js'
import { formatValue, pdfText } from '../../../engine/pdf/pdf-values.js'
import { readObjects, undoPredictor } from './read-pdf.js'

function file(objectCount: number): Uint8Array {
  const objects = new PdfObjects({
    info: { Title: pdfText('ü'), CreationDate: new Date(0) },
    language: undefined,
    metadata: '<x/>',
  })
  for (let i = 0; i < objectCount; i++) objects.add({ Number: i, Text: pdfText('a(b)'), Name: 'N', Absent: undefined })
  const page = objects.reserve()
  objects.define(page, { Type: 'Page', Parent: objects.pages })
  return objects.finish([page])
}

t.test('every object can be found through the cross-reference stream', async (t) => {
  for (const count of [0, 1, 99, 100, 101, 250]) {
    const pdf = file(count)
    const text = Buffer.from(pdf).toString('latin1')
    t.match(text, /^%PDF-1\.7\n/)
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
    const header = /^(\d+) 0 obj\n<<\n\/Type \/XRef\n\/Size (\d+)/.exec(text.slice(start))
    t.ok(header, `${count}: startxref leads to the cross-reference stream`)
    const table = undoPredictor(inflateSync(Buffer.from(pdf).subarray(text.indexOf('stream\n', start) + 7)), 7)
    const size = Number(header?.[2])
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

t.test('names, strings and absent entries', async (t) => {
  const [object] = [...readObjects(file(1)).values()].filter(({ value }) => value.includes('/Number 0'))
  t.equal(object?.value, '<<\n/Number 0\n/Text (a\\(b\\))\n/Name /N\n>>')
})

t.test('numbers that no page could show are those that readers keep to', async (t) => {
  t.equal(formatValue([-5e29, 1e30, 1e9, Number.POSITIVE_INFINITY]), '[-1000000000 1000000000 1000000000 1000000000]')
  t.throws(() => formatValue(Number.NaN), { message: 'NaN is no number of a PDF' })
})
