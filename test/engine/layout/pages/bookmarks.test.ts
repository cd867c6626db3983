import t from 'tap'
import { compileTemplate } from '../../../../engine/compile.js'
import { createFontLibrary } from '../../../../engine/fonts/create-font-library.js'
import { renderDocument } from '../../../../engine/render.js'
import { readObjects } from '../../pdf/read-pdf.js'
import { layOutSmall } from '../lay-out-document.js'

/** The bookmarks as `level label @page x,y`. */
function bookmarks(css: string, body: string): string[] {
  const whole = layOutSmall(`p, h1, h2, h3 { margin: 0; font: 10px/1 Square } ${css}`, body)
  t.strictSame(whole.diagnostics, [], 'no diagnostic')
  return whole.bookmarks.map(({ level, label, page, x, y }) => `${level} ${label} @${page} ${x},${y}`)
}

t.test('headings are bookmarks at their places', async (t) => {
  const body =
    '<h1>A  <b>b</b></h1><p>x</p><div style="padding:5px"><h2>B</h2></div><h6 style="break-before:page;margin:0">C</h6>'
  t.strictSame(bookmarks('', body), ['1 A b @1 0,0', '2 B @1 5,25', '6 C @2 0,0'])
})

t.test('levels, labels and states are the author’s', async (t) => {
  const css = `h1 { bookmark-level: none } .b { bookmark-level: 3; bookmark-label: attr(title) ": " content(); counter-increment: b }
    .c { bookmark-level: 1; bookmark-state: closed; bookmark-label: counter(b) }`
  t.strictSame(bookmarks(css, '<h1>A</h1><p class=b title=T>B</p><p>a <span class=c>c</span></p>'), [
    '3 T: B @1 0,10',
    '1 1 @1 20,20',
  ])
})

t.test('what has no text makes no entry', async (t) => {
  t.strictSame(bookmarks('', '<h1></h1><h2> <br> </h2>'), [])
  t.strictSame(bookmarks('', '<h1 style="display:none">x</h1>'), [])
})

t.test('a heading on two pages is one entry, a repeated one too', async (t) => {
  const css = 'h1 { break-inside: auto } table { border-spacing: 0 } td, th { padding: 0 }'
  t.strictSame(bookmarks(css, `<p style="height:90px"></p><h1>a<br>b</h1>`), ['1 a b @1 0,90'])
  const rows = '<tr><td>r'.repeat(14)
  t.strictSame(bookmarks(css, `<table><thead><tr><th><h2>H</h2></thead>${rows}</table>`), ['2 H @1 0,0'])
})

t.test('the outline of the file nests by level, in any script', async (t) => {
  const fonts = createFontLibrary()
  const html = `<html lang=en><style>h2 { bookmark-state: closed }</style>
    <h1>Ä</h1><h2>B</h2><h3>C</h3><h2>日本</h2><h1>E</h1><h3>F</h3>`
  const { pdf } = renderDocument(compileTemplate({ html }, { fonts }), {}, { date: new Date(0) })
  const objects = readObjects(pdf)
  const catalog = [...objects.values()].find(({ value }) => value.includes('/Catalog'))?.value ?? ''
  const read = (id: string | undefined): string => objects.get(Number(id))?.value ?? ''
  const key = (value: string, name: string) => new RegExp(`/${name} (?:\\((.*)\\)|<([0-9a-f]*)>|(-?\\d+))`).exec(value)
  const reference = (value: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(value)?.[1]
  const tree = (parent: string, indent: string): string[] => {
    const lines: string[] = []
    for (let id = reference(parent, 'First'); id !== undefined; id = reference(read(id), 'Next')) {
      const item = read(id)
      lines.push(`${indent}${titleOf(item)} ${key(item, 'Count')?.[3] ?? 0}`, ...tree(item, `${indent}  `))
    }
    return lines
  }
  const root = read(reference(catalog, 'Outlines'))
  t.strictSame(tree(root, ''), ['Ä 2', '  B -1', '    C 0', '  日本 0', 'E 1', '  F 0'])
  t.equal(key(root, 'Count')?.[3], '5')
  t.match(read(reference(root, 'First')), /\/Dest \[\d+ 0 R \/XYZ /)
})

/** UTF-16 with a byte order mark, or ASCII. */
function titleOf(item: string): string {
  const start = item.indexOf('/Title (') + '/Title ('.length
  const raw = item.slice(start, item.indexOf(')\n', start))
  const bytes = Buffer.from(
    raw.replace(/\\([nrtbf()\\])/g, (_all, c: string) => ESCAPES.get(c) ?? c),
    'latin1',
  )
  if (bytes[0] !== 0xfe) return bytes.toString('latin1')
  return Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
}

const ESCAPES = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['f', '\f'],
])

/** The labels of pages as pdf.js reads them; null without any. */
async function pageLabels(css: string, pages: readonly string[]): Promise<readonly string[] | null> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const body = pages.map((page) => `<section ${page}>x</section>`).join('')
  const html = `<html lang=en><style>section { break-before: page; font-family: Arial } ${css}</style>${body}`
  const { pdf, diagnostics } = renderDocument(compileTemplate({ html }, { fonts: createFontLibrary() }), {})
  t.same(diagnostics, [])
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const labels = await document.getPageLabels()
  await document.destroy()
  return labels
}

t.test('pages are called what they print', async (t) => {
  const css = `@page { @bottom-center { content: 'Page ' counter(page) } }
    @page front { @bottom-center { content: counter(page, lower-roman) } }
    @page annex { @top-left { content: string(x) 'A-' counter(page) } }
    .front { page: front } .annex { page: annex } .one { counter-reset: page 1 }`
  t.strictSame(
    await pageLabels(css, [
      'class=front',
      'class=front',
      'class=front',
      'class=one',
      '',
      'class="annex one"',
      'class=annex',
    ]),
    ['i', 'ii', 'iii', '1', '2', 'A-1', 'A-2'],
  )
  t.equal(await pageLabels('@page { @top-left { content: counter(page) } }', ['', '']), null, 'as without labels')
  t.equal(await pageLabels('', ['', '']), null)
  t.strictSame(await pageLabels('.seven { counter-reset: page 7 }', ['class=seven', '']), ['7', '8'])
})

t.test('numbers that readers would write in another way are written out', async (t) => {
  const printed = (style: string) =>
    `@page { @top-left { content: counter(page, ${style}) } } .n { counter-reset: page 27 }`
  t.strictSame(await pageLabels(printed('lower-alpha'), ['class=n', '', '']), ['aa', 'ab', 'ac'])
  t.strictSame(await pageLabels(printed('arabic-indic'), ['class=n', '']), ['٢٧', '٢٨'])
  t.strictSame(await pageLabels('.n { counter-reset: page 0 }', ['class=n', '']), ['0', '1'])
})
