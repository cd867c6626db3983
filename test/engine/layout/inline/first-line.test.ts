import t from 'tap'
import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import { renderDocument } from '../../../../engine/render.js'
import { compileSmall, layOut, placesOn } from '../lay-out.js'

/** The texts with their places, page by page; squares are as large as the font. */
function places(css: string, body: string): string[][] {
  const { pages, diagnostics } = layOut(compileSmall(`p, div { margin: 0 } ${css}`, body))
  t.same(diagnostics, [])
  return pages.map(placesOn)
}

const LARGE = '::first-line { font-size: 20px }'

t.test('the first line of a block is broken and as high as its own font asks', async (t) => {
  t.same(places(`p${LARGE}`, '<p>aaa bbb ccc ddd eee</p>'), [['aaa bbb@0,0', 'ccc ddd eee@0,20']])
  t.same(places(`p${LARGE} p { width: 70px }`, '<p>aaaaaaaa bbb</p>'), [['aaaaaaaa@0,0', 'bbb@0,20']])
  t.same(places('p:first-line { font-size: 20px }', '<p>a</p>'), [['a@0,0']], 'as CSS 2 writes it')
  t.same(places('p { font-size: 20px } p::first-line { font-size: 10px }', '<p>aaa bbb ccc ddd eee</p>'), [
    ['aaa bbb ccc ddd eee@0,0'],
  ])
})

t.test('what is on it inherits from it, with sizes of its own', async (t) => {
  const css = `p${LARGE} b { font-size: .5em } i { font-size: 10px }`
  t.same(places(css, '<p>aa <b>bb</b> <i>cc</i> dd ee ff <b>g</b></p>'), [
    ['aa@0,0', 'bb@60,8', 'cc@100,8', 'dd@120,0', 'ee ff@0,20', 'g@60,24'],
  ])
})

t.test('letters are changed on it alone, also where they become more', async (t) => {
  const css = 'p { width: 100px } p::first-line { text-transform: uppercase }'
  t.same(places(css, '<p>straße straße straße</p>'), [['STRASSE@0,0', 'straße@0,10', 'straße@0,20']])
  t.same(places(`${css} p { word-break: break-all }`, '<p>eßen ßaal zwölf</p>'), [['ESSEN SSAA@0,0', 'l zwölf@0,10']])
  const plain = 'p { width: 70px; text-transform: uppercase } p::first-line { text-transform: none }'
  t.same(places(plain, '<p>straße straße</p>'), [['straße@0,0', 'STRASSE@0,10']])
  const capitals = 'p { width: 60px } p::first-line { text-transform: capitalize }'
  t.same(places(capitals, '<p>a<b>b</b> cd <i>ef</i> gh</p>').join().replace(/@\d+,/g, '@'), 'A@0,b@0,Cd@0,ef@10,gh@10')
})

t.test('a word is divided where the letters of the first line fill it', async (t) => {
  const css = `p { width: 100px } p${LARGE}`
  t.same(places(css, '<p>aa bbb\u00adccc\u00addd</p>'), [['aa@0,0', 'bbbcccdd@0,20']], 'no room for its hyphen')
  t.same(places(css, '<p>a bb\u00adccc\u00addd</p>'), [['a bb‐@0,0', 'cccdd@0,20']])
  t.same(places(`${css} p { overflow-wrap: anywhere }`, '<p>abcdefghijklmnopqrs</p>'), [
    ['abcde@0,0', 'fghijklmno@0,20', 'pqrs@0,30'],
  ])
  const small = 'p { width: 60px; font-variant: small-caps } p::first-line { font-variant: normal }'
  t.same(places(`${small} p { word-break: break-all }`, '<p>aßaßaßaßa</p>'), [['aßaßaß@0,0', 'ASSA@0,10']])
})

t.test('it ends where the text says', async (t) => {
  t.same(places(`p${LARGE}`, '<p>aa<br>bb</p>'), [['aa@0,0', 'bb@0,20']])
  t.same(places(`p${LARGE}`, '<p><br>bb</p>'), [['bb@0,20']])
  t.same(places(`pre${LARGE} pre { margin: 0; font: inherit }`, '<pre>a  a\n  bb\n</pre>'), [['a  a@0,0', 'bb@0,20']])
  t.same(places(`p${LARGE} p { white-space: break-spaces; width: 40px }`, '<p>a    b</p>'), [['a@0,0', 'b@0,20']])
})

t.test('it may stand in a block within the block, inside of whose styles it is', async (t) => {
  const nested = '<div><p>aa</p><p>bb</p></div>'
  t.same(places(`div${LARGE}`, nested), [['aa@0,0', 'bb@0,20']])
  t.same(places(`div${LARGE} p { font-size: 5px }`, nested), [['aa@0,0', 'bb@0,20']], 'against the inner block')
  t.same(places(`div${LARGE} p::first-line { letter-spacing: 10px }`, nested), [['aa@0,0', 'bb@0,20']])
  t.same(places(`div${LARGE}`, '<div> <span style="float:left">f</span><p> </p><div><p>aa</p></div>bb</div>'), [
    ['f@0,0', 'aa@10,0', 'bb@0,20'],
  ])
  t.same(places(`div${LARGE}`, '<div>aa<p>bb</p>cc</div>'), [['aa@0,0', 'bb@0,20', 'cc@0,30']])
  t.same(places(`div${LARGE}`, '<div><span>aa<p>bb</p>cc</span></div>'), [['aa@0,0', 'bb@0,20', 'cc@0,30']])
})

t.test('it is that of block containers', async (t) => {
  t.same(places(`li${LARGE} li { list-style: none } ul { margin: 0; padding: 0 }`, '<ul><li>aa bb<li>cc</ul>'), [
    ['aa bb@0,0', 'cc@0,20'],
  ])
  t.same(places(`td${LARGE} td { padding: 0 }`, '<table style="border-spacing:0"><td>aa<td>b</table>'), [
    ['aa@0,0', 'b@40,0'],
  ])
  t.same(places(`div div${LARGE}`, '<div style="display:flex"><div>aa</div><div>b</div></div>'), [['aa@0,0', 'b@40,0']])
  t.same(places(`span${LARGE} span { display: inline-block }`, '<p>a<span>b<br>c</span></p>').flat().sort(), [
    'a@0,20',
    'b@10,0',
    'c@10,20',
  ])
  for (const display of ['flex', 'grid', 'table', 'inline']) {
    t.same(places(`p${LARGE} p { display: ${display} }`, '<p>aa</p>'), [['aa@0,0']], display)
    if (display === 'inline') continue
    t.same(places(`div${LARGE} p { display: ${display} }`, '<div><p>aa</p></div>').flat(), ['aa@0,0'], display)
  }
})

t.test('boxes in it that are no text have their own styles', async (t) => {
  const css = `p${LARGE} span { display: inline-block }`
  t.same(places(css, '<p>a<span>b</span></p>'), [['a@0,0', 'b@20,8']])
})

t.test('generated content and first letters inherit from it', async (t) => {
  t.same(places(`p${LARGE} p::before { content: "«" }`, '<p>a</p>'), [['«@0,0', 'a@20,0']])
  t.same(places(`p${LARGE} p::first-letter { font-size: 2em; line-height: 20px }`, '<p>ab</p>'), [
    ['a@0,-10', 'b@40,6'],
  ])
  t.same(places(`p${LARGE} p::first-letter { float: left; font-size: 2em }`, '<p>ab cccc dddd eeee</p>'), [
    ['a@0,0', 'b cccc@40,0', 'dddd eeee@40,20'],
  ])
})

t.test('only some properties apply to it', async (t) => {
  const css =
    'p::first-line { display: block; padding: 9px; margin: 9px; width: 9px; position: absolute; float: right }'
  t.same(places(`${css} p::first-line { vertical-align: 9px; text-indent: 9px }`, '<p>aa bb</p>'), [['aa bb@0,0']])
})

t.test('its background stands around all that is on it', async (t) => {
  const css = `p { width: 100px; text-align: right } p::first-line { background: #f00; font-size: 20px }`
  const { pages } = layOut(compileSmall(`p { margin: 0 } ${css}`, '<p>a <b>b</b> cccc</p>'))
  const found: string[] = []
  const visit = (fragment: Fragment, x: number, y: number): void => {
    if (fragment.kind === 'text' || fragment.kind === 'decoration') return
    if (fragment.kind === 'box' && fragment.style.backgroundColor.alpha > 0) {
      found.push(`${x},${y} ${fragment.width}×${fragment.height} ${fragment.cut ? 'cut' : 'whole'}`)
    }
    for (const child of fragment.children) visit(child.fragment, x + child.x, y + child.y)
  }
  for (const page of pages) if (page.content) visit(page.content.fragment, 0, 0)
  t.same(found, ['40,0 60×20 whole'])
})

t.test('only the very first line of a block is one, whatever page the others are on', async (t) => {
  const text = '<p>aaaa aaaa bbbb bbbb cccc cccc</p>'
  t.same(places(`p${LARGE} p { width: 90px }`, `<div style="height:70px"></div>${text}`), [
    ['aaaa@0,70', 'aaaa bbbb@0,90'],
    ['bbbb cccc@0,0', 'cccc@0,10'],
  ])
  t.same(places(`p${LARGE} p { width: 90px }`, `<div style="height:90px"></div>${text}`)[1]?.[0], 'aaaa@0,0')
})

t.test('beside floats it has the room that they leave it', async (t) => {
  const float = '<span style="float:left;width:100px;height:30px"></span>'
  t.same(places(`p${LARGE}`, `<p>${float}aaa bbb ccc ddd eee</p>`), [['aaa@100,0', 'bbb ccc@100,20', 'ddd eee@0,30']])
  t.same(places(`p${LARGE}`, `<p>aa ${float}bb cc</p>`), [['aa@100,0', 'bb@160,0', 'cc@100,20']])
  t.same(
    places(`p${LARGE}`, `<p>aaaaaa ${float}bb cc</p>`),
    [['aaaaaa@0,0', 'bb@140,0', 'cc@100,20']],
    'too wide for this one',
  )
})

t.test('boxes that shrink to fit have room for it', async (t) => {
  const css = `p${LARGE} p { float: left }`
  t.same(places(css, '<p>aaa bbb</p>'), [['aaa bbb@0,0']])
  t.same(places(css, '<p>aa<br>bb cc</p>'), [['aa@0,0', 'bb cc@0,20']])
  t.same(places(`${css} p { width: min-content }`, '<p>aaa bb</p><p>c</p>'), [['aaa@0,0', 'bb@0,20', 'c@60,0']])
  t.same(places(`p::first-line { font-size: 5px } p { float: left }`, '<p>aaaa</p><p>c</p>'), [['aaaa@0,0', 'c@20,0']])
})

t.test('lines are balanced and broken optimally around it', async (t) => {
  const text = '<p>aaa bbb ccc ddd eee fff</p>'
  t.same(places(`p${LARGE} p { text-wrap: balance }`, text), [['aaa bbb@0,0', 'ccc ddd eee fff@0,20']])
  t.same(places(`p${LARGE} p { text-wrap: pretty }`, text), [['aaa bbb@0,0', 'ccc ddd eee fff@0,20']])
})

t.test('text of both directions is ordered on it as elsewhere', async (t) => {
  t.same(places(`p${LARGE}`, '<p dir="rtl">abc אבג דהו</p>'), [['אבג@60,0', 'abc@140,0', 'דהו@170,20']])
})

t.test('its cost is that of the text', async (t) => {
  const words = (count: number) => `<p>${Array.from({ length: count }, (_, at) => `word${at}`).join(' ')}</p>`
  const work = (css: string, count: number) => renderDocument(compileSmall(css, words(count)), {}).stats.work
  t.equal(work('i::first-line { color: red }', 2000), work('', 2000), 'nothing where there is none')
  const [less, more] = [work(`p${LARGE}`, 2000), work(`p${LARGE}`, 8000)]
  t.ok(more < less * 5, `${less} steps for a text, ${more} for one of four times the length`)
})
