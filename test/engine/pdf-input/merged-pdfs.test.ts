import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  compileTemplate,
  createFontLibrary,
  type DocumentToMerge,
  LimitError,
  MergeError,
  type MergeOptions,
  type PdfToMerge,
  renderDocument,
  renderDocuments,
  StandardError,
  TemplateError,
} from '../../../engine/index.js'
import { runTool } from '../pdf/pdf-tools.js'
import { findObjects, readObjects } from '../pdf/read-pdf.js'
import { markFaults } from '../pdf/read-structure.js'
import { read } from './inserted.js'
import { deflated, makePdf, onePage } from './make-pdf.js'

const fonts = createFontLibrary()
const date = new Date('2026-01-31T10:00:00Z')
const compile = (html: string) => compileTemplate({ html }, { fonts })
const own = (html: string, forms = false) =>
  renderDocument(compileTemplate({ html, forms }, { fonts }), {}, { date }).pdf

const TERMS = own(
  `<html lang=fr><title>Terms of trade</title><meta name=author content=Ada><meta name=keywords content="a, b">
   <h1>Terms</h1><a href="#b">to B</a><h2 style="break-before: page" id=b>B</h2><a href="https://example.com/">web</a>`,
)
const LETTER = { template: compile('<html lang=en><title>Letter</title><h1>Dear {{name}}</h1>'), data: { name: 'Bob' } }

function merge(documents: readonly (DocumentToMerge | PdfToMerge)[], options: MergeOptions = {}) {
  const result = renderDocuments(documents, { date, ...options })
  const file = join(t.testdir(), 'merged.pdf')
  writeFileSync(file, result.pdf)
  const check = runTool('qpdf', ['--check', file], new Uint8Array())
  if (check) t.equal(check.status, 0, check.output)
  t.same(markFaults(result.pdf), [])
  return result
}

function refusal(documents: readonly (DocumentToMerge | PdfToMerge)[], options: MergeOptions = {}): MergeError {
  try {
    renderDocuments(documents, options)
  } catch (error) {
    if (error instanceof MergeError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

t.test('a PDF is a document of the file, with its outline, structure and links', async (t) => {
  const { pdf, pages, documents } = merge([LETTER, { pdf: TERMS }, LETTER])
  t.equal(pages, 4)
  t.same(
    documents.map(({ firstPage, pages, diagnostics }) => [firstPage, pages, diagnostics]),
    [
      [1, 1, []],
      [2, 2, []],
      [4, 1, []],
    ],
  )
  const found = await read(pdf)
  t.same(found.outline, [
    'Letter 1',
    '  Dear Bob 1',
    'Terms of trade 2',
    '  Terms 2',
    '    B 3',
    'Letter 4',
    '  Dear Bob 4',
  ])
  t.match(found.pages[1]?.links, [/^page 3 /])
  t.same(found.pages[2]?.links, ['https://example.com/'])
  t.match(found.pages[1]?.structure, [/^H1 fr.*: Terms/])
  const parts = findObjects(readObjects(pdf), /\/S\/Part\b.*\/T\(/s).map(({ value }) => /\/T\((.*?)\)/.exec(value)?.[1])
  t.same(parts, ['Letter', 'Terms of trade', 'Letter'])
})

t.test('its name in the outline is the one that is given, its own, that of the file or its number', async (t) => {
  const plain = makePdf({ objects: onePage('0 g') })
  const titled = makePdf({
    objects: { ...onePage('0 g'), 9: '<< /Title (Own) >>' },
    trailer: '/Info 9 0 R',
  })
  const { pdf } = merge([
    { pdf: titled, title: 'Given', name: 'a.pdf' },
    { pdf: titled, name: 'a.pdf' },
    { pdf: plain, name: 'Plan B.PDF' },
    { pdf: plain },
  ])
  t.same((await read(pdf)).outline, ['Given 1', 'Own 2', 'Plan B 3', '4 4'])
})

t.test('it counts in the numbers of all pages', async (t) => {
  const css = '<style>@page { @bottom-left { content: counter(all-page) "/" counter(all-pages) } }</style>'
  const numbered = { template: compile(`${css}<p>`), data: {} }
  const { texts } = await read(merge([numbered, { pdf: TERMS }, numbered]).pdf)
  t.same([texts[0], texts[3]], ['1/4', '4/4'])
})

t.test('a file of PDFs alone has the metadata and the language of the first', async (t) => {
  const { pdf, pages } = merge([{ pdf: TERMS }, { pdf: own('<p>other') }])
  t.equal(pages, 3)
  const text = Buffer.from(pdf).toString('latin1')
  t.match(text, /<dc:title>.*Terms of trade.*<dc:creator>.*Ada/s)
  t.match(text, '<pdf:Keywords>a, b<')
  t.match(findObjects(readObjects(pdf), /\/Type \/Catalog/)[0]?.value, '/Lang (fr)')
})

t.test('a PDF that is there several times is written once but for what each copy has of its own', async (t) => {
  const large = makePdf({
    objects: {
      ...onePage('/I Do', '/Resources << /XObject << /I 5 0 R >> >>'),
      5: deflated(
        '/Type /XObject /Subtype /Image /Width 100 /Height 100 /BitsPerComponent 8 /ColorSpace /DeviceGray',
        Buffer.from(Array.from({ length: 10_000 }, (_, i) => (i * i * 7919) % 251)),
      ),
    },
  })
  const [one, three] = [1, 3].map((count) => merge(Array.from({ length: count }, () => ({ pdf: large }))).pdf.length)
  t.ok((three ?? 0) - (one ?? 0) < 3000, `${three} after ${one}`)
})

t.test('names of fields that are taken get a number', async (t) => {
  const form = own('<label>Who <input name=who value=Ada></label>', true)
  const { fields } = await read(merge([{ pdf: form }, { pdf: form }]).pdf)
  t.same(Object.keys(fields), ['who', 'who-2'])
})

t.test('the word of a test is on its pages, and only as many of them as are wanted', async (t) => {
  const { pdf, pages } = renderDocuments([LETTER, { pdf: TERMS }], { watermark: 'TEST', firstPages: 2 })
  t.equal(pages, 2)
  t.match((await read(pdf)).texts, [/TEST/, /TEST/])
})

t.test('what is left out of it is reported', async (t) => {
  const pdf = makePdf({
    objects: { ...onePage('0 g'), 1: '<< /Pages 2 0 R /OpenAction << /S /JavaScript /JS (x) >> >>' },
  })
  const { documents } = merge([LETTER, { pdf, name: 'terms.pdf' }, { pdf }])
  const dropped = (file: string) => ({
    code: 'dropped-from-pdf',
    severity: 'warning',
    span: { file, line: 1, column: 1 },
  })
  t.match(documents[1]?.diagnostics, [dropped('terms.pdf')])
  t.match(documents[2]?.diagnostics, [dropped('documents[2]')])
})

t.test('it has the standards of the templates, and must meet them', async (t) => {
  const html = '<html lang=en><title>Letter</title><h1>Dear</h1>'
  const template = compileTemplate({ html, standard: ['pdf/ua-1', 'pdf/a-3a'] }, { fonts })
  const letter = { template, data: {} }
  const { pdf } = merge([{ pdf: TERMS }, letter, { pdf: TERMS }])
  t.match(Buffer.from(pdf).toString('latin1'), 'pdfuaid:part')
  const untagged = makePdf({ objects: onePage('0 g 0 0 9 9 re f') })
  const faulty = refusal([letter, { pdf: untagged, name: 'plan.pdf' }])
  t.equal(faulty.index, 1)
  t.ok(faulty.cause instanceof StandardError)
  t.equal(merge([letter, { pdf: untagged, alt: 'A plan' }]).pages, 2)
})

t.test('one that cannot be read ends the file, and is named by its place', async (t) => {
  const cases: readonly (readonly [pdf: Uint8Array, options: MergeOptions, message: string, cause: unknown])[] = [
    [Buffer.from('GIF89a'), {}, 'documents[1]: the PDF cannot be read: it is no PDF', TemplateError],
    [TERMS.subarray(0, 600), {}, 'documents[1]: the PDF cannot be read: it is damaged beyond repair', TemplateError],
    [
      renderDocument(LETTER.template, {}, { encryption: { userPassword: 'open' } }).pdf,
      {},
      'documents[1]: the PDF cannot be read: it needs a password',
      TemplateError,
    ],
    [
      makePdf({ objects: onePage(' '.repeat(100_000)) }),
      { limits: { imageBytes: 50_000 } },
      'documents[1]: the PDF cannot be read: unpacking it takes more than',
      LimitError,
    ],
    [TERMS, { limits: { pages: 1 } }, 'documents[1]: ', LimitError],
  ]
  for (const [pdf, options, message, cause] of cases) {
    const error = refusal([LETTER, { pdf }], options)
    t.equal(error.message.slice(0, message.length), message)
    t.equal(error.index, 1)
    t.equal(error.cause?.constructor, cause)
  }
})

t.test('mistakes in calls are told', async (t) => {
  const calls: readonly (readonly [document: unknown, message: RegExp])[] = [
    [{ pdf: 'terms.pdf' }, /documents\[0\].pdf must be the bytes of a PDF/],
    [{ pdf: TERMS, data: {} }, /documents\[0\] has no member "data"/],
    [{ pdf: TERMS, name: 1 }, /documents\[0\].name must be a string/],
  ]
  for (const [document, message] of calls) t.throws(() => renderDocuments([document as never]), message)
})
