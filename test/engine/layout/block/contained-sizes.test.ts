import t from 'tap'
import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import { compileSmall, layOut, wordsByPage } from '../lay-out.js'

const pagesOf = (css: string, body: string) => wordsByPage(layOut(compileSmall(css, body)).pages)

t.test('a box that is sized as if it were empty is not broken: all of it continues on the next page', async (t) => {
  const css = '.space { height: 90px } .c { contain: size; contain-intrinsic-height: 30px }'
  t.same(pagesOf(css, '<div class="space">a</div><div class="c">b<br>c</div>z'), ['a', 'b c z'])
})

t.test('a box whose width alone is contained is broken as any other', async (t) => {
  const css = '.space { height: 90px } .c { contain: inline-size; orphans: 1; widows: 1 }'
  t.same(pagesOf(css, '<div class="space">a</div><div class="c">b<br>c</div>'), ['a b', 'c'])
})

t.test('what is hidden takes its room, and is neither laid out nor painted', async (t) => {
  const css = '.c { content-visibility: hidden; contain-intrinsic-height: 95px }'
  t.same(pagesOf(css, '<div class="c">b <b>c</b></div><ol><li class="c">d</ol>z'), ['', '', 'z'])
})

t.test('such a box moves to the next page as a whole, also when it has a height and nothing in it', async (t) => {
  const css = `.space { height: 60px } .c { contain: size; height: 50px } .x { display: flex } .g { display: grid }
    .f { float: left } .a { position: absolute; top: 60px }`
  const heights = (body: string) =>
    layOut(compileSmall(css, body)).pages.map(
      ({ content }) => content && heightsOfContained(content.fragment).join(' '),
    )
  t.same(heights('<div class="space"></div><div class="c"></div>'), ['', '50'])
  t.same(heights('<div class="space"></div><div class="x"><div class="c"></div></div>'), ['', '50'])
  t.same(heights('<div class="space"></div><div class="g"><div class="c"></div></div>'), ['', '50'])
  t.same(heights('<div class="space"></div><div class="c f"></div>'), ['', '50'])
  t.same(heights('<div class="space"></div><div class="x"><div><div class="c"></div></div></div>'), ['', '50'])
  t.same(heights('<div class="c" style="height:120px"></div>z'), ['100', '20'], 'but where no page has room')
})

t.test('in columns it is never broken', async (t) => {
  const css = '.m { columns: 2; column-gap: 0; column-fill: auto; height: 50px } .c { contain: size; height: 70px }'
  const heights = (body: string) =>
    layOut(compileSmall(css, `<div class="m">${body}</div>`)).pages.map(
      ({ content }) => content && heightsOfContained(content.fragment).join(' '),
    )
  t.same(heights('<div class="c"></div>'), ['70'])
  t.same(heights('<div style="display:flex"><div class="c"></div></div>'), ['70'])
  t.same(heights('<div style="display:flex;flex-direction:column"><div class="c"></div></div>'), ['70'])
  t.same(heights('<div style="display:grid"><div class="c"></div></div>'), ['70'])
  t.same(heights('<div class="c" style="float:left"></div>'), ['70'])
  t.same(heights('<div style="position:relative"><div class="c" style="position:absolute"></div></div>'), ['70'])
})

/** Heights of the boxes that contain their size. */
function heightsOfContained(fragment: Fragment): readonly number[] {
  if (fragment.kind !== 'box') return []
  const inner = fragment.children.flatMap((child) => heightsOfContained(child.fragment))
  return fragment.style.contain.size === 'both' ? [fragment.height, ...inner] : inner
}
