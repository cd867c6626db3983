import t from 'tap'
import { importPage } from '../../../engine/pdf-input/import-page.js'
import { PdfInputError } from '../../../engine/pdf-input/pdf-input-error.js'
import { ReadBudget } from '../../../engine/pdf-input/read-budget.js'
import { HOSTILE_FILES } from './hostile-files.js'
import { MOST, operatorsOf, refusalOf } from './imported.js'
import { deflated, type MadeObject, makeCompressedPdf, makePdf, onePage } from './make-pdf.js'

const file = (objects: Readonly<Record<number, MadeObject>>) => makePdf({ objects })
const whole = file(onePage('0 g'))
/** Of processor time. */
const MOST_MICROSECONDS = 2_000_000
const form = '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'

t.test('hostile files end as they should, and none of them takes the reader down', async (t) => {
  for (const [what, make, outcome] of HOSTILE_FILES) {
    const bytes = make()
    const started = process.cpuUsage()
    let found = 'ok'
    try {
      const page = importPage(bytes, 1, MOST)
      t.ok(page.width > 0 && page.height > 0 && page.width < 1e10, what)
    } catch (error) {
      if (!(error instanceof PdfInputError)) throw error
      found = `${error.kind}: ${error.message}`
    }
    t.match(found, outcome, what)
    const { user, system } = process.cpuUsage(started)
    t.ok(user + system < MOST_MICROSECONDS, `${what}: ${Math.round((user + system) / 1000)} ms of a processor`)
  }
  t.ok(HOSTILE_FILES.length >= 30)
})

t.test('every cut and every changed byte of a file ends in a page or a clear error', async (t) => {
  const files = [
    whole,
    makeCompressedPdf(onePage('/A Do', '/Resources << /XObject << /A 5 0 R >> >>', { 5: deflated(form, 'q Q') })),
  ]
  for (const bytes of files) {
    for (let at = 0; at < bytes.length; at++) {
      refusalOf(bytes.subarray(0, at))
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] as number) ^ 0x15
      refusalOf(damaged)
    }
  }
  t.pass('nothing else was thrown')
})

t.test('only as much is unpacked as a document has left', async (t) => {
  const large = file(onePage(' '.repeat(10_000)))
  t.match(refusalOf(large, 1, 5000), /^too-large: unpacking it takes more than the 5000 bytes/)
  t.equal(operatorsOf(importPage(large, 1, 20_000)), '')
})

t.test('a page costs what it has, not what its file has', async (t) => {
  const valuesOf = (pages: number) => {
    const objects: Record<number, MadeObject> = { 1: '<< /Type /Catalog /Pages 2 0 R >>' }
    const kids: string[] = []
    for (let i = 0; i < pages; i++) {
      kids.push(`${10 + 2 * i} 0 R`)
      objects[10 + 2 * i] = `<< /Type /Page /Contents ${11 + 2 * i} 0 R >>`
      objects[11 + 2 * i] = deflated('', '1 0 0 rg '.repeat(1000))
    }
    objects[2] = `<< /Type /Pages /Kids [${kids.join(' ')}] >>`
    return importPage(file(objects), 1, MOST).readBytes - file(objects).length
  }
  const [few, many] = [valuesOf(10), valuesOf(1000)]
  t.ok(many < few * 2, `${many} after ${few}`)
  t.throws(() => new ReadBudget(1).unpack(2), PdfInputError)
})
