import t from 'tap'
import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import { CONTAINERS, type Piece, piece } from '../block/stacking-containers.js'
import { compileSmall, layOut, textsOf, topsByPage, wordsByPage } from '../lay-out.js'
import { layOutSmall } from '../lay-out-document.js'

const CASES: readonly {
  readonly name: string
  readonly pieces: readonly Piece[]
  readonly pages: readonly string[]
}[] = [
  { name: 'what fits stands on one page', pieces: [piece('a', 50), piece('b', 50)], pages: ['a b'] },
  { name: 'what does not fit begins the next page', pieces: [piece('a', 50), piece('b', 51)], pages: ['a', 'b'] },
  {
    name: 'many pieces fill page after page in order',
    pieces: Array.from({ length: 12 }, (_, index) => piece(`p${index}`, 30)),
    pages: ['p0 p1 p2', 'p3 p4 p5', 'p6 p7 p8', 'p9 p10 p11'],
  },
  {
    name: 'a forced break before a piece begins a page',
    pieces: [piece('a', 10), piece('b', 10, 'break-before:page'), piece('c', 10)],
    pages: ['a', 'b c'],
  },
  {
    name: 'a forced break after a piece ends a page',
    pieces: [piece('a', 10, 'break-after:page'), piece('b', 10)],
    pages: ['a', 'b'],
  },
  {
    name: 'the legacy property forces a break as well',
    pieces: [piece('a', 10), piece('b', 10, 'page-break-before:always')],
    pages: ['a', 'b'],
  },
  {
    name: 'a forced break at the very start makes no empty page',
    pieces: [piece('a', 10, 'break-before:page')],
    pages: ['a'],
  },
  {
    name: 'a forced break at the very end makes no empty page',
    pieces: [piece('a', 10, 'break-after:page')],
    pages: ['a'],
  },
  {
    name: 'a break to a right page leaves the left one blank',
    pieces: [piece('a', 10), piece('b', 10, 'break-before:right')],
    pages: ['a', '', 'b'],
  },
  {
    name: 'a break to a left page needs no blank page after a right one',
    pieces: [piece('a', 10), piece('b', 10, 'break-before:left')],
    pages: ['a', 'b'],
  },
  {
    name: 'pieces that avoid a break between them go together',
    pieces: [piece('a', 60), piece('b', 30, 'break-after:avoid'), piece('c', 30)],
    pages: ['a', 'b c'],
  },
  {
    name: 'an avoided break before a piece takes the one above along',
    pieces: [piece('a', 60), piece('b', 30), piece('c', 30, 'break-before:avoid')],
    pages: ['a', 'b c'],
  },
  {
    name: 'what cannot stay together is parted rather than lost',
    pieces: [piece('a', 60, 'break-after:avoid'), piece('b', 60, 'break-after:avoid'), piece('c', 60)],
    pages: ['a', 'b', 'c'],
  },
]

t.test('a break that its first or last piece demands is taken by the container', async (t) => {
  for (const [container, build] of Object.entries(CONTAINERS)) {
    const before = layOut(
      compileSmall('', `<div>x</div>${build([piece('a', 10, 'break-before:page'), piece('b', 10)])}`),
    )
    t.same(wordsByPage(before.pages), ['x', 'a b'], `${container}: before the first`)
    const after = layOut(compileSmall('', `${build([piece('a', 10), piece('b', 10, 'break-after:page')])}<div>x</div>`))
    t.same(wordsByPage(after.pages), ['a b', 'x'], `${container}: after the last`)
  }
})

for (const [container, build] of Object.entries(CONTAINERS)) {
  t.test(container, async (t) => {
    for (const { name, pieces, pages } of CASES) {
      const laidOut = layOut(compileSmall('', build(pieces)))
      t.same(wordsByPage(laidOut.pages), pages, name)
      t.same(laidOut.diagnostics, [], `${name}: no diagnostics`)
    }
  })
}

/** The words of each page with their distance from its top. */
function placesByPage(body: string, css = ''): readonly string[] {
  const { pages } = layOut(compileSmall(css, body))
  return topsByPage(pages)
}

/** Margins do not apply to the parts of tables. */
const WITHOUT_MARGINS = ['table rows', 'table groups']

/** As in browsers, the margins of an item belong to its rows, which begin a page whole. */
const KEEP_MARGINS = [
  'grid rows',
  'grid rows beside an item that spans them',
  'rows of a nested grid',
  'rows of a subgrid',
  'rows of a subgrid within a subgrid',
]

for (const [container, build] of Object.entries(CONTAINERS)) {
  if (WITHOUT_MARGINS.includes(container)) continue
  t.test(`margins at breaks between ${container}`, async (t) => {
    const at = (text: string, style: string) => piece(text, 40, `margin:15px 0 30px;${style}`)
    t.same(
      placesByPage(build([at('a', ''), at('b', '')])),
      KEEP_MARGINS.includes(container) ? ['a@15', 'b@15'] : ['a@15', 'b@0'],
      'an unforced break truncates those on both sides',
    )
    t.same(
      placesByPage(build([at('a', ''), at('b', 'break-before:page')])),
      ['a@15', 'b@15'],
      'a forced break keeps the one below',
    )
    t.same(
      placesByPage(build([at('a', 'break-after:page'), at('b', '')])),
      ['a@15', 'b@15'],
      'from whichever side it is forced',
    )
    // Margins in an item of a grid are part of its height.
    if (container === 'rows of a nested grid') return
    const last = (after: string) =>
      placesByPage(`<div style="height:50px">x</div>${build([piece('a', 40, 'margin-bottom:15px')])}${after}`)
    t.same(last(''), ['x@0 a@50'], 'below the last piece of the document')
    t.same(last('<div>y</div>'), ['x@0 a@50', 'y@0'], 'below the last piece, with something else after it')
  })
}

/** The container with a style of its own, where it is an element of the markup. */
function decorated(markup: string, style: string): string {
  return markup.startsWith('<div style="height') || markup.startsWith('<section>')
    ? `<div style="${style}">${markup}</div>`
    : markup.replace(/style="([^"]*)"/, `style="$1;${style}"`)
}

function hasBorder(fragment: Fragment): boolean {
  if (fragment.kind !== 'box') return false
  return fragment.border.left > 0 || fragment.children.some((child) => hasBorder(child.fragment))
}

for (const [container, build] of Object.entries(CONTAINERS)) {
  t.test(`no empty part of ${container} stays behind`, async (t) => {
    for (const style of ['', 'margin-top:15px', 'break-inside:auto;orphans:2']) {
      const whole = build([piece('a<br>b<br>c<br>d', 40, style), piece('e', 20)])
      for (const [owner, body] of [
        ['the container', decorated(whole, 'border:solid 2px;padding:3px')],
        ['a box around it', `<div style="border:solid 2px;padding:3px">${whole}</div>`],
      ]) {
        const { pages } = layOut(compileSmall('', `<div style="height:80px">x</div>${body}<div>y</div>`))
        t.same(
          pages.map(({ content }) => content !== undefined && hasBorder(content.fragment)),
          [false, true],
          `the first piece takes ${owner} along: ${style}`,
        )
        t.equal(wordsByPage(pages)[0], 'x')
      }
    }
  })

  t.test(`border and padding at breaks between ${container}`, async (t) => {
    const pieces = ['a', 'b', 'c', 'd', 'e'].map((text) => piece(text, 31))
    const edges = 'border:solid 2px;padding:3px'
    for (const [owner, wrap] of [
      ['the container', decorated],
      ['a box around it', (markup: string, style: string) => `<div style="${style}">${markup}</div>`],
    ] as const) {
      t.same(
        placesByPage(wrap(build(pieces), edges)),
        ['a@5 b@36 c@67', 'd@0 e@31'],
        `slice: those of ${owner} stand at its beginning and end only`,
      )
      t.same(
        placesByPage(wrap(build(pieces), `${edges};box-decoration-break:clone`)),
        ['a@5 b@36', 'c@5 d@36', 'e@5'],
        `clone: those of ${owner} repeat at each break, with room of their own`,
      )
    }
  })
}

/** The words of each page and its notes, but for their calls, with their distance from its top, downwards. */
function wordsWithNotes(css: string, body: string): readonly string[] {
  return layOutSmall(css, body).pages.map((page) =>
    [page.content, page.notes]
      .flatMap((content) => textsOf({ ...page, content }))
      .filter(({ text }) => /[a-z]/.test(text))
      .sort((a, b) => a.y - b.y)
      .map(({ text, y }) => `${text.trim()}@${y}`)
      .join(' '),
  )
}

for (const [container, build] of Object.entries(CONTAINERS)) {
  t.test(`what stands beside the flow in ${container} is on the page of its piece`, async (t) => {
    const pieces = (beside: string) =>
      build([piece('a', 60), piece(`b${beside}`, 60), piece('c', 30), piece(`d${beside}`, 60)])
    for (const style of ['float:right', 'position:absolute', 'position:absolute;right:0;width:10px']) {
      for (const wrap of ['', 'position:relative', 'border:solid 2px;padding:3px;opacity:.5']) {
        const top = wrap.includes('border') ? 5 : 0
        const body = pieces(`<i style="${style}">f</i>`)
        t.same(
          placesByPage(wrap ? `<div style="${wrap}">${body}</div>` : body).map((page) => page.split(' ').sort()),
          [[`a@${top}`], ['b@0', 'c@60', 'f@0'], ['d@0', 'f@0']],
          `${style} in ${wrap}`,
        )
      }
    }
    const fills = '<i style="position:absolute">f</i><i style="float:left;width:200px;height:40px">g</i>'
    const filled = placesByPage(build([piece('a', 60), piece(`${fills}b`, 60)]))
    t.same(
      filled.map((page) => page.split(' ').sort()),
      [['a@0'], ['b@40', 'f@40', 'g@0']],
      'also with a float that takes all of the width',
    )
  })

  t.test(`lines in ${container} follow the shapes of floats on every page`, async (t) => {
    const css = 'i { float: left; width: 80px; height: 40px; shape-outside: polygon(0 0, 80px 0, 0 40px) }'
    const text = (name: string) => `<i></i>${[1, 2, 3, 4, 5].map((line) => `${name}${line}`).join('<br>')}`
    const { pages } = layOut(compileSmall(css, build([piece(text('a'), 60), piece(text('b'), 50)])))
    t.same(
      pages.map((page) => textsOf(page).map(({ text, x }) => `${text}@${x}`)),
      ['a', 'b'].map((name) => [80, 60, 40, 20, 0].map((x, index) => `${name}${index + 1}@${x}`)),
    )
  })

  t.test(`the first line of each of ${container} is one on every page`, async (t) => {
    const css = 'div::first-line, li::first-line, td::first-line { font-size: 20px }'
    const body = build([piece('a<br>b', 50), piece('<p style="margin:0">c<br>d</p>', 60), piece('e', 40)])
    t.same(placesByPage(body, css), ['a@0 b@20', 'c@0 d@20 e@60'])
  })

  t.test(`notes of ${container} stand on the pages of their calls, below the pieces`, async (t) => {
    const css = `i { float: footnote } @page { @footnote { margin: 0; border: 0; padding: 0 } }
      ::footnote-call { font-size: 10px; vertical-align: baseline; line-height: 1 }
      ::footnote-marker { content: none }`
    const pieces = (heights: readonly number[]) =>
      build(heights.map((height, index) => piece(`p${index}<i>n${index}</i>`, height)))
    t.same(
      wordsWithNotes(css, pieces([30, 30, 30])),
      ['p0@0 p1@30 n0@80 n1@90', 'p2@0 n2@90'],
      'a piece without room for its note goes to the next page',
    )
    t.same(
      wordsWithNotes(css, `${pieces([40, 40])}<div style="height:30px">x</div>`),
      ['p0@0 p1@40 n0@80 n1@90', 'x@0'],
      'so does what follows',
    )
  })
}
