import t from 'tap'
import { DiagnosticList } from '../../../engine/base/diagnostics.js'
import { createStats } from '../../../engine/base/stats.js'
import { createLayoutContext } from '../../../engine/layout/create-layout-context.js'
import { overflowing } from '../../../engine/layout/flow/overflow.js'
import type { BoxFragment } from '../../../engine/layout/fragment-tree.js'
import { reportOverflow } from '../../../engine/layout/pages/report-overflow.js'
import { createSquareFonts } from '../layout/square-fonts.js'
import { compileSmall, layOut } from './lay-out.js'

const image = (height: number) =>
  `<img style="display:block;width:20px;height:${height}px" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">`

function messages(body: string, css = ''): readonly string[] {
  return layOut(compileSmall(css, body)).diagnostics.map(({ message }) => message)
}

t.test('what cannot be broken and is taller than its page is reported, wherever it stands', async (t) => {
  const tooTall = ['this content is 20 px taller than the page has room for and cannot be broken']
  t.same(messages(image(120)), tooTall, 'in a block')
  t.same(messages(`<table style="border-spacing:0"><tr><td style="padding:0">${image(120)}</td></tr></table>`), tooTall)
  t.same(messages(`<div style="display:flex"><div>${image(120)}</div>a</div>`), tooTall, 'in a flex item')
  t.same(messages(`<div style="display:grid">${image(120)}</div>`), tooTall, 'a grid item')
  t.same(messages(`<div style="columns:2">${image(120)}</div>`), tooTall, 'in columns')
  t.same(messages(`<div style="position:absolute;top:0"><p>a</p>${image(120)}</div>`), tooTall, 'in a positioned box')
  t.same(messages(`<div style="border-bottom:10px solid">${image(95)}</div>`), [
    'this content is 5 px taller than the page has room for and cannot be broken',
  ])
})

t.test('what a layout that was given up found too tall is not reported', async (t) => {
  const { pages } = layOut(compileSmall('', '<p>a</p>'))
  const [page] = pages
  const content = page?.content?.fragment as BoxFragment
  const report = (shown: BoxFragment) => {
    const diagnostics = new DiagnosticList()
    const ctx = createLayoutContext({ fonts: createSquareFonts(), stats: createStats(), diagnostics })
    const marked = overflowing(ctx, content, 'content', 5)
    const placed = { x: 0, y: 0, fragment: shown === content ? marked : shown }
    for (const _ of reportOverflow(ctx, page ? [{ ...page, content: placed }] : []));
    return diagnostics.items.length
  }
  t.equal(report(content), 1)
  t.equal(report({ ...content }), 0)
})

t.test('a row that ends with an item taller than the page is not followed by an empty page', async (t) => {
  const { pages } = layOut(
    compileSmall(
      '',
      `<div style="display:grid;grid-template-columns:1fr 1fr"><div>${image(120)}</div><div>a</div></div>`,
    ),
  )
  t.equal(pages.length, 1)
})
