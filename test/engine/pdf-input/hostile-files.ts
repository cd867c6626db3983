import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { deflated, type MadeObject, makeCompressedPdf, makePdf, objectBytes, onePage } from './make-pdf.js'

const file = (objects: Readonly<Record<number, MadeObject>>, trailer = '') => makePdf({ objects, trailer })
const whole = file(onePage('0 g'))
const changed = (change: (text: string) => string) => Buffer.from(change(whole.toString('latin1')), 'latin1')
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
const form = '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'

/** Zeros, deflated three times over: some hundred bytes that become more than any page has. */
function bomb(): Buffer {
  const once = deflateSync(Buffer.alloc(140_000_000))
  return deflateSync(deflateSync(once))
}

let zeros: Buffer | undefined

/** A stream of ten gigabytes of zeros, deflated twice. */
function tenGigabytes(): Buffer {
  const piece = deflateRawSync(Buffer.alloc(10_000_000), { finishFlush: constants.Z_FULL_FLUSH })
  const zlibHeader = Buffer.from([0x78, 0x9c])
  zeros ??= deflateSync(Buffer.concat([zlibHeader, ...Array.from({ length: 1_000 }, () => piece)]))
  return zeros
}

const TWICE = '/Filter [/FlateDecode /FlateDecode]'

/** Hostile files. The first page of each ends as it says: `ok` shows it. */
export const HOSTILE_FILES: readonly (readonly [what: string, file: () => Uint8Array, outcome: RegExp])[] = [
  ['nothing', () => Buffer.alloc(0), /no PDF/],
  ['a header alone', () => Buffer.from('%PDF-1.7'), /beyond repair/],
  ['a header and zeros', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1_000_000)]), /beyond repair/],
  ['cut off in the first object', () => whole.subarray(0, 20), /beyond repair/],
  ['cut off behind the pages', () => whole.subarray(0, whole.indexOf('3 0 obj')), /it has no pages/],
  ['cut off in the content', () => whole.subarray(0, whole.indexOf('stream') + 10), /^ok$/],
  ['cut off in the table', () => whole.subarray(0, whole.indexOf('xref') + 30), /^ok$/],
  ['a page that is its own parent', () => file({ ...onePage(''), 2: '<< /Kids [2 0 R] >>' }), /stands twice/],
  [
    'two nodes that hold each other',
    () => file({ ...onePage(''), 2: '<< /Kids [5 0 R] >>', 5: '<< /Kids [2 0 R] >>' }),
    /stands twice/,
  ],
  ['pages that are a page', () => file({ ...onePage(''), 2: '<< /Kids [null 7 (x) [] 99 0 R] >>' }), /it has no pages/],
  [
    'a page tree as deep as there are pages',
    () => {
      const objects: Record<number, MadeObject> = { 1: '<< /Pages 2 0 R >>' }
      for (let i = 2; i < 5000; i++) objects[i] = `<< /Kids [${i + 1} 0 R] >>`
      return file(objects)
    },
    /more than 200 deep/,
  ],
  [
    'a page tree in itself',
    () => file({ ...onePage(''), 2: `<< /Kids ${nested('[', ']', 90)} >>` }),
    /it has no pages/,
  ],
  ['arrays in arrays', () => file({ ...onePage(''), 2: nested('[', ']', 100_000) }), /nested more than 100 deep/],
  ['dictionaries in dictionaries', () => file({ ...onePage(''), 2: nested('<</a ', '>>', 100_000) }), /nested more/],
  ['an object that is itself', () => file({ ...onePage(''), 2: '2 0 R' }), /beyond repair|no pages/],
  [
    'a chain of references',
    () => file({ ...onePage(''), 2: '5 0 R', 5: '6 0 R', 6: '5 0 R' }),
    /beyond repair|no pages/,
  ],
  [
    'a length that is its own stream',
    () => file({ ...onePage(''), 4: { dictionary: '/Length 4 0 R', stream: '0 g' } }),
    /^ok$/,
  ],
  ['a length beyond the end', () => changed((text) => text.replace(/\/Length \d+/, '/Length 99999999')), /^ok$/],
  ['a negative length', () => changed((text) => text.replace(/\/Length \d+/, '/Length -5')), /^ok$/],
  ['tables in a circle', () => changed((text) => text.replace('/Root', '/Prev 9 /Root')), /^ok$/],
  [
    'a table before itself',
    () => changed((text) => text.replace('/Root', `/Prev ${text.indexOf('xref')} /Root`)),
    /^ok$/,
  ],
  ['a table of billions', () => changed((text) => text.replace('0 1\n', '0 4000000000\n')), /^ok$/],
  [
    'a cross-reference stream of billions',
    () => {
      const text = makeCompressedPdf(onePage('0 g')).toString('latin1')
      return Buffer.from(text.replace(/\/Size \d+/, '/Size 4000000000'), 'latin1')
    },
    /^ok$/,
  ],
  [
    'an object stream of billions',
    () =>
      Buffer.from(
        makeCompressedPdf(onePage('0 g'))
          .toString('latin1')
          .replace(/\/N \d+/, '/N 4000000000'),
        'latin1',
      ),
    /^ok$/,
  ],
  [
    'a bomb in the content',
    () => file({ ...onePage(''), 4: { dictionary: `/Filter [${'/FlateDecode '.repeat(3)}]`, stream: bomb() } }),
    /^too-large/,
  ],
  [
    'ten gigabytes of zeros in the content',
    () => file({ ...onePage(''), 4: { dictionary: TWICE, stream: tenGigabytes() } }),
    /^too-large/,
  ],
  [
    'ten gigabytes of zeros in a font',
    () =>
      file(
        onePage('/F 9 Tf', '/Resources << /Font << /F << /FontDescriptor << /FontFile2 5 0 R >> >> >> >>', {
          5: { dictionary: TWICE, stream: tenGigabytes() },
        }),
      ),
    /^ok$/,
  ],
  [
    'ten gigabytes of zeros as objects',
    () =>
      Buffer.concat([
        Buffer.from('%PDF-1.7\n'),
        objectBytes(1, { dictionary: `/Type /ObjStm /N 9 /First 9 ${TWICE}`, stream: tenGigabytes() }),
      ]),
    /^too-large/,
  ],
  [
    'ten gigabytes of zeros as a table',
    () => {
      const table = `/Type /XRef /Size 99 /W [1 3 1] /Root 1 0 R ${TWICE}`
      const head = Buffer.from('%PDF-1.7\n')
      const stream = objectBytes(9, { dictionary: table, stream: tenGigabytes() })
      return Buffer.concat([head, stream, Buffer.from('startxref\n9\n%%EOF\n')])
    },
    /^too-large/,
  ],
  [
    'all objects elsewhere than the table says',
    () =>
      changed((text) =>
        text.replace(/^(\d{10}) 00000 n/gm, (_, at) => `${String(Number(at) + 7).padStart(10, '0')} 00000 n`),
      ),
    /^ok$/,
  ],
  [
    'a table at the end of the world',
    () => changed((text) => text.replace(/startxref\n\d+/, 'startxref\n9999999999')),
    /^ok$/,
  ],
  [
    'more filters than any stream has',
    () => file({ ...onePage(''), 4: { dictionary: `/Filter [${'/ASCIIHexDecode '.repeat(1000)}]`, stream: '00>' } }),
    /more than 8 filters/,
  ],
  [
    'the same content again and again',
    () =>
      file({
        ...onePage(deflateSync('').toString()),
        3: `<< /Contents [${'5 0 R '.repeat(20_000)}] >>`,
        5: deflated('', Buffer.alloc(100_000, 32)),
      }),
    /^too-large/,
  ],
  [
    'a predictor for endless rows',
    () => file({ ...onePage(''), 4: deflated('/DecodeParms << /Predictor 12 /Columns 4000000000 >>', 'x') }),
    /rows that do not exist/,
  ],
  [
    'damaged compression',
    () => file({ ...onePage(''), 4: { dictionary: '/Filter /FlateDecode', stream: '\x78\x9c\xff\xff\xff\xff' } }),
    /compressed stream is damaged/,
  ],
  [
    'forms that draw each other, each copied once',
    () =>
      file(
        onePage('/A Do', '/Resources << /XObject << /A 5 0 R >> >>', {
          5: deflated(`${form} /Resources << /XObject << /B 6 0 R >> >>`, '/B Do'),
          6: deflated(`${form} /Resources << /XObject << /A 5 0 R >> >>`, '/A Do'),
        }),
      ),
    /^ok$/,
  ],
  ['operators without end', () => file(onePage('q '.repeat(5_000_000))), /^too-large/],
  ['an inline image without end', () => file(onePage(`BI ID ${'EI\xff '.repeat(500_000)}`)), /^ok$/],
  ['a string without end', () => file(onePage(`(${'('.repeat(1_000_000)}`)), /^ok$/],
  [
    'streams without end, each searched for its own',
    () => {
      const head = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'
      return Buffer.from(head + Array.from({ length: 40_000 }, (_, i) => `${i + 6} 0 obj <<>> stream\n`).join(''))
    },
    /damaged/,
  ],
  ['headers of objects alone', () => Buffer.from(`%PDF-1.7\n${'1 0 obj\n'.repeat(200_000)}`), /beyond repair/],
  ['a box without area', () => file({ ...onePage('0 g'), 3: '<< /MediaBox [5 5 5 5] /Contents 4 0 R >>' }), /^ok$/],
  [
    'a box of everything',
    () => file({ ...onePage('0 g'), 3: '<< /MediaBox [-1e30 -1e30 1e30 1e30] /UserUnit 1e30 /Rotate 1e30 >>' }),
    /^ok$/,
  ],
  ['encryption of nothing', () => file(onePage(''), '/Encrypt << /Filter /Standard /V 5 /R 6 >>'), /needs a password/],
  [
    'a layer that is a circle',
    () =>
      file({
        ...onePage('/OC /A BDC EMC', '/Resources << /Properties << /A 5 0 R >> >>'),
        1: '<< /Pages 2 0 R /OCProperties << /D << /OFF [9 0 R] >> >> >>',
        5: '<< /Type /OCMD /VE 6 0 R >>',
        6: '[/Not 6 0 R]',
      }),
    /^ok$/,
  ],
]

export const tagged = (root: string, more: Readonly<Record<number, MadeObject>>) => ({
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

/** Files whose documents are hostile, not their pages. */
export const HOSTILE_DOCUMENTS: readonly (readonly [what: string, file: () => Uint8Array])[] = [
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
