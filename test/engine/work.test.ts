import t from 'tap'
import {
  compileTemplate,
  createFontLibrary,
  LimitError,
  type RenderResult,
  renderDocument,
} from '../../engine/index.js'
import { nest, page, repeat, words } from '../hostile/cases/pieces.js'

const fonts = createFontLibrary()

function render({ html }: { readonly html: string }, limits = {}): RenderResult {
  return renderDocument(compileTemplate({ html }, { fonts }), {}, { limits, date: new Date(0) })
}

/** Documents of so many boxes within each other. */
const NESTED: Readonly<Record<string, (levels: number) => { readonly html: string }>> = {
  columns: (n) => page('div { columns: 2 }', nest(n, '<div>', 'one two three four five six')),
  'columns of a height': (n) => page('div { columns: 2; height: 500px }', nest(n, '<div>', 'one two three four')),
  'flex containers': (n) => page('div { display: flex }', nest(n, '<div>a b', words(30))),
  'flex containers of percentages': (n) => page('div { display: flex; height: 100%; flex: 1 }', nest(n, '<div>', 'x')),
  'rows in columns of items': (n) =>
    page('div { display: flex } p { margin: 0 } .c { flex-direction: column }', twice(n, '<div><div class="c">')),
  'flex containers over pages': (n) => page('div { display: flex }', nest(n, '<div><p>a', repeat(80, '<p>x'))),
  'columns of items over pages': (n) =>
    page('div { display: flex; flex-direction: column }', nest(n, '<div><p>a', repeat(80, '<p>x'))),
  grids: (n) => page('div { display: grid; grid-template-columns: 1fr auto }', nest(n, '<div><p>a</p>', 'x')),
  'grids over pages': (n) => page('div { display: grid }', nest(n, '<div><p>a', repeat(80, '<p>x'))),
  'grids in flex containers': (n) =>
    page('div { display: flex } .g { display: grid }', twice(n, '<div><div class="g">')),
  tables: (n) => page('', nest(n, '<table><tr><td>a<td>', 'x', '</table>')),
  'tables of percentage heights': (n) =>
    page('table, td { height: 100% }', nest(n, '<table><tr><td>', 'x', '</table>')),
  'inline blocks': (n) => page('div { display: inline-block }', nest(n, '<div>a ', 'x')),
  floats: (n) => page('div { float: left }', nest(n, '<div>a ', 'x')),
  'absolutely positioned boxes': (n) => page('div { position: absolute }', nest(n, '<div>a ', 'x')),
  fieldsets: (n) => page('', nest(n, '<fieldset><legend>l</legend>', 'x', '</fieldset>')),
  'boxes of intrinsic widths': (n) =>
    page('div { width: fit-content; min-width: min-content }', nest(n, '<div>a ', 'x')),
  'boxes that avoid breaks': (n) => page('div { break-inside: avoid }', nest(n, '<div>', repeat(80, '<p>x'))),
  'a float in a grid in a flex container': (n) =>
    page(
      'div { display: flex } .g { display: grid } .f { float: left }',
      nest(n, '<div><div class="g"><div class="f">a ', 'x', '</div></div></div>'),
    ),
}

function twice(levels: number, open: string): string {
  return nest(levels, open, 'one two three', '</div></div>')
}

t.test('work grows with the number of boxes within each other, not with each of them times another', (t) => {
  for (const [name, make] of Object.entries(NESTED)) {
    const { stats: few } = render(make(20))
    const { stats: many } = render(make(40))
    t.ok(many.work <= 2.6 * few.work, `${name}: ${few.work} steps at 20 levels, ${many.work} at 40`)
    t.ok(many.layoutCalls <= 2.6 * few.layoutCalls, `${name}: ${few.layoutCalls}, then ${many.layoutCalls} layouts`)
  }
  t.end()
})

t.test('five kinds of boxes ten times within each other are balanced, cut and stretched in few thousand steps', (t) => {
  const { stats } = render(
    page(
      '.a { display: flex } .b { display: grid } .c { float: left } .d { columns: 2 }',
      nest(
        10,
        '<div class="a">x<div class="b">x<div class="c">x<div class="d">x<table><tr><td>x<td>',
        repeat(20, '<p>x</p>'),
        '</table></div></div></div></div>',
      ),
    ),
  )
  t.ok(stats.work < 15_000, `${stats.work} steps`)
  t.ok(stats.layoutCalls < 15_000, `${stats.layoutCalls} layouts`)
  t.end()
})

t.test('a document ends where its budget of work does, at the same place each time', (t) => {
  const table = page('', `<table>${repeat(600, '<tr><td>a<td>b')}</table>`)
  const { stats } = render(table)
  t.ok(stats.work > stats.layoutCalls, 'lines, pages and bytes count as well')
  t.equal(render(table).stats.work, stats.work)
  t.equal(render(table, { work: stats.work }).stats.work, stats.work)
  const error = failure(() => render(table, { work: stats.work - 1 }))
  t.equal(error.code, 'too-much-work')
  const half = failure(() => render(table, { work: Math.floor(stats.work / 2) }))
  t.match(half.message, /^the document takes more than \d+ steps of work, at page \d+$/)
  t.equal(failure(() => render(table, { work: Math.floor(stats.work / 2) })).message, half.message)
  t.end()
})

t.test('what is painted is paid for while it is painted', (t) => {
  const shadows = repeat(300, (i) => `0 0 ${1 + (i % 9)}px red, `)
  const crowded = page(`p { text-shadow: ${shadows} 0 0 red }`, `<p>${words(200)}`)
  t.equal(failure(() => render(crowded, { work: 100_000 })).code, 'too-much-work')
  t.end()
})

t.test('more columns than anybody sees are not filled', async (t) => {
  const content = '<p>one<p class="b">two<p>three<p class="b">four<table></div>x><p class="b">four<table></div>'
  const { stats, pages } = render(
    page('.a { columns: 2147483648 } .b { break-before: column }', `<div class="a">${content}`),
  )
  t.equal(pages, 1)
  t.ok(stats.work < 100_000, String(stats.work))
})

t.test('matching rules against elements is work', (t) => {
  const { html } = page(
    repeat(200, (i) => `p:not(.c${i}) { top: ${i}px } `),
    repeat(200, (i) => `<p class="d${i}">x`),
  )
  const compile = (limits: object) => compileTemplate({ html }, { fonts, limits })
  t.equal(failure(() => compile({ work: 10_000 })).code, 'too-much-work')
  t.ok(compile({ work: 30_000 }), 'a step for each two rules')
  t.end()
})

t.test('rules are matched once against elements of the same name, attributes and ancestors', (t) => {
  const compile = (css: string, body: string) =>
    compileTemplate({ html: page(css, body).html }, { fonts, limits: { work: 2_000 } })
  const rules = (end: string) => repeat(200, (i) => `p:not(.c${i})${end} { top: ${i}px } `)
  t.ok(compile(rules(''), repeat(200, '<p>x')))
  t.equal(
    failure(() =>
      compile(
        rules(''),
        repeat(200, (i) => `<p id="i${i}">x`),
      ),
    ).code,
    'too-much-work',
  )
  t.equal(failure(() => compile(rules(':not(:last-child)'), repeat(200, '<p>x'))).code, 'too-much-work')
  t.end()
})

t.test('looking for ancestors that are not there is work', (t) => {
  const deep = repeat(100, '<div>')
  const rules = repeat(200, (i) => `b div .c${i}, b div p { top: ${i}px } `)
  const { html } = page(rules, `${deep}${repeat(200, (i) => `<p id="i${i}">x`)}`)
  const compile = (limits: object) => compileTemplate({ html }, { fonts, limits })
  t.equal(failure(() => compile({ work: 150_000 })).code, 'too-much-work')
  t.ok(compile({ work: 600_000 }), 'a step for each 16 ancestors')
  t.end()
})

t.test('5,000 siblings are looked at once each by selectors that count them or look behind them', (t) => {
  const of = (n: number) =>
    page(
      'p:nth-child(2n of .a) { left: 0 } .x ~ .a ~ p { top: 0 }',
      repeat(n, (i) => `<p class="${i % 2 ? 'a' : 'b'}">x`),
    )
  const { stats: few } = render(of(2500))
  const { stats: many } = render(of(5000))
  t.ok(many.work <= 2.2 * few.work, `${few.work}, then ${many.work} steps`)
  t.end()
})

t.test('work grows with the number of notes and floats of a document', (t) => {
  const kinds: Readonly<Record<string, (n: number) => { readonly html: string }>> = {
    footnotes: (n) => page('.f { float: footnote }', `<p>${repeat(n, 'w<span class="f">note</span> ')}`),
    floats: (n) => page('i { float: left }', repeat(n, '<i>word</i>')),
    'positioned boxes': (n) => page('i { position: absolute; top: 0 }', repeat(n, '<i>word</i>')),
    'references to pages': (n) =>
      page(
        'a::after { content: target-counter(attr(href), page) }',
        repeat(n, (i) => `<p id="i${i}"><a href="#i${i}">`),
      ),
    'words on one line': (n) => page('p { white-space: nowrap }', `<p>${words(10 * n)}`),
  }
  for (const [name, make] of Object.entries(kinds)) {
    const { stats: few } = render(make(500))
    const { stats: many } = render(make(1000))
    t.ok(many.work <= 2.6 * few.work, `${name}: ${few.work} steps for 500, ${many.work} for 1,000`)
  }
  t.end()
})

t.test('a table of a thousand rows takes thirteen steps for a row of two cells', (t) => {
  const { stats } = render(page('', `<table>${repeat(1000, '<tr><td>a<td>b')}</table>`))
  t.ok(stats.work < 16 * 1000, String(stats.work))
  t.end()
})

function failure(run: () => unknown): LimitError {
  try {
    run()
  } catch (error) {
    if (error instanceof LimitError) return error
    throw error
  }
  throw new Error('expected a limit to be passed')
}

t.test('what a template needs is read and computed once for all its documents', (t) => {
  const files = new Map([
    ['style.css', Buffer.from('@import "more.css"; td { color: red }')],
    ['more.css', Buffer.from('p { color: blue }')],
    ['partials/row.html', Buffer.from('<tr><td>{{text}}</td></tr>')],
    [
      'logo.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="9" height="9"/></svg>'),
    ],
  ])
  let reads = 0
  class CountedFiles extends Map<string, Uint8Array> {
    override get(path: string): Uint8Array | undefined {
      reads++
      return super.get(path)
    }
  }
  const html =
    '<link rel="stylesheet" href="style.css"><img src="logo.svg"><p>Hello</p><table>{{#each rows}}{{> row}}{{/each}}</table>'
  const template = compileTemplate({ html, assets: new CountedFiles(files) }, { fonts: createFontLibrary() })
  const rowsOf = (count: number) => ({ rows: Array.from({ length: count }, () => ({ text: 'Bolt' })) })
  const first = renderDocument(template, rowsOf(3))
  const readsOfFirst = reads
  t.ok(first.stats.stylesComputed > 0 && first.stats.shapedWords > 0)
  for (const count of [3, 300]) {
    const { stats } = renderDocument(template, rowsOf(count))
    t.match(stats, { stylesComputed: 0, shapedWords: 0 }, `${count} rows`)
  }
  t.equal(reads, readsOfFirst, 'no file is read again')
  t.end()
})
