import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import t from 'tap'
import { PDFDocument, type PDFReference } from '../../../engine/pdf/kit-document.js'

/**
 * `engine/pdf/pdf-file.ts` overrides and reads parts of PDFKit that its documentation does not name. Each has a test here,
 * so that an upgrade that changes one fails with its name.
 */
const OPTIONS = { autoFirstPage: false, bufferPages: true, compress: false, font: null, pdfVersion: '1.7' } as const

/** A document of PDFKit itself, and what it writes. */
class Plain extends PDFDocument {
  declare private written: Uint8Array[] | undefined

  override push(chunk: Uint8Array | null): boolean {
    this.written ??= []
    if (chunk) this.written.push(chunk)
    return true
  }

  get text(): string {
    return Buffer.concat(this.written ?? []).toString('latin1')
  }
}

t.test('the version is the one that these tests were written for', async (t) => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  t.equal(dependencies.pdfkit, '0.20.2')
  const installed = createRequire(import.meta.url)
    .resolve('pdfkit')
    .replace(/js\/[^/]+$/, 'package.json')
  t.equal((JSON.parse(readFileSync(installed, 'utf8')) as { version: string }).version, '0.20.2')
})

t.test('the header is written while the document is constructed, through push', async (t) => {
  t.equal(new Plain(OPTIONS).text, '%PDF-1.7\n%\xff\xff\xff\xff\n')
})

t.test('_offset counts what _write was given, and a text gets a line feed', async (t) => {
  const document = new Plain(OPTIONS)
  const start = document._offset
  t.equal(start, document.text.length)
  document._write('abc')
  document._write(Buffer.from('de'))
  t.equal(document._offset, start + 6)
  t.match(document.text, /abc\nde$/)
})

t.test('references are numbered by the length of _offsets', async (t) => {
  const document = new Plain(OPTIONS)
  const next = document._offsets.length + 1
  t.equal(document.ref().id, next)
  document._offsets.push(null)
  t.equal(document.ref().id, next + 2)
})

t.test('a reference keeps the chunks of its stream, and end writes it by finalize', async (t) => {
  const document = new Plain(OPTIONS)
  const reference = document.ref({ A: 1 })
  t.same(reference.buffer, [])
  t.equal(reference.offset, undefined)
  t.equal(reference.document, document)
  const calls: unknown[] = []
  reference.finalize = function (this: PDFReference) {
    calls.push(this.buffer)
  }
  reference.end(Buffer.from('abc'))
  t.same(calls, [[Buffer.from('abc')]])
  t.equal(`${reference}`, `${reference.id} 0 R`)
})

t.test('the file is ended by _finalize, once all references have ended', async (t) => {
  const document = new Plain(OPTIONS)
  let ends = 0
  document._finalize = () => ends++
  const late = document.ref()
  document.end()
  t.equal(ends, 0)
  late.end()
  t.equal(ends, 1)
})

t.test('the catalog has pages and names, and what the options ask for', async (t) => {
  const document = new Plain({ ...OPTIONS, lang: 'de', displayTitle: true, tagged: true })
  const catalog = document._root.data as Record<string, unknown>
  const structure = document.getStructTreeRoot()
  t.same(Object.keys(catalog).sort(), [
    'Lang',
    'MarkInfo',
    'Names',
    'Pages',
    'StructTreeRoot',
    'Type',
    'ViewerPreferences',
  ])
  t.equal(catalog.StructTreeRoot, structure)
  t.same((catalog.MarkInfo as PDFReference).data, { Marked: true })
  t.equal(document._id.length, 16)
  t.equal(document._security, null)
})

t.test('a page has a dictionary, resources and content, which the document ends', async (t) => {
  const document = new Plain(OPTIONS)
  const turned: number[][] = []
  document.transform = (...matrix: number[]) => {
    turned.push(matrix)
    return document
  }
  document.addPage({ size: [300, 400], margin: 0 })
  const { dictionary, resources, content } = document.page
  t.same(turned, [[1, 0, 0, -1, 0, 400]], 'its coordinates are turned by transform, and by nothing else')
  t.same(content.buffer, [])
  const { MediaBox, Contents, Resources } = dictionary.data as Record<string, unknown>
  t.same(MediaBox, [0, 0, 300, 400])
  t.equal(Contents, content)
  t.equal(Resources, resources)
  const ended: PDFReference[] = []
  for (const part of [dictionary, resources, content])
    part.finalize = function (this: PDFReference) {
      ended.push(this)
    }
  document.end()
  t.same(new Set(ended), new Set([dictionary, resources, content]))
})

t.test('the outline has a root before it has entries, which the document ends', async (t) => {
  const document = new Plain(OPTIONS)
  const root = document.outline.dictionary
  let ends = 0
  root.finalize = () => ends++
  document.end()
  t.equal(ends, 1)
})

t.test('what the file overrides is called once at the end, with _info made before', async (t) => {
  const document = new Plain({ ...OPTIONS, info: { Title: 'a' } })
  const calls: string[] = []
  document.endMetadata = () => calls.push(`endMetadata after ${(document._info.data as { Title: PDFReference }).Title}`)
  document.endAcroForm = () => {
    calls.push('endAcroForm')
    return document
  }
  document.end()
  t.same(calls.length, 2)
  t.match(calls[0], /^endMetadata after \d+ 0 R$/)
  t.equal(calls[1], 'endAcroForm')
})

t.test('a handler of security encrypts strings and streams, by number and generation', async (t) => {
  const document = new Plain(OPTIONS)
  const asked: number[][] = []
  document._security = {
    getEncryptFn: (id, generation) => {
      asked.push([id, generation])
      return (bytes) => Buffer.from(bytes).reverse()
    },
    end: () => {},
  }
  const reference = document.ref({ Text: new String('abc') })
  reference.end(Buffer.from('xyz'))
  t.same(asked, [[reference.id, 0]])
  t.match(document.text, /\/Text \(cba\)[\s\S]*stream\nzyx\nendstream/)
})
