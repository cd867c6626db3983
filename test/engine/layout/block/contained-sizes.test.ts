import t from 'tap'
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
