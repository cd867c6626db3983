import t from 'tap'
import { compileSmall, layOut, textsOf, wordsByPage } from '../lay-out.js'

const CLAMP = 'p { margin: 0 } .c { width: 60px; line-clamp: 3 }'

/** The text of a box that clamps, and what stands right below it. */
function clampedText(content: string, css = ''): string {
  const { pages, diagnostics } = layOut(compileSmall(`${CLAMP} ${css}`, `<div class=c>${content}</div>below`))
  t.same(diagnostics, [])
  const [page] = pages
  const texts = page ? textsOf(page) : []
  const below = texts.findLast(({ text }) => text === 'below')
  const shown = texts.filter((text) => text !== below).map(({ text, y }) => `${text}@${y}`)
  return `${shown.join(' ')}, ends at ${below?.y}`
}

t.test('the lines of all blocks within a box are counted', async (t) => {
  t.equal(clampedText('<p>aa bb cc dd</p><p>ee ff gg hh ii</p>'), 'aa bb@0 cc dd@10 ee ff…@20, ends at 30')
  t.equal(clampedText('<p>aa</p><p>bb</p><p>cc</p>'), 'aa@0 bb@10 cc@20, ends at 30', 'what fits is left alone')
  t.equal(clampedText('<p>aa</p><p>bb</p><p>cc</p><p>dd</p>'), 'aa@0 bb@10 cc…@20, ends at 30', 'between blocks')
  t.equal(clampedText('<p>aa bb cc dd ee ff gg</p><p>hh</p>'), 'aa bb@0 cc dd@10 ee ff…@20, ends at 30')
  t.equal(
    clampedText('aa bb cc<p>dd</p>ee<p>ff</p>'),
    'aa bb@0 cc@10 dd…@20, ends at 30',
    'and those of text between them',
  )
  t.equal(
    clampedText('<ul style="margin:0;padding:0;list-style:none"><li>a<li>b<li>c<li>d</ul>'),
    'a@0 b@10 c…@20, ends at 30',
  )
})

t.test('boxes around the last line end below it with their edges, but without margins', async (t) => {
  const nested = '<div class=e><p>aa</p><div class=e><p>bb</p><p>cc</p><p>dd</p></div></div><p>ee</p>'
  t.equal(clampedText(nested, '.e { padding: 5px 0 }'), 'aa@5 bb@20 cc…@30, ends at 50')
  t.equal(clampedText(nested, 'p { margin: 5px 0 }'), 'aa@5 bb@20 cc…@35, ends at 45')
  t.equal(clampedText(nested, '.e { height: 50px }'), 'aa@0 bb@10 cc…@20, ends at 50', 'or where their height ends')
  t.equal(clampedText(nested, '.c { height: 70px }'), 'aa@0 bb@10 cc…@20, ends at 70')
})

t.test('lines of floats, positioned boxes and other formatting contexts are not counted', async (t) => {
  t.equal(
    clampedText('<p>aa</p><div style="display:flow-root">xx yy zz</div><p>bb</p><p>cc</p><p>dd</p>'),
    'aa@0 xx yy@10 zz@20 bb@30 cc…@40, ends at 50',
  )
  t.equal(
    clampedText('<div style="float:left">x<br>x</div><p>aa b cc</p><p>dd</p><p>ee</p>'),
    'x@0 x@10 aa b@0 cc@10 dd…@20, ends at 30',
    'but those beside floats are',
  )
  t.equal(
    clampedText('<p>aa</p><p>bb</p><p>cc</p><div style="position:absolute">x</div>'),
    'aa@0 bb@10 cc@20 x@30, ends at 30',
  )
})

t.test('what stands behind the last line is not shown, whatever it is', async (t) => {
  const behind = [
    '<div></div>',
    '<table><td>x</table>',
    '<div style="display:flex">x</div>',
    '<p>x</p><div style="float:left">x</div>',
  ]
  for (const content of behind) {
    t.equal(clampedText(`<p>aa</p><p>bb</p><p>cc</p>${content}`), 'aa@0 bb@10 cc…@20, ends at 30', content)
  }
})

t.test('lines are counted on across pages', async (t) => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join('<br>')
  const pagesOf = (body: string, css = '') => {
    const { pages, diagnostics } = layOut(compileSmall(`${CLAMP} .c { line-clamp: 14 } ${css}`, body))
    t.same(diagnostics, [])
    return wordsByPage(pages)
  }
  const first = 'w0 w1 w2 w3 w4 w5 w6 w7 w8 w9'
  t.same(pagesOf(`<div class=c><p>w0</p>${words(3)}<p>${words(30)}</p></div>end`), [
    'w0 w0 w1 w2 w0 w1 w2 w3 w4 w5',
    'w6 w7 w8 w9… end',
  ])
  const widths = '@page :first { margin-right: 20px } .c { width: auto }'
  t.same(pagesOf(`<div class=c>${words(30)}</div>`, widths), [first, 'w10 w11 w12 w13…'], 'of other widths')
  t.same(pagesOf(`<div class=c><p>${words(30)}</p><p>x</p></div>`, widths), [first, 'w10 w11 w12 w13…'])
  const float = '<i style="float:left;height:150px">f</i>'
  t.same(pagesOf(`<div class=c>${float}${words(30)}</div>`), [`f ${first}`, 'w10 w11 w12 w13…'], 'beside floats')
  t.same(pagesOf(`<div class=c>${float}<p>${words(30)}</p><p>x</p></div>`), [`f ${first}`, 'w10 w11 w12 w13…'])
})

t.test('what a box shows is found once, however wide its pages are', async (t) => {
  const calls = (count: number) => {
    const css = `${CLAMP} .c { line-clamp: 10000; width: auto } @page :left { margin-right: 20px }`
    return layOut(compileSmall(css, `<div class=c>${'<p>a</p>'.repeat(count)}</div>`)).stats.layoutCalls
  }
  t.ok(calls(400) < 2.2 * calls(200), `${calls(200)}, ${calls(400)}`)
})

t.test('a box that clamps lines keeps floats out', async (t) => {
  const { pages } = layOut(compileSmall(CLAMP, '<div style="float:left;height:10px">xx</div><div class=c>a<br>b</div>'))
  t.same(
    pages[0] &&
      textsOf(pages[0])
        .filter(({ text }) => text !== 'xx')
        .map(({ x }) => x),
    [20, 20],
  )
})

t.test('boxes that clamp lines within each other cost no more than their number squared', async (t) => {
  const nested = (depth: number) => {
    const body = `${'<div class=c><p>a</p>'.repeat(depth)}${'</div>'.repeat(depth)}`
    return layOut(compileSmall(CLAMP, body)).stats.layoutCalls
  }
  t.ok(nested(40) < 5 * nested(20), `${nested(20)}, ${nested(40)}`)
})

t.test('-webkit-line-clamp clamps in vertical boxes of the early flexbox alone', async (t) => {
  const text = 'aa bb cc dd ee ff gg hh'
  const shown = (style: string) => clampedText(`${text}`, `.c { line-clamp: none; -webkit-line-clamp: 2; ${style} }`)
  const all = 'aa bb@0 cc dd@10 ee ff@20 gg hh@30, ends at 40'
  const clamped = 'aa bb@0 cc dd…@10, ends at 20'
  t.equal(shown('display: -webkit-box; -webkit-box-orient: vertical; overflow: hidden'), clamped)
  t.equal(shown('display: -webkit-box; -webkit-box-orient: block-axis; overflow: hidden'), clamped)
  for (const style of ['', 'overflow: hidden', 'display: block', 'display: flow-root', 'display: -webkit-box']) {
    t.equal(shown(style), all, style)
  }
  t.equal(shown('-webkit-box-orient: vertical; overflow: hidden'), all, 'as in browsers')
})
