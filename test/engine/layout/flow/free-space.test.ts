import t from 'tap'
import { compileSmall, layOut, topsOn } from '../lay-out.js'

/** Texts of each page as `text@y`. */
function placesOf(body: string): readonly (readonly string[])[] {
  const { pages, diagnostics } = layOut(compileSmall('p { margin: 0 }', body))
  t.same(diagnostics, [], 'no diagnostics')
  return pages.map((page) => topsOn(page))
}

/** Containers that put what they stack at the end of their height. */
const CONTAINERS = {
  column: 'display:flex;flex-direction:column;justify-content:flex-end',
  'column upwards': 'display:flex;flex-direction:column-reverse',
  lines: 'display:flex;flex-wrap:wrap;align-content:flex-end',
  'items of a line': 'display:flex;align-items:flex-end',
  rows: 'display:grid;align-content:end',
}

for (const [name, style] of Object.entries(CONTAINERS)) {
  const container = (height: number, more = '', item = '') =>
    `<div style="${style};height:${height}px;${more}"><p style="${item}">a</p></div><p>b</p>`

  t.test(`${name}: content below free space as long as a page stands on the next one`, async (t) => {
    t.same(placesOf(container(140)), [[], ['a@30', 'b@40']])
    t.same(placesOf(container(110)), [[], ['a@0', 'b@10']])
    t.same(placesOf(container(240)), [[], [], ['a@30', 'b@40']])
  })

  t.test(`${name}: likewise with padding around it, and below other content`, async (t) => {
    t.same(placesOf(container(140, 'padding:5px 0')), [[], ['a@35', 'b@50']])
    t.same(placesOf(`<p>x</p>${container(140)}`), [['x@0'], ['a@40', 'b@50']])
  })

  t.test(`${name}: a margin below free space stays`, async (t) => {
    t.same(placesOf(container(140, '', 'margin-top:15px')), [[], ['a@30', 'b@40']])
  })
}

t.test('what is in one piece moves to the next page where free space leaves it too little room', async (t) => {
  const column = (style: string, item: string) =>
    placesOf(`<div style="display:flex;flex-direction:column;justify-content:flex-end;${style}">${item}</div><p>b</p>`)
  const drawing = '<svg width="20" height="30"></svg>'
  t.same(column('height:100px;padding:20px 0', drawing), [[], ['b@40']])
})
