import t from 'tap'
import { RecordingTarget } from '../../../../engine/dump/recording-target.js'
import type { BoxFragment, Fragment } from '../../../../engine/layout/fragment-tree.js'
import type { LaidOutPage } from '../../../../engine/layout/page.js'
import { cutEnds } from '../../../../engine/layout/shapes/box-shape.js'
import { BrokenBackgrounds } from '../../../../engine/paint/broken-backgrounds.js'
import { paintPage } from '../../../../engine/paint/paint-page.js'
import fc from '../../../fast-check.js'
import { compileSmall, layOut, textsOf, topsByPage, wordsByPage } from '../lay-out.js'

/** @param expected codes of diagnostics */
function pagesOf(body: string, expected: readonly string[] = []): readonly LaidOutPage[] {
  const { pages, diagnostics } = layOut(compileSmall('p { margin: 0 }', body))
  t.same(
    diagnostics.map(({ code }) => code),
    expected,
    'no diagnostics but the expected ones',
  )
  return pages
}

/** The words of each page with their distance from its top. */
function placesOf(body: string, expected?: readonly string[]): readonly string[] {
  return topsByPage(pagesOf(body, expected))
}

/** The part of an element's box in a fragment. */
function find(fragment: Fragment, id: string): BoxFragment | undefined {
  if (fragment.kind !== 'box') return undefined
  if (fragment.box.node?.attributes.get('id') === id) return fragment
  for (const child of fragment.children) {
    const found = find(child.fragment, id)
    if (found) return found
  }
  return undefined
}

const FORCED = '<p>a</p><p style="break-before:page">b</p>'
const AFTER = '<p>after</p>'
const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join('<br>')

const table = (content: string) =>
  `<table style="border-spacing:0"><tr><td style="padding:0;vertical-align:top">${content}</td></tr></table>`

const CONTAINERS: Readonly<Record<string, string>> = {
  block: '',
  'formatting context': 'display:flow-root',
  'column of items': 'display:flex;flex-direction:column',
}

for (const [container, display] of Object.entries(CONTAINERS)) {
  t.test(`what overflows the height of a ${container}`, async (t) => {
    const box = (style: string, content = FORCED) => `<div style="${display};${style}">${content}</div>`
    t.same(placesOf(`${box('height:40px')}${AFTER}`), ['a@0 after@40', 'b@0'], 'continues while the box ends')
    t.same(placesOf(`${box('max-height:10px')}${AFTER}`), ['a@0 after@10', 'b@0'], 'also at its greatest height')
    t.same(
      placesOf(`${box('min-height:40px')}${AFTER}`),
      ['a@0', 'b@0 after@10'],
      'but a least height follows the content',
    )
    t.same(
      placesOf(`<section style="border:1px solid">${box('height:40px')}</section>${AFTER}`),
      ['a@1 after@42', 'b@0'],
      'the boxes around it end with it',
    )
    t.same(
      placesOf(`<section style="height:60px">${box('height:40px')}${AFTER}</section><p>last</p>`),
      ['a@0 after@40 last@60', 'b@0'],
      'or continue below it',
    )
    t.same(
      placesOf(`${box('height:40px', `${FORCED}<p style="break-before:page">c</p>`)}${AFTER}`),
      ['a@0 after@40', 'b@0', 'c@0'],
      'page after page',
    )
    t.same(
      placesOf(`${box('height:40px')}<div style="height:55px">x</div>${AFTER}${AFTER}`),
      ['a@0 x@40', 'b@0 after@10 after@20'],
      'what comes after does not overlap it on the next page',
    )
    t.same(
      placesOf(`${box('height:40px')}<p style="break-before:page">after</p>`),
      ['a@0', 'b@0', 'after@0'],
      'a forced break below the box comes after it',
    )
    t.same(
      placesOf(`${box('height:120px')}${AFTER}`),
      ['a@0', 'b@0 after@20'],
      'a box that is longer than the page continues with it',
    )
    t.same(
      placesOf(`<p style="height:70px">x</p>${box('height:40px')}${AFTER}`),
      ['x@0 a@70', 'b@0 after@10'],
      'so does one that ends on the next page',
    )
  })
}

t.test('lines that overflow a box continue where the page ends', async (t) => {
  const text = `<div style="height:80px">${lines('l', 14)}</div>`
  t.same(
    wordsByPage(pagesOf(`${text}<p>x</p>`)),
    ['l0 l1 l2 l3 l4 l5 l6 l7 l8 l9 x', 'l10 l11 l12 l13'],
    'beside what follows the box',
  )
})

t.test('the parts of a box whose height is used up', async (t) => {
  const box = (style: string) => `<div id="box" style="height:40px;border:2px solid;${style}">${FORCED}</div>${AFTER}`
  for (const style of ['', 'display:flex;flex-direction:column', 'box-decoration-break:clone']) {
    const parts = pagesOf(box(style)).map(({ content }) => content && find(content.fragment, 'box'))
    t.same(
      parts.map((part) => part?.height),
      [44, 0],
      'have no height',
    )
    t.same(
      parts.map((part) => part?.border),
      [
        { top: 2, right: 2, bottom: 2, left: 2 },
        { top: 0, right: 0, bottom: 0, left: 0 },
      ],
      'nor borders',
    )
    t.equal(parts[0] && cutEnds(parts[0]), undefined, 'and the box has all of its corners')
  }
})

t.test('a longer box that is overflown at its end', async (t) => {
  const body = `<div id="box" style="height:120px;border:2px solid">${FORCED}<p style="break-before:page">c</p></div>${AFTER}`
  t.same(placesOf(body), ['a@2', 'b@0 after@24', 'c@0'])
  const parts = pagesOf(body).map(({ content }) => content && find(content.fragment, 'box'))
  t.same(
    parts.map((part) => part?.height),
    [100, 24, 0],
  )
  t.same(
    parts.map((part) => part && cutEnds(part)),
    [
      { top: false, bottom: true },
      { top: true, bottom: false },
      { top: true, bottom: false },
    ],
  )
})

t.test('where overflow continues nothing of its box is painted', async (t) => {
  const style = 'height:40px;border:2px solid;background:#eee;box-shadow:0 0 5px red;outline:1px solid green'
  const template = compileSmall('p { margin: 0 }', `<div style="${style}">${FORCED}</div>`)
  const target = new RecordingTarget()
  const images = { resolve: () => undefined }
  const [, second] = layOut(template).pages
  if (second) paintPage(second, target, { fonts: template.fonts, images, broken: new BrokenBackgrounds() })
  t.equal(target.calls.length, 3, 'the page begins, its text is shown, the page ends')
})

t.test('what overflows boxes side by side is above what follows them', async (t) => {
  const tall = `<div style="height:40px">${FORCED}</div>`
  t.same(placesOf(`<div style="display:flex">${tall}<p>z</p></div>${AFTER}`), ['a@0 z@0', 'b@0 after@10'], 'items')
  t.same(placesOf(`<div style="display:grid">${tall}<p>z</p></div>${AFTER}`), ['a@0', 'b@0 z@10 after@20'], 'rows')
  t.same(placesOf(`${table(tall)}${AFTER}`), ['a@0', 'b@0 after@10'], 'cells')
})

t.test('content that is longer than what is kept whole', async (t) => {
  const rest = (body: string) => wordsByPage(pagesOf(`${body}<p>after</p>`))
  const all = lines('l', 14).split('<br>')
  const first = all.slice(0, 10).join(' ')
  const second = all.slice(10).join(' ')
  const tall = (style: string) => `<div style="height:20px;${style}">${lines('l', 14)}</div>`
  t.same(rest(tall('break-inside:avoid')), [`${first} after`, second], 'a box that avoids breaks')
  t.same(
    rest(`<div style="display:flex;height:30px">${tall('')}</div>`),
    [`${first} after`, second],
    'a row of a height',
  )
  t.same(rest(`<div style="display:flex">${tall('')}</div>`), [first, `${second} after`], 'a row')
  t.same(
    rest(`<div style="display:flex;flex-wrap:wrap">${tall('')}</div>`),
    [first, `${second} after`],
    'lines of a row',
  )
  t.same(rest(`<div style="display:grid">${tall('')}</div>`), [first, `${second} after`], 'a grid')
  t.same(rest(tall('float:left')), [`${first} after`, second], 'a float')
  t.same(rest(table(tall(''))), [first, `${second} after`], 'a cell')
  t.same(rest(table(table(tall('')))), [first, `${second} after`], 'a cell in a cell')
  const spanning = `<table><tr><td>a<td rowspan="2">${tall('')}<tr><td>b</table>`
  t.same(
    rest(spanning).map((page) => page.split(' ').sort()),
    [['a', 'b', ...all.slice(0, 9)].sort(), ['after', ...all.slice(9)].sort()],
    'a cell of several rows',
  )
  const short = (style: string) => `<div style="height:20px;${style}">${lines('l', 4)}</div>`
  for (const [name, body] of [
    ['box', short('break-inside:avoid')],
    ['row', table(short(''))],
    ['line', short('display:inline-block')],
    ['row of its line', table(short('display:inline-block'))],
  ] as const) {
    t.same(
      rest(`<p style="height:65px">x</p>${body}`),
      ['x', 'l0 l1 l2 l3 after'],
      `moves with its ${name} where a page has room for all of it`,
    )
  }
})

t.test('content of a line that is longer than a page continues over pages', async (t) => {
  const body = `<p>a</p><p><span style="display:inline-block;height:20px">${lines('l', 14)}</span> b<br>c</p>`
  const { pages, diagnostics } = layOut(compileSmall('p { margin: 0 }', body))
  t.same(diagnostics, [])
  t.same(wordsByPage(pages), ['a l0 l1 l2 l3 l4 l5 l6 l7 l8', 'l9 l10 l11 l12 l13 b c'])
})

t.test('a box that clips its content', async (t) => {
  const box = (style: string, content: string) => `<div style="overflow:hidden;${style}">${content}</div>${AFTER}`
  for (const display of ['display:block', 'display:flex;flex-direction:column']) {
    t.same(placesOf(box(`${display};height:40px`, FORCED)), ['a@0 b@10 after@40'], 'is not broken where it fits')
    t.same(placesOf(box(`${display};max-height:40px`, FORCED)), ['a@0 b@10 after@20'], 'by its greatest height either')
    t.same(placesOf(box(display, FORCED)), ['a@0', 'b@0 after@10'], 'is broken without a height')
    t.same(
      placesOf(box(`${display};height:150px`, FORCED)),
      ['a@0', 'b@0 after@50'],
      'and where it is longer than the page',
    )
  }
  t.same(
    wordsByPage(pagesOf(`<p style="height:70px">x</p>${box('height:50px', lines('l', 40))}`, ['content-cut-off'])),
    ['x l0 l1 l2', `${lines('l', 13).split('<br>').slice(3).join(' ')} after`],
    'does not continue with what does not show',
  )
  t.same(
    placesOf(box('', `<div style="height:40px">${FORCED}</div>`)),
    ['a@0', 'b@0 after@10'],
    'takes no overflow of its children that would not show',
  )
})

t.test('what overflows a box in columns beside other content continues', async (t) => {
  const columns = `<div style="columns:2"><div style="height:30px">${FORCED}</div></div>`
  t.same(wordsByPage(pagesOf(`<div style="display:flex">${columns}<p>z</p></div>${AFTER}`)), ['a z', 'b after'])
})

t.test('an item whose greatest height is used up ends there, although its content is longer', async (t) => {
  for (const display of ['display:flex', 'display:grid;grid-template-columns:1fr 1fr']) {
    const item = (style: string) => `<div style="${style}">${lines('l', 14)}</div>`
    const last = (style: string) => placesOf(`<div style="${display}">${item(style)}<p>x</p></div>${AFTER}`)[1]
    t.match(last('height:120px'), /after@20/, `${display}: of a height`)
    t.match(last('max-height:120px'), /after@20/, `${display}: of a greatest height`)
  }
})

t.test('what overflows waits below floats that fill a page', async (t) => {
  const float = `<div style="float:left">${lines('f', 8)}<div style="height:100px;border:3px solid">g</div></div>`
  const inner = `<div style="height:130px;clear:both">${float}<p>a</p></div>`
  const words = wordsByPage(pagesOf(`<div style="max-height:20px">${inner}<p>b</p></div>${AFTER}`))
  t.same(words.join(' ').split(' ').sort(), [...lines('f', 8).split('<br>'), 'g', 'a', 'b', 'after'].sort())
})

t.test('documents of the height of a page that are longer', async (t) => {
  const document = `<style>html, body, main { height: 100% } main { border: 1px solid; box-sizing: border-box }</style>
    <main>${lines('l', 25)}</main>`
  t.same(
    pagesOf(document).map((page) => textsOf(page).length),
    [9, 10, 6],
  )
})

const DISPLAYS = [
  '',
  'display:flex;flex-direction:column',
  'display:flow-root',
  'display:flex',
  'display:grid',
  'display:table-cell',
  'display:inline-block',
]

/** A random tree of boxes with and without heights around numbered words. */
const TREE = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('<p>#</p>', '<p>#<br>#</p>', '<p style="break-before:page">#</p>'),
    fc
      .tuple(
        fc.constantFrom('', 'height:30px', 'height:70px', 'height:130px', 'max-height:20px', 'height:0'),
        fc.constantFrom(...DISPLAYS),
        fc.constantFrom('', 'border:3px solid', 'break-inside:avoid', 'box-decoration-break:clone;padding:4px'),
        fc.array(tie('node'), { minLength: 1, maxLength: 5 }),
      )
      .map(
        ([height, display, style, children]) => `<div style="${height};${display};${style}">${children.join('')}</div>`,
      ),
  ),
})).node

t.test('boxes of random heights keep all of their words on the pages, or report them', async () => {
  fc.assert(
    fc.property(fc.array(TREE, { minLength: 1, maxLength: 4 }), (nodes) => {
      let count = 0
      const body = nodes.join('').replace(/#/g, () => `w${count++}`)
      const { pages, diagnostics } = layOut(compileSmall('p { margin: 3px 0 }', body))
      const texts = pages.flatMap(textsOf)
      const isReported = diagnostics.some(({ code }) => code === 'content-overflows-page')
      const words = texts.map(({ text }) => text.trim()).filter((word) => word !== '')
      const areOnPages = texts.every(({ y, height }) => y + height <= 100)
      return words.length === count && new Set(words).size === count && (areOnPages || isReported)
    }),
    { numRuns: 300 },
  )
})
