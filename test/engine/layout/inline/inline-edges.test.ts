import t from 'tap'
import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import { compileSmall, layOut } from '../lay-out.js'

/**
 * The texts of the first page with their places, and the boxes of spans as `[x y width]`, in which `<` is a left border
 * and `>` a right one.
 */
function placed(body: string, css = ''): string {
  const found: string[] = []
  const visit = (fragment: Fragment, x: number, y: number): void => {
    if (fragment.kind === 'decoration') return
    if (fragment.kind === 'text') {
      const text = fragment.words.map((word) => word.text).join('')
      if (text.trim() !== '') found.push(`${text.trim()}@${x},${y}`)
      return
    }
    if (fragment.kind === 'box' && fragment.box.kind === 'inline') {
      const { border, width } = fragment
      found.push(`[${border.left > 0 ? '<' : ''}${x} ${y} ${width}${border.right > 0 ? '>' : ''}]`)
    }
    for (const child of fragment.children) visit(child.fragment, x + child.x, y + child.y)
  }
  const { content } =
    layOut(compileSmall(`p { margin: 0 } span { border: 1px solid; border-width: 0 1px } ${css}`, body)).pages[0] ?? {}
  if (content) visit(content.fragment, content.x, content.y)
  return found.join(' ')
}

const LEFT = 'span { margin-left: 20px; padding-left: 10px }'
const RTL = 'style="direction: rtl"'

t.test('an inline box whose text runs the other way has its left edge on the left', async (t) => {
  const plain = placed('<p>First <span>Two</span> x</p>', LEFT)
  t.equal(plain, 'First@0,0 [<80 0 42>] Two@91,0 x@122,0')
  t.equal(placed(`<p>First <span ${RTL}>Two</span> x</p>`, LEFT), plain)
  t.equal(
    placed('<p dir=rtl>First <span style="direction: ltr; margin-left: 0">Two</span></p>', LEFT).includes('[<'),
    true,
  )
})

t.test('its direction says on which line each of its edges is', async (t) => {
  t.equal(placed(`<p><span ${RTL}>One<br>Two</span></p>`, LEFT), '[0 0 31>] One@0,0 [<20 10 41] Two@31,10')
  t.equal(placed('<p><span>One<br>Two</span></p>', LEFT), '[<20 0 41] One@31,0 [0 10 31>] Two@0,10')
})

t.test('its edges stand around boxes within it, and around nothing', async (t) => {
  t.equal(placed(`<p>a<span ${RTL}>b<span>c</span></span>d</p>`), 'a@0,0 [<10 0 24>] b@11,0 [<21 0 12>] c@22,0 d@34,0')
  t.equal(placed(`<p>a<span ${RTL}></span>b</p>`, LEFT), 'a@0,0 b@42,0 [<30 0 12>]')
  t.equal(placed('<p dir=rtl>אב<span style="direction: ltr"></span>גד</p>', LEFT).includes('12>]'), true)
})
