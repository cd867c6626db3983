import t from 'tap'
import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import { compileSmall, layOut, placesOn } from '../lay-out.js'

/** The texts in order, those of 20 px in brackets, in double ones where they are bold as well. */
function sizes(css: string, body: string): string {
  let all = ''
  const { pages, diagnostics } = layOut(compileSmall(`p { margin: 0 } ${css}`, body))
  const visit = (fragment: Fragment): void => {
    if (fragment.kind === 'decoration') return
    if (fragment.kind !== 'text') {
      for (const child of fragment.children) visit(child.fragment)
      return
    }
    const text = fragment.words.map((word) => word.text).join('')
    const large = fragment.fontSize === 20
    const bold = fragment.style.fontWeight >= 700
    all += large ? (bold ? `[[${text}]]` : `[${text}]`) : text
  }
  for (const page of pages) if (page.content) visit(page.content.fragment)
  t.same(diagnostics, [])
  return all
}

const LARGE = '::first-letter { font-size: 20px }'

t.test('the first letter of a block has a style of its own', async (t) => {
  t.equal(sizes(`p${LARGE}`, '<p>Once</p><p> two</p>'), '[O]nce[t]wo')
  t.equal(sizes('p:first-letter { font-size: 20px }', '<p>Once</p>'), '[O]nce', 'as CSS 2 writes it')
  t.equal(sizes(`li${LARGE} li { list-style: decimal }`, '<ul><li>item</ul>').replace(/^1\. ?/, ''), '[i]tem')
  t.equal(sizes(`td${LARGE}`, '<table><td>a b</table>'), '[a] b')
})

t.test('it inherits from the element in which the letter stands', async (t) => {
  t.equal(sizes(`p${LARGE}`, '<p><i><b>Bold</b></i> text</p>'), '[[B]]old text')
})

t.test('it may stand in a block within the block, whose own style counts first', async (t) => {
  t.equal(sizes(`div${LARGE}`, '<div><p>one</p><p>two</p></div>'), '[o]netwo')
  t.equal(sizes(`div${LARGE}`, '<div><p> </p><p>two</p></div>'), '[t]wo', 'an empty block has none')
  t.equal(sizes(`div${LARGE} p::first-letter { color: red }`, '<div><p>one</p><p>two</p></div>'), 'onetwo')
})

t.test('generated content comes first, what stands beside the flow does not count', async (t) => {
  t.equal(sizes(`p${LARGE} p::before { content: "«" }`, '<p>Quote</p>'), '[«]Quote')
  t.equal(sizes(`p${LARGE}`, '<p><span style="float:right">f</span>text</p>'), 'f[t]ext')
  t.equal(sizes(`p${LARGE}`, '<p><span style="position:absolute">a</span>text</p>').replace('a', ''), '[t]ext')
})

t.test('there is none behind something else that begins the line', async (t) => {
  const image = '<svg width="5" height="5"></svg>'
  for (const start of [image, '<br>', '<span style="display:inline-block">i</span>', '<table><td>i</table>']) {
    t.equal(sizes(`p${LARGE}`, `<p>${start}text</p>`).replace('i', ''), 'text', start)
  }
  t.equal(sizes(`p${LARGE} p { display: flex }`, '<p>text</p>'), 'text', 'a flex container')
  t.equal(sizes(`span${LARGE}`, '<p><span>text</span></p>'), 'text', 'an inline box')
})

t.test('a rule of a first letter and one of generated content may be one', async (t) => {
  t.equal(sizes('p::first-letter, p::after { content: "z"; font-size: 20px }', '<p>ab</p>'), '[a]b[z]')
})

t.test('only some properties apply to it', async (t) => {
  const css = 'p::first-letter { position: absolute; width: 90px; display: block; text-transform: uppercase }'
  t.equal(sizes(css, '<p>once</p>'), 'Once')
  const { pages } = layOut(compileSmall(`p { margin: 0 } ${css}`, '<p>once</p>'))
  t.same(placesOn(pages[0]), ['O@0,0', 'nce@10,0'])
})

t.test('the text behind a drop cap moves to the next page with it', async (t) => {
  const css = 'p { margin: 0 } p::first-letter { float: left; font-size: 20px; line-height: 20px; padding-right: 5px }'
  const paragraph = '<p>Once aaaa aaaa aaaa aaaa aaaa aaaa</p>'
  const { pages } = layOut(compileSmall(css, `<div style="height:90px"></div>${paragraph}`))
  t.same(pages.map(placesOn), [[], ['O@0,0', 'nce aaaa aaaa@25,0', 'aaaa aaaa aaaa@25,10', 'aaaa@0,20']])
})

t.test('the first letter of generated content inherits from that', async (t) => {
  const inner = 'p::before { content: "Quote"; font-weight: bold }'
  t.equal(sizes(`p${LARGE} ${inner}`, '<p> x</p>'), '[[Q]]uote x')
  t.equal(sizes(`p${LARGE} ${inner} p::before { display: block }`, '<p>x</p>'), '[[Q]]uotex')
  t.equal(sizes(`p${LARGE} p::first-line { font-style: italic } ${inner}`, '<p> x</p>'), '[[Q]]uote x')
})
