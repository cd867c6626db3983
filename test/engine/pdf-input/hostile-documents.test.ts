import t from 'tap'
import { compileTemplate, createFontLibrary, renderDocument } from '../../../engine/index.js'
import { importPages } from '../../../engine/pdf-input/import-pages.js'
import type { ImportedDocument } from '../../../engine/pdf-input/imported-document.js'
import { PdfInputError } from '../../../engine/pdf-input/pdf-input-error.js'
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

const tagged = (root: string, more: Readonly<Record<number, MadeObject>>) => ({
  ...onePage('/P <</MCID 0>> BDC 0 0 9 9 re f EMC', '/StructParents 0'),
  1: '<< /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 5 0 R >>',
  5: `<< ${root} >>`,
  ...more,
})
const catalog = (entries: string, more: Readonly<Record<number, MadeObject>>, page = '') => ({
  ...onePage('', page),
  1: `<< /Pages 2 0 R ${entries} >>`,
  ...more,
})

const FILES: readonly (readonly [what: string, file: () => Uint8Array])[] = [
  [
    'bookmarks in a circle',
    () =>
      file(
        catalog('/Outlines 5 0 R', {
          5: '<< /First 6 0 R >>',
          6: '<< /Title (a) /Dest [3 0 R /Fit] /Next 6 0 R /First 5 0 R >>',
        }),
      ),
  ],
  ['bookmarks that are no bookmarks', () => file(catalog('/Outlines 5 0 R', { 5: '<< /First [1 2] >>' }))],
  [
    'names in a circle',
    () =>
      file(
        catalog('/Names << /Dests 5 0 R >>', {
          5: '<< /Kids [5 0 R 5 0 R 6 0 R] >>',
          6: '<< /Names [(a) 6 0 R (b)] >>',
        }),
      ),
  ],
  [
    'a link to a name of itself',
    () => file(catalog('/Dests << /a /a >>', {}, '/Annots [<< /Subtype /Link /Rect [0 0 9 9] /Dest /a >>]')),
  ],
  [
    'labels in a circle',
    () =>
      file(catalog('/PageLabels 5 0 R', { 5: '<< /Kids [5 0 R] /Nums [0 5 0 R 1e9 null (x) 3] /S /r /St 1e300 >>' })),
  ],
  [
    'fields in each other',
    () =>
      file(
        catalog(
          '/AcroForm << /Fields [6 0 R] >>',
          {
            5: '<< /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /Parent 6 0 R >>',
            6: '<< /T (a) /Parent 7 0 R /Kids [5 0 R] >>',
            7: '<< /T (b) /Parent 6 0 R >>',
          },
          '/Annots [5 0 R 5 0 R]',
        ),
      ),
  ],
  [
    'elements in each other',
    () =>
      file(
        tagged('/K 6 0 R /ParentTree << /Nums [0 [6 0 R]] >>', {
          6: '<< /S /P /P 7 0 R /K [7 0 R 6 0 R 0] /Pg 3 0 R >>',
          7: '<< /S /P /P 6 0 R /K 6 0 R >>',
        }),
      ),
  ],
  ['a parent tree in itself', () => file(tagged('/ParentTree 6 0 R', { 6: '<< /Kids [6 0 R] /Limits [0 9] >>' }))],
  [
    'types that stand for each other',
    () =>
      file(
        tagged('/K 6 0 R /ParentTree << /Nums [0 [6 0 R]] >> /RoleMap << /A /B /B /A >>', {
          6: '<< /S /A /P 5 0 R /K 0 /Pg 3 0 R >>',
        }),
      ),
  ],
  [
    'numbers of content beyond all pages',
    () =>
      file(
        tagged('/K 6 0 R /ParentTree << /Nums [0 [6 0 R]] >>', {
          6: '<< /S /P /P 5 0 R /K [-1 1e30 0.5 99999999 <</Type /MCR /MCID 4000000000>>] /Pg 3 0 R >>',
        }),
      ),
  ],
  [
    'attributes in themselves',
    () =>
      file(
        tagged('/K 6 0 R /ParentTree << /Nums [0 [6 0 R]] >> /ClassMap << /C 7 0 R >>', {
          6: '<< /S /P /P 5 0 R /K 0 /Pg 3 0 R /A 7 0 R /C [/C /C /C] >>',
          7: '<< /O /Table /X 7 0 R /Y [7 0 R 7 0 R 7 0 R] >>',
        }),
      ),
  ],
  [
    'an element of a million kids that are one',
    () =>
      file(
        tagged('/K 6 0 R /ParentTree << /Nums [0 [6 0 R]] >>', {
          6: `<< /S /P /P 5 0 R /K [${'6 0 R '.repeat(1_000_000)}] /Pg 3 0 R >>`,
        }),
      ),
  ],
  [
    'one text for each of many annotations',
    () =>
      file({
        ...onePage('', `/Annots [${'<</Subtype/Text/Rect[0 0 9 9]/Contents 5 0 R>>'.repeat(5_000)}]`),
        5: `(${'x'.repeat(1_000_000)})`,
      }),
  ],
  [
    'annotations that all pages share',
    () => {
      const kids = Array.from({ length: 2_000 }, (_, index) => index + 10)
      const objects: Record<number, MadeObject> = {
        1: '<< /Pages 2 0 R >>',
        2: `<< /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] >>`,
        5: `[${'6 0 R '.repeat(2_000)}]`,
        6: '<< /Subtype /Text /Rect [0 0 9 9] >>',
      }
      for (const id of kids) objects[id] = '<< /Type /Page /Annots 5 0 R >>'
      return file(objects)
    },
  ],
  ['pages without end', () => file({ 1: '<< /Pages 2 0 R >>', 2: `<< /Kids [${'<<>>'.repeat(300_000)}] >>` })],
]

t.test('hostile documents end in pages or in a clear error, soon', async (t) => {
  for (const [what, make] of FILES) {
    const bytes = make()
    const { text, document } = outcomeOf(bytes)
    t.match(text, /^(ok|damaged: |too-large: )/, what)
    if (!document || document.pages.length > 100) continue
    t.ok(insert(bytes).length < 40_000_000, what)
  }
})

t.test('what is shared is written once', async (t) => {
  const shared = FILES.find(([what]) => what.startsWith('one text'))
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
