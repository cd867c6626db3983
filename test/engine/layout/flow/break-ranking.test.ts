import t from 'tap'
import { CONTAINERS, piece } from '../block/stacking-containers.js'
import { compileSmall, layOut, wordsByPage } from '../lay-out.js'

/** The words of each page from top to bottom. */
function pagesOf(body: string, css = ''): readonly string[] {
  const { pages, diagnostics } = layOut(compileSmall(css, body))
  t.same(diagnostics, [], 'nothing overflows')
  return wordsByPage(pages, 'down')
}

const avoidBefore = (text: string, height: number) => piece(text, height, 'break-before:avoid')

/** Content of flows side by side is not parted again for what comes after them: all of them would have to go back. */
const SIDE_BY_SIDE = ['items of a row within items of a column', 'rows of a nested grid', 'a single column']

for (const [container, build] of Object.entries(CONTAINERS)) {
  t.test(container, async (t) => {
    t.same(
      pagesOf(build([piece('a', 20), piece('b', 20), piece('c', 20), piece('d', 20), avoidBefore('e', 30)])),
      ['a b c', 'd e'],
      'of several places that are as good, the last one is taken',
    )
    t.same(
      pagesOf(
        build([piece('a', 30), avoidBefore('b', 30), piece('c', 20), avoidBefore('d', 10), avoidBefore('e', 20)]),
      ),
      ['a b', 'c d e'],
      'a chain of avoided breaks goes to the next page as a whole',
    )
    t.same(
      pagesOf(build([piece('a', 30), ...'bcdefgh'.split('').map((text) => avoidBefore(text, 30))])),
      ['a b c', 'd e f', 'g h'],
      'a chain longer than a page breaks where the page is full',
    )
    t.same(
      pagesOf(
        build([
          piece('a', 30),
          avoidBefore('b', 30),
          piece('c', 30, 'break-before:page;break-after:avoid'),
          piece('d', 30),
        ]),
      ),
      ['a b', 'c d'],
      'a forced break stands against one that is avoided',
    )
    t.same(
      pagesOf(build([piece('a', 30, 'break-after:page'), avoidBefore('b', 30)])),
      ['a', 'b'],
      'also from the other side of one place',
    )
    t.same(
      pagesOf(`<div>x</div><div style="break-inside:avoid">${build([piece('a', 50), piece('b', 45)])}</div>`),
      ['x', 'a b'],
      'what avoids breaks inside begins on a page where it fits',
    )
    t.same(
      pagesOf(`<div style="break-inside:avoid">${build([piece('a', 50), piece('b', 50), piece('c', 50)])}</div>`),
      ['a b', 'c'],
      'and breaks where no page has room for it',
    )
    t.same(
      pagesOf(`<div style="break-inside:avoid">${build([piece('a', 50), piece('b', 30), avoidBefore('c', 50)])}</div>`),
      ['a', 'b c'],
      'at the best of the places inside',
    )
    t.same(
      pagesOf(`<div style="break-inside:avoid">${build([piece('a', 10), piece('b', 10, 'break-before:page')])}</div>`),
      ['a', 'b'],
      'a forced break inside is taken',
    )
    t.same(
      pagesOf(
        `${build([piece('a', 40), piece('b', 20)])}<div style="break-before:avoid;break-inside:avoid;height:50px">c</div>`,
      ),
      SIDE_BY_SIDE.includes(container) ? ['a b', 'c'] : ['a', 'b c'],
      'a break avoided after the container is taken before its last piece',
    )
    t.same(
      pagesOf(`<div style="height:70px">x</div>${build([avoidBefore('a', 20), piece('b', 30)])}`),
      ['x a', 'b'],
      'an avoided break before the first piece is one before the container',
    )
  })
}

/** The containers whose pieces may break wherever they stand. */
const BREAKABLE = ['blocks', 'blocks in a section', 'list items', 'items of a column', 'items of a column upwards']

const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join('<br>')
const text = (name: string, count: number, style = '') =>
  piece(lines(name, count), 0, `height:auto;break-inside:auto;orphans:2;widows:2;${style}`)

for (const container of BREAKABLE) {
  const build = CONTAINERS[container] as (typeof CONTAINERS)[string]
  t.test(`lines in ${container}`, async (t) => {
    t.same(
      pagesOf(build([piece('a', 60), piece('b', 30, 'break-after:avoid'), text('c', 4)])),
      ['a', 'b c0 c1 c2 c3'],
      'a good place above is better than too few lines',
    )
    t.same(
      pagesOf(build([piece('a', 60, 'break-after:avoid'), piece('b', 20, 'break-after:avoid'), text('c', 4)])),
      ['a b c0 c1', 'c2 c3'],
      'lines part where orphans and widows allow',
    )
    t.same(
      pagesOf(build([piece('a', 60, 'break-after:avoid'), piece('b', 30, 'break-after:avoid'), text('c', 4)])),
      ['a b c0', 'c1 c2 c3'],
      'too few lines are better than parting what is to stay together',
    )
    t.same(
      pagesOf(build([piece('a', 50, 'break-after:avoid'), text('c', 12, 'orphans:20')])),
      ['a c0 c1 c2 c3 c4', 'c5 c6 c7 c8 c9 c10 c11'],
      'also where no page has room for enough of them',
    )
    t.same(
      pagesOf(build([piece('a', 90, 'break-after:avoid'), text('c', 2, 'break-inside:avoid')])),
      ['a', 'c0 c1'],
      'but not better than a break inside what avoids breaks inside',
    )
    t.same(
      pagesOf(build([piece('a', 75, 'break-after:avoid'), text('c', 5, 'break-inside:avoid')])),
      ['a', 'c0 c1 c2 c3 c4'],
      'avoided breaks before and inside are equal: what fits a page is not broken inside',
    )
    t.same(
      pagesOf(build([piece('a', 30), text('c', 12, 'break-inside:avoid')])),
      ['a', 'c0 c1 c2 c3 c4 c5 c6 c7 c8 c9', 'c10 c11'],
      'what is taller than a page begins one and fills it',
    )
    t.same(
      pagesOf(build([text('c', 3, 'orphans:3;widows:3'), text('d', 6, 'orphans:3;widows:3'), text('e', 4)])),
      ['c0 c1 c2 d0 d1 d2 d3 d4 d5', 'e0 e1 e2 e3'],
      'a place between siblings is as good as one inside that keeps to the rules',
    )
  })
}

/** Two texts side by side, in ways that break both of them on one page. */
const BESIDE: Readonly<Record<string, (a: string, b: string) => string>> = {
  'items of a row': (a, b) =>
    `<div style="display:flex"><div style="flex:1">${a}</div><div style="flex:1">${b}</div></div>`,
  'items of a grid': (a, b) =>
    `<div style="display:grid;grid-template-columns:1fr 1fr"><div>${a}</div><div>${b}</div></div>`,
  'cells of a row': (a, b) =>
    `<table style="border-spacing:0"><tr><td style="padding:0">${a}</td><td style="padding:0">${b}</td></tr></table>`,
}

for (const [container, build] of Object.entries(BESIDE)) {
  t.test(`lines in ${container}`, async (t) => {
    const texts = build(
      `<div style="orphans:2;widows:2">${lines('c', 12)}</div>`,
      `<div style="orphans:2;widows:2">${lines('d', 12)}</div>`,
    )
    const firstLines = (above: string) =>
      pagesOf(`${above}${texts}`).map((page) => page.split(' ').slice(0, 3).join(' '))
    t.same(
      firstLines('<div style="height:90px">a</div>').slice(0, 2),
      ['a', 'c0 d0 c1'],
      'go to the next page together rather than with too few lines on this one',
    )
    t.same(
      firstLines('<div style="height:90px;break-after:avoid">a</div>').slice(0, 2),
      ['a c0 d0', 'c1 d1 c2'],
      'too few of them stay where a break before them is to be avoided',
    )
  })
}

t.test('lines in columns', async (t) => {
  const columns = `<div style="columns:2;orphans:2;widows:2"><div>${lines('c', 12)}</div></div>`
  t.same(
    pagesOf(`<div style="height:90px">a</div>${columns}`),
    ['a', 'c0 c6 c1 c7 c2 c8 c3 c9 c4 c10 c5 c11'],
    'go to the next page together rather than with too few lines in each column of this one',
  )
  t.same(
    pagesOf(`<div style="height:90px;break-after:avoid">a</div>${columns}`),
    ['a c0 c1', 'c2 c7 c3 c8 c4 c9 c5 c10 c6 c11'],
    'too few of them stay where a break before them is to be avoided',
  )
  t.same(
    pagesOf(
      `<div style="columns:2;orphans:2;widows:2"><div style="height:20px;break-after:avoid">a</div><div>${lines('c', 3)}</div></div>`,
    ),
    ['a c2 c0 c1'],
    'balanced columns are high enough for what stays together',
  )
})

t.test('a block in an inline box is a line for orphans', async (t) => {
  const css = 'p { margin: 0 } .split::after { display: block; content: "a" } body { orphans: 2 }'
  const above = (height: number) => `<div style="height:${height}px">x</div>`
  const split = 'b <span class="split">c</span>'
  t.same(pagesOf(`${above(80)}<p>${split}</p>`, css), ['x b c a'], 'where both fit they stay')
  t.same(pagesOf(`${above(85)}<p>${split}</p>`, css), ['x', 'b c a'], 'one line does not stay without it')
  t.same(pagesOf(`${above(85)}<p>${split} d</p>`, css), ['x', 'b c a d'], 'nor where lines follow')
  t.same(pagesOf(`${above(75)}<p>${split} d</p>`, css), ['x b c a', 'd'], 'two are enough')
  t.same(pagesOf(`${above(85)}<p class="split">b</p>`, css), ['x b', 'a'], 'a block beside lines is none')
})

t.test('lines below the end of their box are broken where its own lines would be', async (t) => {
  const css = 'p { margin: 0 } body { orphans: 2; widows: 1 }'
  const above = (height: number) => `<div style="height:${height}px">x</div>`
  const short = (lines: string) => `<div style="height:18px">${lines}</div>`
  t.same(pagesOf(`${above(80)}${short('a<br>b')}<p>c</p>`, css), ['x a b', 'c'], 'where they fit they stay')
  t.same(pagesOf(`${above(81)}${short('a<br>b')}<p>c</p>`, css), ['x', 'a b c'], 'a single one does not')
  t.same(pagesOf(`${above(81)}<div>${short('<p>a<br>b</p>')}</div><p>c</p>`, css), ['x', 'a b c'], 'however deep')
  t.same(pagesOf(`${above(75)}${short('a<br>b<br>d')}`, css), ['x a b', 'd'], 'two are enough')
  t.same(
    pagesOf(`<div style="height:81px;break-after:avoid">x</div>${short('a<br>b')}`, css),
    ['x a', 'b'],
    'a worse place is not taken',
  )
})
