import PDFKit from 'pdfkit'
import t from 'tap'
import { compileTemplate, createFontLibrary, type EncryptionOptions, renderDocument } from '../../../engine/index.js'
import { importPage } from '../../../engine/pdf-input/import-page.js'
import { MOST, operatorsOf, refusalOf, syntaxOf } from './imported.js'
import { appendObjects, deflated, makeCompressedPdf, makePdf, objectBytes, onePage, tableOf } from './make-pdf.js'

const contentOf = (file: Uint8Array) => operatorsOf(importPage(file, 1, MOST))

t.test('objects are found by tables and by streams with predictors', async (t) => {
  const objects = onePage('1 0 0 rg')
  t.equal(contentOf(makePdf({ objects })), '1 0 0 rg')
  t.equal(contentOf(makeCompressedPdf(objects)), '1 0 0 rg')
})

t.test(
  'the table counts, not the place in the file: the latest state of an object, whichever stands last',
  async (t) => {
    const file = makePdf({ objects: onePage('0 g') })
    const updated = appendObjects(file, { 4: deflated('', '0.5 g') }, '', tableOf(file))
    t.equal(contentOf(updated), '0.5 g')
    // An older copy behind the newer one, which no table names.
    const stale = Buffer.concat([
      objectBytes(4, deflated('', '1 g')),
      Buffer.from(`startxref\n${tableOf(updated)}\n%%EOF\n`),
    ])
    t.equal(contentOf(Buffer.concat([updated, stale])), '0.5 g')
  },
)

t.test('objects that were deleted stay deleted', async (t) => {
  const file = makePdf({ objects: onePage('0 g') })
  const at = file.length
  const update = `xref\n4 1\n0000000000 00001 f \ntrailer\n<< /Size 5 /Root 1 0 R /Prev ${tableOf(file)} >>\nstartxref\n${at}\n%%EOF\n`
  t.equal(contentOf(Buffer.concat([file, Buffer.from(update)])), '', 'a page without content is blank')
})

t.test('hybrid files have objects that only readers of streams see', async (t) => {
  const file = makePdf({ objects: onePage('0 g') })
  const at = file.length
  const hidden = objectBytes(6, deflated('', '0.25 g'))
  const stream = at + hidden.length
  const row = Buffer.from([1, at >> 8, at & 255, 0])
  const references = objectBytes(7, deflated('/Type /XRef /Size 8 /W [1 2 1] /Index [4 1]', row)).toString('latin1')
  // Object 4 is free for those who know tables alone.
  const offset = stream + references.length
  const content = hidden.toString('latin1').replace('6 0 obj', '4 0 obj')
  const table = `xref\n4 1\n0000000000 00000 f \ntrailer\n<< /Size 8 /Root 1 0 R /Prev ${tableOf(file)} /XRefStm ${stream} >>\nstartxref\n${offset}\n%%EOF\n`
  t.equal(contentOf(Buffer.concat([file, Buffer.from(content + references + table, 'latin1')])), '0.25 g')
})

t.test('damaged files are searched for their objects', async (t) => {
  const file = makePdf({ objects: onePage('0 g') })
  const text = file.toString('latin1')
  const bytes = (changed: string) => Buffer.from(changed, 'latin1')
  t.equal(contentOf(bytes(text.replace(/startxref\n\d+/, 'startxref\n99999'))), '0 g', 'no table there')
  t.equal(contentOf(bytes(text.replace(/xref\n0 1[\s\S]*/, ''))), '0 g', 'no table at all')
  t.equal(contentOf(bytes(text.replace(/(4 1\n)\d{10}/, '$10000000012'))), '0 g', 'an object is elsewhere')
  t.equal(contentOf(bytes(text.replace(/\/Length \d+/, '/Length 2'))), '0 g', 'a length is wrong')
  t.equal(contentOf(bytes(text.replace(/\/Length \d+/, '/Length 99 0 R'))), '0 g', 'a length does not exist')
  t.equal(contentOf(bytes(`junk before it\n${text}`)), '0 g', 'it begins later')
  const packed = makeCompressedPdf(onePage('0 g')).toString('latin1')
  t.equal(contentOf(bytes(packed.replace(/startxref\n\d+/, 'startxref\n5'))), '0 g', 'objects in a stream')
})

t.test('streams are unpacked by all filters, one after the other', async (t) => {
  const cases: readonly (readonly [filter: string, stream: string])[] = [
    ['/ASCIIHexDecode', '30 20 67>'],
    ['/ASCII85Decode', '0Hb!~>'],
    ['/RunLengthDecode', '\x020 g\x80'],
    ['/LZWDecode', '\x80\x0c\x04\x06\x78\x08'],
    ['[/ASCIIHexDecode /RunLengthDecode]', '02 30 20 67 80>'],
  ]
  for (const [filter, stream] of cases) {
    const objects = { ...onePage(''), 4: { dictionary: `/Filter ${filter}`, stream } }
    t.equal(contentOf(makePdf({ objects })).slice(0, 3), '0 g', filter)
  }
})

t.test('samples of images stay as they are, but for LZW, which archives do not have', async (t) => {
  const image = '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray'
  const jpeg = Buffer.from('not looked at')
  const objects = onePage('/A Do /B Do', '/Resources << /XObject << /A 5 0 R /B 6 0 R /C 7 0 R >> >>', {
    5: { dictionary: `${image} /Filter /DCTDecode`, stream: jpeg },
    6: { dictionary: `${image} /Filter /LZWDecode`, stream: '\x80\x0c\x04\x06\x78\x08' },
    7: { dictionary: image, stream: 'x' },
  })
  const page = importPage(makePdf({ objects }), 1, MOST)
  t.ok(Buffer.from(page.objects.get('5')?.stream ?? []).equals(jpeg))
  t.match(syntaxOf(page.objects.get('6') ?? { parts: [], stream: undefined }), /\/Filter \/FlateDecode/)
  t.notOk(page.objects.has('7'), 'what the page does not name is left out')
})

t.test('files that open without a password are decrypted', async (t) => {
  for (const pdfVersion of ['1.3', '1.4', '1.6', '1.7ext3'] as const) {
    const pieces: Buffer[] = []
    const document = new (
      PDFKit as unknown as new (
        options: object,
      ) => NodeJS.ReadableStream & {
        rect(x: number, y: number, w: number, h: number): { fill(color: string): void }
        end(): void
      }
    )({ pdfVersion, ownerPassword: 'owner', font: null, compress: false })
    document.on('data', (piece: Buffer) => pieces.push(piece))
    document.rect(1, 2, 3, 4).fill('red')
    document.end()
    await new Promise((resolve) => document.on('end', resolve))
    t.match(contentOf(Buffer.concat(pieces)), /1 2 3 4 re/, pdfVersion)
  }
  const fonts = createFontLibrary()
  const template = compileTemplate({ html: '<p>text' }, { fonts })
  const render = (encryption: EncryptionOptions) => renderDocument(template, {}, { encryption }).pdf
  t.match(contentOf(render({ ownerPassword: 'owner' })), /Tj|TJ/, 'AES-256 of revision 6')
  t.equal(refusalOf(render({ userPassword: 'secret' })), 'unsupported: it needs a password: save it without one')
})

t.test('what cannot be used is refused with its reason', async (t) => {
  t.equal(refusalOf(Buffer.from('plain text')), 'damaged: it is no PDF')
  t.match(refusalOf(Buffer.from('%PDF-1.4\nnothing')), /^damaged: it is damaged beyond repair/)
  const file = makePdf({ objects: onePage('') })
  t.equal(refusalOf(file, 2), 'unsupported: it has no page 2: its last one is page 1')
  t.equal(refusalOf(file, 0), 'unsupported: it has no page 0: its last one is page 1')
  const xfa = { ...onePage(''), 1: '<< /Type /Catalog /Pages 2 0 R /NeedsRendering true /AcroForm << /XFA (x) >> >>' }
  t.match(refusalOf(makePdf({ objects: xfa })), /^unsupported: it is an XFA form/)
  const other = { ...onePage(''), 9: '<< /Filter /Custom /V 1 /R 2 >>' }
  t.match(refusalOf(makePdf({ objects: other, trailer: '/Encrypt 9 0 R' })), /^unsupported: it is encrypted in a way/)
})
