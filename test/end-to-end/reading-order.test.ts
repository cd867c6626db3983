import t from 'tap'
import { dumpDocument } from '../../engine/dump/dump-document.js'
import { type CompiledTemplate, compileTemplate, createFontLibrary, renderDocument } from '../../engine/index.js'
import { runTool } from '../engine/pdf/pdf-tools.js'

const fonts = createFontLibrary()

const CSS = `@page { size: 300px 140px; margin: 20px; @top-center { content: "running" } @bottom-center { content: counter(page) } }
  * { font: 10px/12px Arial } .drop::first-letter { float: left; font-size: 24px; line-height: 24px } .f { float: right } .n { float: footnote; footnote-display: inline }
  .a { position: absolute; right: 0 } .c { columns: 2; column-fill: auto; height: 60px } aside { float: right; width: 60px }
  .row { display: flex; flex-direction: row-reverse } .i { display: inline-block } .w { width: 40px } th, td { height: 20px }`

/** Documents with a picture of the page that is not in the order of the source, each word once. */
const CASES: readonly [name: string, body: string, warning?: string][] = [
  ['a drop cap', '<p class=drop>Alpha beta gamma delta</p><p>epsilon</p>'],
  [
    'running heads',
    `<h1>alpha</h1>${['beta', 'gamma', 'delta'].map((word) => `<p style="margin:40px 0">${word}</p>`).join('')}`,
  ],
  ['two columns', '<div class=c><p>alpha beta</p><p>gamma delta</p><p>epsilon zeta</p><p>eta</p></div><p>theta</p>'],
  ['a box at the side', '<aside><p>alpha beta gamma</p></aside><p>delta epsilon zeta</p><p>eta</p>'],
  ['floats in text', '<p>alpha <span class=f>beta gamma</span> delta <em>epsilon</em> <b class=f>zeta</b> eta</p>'],
  [
    'positioned text',
    '<p>alpha <span class=a>beta</span> gamma <em class=a style="top:0">delta</em> epsilon</p><p>zeta</p>',
  ],
  ['positioned text below others', '<p>alpha <span class=a style="z-index:-1">beta</span> gamma</p><p>delta</p>'],
  [
    'footnotes',
    '<p>alpha<span style="float:footnote">beta gamma</span> delta</p><p>epsilon<span style="float:footnote">zeta</span></p>',
  ],
  [
    'footnotes that share a line',
    '<p>alpha<span class=n>beta <em>gamma</em></span> delta</p><p>epsilon<span class=n>zeta</span></p>',
  ],
  [
    'a table with a head on each page',
    `<table><thead><tr><th>alpha<th>beta<tbody>${[
      'gamma|delta',
      'epsilon|zeta',
      'eta|theta',
      'iota|kappa',
      'lambda|omega',
    ]
      .map((row) => `<tr><td>${row.replace('|', '<td>')}`)
      .join('')}</table><p>end`,
  ],
  ['items that are seen the other way round', '<div class=row><p>alpha</p><p>beta</p></div><p>gamma</p>'],
  [
    'boxes side by side on two pages',
    `<p>alpha <span class="i w">${'beta gamma delta epsilon zeta eta theta iota kappa'}</span><span class="i w">lambda mu nu xi omikron pi rho sigma tau</span> end</p>`,
    'content-overflows-page',
  ],
  [
    'text from right to left',
    '<p lang=he dir=rtl>אב <a href="https://example.com">גד</a> הו</p><p>one <em>זח</em> two</p>',
  ],
  [
    'elements without boxes',
    '<div style="display:contents"><p>alpha</p>beta</div><ul style="display:contents"><li>gamma</ul>delta<p>epsilon</p>',
  ],
  ['code', '<pre><code>let alpha\n  beta\n    gamma</code></pre><p>delta <code>epsilon</code></p>'],
  [
    'words whose glyphs do not tell them',
    '<p>\u{1f468}\u200d\u{1f469}\u200d\u{1f467} alpha beta</p><p>gamma प्रदेश देवी delta <u>प्रदेश epsilon</u></p><p>zeta</p>',
  ],
  ['a group', '<p style="opacity:.5">alpha</p><p>beta</p>'],
  [
    'groups that hold several elements',
    '<p>alpha</p><div style="opacity:.5"><h1>beta</h1><p>gamma <a href="https://example.com">delta</a></p></div><p>epsilon</p>',
  ],
  [
    'groups within groups',
    '<div style="opacity:.5">alpha<div style="opacity:.5"><p>beta</p><p style="mix-blend-mode:multiply">gamma</p></div><p>delta</p></div>epsilon',
  ],
  [
    'a group within a paragraph',
    '<p>alpha <span style="opacity:.5">beta <u>gamma</u></span> delta <b style="opacity:.5;background:red">epsilon</b> zeta</p>',
  ],
  [
    'tables and lists that are groups or hold them',
    '<table style="opacity:.5"><tr><td>alpha<td>beta</table><table><tr style="opacity:.5"><td>gamma<td>delta</table><ul><li style="opacity:.5">epsilon<li>zeta</ul>',
  ],
  ['a mask', '<div style="mask-image:linear-gradient(#000,#0008)"><p>alpha</p><p>देवी beta</p></div><p>gamma</p>'],
  ['lists', '<ol><li>alpha<ul><li>beta</ul>gamma<li><span class=f>delta</span>epsilon</ol>'],
]

const templateOf = (body: string): CompiledTemplate =>
  compileTemplate(
    { html: `<!doctype html><html lang=en><title>t</title><style>${CSS}</style>${body}</html>` },
    { fonts },
  )

/** Without white space, and the numbers and signs of pages, notes and lists. */
function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, '')
}

function wordsOf(body: string): readonly string[] {
  return body.replace(/<[^>]*>/g, ' ').match(/\p{L}+/gu) ?? []
}

const RIGHT_TO_LEFT = /[\u0590-\u06ff][\u0590-\u06ff\s]*/g

/** What poppler reads, element by element; of text from right to left it gives the glyphs from left to right. */
function readByPoppler(output: string): string {
  const texts = [...output.matchAll(/^ *"(.*)"$/gm)].map(([, text = '']) =>
    text.replace(RIGHT_TO_LEFT, (run) => [...run].reverse().join('')),
  )
  return lettersOf(texts.join(''))
}

interface Content {
  readonly id?: string
  readonly children?: readonly Content[]
}

/** What pdf.js reads on each page in the order of its structure. */
async function readByPdfJs(pdf: Uint8Array): Promise<readonly string[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const texts = new Map<string, string>()
    const open: string[] = []
    for (const item of items) {
      const id = open.findLast((each) => each !== '') ?? ''
      if ('str' in item) texts.set(id, (texts.get(id) ?? '') + item.str)
      else if (item.type === 'endMarkedContent') open.pop()
      else open.push(('id' in item && item.id) || '')
    }
    const read = ({ id, children }: Content): string =>
      children ? children.map(read).join('') : (id !== undefined && texts.get(id)) || ''
    const tree: Content | null = await page.getStructTree()
    pages.push(tree ? lettersOf(read(tree)) : '')
  }
  await document.destroy()
  return pages
}

/** The words at the beginning of which a page has its text; undefined where that is not in their order. */
function inOrder(page: string, words: readonly string[]): readonly string[] | undefined {
  let at = 0
  const found = words.filter((word) => {
    const isNext = page.startsWith(word, at)
    if (isNext) at += word.length
    return isNext
  })
  return at === page.length ? found : undefined
}

for (const [name, body, warning] of CASES) {
  t.test(`${name}: all readers of the structure are told the text in the order of the source`, async (t) => {
    const words = wordsOf(body)
    const template = templateOf(body)
    const { pdf, diagnostics } = renderDocument(template, {})
    t.same(
      diagnostics.map(({ code }) => code),
      warning === undefined ? [] : [warning],
    )
    const dump = dumpDocument(template, {}, 'tags')
    const told = dump.split('\n').flatMap((line) => (/^ *"/.test(line) ? [JSON.parse(line) as string] : []))
    t.equal(lettersOf(told.join('')), words.join(''), 'the template')
    const poppler = runTool('pdfinfo', ['-struct-text', '-'], pdf)
    if (poppler) t.equal(readByPoppler(poppler.output), words.join(''), 'poppler')
    const pages = await readByPdfJs(pdf)
    const found = pages.map((page) => inOrder(page, words))
    t.notOk(found.includes(undefined), `pdf.js: ${pages.join(' | ')}`)
    t.same(found.flatMap((page) => page ?? []).toSorted(), words.toSorted(), 'pdf.js, each word once')
  })
}
