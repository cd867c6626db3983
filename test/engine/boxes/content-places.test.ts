import t from 'tap'
import { compileTemplate, createFontLibrary, formatDiagnostic, renderDocument } from '../../../engine/index.js'

const fonts = createFontLibrary()

const IMAGE = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')

/** What is reported of a document with a style sheet in a folder of its own. */
async function problems(css: string, body: string): Promise<readonly string[]> {
  const assets = new Map([
    ['css/a.css', Buffer.from(css)],
    ['css/there.svg', IMAGE],
  ])
  const html = `<link rel="stylesheet" href="css/a.css">\n${body}`
  const template = compileTemplate({ html, name: 't.html', assets }, { fonts })
  t.strictSame(template.diagnostics, [], 'nothing is wrong before there is a document')
  const { diagnostics } = await renderDocument(template, {})
  return diagnostics.map(formatDiagnostic)
}

t.test('an image that content names is missing at its declaration, in page margins and elsewhere', async (t) => {
  const cases: readonly (readonly [css: string, column: number])[] = [
    ['@page { @top-center { content: url(nope.png) } }', 23],
    ['p::before { content: url(nope.png) }', 13],
    ['p { content: url(nope.png) }', 5],
    ['li { list-style-image: url(nope.png) }', 6],
    ['li { list-style: inside url(nope.png) }', 6],
  ]
  for (const [css, column] of cases) {
    const found = await problems(css, '<p>a</p><ul><li>b</li></ul>')
    const expected = `css/a.css:1:${column}: error: there is no image "nope.png" among the assets [missing-asset]`
    t.strictSame(found, [expected], css)
  }
})

t.test('an image that content names is looked for beside its style sheet', async (t) => {
  const rules = [
    '@page { @top-center { content: url(there.svg) } }',
    'p::before { content: url(there.svg) }',
    'p { content: url(there.svg) }',
    'li { list-style: url(there.svg) }',
  ]
  for (const css of rules) t.strictSame(await problems(css, '<p>a</p><ul><li>b</li></ul>'), [], css)
})

t.test(
  'what works in page margins only, and a target that a sheet names in vain, are reported at the declaration',
  async (t) => {
    const body = '<p>a</p><p>b</p>'
    t.strictSame(await problems('p::before { content: string(title) }', body), [
      'css/a.css:1:13: warning: string(title) works in page margins only; here it is empty [unsupported-value]',
    ])
    t.strictSame(await problems('p::before { content: element(head) }', body), [
      'css/a.css:1:13: warning: element(head) works in page margins only; here it is empty [unsupported-value]',
    ])
    t.strictSame(await problems('p::before { content: target-text("#no") }', body), [
      'css/a.css:1:13: warning: no element has the id "no" that a cross-reference names [missing-target]',
    ])
    t.strictSame(await problems('@page { @top-left { content: "x" target-counter("#no", page) } }', body), [
      'css/a.css:1:21: warning: no element has the id "no" that a cross-reference in a page margin names [missing-target]',
    ])
  },
)

t.test('a target that an element names in vain is reported at the element', async (t) => {
  t.strictSame(await problems('a::after { content: target-text(attr(href)) }', '<p><a href="#no">a</a></p>'), [
    't.html:2:4: warning: no element has the id "no" that a cross-reference names [missing-target]',
  ])
})

t.test('a counter style that there is not is told at its declaration, wherever it is used', async (t) => {
  const mine = '@counter-style mine'
  const cases: readonly (readonly [css: string, column: number])[] = [
    ['@page { @top-center { content: counter(page, nope) } }', 23],
    ['@page { @top-center { content: counters(page, ".", nope) } }', 23],
    ['@page { @top-center { content: target-counter(url("#a"), page, nope) } }', 23],
    ['p::before { content: counter(page, nope) }', 13],
    ['p::before { content: "a" counters(x, ".", nope) }', 13],
    ['p::before { content: target-counter(attr(id url), page, nope) }', 13],
    ['li { list-style-type: nope }', 6],
    ['li { list-style: inside nope }', 6],
    [`${mine} { system: extends nope } li { list-style-type: mine }`, 23],
    [`${mine} { symbols: a; fallback: nope } li { list-style-type: mine }`, 35],
    [`${mine} { system: extends nope } @page { @top-left { content: counter(page, mine) } }`, 23],
    [`${mine} { symbols: a; fallback: nope } @counter-style b { system: extends mine } li { list-style-type: b }`, 35],
  ]
  for (const [css, column] of cases) {
    const found = await problems(css, '<p id="a">a</p><ul><li>b</li><li>c</li></ul>')
    const expected = `css/a.css:1:${column}: warning: counter style "nope" is not known; decimal is used [unsupported-value]`
    t.strictSame(found, [expected], css)
  }
})

t.test('a counter style of the author that nothing uses is not looked at', async (t) => {
  t.strictSame(await problems('@counter-style mine { system: extends nope }', '<p>a</p>'), [])
})
