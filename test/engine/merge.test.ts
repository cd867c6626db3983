import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import {
  type CompiledTemplate,
  compileTemplate,
  createFontLibrary,
  type DocumentToMerge,
  LimitError,
  MergeError,
  type MergeOptions,
  ProblemError,
  renderDocument,
  renderDocuments,
  renderDocumentsStream,
  StandardError,
} from '../../engine/index.js'
import { runTool } from './pdf/pdf-tools.js'
import { findObjects, follow, pageContents, pageText, readObjects } from './pdf/read-pdf.js'
import { markFaults } from './pdf/read-structure.js'

const fonts = createFontLibrary()
const LOGO = readFileSync(fileURLToPath(new URL('../../../templates/letter/logo.png', import.meta.url)))
const DATE = new Date(0)

function compile(html: string, more: Partial<Parameters<typeof compileTemplate>[0]> = {}): CompiledTemplate {
  return compileTemplate({ html, ...more }, { fonts })
}

let files = 0

function merge(documents: readonly DocumentToMerge[], options: MergeOptions = {}) {
  const { pdf, ...summary } = renderDocuments(documents, { date: DATE, ...options })
  const file = join(t.testdir(), `${++files}.pdf`)
  writeFileSync(file, pdf)
  const check = runTool('qpdf', ['--check', file], new Uint8Array())
  if (check) t.match(check.output, 'No syntax or stream encoding errors')
  t.same(markFaults(pdf), [])
  return { pdf, objects: readObjects(pdf), ...summary }
}

const PAGE =
  '<style>@page { size: 300px 200px; margin: 30px; @bottom-left { content: CONTENT } } .next { break-before: page }</style>'

/** A document with so many pages, each of which shows a content in its margin. */
function numbered(content: string, pages: number): CompiledTemplate {
  const rest = '<p class=next>more'.repeat(pages - 1)
  return compile(`${PAGE.replace('CONTENT', content)}<p>{{name | default "text"}}${rest}`)
}

/** The text of a page, in one line. */
function lineOf(pdf: Uint8Array, page: number): string {
  return pageText(pdf, page).trim().replace(/\s+/g, ' ')
}

/** The words of each page that are in its margin. */
function pagesOf(pdf: Uint8Array): readonly string[] {
  return pageContents(pdf).map((_, page) => lineOf(pdf, page + 1).replace(/^(text|more) ?/, ''))
}

t.test('documents follow each other, each with its own page numbers', async (t) => {
  const template = numbered('counter(page) "/" counter(pages)', 2)
  const { pdf, pages, documents } = merge([
    { template, data: {} },
    { template: numbered('counter(page) "/" counter(pages)', 1), data: {} },
    { template, data: {} },
  ])
  t.equal(pages, 5)
  t.same(
    documents.map(({ firstPage, pages, diagnostics }) => [firstPage, pages, diagnostics]),
    [
      [1, 2, []],
      [3, 1, []],
      [4, 2, []],
    ],
  )
  t.same(pagesOf(pdf), ['1/2', '2/2', '1/1', '1/2', '2/2'])
})

t.test('all-page and all-pages count through the file', async (t) => {
  const template = numbered('counter(all-page) "/" counter(all-pages)', 2)
  t.same(pagesOf(renderDocument(template, {}).pdf), ['1/2', '2/2'], 'in a document alone like page and pages')
  const { pdf, documents } = merge([
    { template: numbered('"plain"', 1), data: {} },
    { template, data: {} },
    { template, data: {} },
  ])
  t.same(pagesOf(pdf), ['plain', '2/5', '3/5', '4/5', '5/5'])
  t.same(
    documents.map(({ stats }) => stats.layoutRounds),
    [0, 0, 0],
    'and no document is laid out again when it is painted',
  )
})

t.test('text of the flow may show the pages of all documents', async (t) => {
  const css =
    '<style>@page { size: 300px 200px } p::after { content: counter(all-page) " of " counter(all-pages) }</style>'
  const template = compile(`${css}<p>`)
  const { pdf } = merge(Array.from({ length: 12 }, () => ({ template, data: {} })))
  t.equal(lineOf(pdf, 1), '1 of 12')
  t.equal(lineOf(pdf, 11), '11 of 12')
})

t.test('a number of all pages that changes how many there are is reported', async (t) => {
  const css = `<style>@page { size: 200px 100px; margin: 20px } p { font: 30px/35px monospace; orphans: 1; widows: 1 }
    p::before { content: counter(all-pages, upper-roman) " " }</style>`
  const { documents } = merge([
    { template: numbered('counter(all-pages)', 37), data: {} },
    { template: compile(`${css}<p>word`), data: {} },
  ])
  t.same(
    documents.map(({ pages, diagnostics }) => [pages, diagnostics.map(({ code }) => code)]),
    [
      [37, []],
      [2, ['unsettled-page-numbers']],
    ],
  )
})

t.test('the outline has an entry for each document, with its headings below', async (t) => {
  const letter = compile('<title>Letter to {{name}}</title><h1>Dear {{name}}</h1><h2>Yes</h2>')
  const { objects } = merge([
    { template: letter, data: { name: 'Ada' } },
    { template: compile('<p>without a name'), data: {} },
    { template: compile('<p>saved', { fileName: 'saved.pdf' }), data: {} },
    { template: letter, data: { name: 'Bob' }, title: 'For Bob' },
  ])
  const entries = findObjects(objects, /\/Title .*\/Parent/s).map(({ value }) => /\/Title \((.*?)\)/.exec(value)?.[1])
  t.same(entries, ['Letter to Ada', 'Dear Ada', 'Yes', '2', 'saved', 'For Bob', 'Dear Bob', 'Yes'])
  t.match(follow(objects, catalogOf(objects), 'Outlines').value, '/Count 4', 'of which the documents are shown first')
})

function catalogOf(objects: ReturnType<typeof readObjects>): string {
  return findObjects(objects, /\/Type \/Catalog/)[0]?.value ?? ''
}

t.test('the structure is one document with a part for each', async (t) => {
  const { objects, pdf } = merge([
    { template: compile('<html lang=en><title>One</title><p>one'), data: {} },
    { template: compile('<html lang=de><title>Zwei</title><p>zwei'), data: {} },
  ])
  t.equal(findObjects(objects, /\/S\/Document/).length, 1)
  const parts = findObjects(objects, /\/S\/Part/).map(({ value }) => value)
  t.match(parts[0], '/T(One)')
  t.notMatch(parts[0], '/Lang', 'in the language of the file')
  t.match(parts[1], '/T(Zwei)/Lang(de)')
  t.match(catalogOf(objects), '/Lang (en)')
  const text = runTool('pdfinfo', ['-struct-text', '-'], pdf)?.output
  if (text !== undefined) t.match(text, /Part "One".*"one".*Part "Zwei".*"zwei"/s)
})

t.test('links lead to the ids of their own document', async (t) => {
  const template = compile('<style>.next { break-before: page }</style><a href="#x">go</a><p class=next id=x>there')
  const { objects } = merge([
    { template, data: {} },
    { template, data: {} },
  ])
  const pages = [...objects].filter(([, { value }]) => /\/Type \/Page\n/.test(value)).map(([id]) => id)
  const targets = findObjects(objects, /\/Subtype \/Link/).map(({ value }) => /\/Dest \[(\d+) 0 R/.exec(value)?.[1])
  t.same(targets.map(Number), [pages[1], pages[3]])
})

t.test('fonts, images and drawings are in the file once', async (t) => {
  const html = '<img src=logo.png alt=""><svg width=10 height=10><rect width=10 height=10 /></svg><p>{{text}}'
  const template = compile(html, { assets: new Map([['logo.png', LOGO]]) })
  const other = compile(`${html} other`, { assets: new Map([['logo.png', LOGO]]) })
  const { objects, pdf } = merge([
    { template, data: { text: 'abc' } },
    { template, data: { text: 'xyz' } },
    { template: other, data: { text: '123' } },
  ])
  t.equal(findObjects(objects, /\/FontFile2/).length, 1)
  t.equal(
    findObjects(objects, /\/Subtype \/Image/).length,
    findObjects(readObjects(renderDocument(template, {}).pdf), /\/Subtype \/Image/).length,
  )
  t.equal(findObjects(objects, /\/Subtype \/Form/).length, 2, 'a drawing for each template, whose fonts may be others')
  t.same(
    [1, 2, 3].map((page) => lineOf(pdf, page)),
    ['abc', 'xyz', '123 other'],
  )
})

t.test('fonts that several templates bring are in the file once', async (t) => {
  const bytes = readFileSync(
    fileURLToPath(new URL('../../../fonts/liberation/LiberationSerif-Regular.ttf', import.meta.url)),
  )
  const bring = (name: string, text: string) =>
    compile(
      `<style>@font-face { font-family: ${name}; src: url(own.ttf) } p { font-family: ${name} }</style><p>${text}`,
      {
        assets: new Map([['own.ttf', bytes]]),
      },
    )
  const { objects, pdf } = merge([
    { template: bring('one', 'abc'), data: {} },
    { template: bring('two', 'xyz'), data: {} },
  ])
  t.equal(findObjects(objects, /\/FontFile2/).length, 1)
  t.same(
    [1, 2].map((page) => lineOf(pdf, page)),
    ['abc', 'xyz'],
  )
})

t.test('fields that have one name in several documents get names of their own', async (t) => {
  const template = compile('<label>Who <input name="person.name"></label>', { forms: true })
  const { objects, documents } = merge([
    { template, data: {} },
    { template, data: {} },
  ])
  const names = findObjects(objects, /\/FT \/Tx/).map(({ value }) => /\/T \((.*?)\)/.exec(value)?.[1])
  t.same(names, ['name', 'name-2'])
  t.same(
    documents.flatMap(({ diagnostics }) => diagnostics),
    [],
  )
})

t.test('attachments of all documents are in the file: equal ones once, others of one name renamed', async (t) => {
  const template = compile('<p>x')
  const file = (name: string, text: string) => ({ name, data: Buffer.from(text) })
  const { objects } = merge([
    { template, data: {}, attachments: [file('terms.txt', 'same'), file('list', 'one')] },
    { template, data: {}, attachments: [file('terms.txt', 'same'), file('list', 'two')] },
    { template, data: {}, attachments: [file('terms.txt', 'other')] },
  ])
  const names = findObjects(objects, /\/Type \/Filespec/).map(({ value }) => /\/UF \((.*?)\)/.exec(value)?.[1])
  t.same(names, ['terms.txt', 'list', 'list-2', 'terms-2.txt'])
  t.match(catalogOf(objects), /\/AF \[(\d+ 0 R ?){4}\]/)
})

t.test('page labels are those of the documents where one has some', async (t) => {
  const plain = numbered('counter(page)', 2)
  const roman = numbered('counter(page, lower-roman)', 2)
  const twice = (template: CompiledTemplate) => ({ template, data: {} })
  t.notMatch(catalogOf(merge([twice(plain), twice(plain)]).objects), '/PageLabels')
  const labels = /\/PageLabels <<\n\/Nums \[([^\]]*)\]/.exec(
    catalogOf(merge([twice(plain), twice(roman), twice(plain)]).objects),
  )?.[1]
  t.equal(labels?.replace(/\s+/g, ' ').trim(), '0 << /S /D >> 2 << /S /r >> 4 << /S /D >>')
})

t.test('the metadata is that of the first document, where none is given', async (t) => {
  const template = compile('<title>{{name}}</title><meta name=author content="{{name}}">')
  const documents = [
    { template, data: { name: 'First' } },
    { template, data: { name: 'Second' } },
  ]
  const named = (options: MergeOptions) =>
    /<dc:title>.*?>([^<]+)<.*<dc:creator>.*?>([^<]+)</s
      .exec(Buffer.from(merge(documents, options).pdf).toString('latin1'))
      ?.slice(1)
  t.same(named({}), ['First', 'First'])
  t.same(named({ metadata: { title: 'All letters' } }), ['All letters', 'First'])
})

t.test('a watermark and passwords are those of the file', async (t) => {
  const template = compile('<p>secret')
  const documents = [
    { template, data: {} },
    { template, data: {} },
  ]
  const { pdf } = renderDocuments(documents, { watermark: 'TEST', encryption: { userPassword: 'open' } })
  const text = runTool('pdftotext', ['-upw', 'open', '-', '-'], pdf)?.output
  if (text !== undefined) t.equal(text.match(/secret/g)?.length, 2)
  t.equal(pageContents(merge(documents, { watermark: 'TEST' }).pdf).filter((page) => page.includes(' ca')).length, 0)
})

t.test('standards hold for each document, and must be those of the file', async (t) => {
  const good = (standard?: 'pdf/ua-1' | 'pdf/a-3a') =>
    compile('<html lang=en><title>Good</title><h1>Good</h1>', standard ? { standard } : {})
  const bad = compile('<html lang=en><title>Bad</title><h1>Bad</h1><img src=logo.png>', {
    assets: new Map([['logo.png', LOGO]]),
  })
  const both = ['pdf/ua-1', 'pdf/a-3a'] as const
  const { pdf } = merge(
    [
      { template: good(), data: {} },
      { template: good('pdf/ua-1'), data: {} },
    ],
    { standard: both },
  )
  t.match(Buffer.from(pdf).toString('latin1'), /pdfuaid:part>1.*|pdfaid:conformance>A/s)
  const fault = caught(() =>
    renderDocuments(
      [
        { template: good(), data: {} },
        { template: bad, data: {} },
      ],
      { standard: both },
    ),
  )
  t.match(fault.message, /^documents\[1\]: template\.html:1:\d+: the document is not/)
  t.ok(fault.cause instanceof StandardError)
  const disagreeing = caught(() =>
    renderDocuments([
      { template: good('pdf/ua-1'), data: {} },
      { template: good('pdf/ua-1'), data: {} },
      { template: good(), data: {} },
    ]),
  )
  t.equal(disagreeing.index, 2)
  t.equal(
    disagreeing.message,
    'documents[2]: its standard is none and that of the first document pdf/ua-1: name one for the file',
  )
})

function caught(work: () => unknown): MergeError {
  try {
    work()
  } catch (error) {
    if (error instanceof MergeError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

t.test('errors name the document, whether it is painted or counted', async (t) => {
  const good = numbered('counter(all-pages)', 1)
  const long = compile('{{#each items}}<p style="break-before: page">x</p>{{/each}}')
  const items = [1, 2, 3]
  for (const template of [compile('<p>x'), good]) {
    const error = caught(() =>
      renderDocuments(
        [
          { template, data: {} },
          { template: long, data: { items } },
        ],
        { limits: { pages: 2 } },
      ),
    )
    t.match(error.message, 'documents[1]: ')
    t.ok(error.cause instanceof LimitError)
    t.match(error.plain, 'documents[1]: ')
  }
  const lossy = compile('<p>x<img src=missing.png>', { problems: 'refuse' })
  const refused = caught(() =>
    renderDocuments([
      { template: good, data: {} },
      { template: lossy, data: {} },
    ]),
  )
  t.ok(refused.cause instanceof ProblemError)
})

t.test('mistakes in calls are told', async (t) => {
  const template = compile('<p>x')
  const calls: readonly (readonly [() => unknown, RegExp])[] = [
    [() => renderDocuments([]), /the documents must be an array of \{ template, data \}/],
    [() => renderDocuments([{ template, data: [] }]), /documents\[0\]: the data must be an object/],
    [() => renderDocuments([{ template, data: {}, facturX: {} } as never]), /documents\[0\] has no member "facturX"/],
    [() => renderDocuments([{ template, data: {} }], { map: true } as never), /options has no member "map"/],
    [
      () => renderDocuments([{ template, data: {} }], { metadata: { tittle: '' } as never }),
      /options.metadata has no member/,
    ],
  ]
  for (const [call, message] of calls) t.throws(call, message)
})

t.test('only the first pages, where no more are wanted', async (t) => {
  const template = numbered('counter(page)', 3)
  const documents = Array.from({ length: 4 }, () => ({ template, data: {} }))
  const { pages, documents: rendered } = merge(documents, { firstPages: 4 })
  t.equal(pages, 4)
  t.same(
    rendered.map(({ pages }) => pages),
    [3, 1],
  )
})

t.test('the file comes in pieces while documents are rendered, and what is done is forgotten', async (t) => {
  const template = compile('<p>{{text}}')
  const rendered: number[] = []
  const documents = Array.from({ length: 300 }, (_, index) => ({
    template,
    get data() {
      rendered.push(index)
      return { text: Array.from({ length: 200 }, (_, word) => ((index + 7) * (word + 11) * 7919) % 100_003).join(' ') }
    },
  }))
  const stream = renderDocumentsStream(documents)
  t.ok(stream.next().value)
  t.ok(Math.max(...rendered.slice(documents.length)) < 250, 'the first pieces come before the last documents')
})

t.test('equal input gives equal bytes', async (t) => {
  const template = numbered('counter(all-pages)', 1)
  const documents = [
    { template, data: { name: 'a' } },
    { template, data: { name: 'b' } },
  ]
  t.same(merge(documents).pdf, merge(documents).pdf)
})
