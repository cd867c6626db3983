import { setFlagsFromString } from 'node:v8'
import t from 'tap'
import { LONGHANDS } from '../../../engine/css/properties/longhands.js'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import { h, StyleFixture, styleOf } from './style-fixture.js'

/** Everything but the number and the font. */
function valuesOf(style: ComputedStyle): unknown {
  return { ...style, id: 0, font: undefined }
}

t.test('a property set to its initial value computes as without any rule for it', async (t) => {
  const plain = styleOf('', 'span')
  for (const { name, initial } of LONGHANDS) {
    t.same(valuesOf(styleOf(`#x { ${name}: ${initial} }`, 'span')), valuesOf(plain), `${name}: ${initial}`)
    t.same(valuesOf(styleOf(`#x { ${name}: initial }`, 'span')), valuesOf(plain), `${name}: initial`)
  }
})

t.test('the initial value of a property resets all that the parent handed on', async (t) => {
  const style = styleOf('body { text-indent: 1em hanging each-line } #x { text-indent: initial }', 'p')
  t.equal(style.textIndent, 0)
  t.equal(style.textIndentHanging, false)
  t.equal(style.textIndentEachLine, false)
})

t.test('lines have their medium width as soon as they have a style', async (t) => {
  t.equal(styleOf('', 'span').borderTopWidth, 0)
  t.equal(styleOf('#x { border-top-style: solid }', 'span').borderTopWidth, 3)
  t.equal(styleOf('#x { outline-style: solid }', 'span').outlineWidth, 3)
  t.equal(styleOf('#x { column-rule-style: solid }', 'span').columnRuleWidth, 3)
  t.equal(styleOf('#x { border: 5px solid; border-width: initial }', 'span').borderTopWidth, 3)
})

t.test('all styles share one hidden class', async (t) => {
  const css = `p { margin: 1.5px; text-align: -webkit-center; border-spacing: 2px; font-size: 13.3px }
    p::before { content: 'x'; color: red } @page { margin: 1cm; @top-left { content: 'y' } }`
  const { styled } = new StyleFixture(css, [h('p', {}, h('i', { dir: 'rtl' }))]).document()
  const paragraph = styled.tree.root.children[0]
  if (paragraph?.kind !== 'element') throw new Error('expected an element')
  const page = styled.pageStyle({ number: 1, name: '', blank: false, groupPage: 1 })
  const styles = [...styled.styles, page.style, ...page.marginBoxes.values(), page.footnote]
  for (const style of styled.styles) styles.push(styled.anonymous(style, 'block'))
  setFlagsFromString('--allow-natives-syntax')
  const sharesClass = new Function('a', 'b', 'return %HaveSameMap(a, b) && %HasFastProperties(a)')
  t.ok(styles.length > 10)
  for (const style of styles) t.ok(sharesClass(style, styles[0]), style.display)
})
