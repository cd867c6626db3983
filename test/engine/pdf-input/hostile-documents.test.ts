import t from 'tap'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'
import { importPages } from '../../../engine/pdf-input/import-pages.js'
import type { ImportedDocument } from '../../../engine/pdf-input/imported-document.js'
import { PdfInputError } from '../../../engine/pdf-input/pdf-input-error.js'
import { HOSTILE_DOCUMENTS, HOSTILE_FILES, tagged } from './hostile-files.js'
import { MOST } from './imported.js'
import { deflated, type MadeObject, makeCompressedPdf, makePdf, onePage } from './make-pdf.js'

const fonts = createFontLibrary()
const file = (objects: Readonly<Record<number, MadeObject>>) => makePdf({ objects })

/** What becomes of all pages of a file: `ok`, or why they are refused. */
function outcomeOf(bytes: Uint8Array): { readonly text: string; readonly document?: ImportedDocument } {
  try {
    const document = importPages(bytes, (count) => Array.from({ length: count }, (_, index) => index + 1), MOST)
    return { text: 'ok', document }
  } catch (error) {
    if (!(error instanceof PdfInputError)) throw error
    return { text: `${error.kind}: ${error.message}` }
  }
}

/** A document with the pages of a file. */
function insert(bytes: Uint8Array): Uint8Array {
  const html = '<p>a<platen-pages src="a.pdf"><platen-pages src="a.pdf">'
  const template = compileTemplate({ html, assets: new Map([['a.pdf', bytes]]) }, { fonts })
  return renderDocument(template, {}, { date: new Date(0) }).pdf
}

t.test('hostile documents end in pages or in a clear error, soon', async (t) => {
  for (const [what, make] of [...HOSTILE_FILES, ...HOSTILE_DOCUMENTS]) {
    const bytes = make()
    const started = process.cpuUsage()
    const { text, document } = outcomeOf(bytes)
    t.match(text, /^(ok|damaged: |unsupported: |too-large: )/, what)
    const { user, system } = process.cpuUsage(started)
    t.ok(user + system < 2_000_000, `${what}: ${Math.round((user + system) / 1000)} ms of a processor`)
    // The others are shown by their first page alone elsewhere.
    if (!document || document.pages.length > 100 || !HOSTILE_DOCUMENTS.some(([name]) => name === what)) continue
    t.ok(insert(bytes).length < 40_000_000, what)
  }
})

t.test('what is shared is written once', async (t) => {
  const shared = HOSTILE_DOCUMENTS.find(([what]) => what.startsWith('one text'))
  t.ok(shared && insert(shared[1]()).length < 5_000_000)
})

t.test('copies of pages are work', async (t) => {
  const objects = onePage('', `/Annots [${'<</Subtype/Text/Rect[0 0 9 9]>>'.repeat(5_000)}]`)
  const html = '{{#each list}}<platen-pages src="a.pdf">{{/each}}'
  const template = compileTemplate({ html, assets: new Map([['a.pdf', file(objects)]]) }, { fonts })
  const render = () => renderDocument(template, { list: Array(1_000).fill(1) }, { limits: { work: 1_000_000 } })
  t.throws(render, { code: 'too-much-work' })
})

t.test('every changed byte of a document ends in pages or a clear error', async (t) => {
  const objects = {
    ...tagged('/K 6 0 R /ParentTree << /Nums [0 [6 0 R] 1 6 0 R] >>', {
      6: '<< /S /P /P 5 0 R /K [0 << /Type /OBJR /Obj 7 0 R /Pg 3 0 R >>] /Pg 3 0 R >>',
      7: '<< /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /T (a) /V (v) /DA (/F 9 Tf) /StructParent 1 >>',
      8: '<< /First 9 0 R >>',
      9: '<< /Title (a) /Dest [3 0 R /XYZ 1 2 3] >>',
    }),
    1: `<< /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 5 0 R /Outlines 8 0 R
      /AcroForm << /Fields [7 0 R] >> /Dests << /a [3 0 R /Fit] >> >>`,
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 200] /Contents 4 0 R /StructParents 0 /Annots [7 0 R] >>',
  }
  for (const bytes of [file(objects), makeCompressedPdf({ ...objects, 4: deflated('', '0 g') })]) {
    for (let at = 0; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] as number) ^ 0x15
      outcomeOf(damaged)
      if (at % 16 === 0) insert(damaged)
    }
  }
  t.pass('nothing else was thrown')
})
