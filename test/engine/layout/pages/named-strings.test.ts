import t from 'tap'
import { layOutSmall, marginWords } from '../lay-out-document.js'

/** The margin texts of each page. */
function margins(css: string, body: string): string[] {
  const { pages, diagnostics } = layOutSmall(`@page { size: 400px 140px; margin: 20px } ${css}`, body)
  t.strictSame(diagnostics, [], 'no diagnostic')
  return marginWords(pages)
}

const PAGES = '<p>a</p><h4>A</h4><p>a</p><h4>B</h4><p class=n>b</p><h4>C</h4><p class=n>c</p><p class=n>d</p>'

const BASE =
  'h4 { font: 10px/1 Square; margin: 0; string-set: head content() } p { margin: 0 } .n { break-after: page }'

const POSITIONS: readonly (readonly [position: string, pages: readonly string[]])[] = [
  ['first', ['A', 'C', 'C']],
  ['last', ['B', 'C', 'C']],
  ['start', ['', 'C', 'C']],
  ['first-except', ['', '', 'C']],
]

for (const [position, expected] of POSITIONS) {
  t.test(`string(head, ${position})`, async (t) => {
    t.strictSame(margins(`${BASE} @page { @top-left { content: string(head, ${position}) } }`, PAGES), expected)
  })
}

t.test('first is the default', async (t) => {
  t.strictSame(margins(`${BASE} @page { @top-left { content: string(head) } }`, PAGES), ['A', 'C', 'C'])
})

t.test('strings of text, attributes, counters and generated content; several names', async (t) => {
  const css = `body { counter-reset: c } h4 { counter-increment: c; string-set: one "<" attr(title) "> " counter(c, upper-roman),
      two content(before) "|" content(after) "|" content(first-letter) "|" content(text) }
    h4::before { content: "b" counter(c) } h4::after { content: "z" }
    @page { @top-left { content: string(one) " " string(two) " " string(three) } }`
  t.strictSame(margins(css, '<h4 title=t>“Word”  <b>two</b></h4>'), ['<t> I b1|z|“W|“Word” two'])
})

t.test('a value set within a table, a list or a line counts on the page of its place', async (t) => {
  const css = `p { margin: 0 } table { border-spacing: 0 } td { padding: 0 } .s { string-set: s content() }
    @page { @top-left { content: string(s, last) } }`
  const rows = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => `<tr><td class=s>r${n}</td></tr>`).join('')
  t.strictSame(margins(css, `<table>${rows}</table>`), ['r10', 'r12'])
  const lines = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => `<span class=s>l${n}</span>`).join('<br>')
  t.strictSame(margins(css, `<p>${lines}</p>`), ['l10', 'l12'])
})

t.test('an element without a box passes its value on to what follows it', async (t) => {
  const css =
    '.s { display: contents; string-set: s attr(title) } p { margin: 0 } @page { @top-left { content: string(s) } }'
  t.strictSame(margins(css, '<p>a</p><div class=s title=x><p style="break-before:page">b</p></div>'), ['', 'x'])
})

t.test('elements that are not displayed assign nothing', async (t) => {
  const css = '.s { display: none; string-set: s "x" } @page { @top-left { content: "(" string(s) ")" } }'
  t.strictSame(margins(css, '<p class=s>x</p><p>a</p>'), ['()'])
})

t.test('invalid assignments are dropped', async (t) => {
  for (const value of ['head', 'head content(', 'head leader(dotted)', '"head" content()', 'head content(all)']) {
    const { diagnostics } = layOutSmall(`p { string-set: ${value} }`, '<p>a</p>')
    t.strictSame(
      diagnostics.map(({ code }) => code),
      ['invalid-value'],
      value,
    )
  }
})
