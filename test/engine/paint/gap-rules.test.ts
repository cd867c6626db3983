import t from 'tap'
import { compileSmall, layOut } from '../layout/lay-out.js'
import { paintCalls } from './paint-calls.js'

/** What is painted of a grid with a red rule of 2 px between two blue items, in order: fills by their colour. */
function paintedOf(css: string): string[] {
  const template = compileSmall(
    `.g { display: grid; grid-template-columns: 20px 20px; gap: 10px; column-rule: 2px solid #f00; ${css} }
     .g div { background: #00f; height: 10px }`,
    '<div class=g><div></div><div></div></div>',
  )
  const [page] = layOut(template).pages
  const names = { '#ff0000': 'rule', '#0000ff': 'item', '#00ff00': 'box' }
  return (page ? paintCalls(page) : []).flatMap((call) => {
    if (/^ *clip/.test(call)) return ['clip']
    const [, fill] = /fill (#\w+)/.exec(call) ?? []
    return Object.entries(names).flatMap(([hex, name]) => (hex === fill ? [name] : []))
  })
}

t.test('rules stand on the background of their box and below what is in it', async (t) => {
  t.same(paintedOf('background: #0f0'), ['box', 'rule', 'item', 'item'])
  t.same(paintedOf('gap: 0'), ['rule', 'item', 'item'])
})

t.test('rules are cut off where the content of their box is', async (t) => {
  t.equal(paintedOf('overflow: hidden').indexOf('clip'), 0)
  t.equal(paintedOf('overflow: hidden').indexOf('rule'), 1)
})

t.test('a box that is not visible shows no rules', async (t) => {
  t.same(paintedOf('visibility: hidden'), [])
})

t.test('collapsing borders around it do not lift the rules of a box over what is in it', async (t) => {
  t.same(paintedOf('border-collapse: collapse; gap: 0} .g div { position: relative'), ['rule', 'item', 'item'])
})
