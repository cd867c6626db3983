import t from 'tap'
import { DiagnosticList } from '../../../../engine/base/diagnostics.js'
import { markTooTall } from '../../../../engine/layout/flow/pieces.js'
import type { BoxFragment } from '../../../../engine/layout/fragment-tree.js'
import { reportOverflow } from '../../../../engine/layout/pages/report-overflow.js'
import { compileSmall, layOut } from '../lay-out.js'

const image = (height: number) =>
  `<img style="display:block;width:20px;height:${height}px" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">`

function messages(body: string, css = ''): readonly string[] {
  return layOut(compileSmall(css, body)).diagnostics.map(({ message }) => message)
}

t.test('an image that is taller than its page is reported, wherever it stands', async (t) => {
  const tooTall = ['this image is 20 px taller than the page has room for and is cut there']
  t.same(messages(image(120)), tooTall, 'in a block')
  t.same(messages(`<table style="border-spacing:0"><tr><td style="padding:0">${image(120)}</td></tr></table>`), tooTall)
  t.same(messages(`<div style="display:flex"><div>${image(120)}</div>a</div>`), tooTall, 'in a flex item')
  t.same(messages(`<div style="display:grid">${image(120)}</div>`), tooTall, 'a grid item')
  t.same(
    messages(`<div style="columns:2">${image(120)}</div>`),
    ['this content is 20 px taller than the page has room for and cannot be broken'],
    'in columns it is not cut',
  )
  t.same(messages(`<div style="position:absolute;top:0"><p>a</p>${image(120)}</div>`), tooTall, 'in a positioned box')
  t.same(messages(`<div style="border-bottom:10px solid">${image(95)}</div>`), [
    'this content is 5 px taller than the page has room for and cannot be broken',
  ])
  t.same(messages(`<div style="overflow:hidden">${image(120)}</div>`), tooTall, 'in a box that clips')
})

t.test('a line that is too tall is reported at what makes it so', async (t) => {
  const wrapper = image(120).replace('block', 'inline')
  const startOf = (body: string) => layOut(compileSmall('', body)).diagnostics[0]?.span?.start ?? -1
  const start = startOf(image(120))
  t.equal(startOf(`<h3>t</h3>${wrapper}<p>b</p>`), start + '<h3>t</h3>'.length, 'between blocks')
  t.equal(startOf(`<p>${wrapper}</p>`), start + '<p>'.length, 'in a paragraph')
})

t.test('a line is told how much room there is for it, or that what is around it leaves none', async (t) => {
  const head = '<table><thead><tr><th>head</thead><tr><td>'
  const isTaller = (room: number) => `a line is taller than the ${room}px that a page has for it`
  const noRoom = 'the padding, borders and margins around a line leave it no room on a page'
  const css = 'table { border-spacing: 0 } td, th { padding: 0 } p { margin: 0 }'
  const reported = (body: string) => messages(body, css).filter((message) => message.includes('a line '))
  t.same(reported('<p style="padding-top:95px">a</p>'), [isTaller(5)])
  t.same(reported('<p style="padding-bottom:95px">a</p>'), [], 'the page breaks in the padding')
  t.same(reported('<p style="padding-bottom:95px">a<br>b</p>'), [isTaller(5)], 'the last line needs room below it')
  for (const padding of ['padding-top: 150px', 'padding: 150px 0', 'padding-top: 1e30px', 'padding: 100px 0']) {
    t.ok(
      reported(`<p style="${padding}">a</p>`).every((message) => message === noRoom),
      padding,
    )
    t.ok(reported(`<p style="${padding}">a</p>`).length > 0, padding)
    t.ok(reported(`${head}<p style="${padding}">a</p></table>`).includes(noRoom), `${padding} below a head`)
  }
})

t.test('what a layout that was given up found too tall is not reported', async (t) => {
  const { pages } = layOut(compileSmall('', '<p>a</p>'))
  const [page] = pages
  const content = page?.content?.fragment as BoxFragment
  const report = (shown: BoxFragment) => {
    const diagnostics = new DiagnosticList()
    const marked = markTooTall(content, 'content', 5, 0)
    const placed = { x: 0, y: 0, fragment: shown === content ? marked : shown }
    for (const _ of reportOverflow(diagnostics, page ? [{ ...page, content: placed }] : []));
    return diagnostics.items.length
  }
  t.equal(report(content), 1)
  t.equal(report({ ...content }), 0)
})

t.test('text and images beyond the left or right edge of the page are reported, once for each element', async (t) => {
  const passing = (side: string, beyond: number) => [
    `this content is cut off at the ${side} edge of the page, which it passes by ${beyond} px`,
  ]
  const word = 'x'.repeat(30)
  t.same(messages(`<p>${word} ${word}</p>`), passing('right', 100), 'a long word')
  t.same(messages(`<p dir=rtl>${word}</p>`), passing('left', 100), 'a long word from the right')
  t.same(
    messages(`<table><tr><td>${word}<td>a</tr><tr><td>b<td>c</table>`),
    passing('right', 120),
    'a wide table, by all of it',
  )
  const items = '<div style="flex:none;width:150px">a</div>'.repeat(2)
  t.same(messages(`<div style="display:flex">${items}<p>${word}`), passing('right', 400), 'items in a row')
  t.same(messages(image(20).replace('20px', '300px')), passing('right', 100), 'an image')
  t.same(messages(`<p>${word}</p>`.repeat(3)).length, 3, 'every element')
  t.same(messages('<p style="position:absolute;left:190px">abc</p>'), passing('right', 20), 'a positioned box')
  const span = `<span style="rotate:0deg;background:#ccc">${word}</span>`
  t.same(messages(`<p>${span}</p>`), passing('right', 100), 'an inline box, which transforms do not apply to')
})

t.test('what was hidden beyond the page on purpose is not reported', async (t) => {
  const word = 'x'.repeat(30)
  t.same(messages('<p style="text-indent:-999px">abc</p>'), [], 'a text that is replaced by an image')
  t.same(messages('<p style="position:absolute;left:-999px">abc</p>'), [], 'text for other readers')
  t.same(messages(`<p style="visibility:hidden">${word}</p>`), [], 'invisible text')
  t.same(messages('<p style="transform:translateX(190px)">abc</p>'), [], 'a transformed box')
  t.same(messages(image(20).replace('20px', '220px')), [], 'an image with bleed')
  t.same(messages(`<div style="width:300px;background:#ccc">abc</div>`), [], 'a wide box of which no content is lost')
})

t.test('text that a box cuts off is reported at the box', async (t) => {
  const isCut = (side: string) => [`content is cut off at the ${side} edge of this box`]
  const word = 'x'.repeat(30)
  const lines = 'a<br>b<br>c<br>d'
  for (const overflow of ['hidden', 'clip']) {
    t.same(messages(`<p style="overflow:${overflow}">${word}</p>`), isCut('right'), overflow)
    t.same(messages(`<div style="height:20px;overflow:${overflow}">${lines}</div>`), isCut('bottom'), overflow)
    t.same(messages(`<div style="max-height:20px;overflow:${overflow}">${lines}</div>`), isCut('bottom'), overflow)
  }
  const cell = 'max-width:0;overflow:hidden;white-space:nowrap'
  t.same(messages(`<table style="width:40px"><tr><td style="${cell}">${word}</table>`), isCut('right'), 'a cell')
  t.same(messages(`<p style="overflow-x:clip">${word}</p>`), isCut('right'), 'one axis alone')
  t.same(messages(`<p style="direction:rtl;overflow:hidden">${word}</p>`), isCut('left'), 'right to left')
  t.same(
    messages(`<div style="height:150px;overflow:hidden">${'a<br>'.repeat(40)}</div>`),
    isCut('bottom'),
    'a box over two pages',
  )
  const inner = `<div style="overflow:hidden;width:400px">${word}</div>`
  t.same(messages(`<div style="overflow:hidden">${inner}</div>`), isCut('right'), 'what an outer box cuts off')
})

t.test('what boxes hide on purpose is not reported', async (t) => {
  const word = 'x'.repeat(30)
  const hidden = 'position:absolute;width:1px;height:1px;overflow:hidden'
  t.same(messages(`<p style="${hidden}">${word}</p>`), [], 'text for those who listen')
  t.same(messages(`<div style="height:0;overflow:hidden">${word}</div>`), [], 'a panel that is closed')
  t.same(messages('<p style="text-indent:-999px;overflow:hidden">abc</p>'), [], 'a text that an image replaces')
  t.same(messages(`<p style="visibility:hidden;overflow:hidden">${word}</p>`), [], 'invisible text')
  t.same(
    messages(`<p style="overflow:hidden;text-overflow:ellipsis;white-space:nowrap">${word}</p>`),
    [],
    'an ellipsis',
  )
  t.same(messages('<p style="height:9px;overflow:hidden">a</p>'), [], 'the ends of letters')
  t.same(messages('<p style="overflow:clip;overflow-clip-margin:999px;width:9px">aaa</p>'), [], 'what still shows')
  t.same(messages('<p style="overflow:hidden;white-space:pre;width:10px">a      </p>'), [], 'blanks')
  t.same(messages('<select><option>a<option>bbb</select>'), [], 'what is not chosen')
})

t.test('a row that ends with an item taller than the page is not followed by an empty page', async (t) => {
  const { pages } = layOut(
    compileSmall(
      '',
      `<div style="display:grid;grid-template-columns:1fr 1fr"><div><p style="writing-mode:vertical-rl;height:120px;margin:0">b</p></div><div>a</div></div>`,
    ),
  )
  t.equal(pages.length, 1)
})

t.test('what is invisible is not cut off', async (t) => {
  const cut = (style: string) =>
    layOut(
      compileSmall('', `<div style="width:50px;overflow:hidden;white-space:nowrap;${style}">${'x'.repeat(20)}</div>`),
    ).diagnostics.map(({ code }) => code)
  t.same(cut(''), ['content-cut-off'])
  t.same(cut('opacity:0'), [])
})
