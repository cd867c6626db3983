import t from 'tap'
import { compileSmall, layOut, topsByPage, wordsByPage } from '../lay-out.js'

const CSS = `
  .g { display: grid; grid-template-columns: 1fr 1fr }
  .s { display: grid; grid-row: span 3; grid-template-rows: subgrid }
  .s > * { break-inside: avoid }`

const part = (text: string, height: number, style = '') => `<div style="height:${height}px;${style}">${text}</div>`

function places(body: string, css = '') {
  const { pages, diagnostics } = layOut(compileSmall(`${CSS}${css}`, body))
  t.same(diagnostics, [])
  return topsByPage(pages)
}

function grid(...cards: readonly (readonly string[])[]): string {
  return `<div class="g">${cards.map((card) => `<div class="s">${card.join('')}</div>`).join('')}</div>`
}

t.test('what is aligned stays aligned where a page ends between the rows of subgrids', async (t) => {
  const body = grid([part('a', 30), part('b', 40), part('c', 20)], [part('x', 10), part('y', 60), part('z', 40)])
  t.same(places(body), ['a@0 x@0 b@30 y@30', 'c@0 z@0'])
})

t.test('what begins a page on one side does so on the other', async (t) => {
  const forced = part('b', 20, 'break-before:page')
  const body = grid([part('a', 10), forced, part('c', 10)], [part('x', 10), part('y', 10), part('z', 10)])
  t.same(places(body), ['a@0 x@0', 'b@0 y@0 c@20 z@20'])
})

t.test('a subgrid that is not to be broken takes its neighbours along', async (t) => {
  const first = grid([part('o', 30), '', ''], [part('p', 30), '', ''])
  const second = [part('a', 30), part('b', 30), part('c', 30)]
  const body = `${first}<div class="g"><div class="s" style="break-inside:avoid">${second.join('')}</div><div class="s">${part('x', 5)}</div></div>`
  t.same(places(body), ['o@0 p@0', 'a@0 x@0 b@30 c@60'])
})

t.test('the gutter of a subgrid goes with a break, its last edge stays', async (t) => {
  const css = '.s { row-gap: 10px; border: 5px solid; border-width: 5px 0 }'
  const body = grid([part('a', 40), part('b', 30), part('c', 20)])
  t.same(places(body, css), ['a@5 b@55', 'c@0'])
})

t.test('every text of subgrids over many pages is placed once, in order', async (t) => {
  const cards = Array.from({ length: 40 }, (_, index) => [
    part(`a${index}`, 7),
    `<p style="margin:0">${'t '.repeat(index % 17)}b${index}</p>`,
    part(`c${index}`, 9),
  ])
  const { pages } = layOut(
    compileSmall(`${CSS} .g { grid-template-columns: 40px } .s { padding: 3px }`, grid(...cards)),
  )
  const words = wordsByPage(pages).join(' ').split(' ')
  t.same(
    words.filter((word) => word !== 't' && word !== ''),
    cards.flatMap((_, index) => [`a${index}`, `b${index}`, `c${index}`]),
  )
})
