import { deflateSync } from 'node:zlib'
import t from 'tap'
import { importPage } from '../../../engine/pdf-input/import-page.js'
import { PdfInputError } from '../../../engine/pdf-input/pdf-input-error.js'
import { ReadBudget } from '../../../engine/pdf-input/read-budget.js'
import { MOST, operatorsOf, refusalOf } from './imported.js'
import { deflated, type MadeObject, makeCompressedPdf, makePdf, onePage } from './make-pdf.js'

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

/** Each ends as it says: `ok` shows a page. */
const FILES: readonly (readonly [what: string, file: () => Uint8Array, outcome: RegExp])[] = [
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

t.test('hostile files end as they should, and none of them takes the reader down', async (t) => {
  for (const [what, make, outcome] of FILES) {
    let found = 'ok'
    try {
      const page = importPage(make(), 1, MOST)
      t.ok(page.width > 0 && page.height > 0 && page.width < 1e10, what)
    } catch (error) {
      if (!(error instanceof PdfInputError)) throw error
      found = `${error.kind}: ${error.message}`
    }
    t.match(found, outcome, what)
  }
  t.ok(FILES.length >= 30)
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
