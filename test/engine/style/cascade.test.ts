import t from 'tap'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import { type Attributes, h, StyleFixture } from './style-fixture.js'

interface Outcome {
  readonly style: ComputedStyle
  readonly child: ComputedStyle
  readonly messages: readonly string[]
}

/** Styles of `<div id=x class=c><span id=child>`. */
function styled(css: string, attributes: Attributes = {}, name = 'div'): Outcome {
  const fixture = new StyleFixture(css, [h(name, { id: 'x', class: 'c', ...attributes }, h('span', { id: 'child' }))])
  const document = fixture.document()
  return { style: document.style('x'), child: document.style('child'), messages: fixture.messages() }
}

t.test('the cascade sorts by importance, origin, specificity and order', async (t) => {
  const table: readonly (readonly [css: string, orphans: number, inline?: string])[] = [
    ['div { orphans: 3 } div { orphans: 4 }', 4],
    ['.c { orphans: 3 } div { orphans: 4 }', 3],
    ['#x { orphans: 3 } .c.c { orphans: 4 }', 3],
    ['div { orphans: 3 !important } #x { orphans: 4 }', 3],
    ['div { orphans: 3 } ', 5, 'orphans: 5'],
    ['div { orphans: 3 !important }', 3, 'orphans: 5'],
    ['#x { orphans: 3 !important }', 5, 'orphans: 5 !important'],
    ['div { orphans: 3; orphans: 4 }', 4],
    ['div { orphans: 3 !important; orphans: 4 }', 3],
    ['div { orphans: 3; orphans: none }', 3],
    [':where(#x) { orphans: 3 } div { orphans: 4 }', 4],
    ['div, #x { orphans: 3 } .c { orphans: 4 }', 3],
  ]
  for (const [css, orphans, inline] of table) {
    t.equal(styled(css, inline === undefined ? {} : { style: inline }).style.orphans, orphans, `${css} ${inline ?? ''}`)
  }
})

t.test('inheritance and the CSS-wide keywords', async (t) => {
  const { child } = styled('div { color: red; border: 1px solid; orphans: 5; line-height: 2 } span { border: inherit }')
  t.equal(child.color.red, 1)
  t.equal(child.orphans, 5)
  t.strictSame(child.lineHeight, { kind: 'number', value: 2 })
  t.equal(child.borderTopWidth, 1)
  t.equal(child.borderTopColor.red, 1)
  t.equal(styled('div { orphans: 5 } span { orphans: initial }').child.orphans, 2)
  t.equal(styled('div { orphans: 5 } span { orphans: unset }').child.orphans, 5)
  t.equal(styled('div { padding-top: 5px } span { padding-top: unset }').child.paddingTop, 0)
  t.equal(styled('div { display: inline; display: revert }').style.display, 'block', 'revert: the default style sheet')
  t.equal(styled('p { margin-top: 3px; margin-top: revert }', {}, 'p').style.marginTop, 16)
  t.equal(styled('span { font-size: 2em; font-size: revert }').child.fontSize, 16)
})

t.test('currentcolor is inherited as the keyword', async (t) => {
  const blue = (css: string, field: 'borderTopColor' | 'outlineColor' | 'backgroundColor') =>
    styled(`div { color: red } span { color: blue } ${css}`).child[field].blue
  t.equal(blue('div { border: 1px solid } span { border: inherit }', 'borderTopColor'), 1)
  t.equal(blue('div { border-color: currentcolor } span { border-color: inherit }', 'borderTopColor'), 1)
  t.equal(blue('span { outline-color: inherit }', 'outlineColor'), 1, 'an initial value')
  t.equal(blue('div { background: currentcolor } span { background: inherit }', 'backgroundColor'), 1)
  t.equal(blue('div { border-color: red } span { border-color: inherit }', 'borderTopColor'), 0, 'another colour')
  const mixed = 'div { border-color: color-mix(in srgb, currentcolor, white) } span { border-color: inherit }'
  t.strictSame([blue(mixed, 'borderTopColor'), styled(mixed).child.borderTopColor.red], [1, 0.5])
  const twice = new StyleFixture('* { border: inherit } .a { border: 1px solid; color: red } .c { color: blue }', [
    h('div', { class: 'a' }, h('p', {}, h('b', { id: 'x', class: 'c' }))),
  ])
  t.equal(twice.document().style('x').borderTopColor.blue, 1, 'through elements between')
})

t.test('em refers to the parent for font-size and to the element itself else', async (t) => {
  const { style, child } = styled('div { font-size: 2em; margin-top: 1em } span { font-size: 50%; margin-top: 2em }')
  t.equal(style.fontSize, 32)
  t.equal(style.marginTop, 32)
  t.equal(child.fontSize, 16)
  t.equal(child.marginTop, 32)
  const rem = new StyleFixture('html { font-size: 10px; padding: 1rem } div { width: 2rem; font-size: 3rem }', [
    h('div', { id: 'x' }),
  ])
  const document = rem.document()
  t.equal(document.style('x').width, 20)
  t.equal(document.style('x').fontSize, 30)
  t.equal(document.style('html').paddingTop, 10)
})

t.test('custom properties: references, fallbacks, inheritance, cycles', async (t) => {
  const table: readonly (readonly [css: string, width: unknown, valid?: boolean])[] = [
    ['html { --a: 4px } div { width: var(--a) }', 4],
    ['html { --a: 4px } div { --a: 5px; width: var(--a) }', 5],
    ['div { --b: var(--a); --a: 4px; width: var(--b) }', 4],
    ['div { width: var(--a, 6px) }', 6],
    ['html { --a: 4px } div { --a: var(--b, unset); width: var(--a) }', 4],
    ['div { --a: 4px; --a: 5px); width: var(--a) }', 4, false],
    ['div { width: 3px; width: var(--, 5px) }', 3, false],
    ['div { width: 3px; --: 4px }', 3, false],
    ['div { --a: 4px; width: 3px; width: var(--a) !important !important }', 3, false],
    ['div { width: var(--a, var(--b, 7px)) }', 7],
    ['div { width: var( --a , ) }', 'auto', false],
    ['div { --a: ; width: var(--a) 8px }', 8],
    ['div { width: 1px; width: var(--a) }', 'auto', false],
    ['div { --a: red; width: var(--a) }', 'auto', false],
    ['div { --a: var(--b); --b: var(--a); width: var(--a, 9px) }', 9],
    ['div { --a: var(--a, 1px); width: var(--a, 9px) }', 9],
    ['div { --a: 3px; --b: calc(var(--a) * 2 + 1px); width: var(--b) }', 7],
    ['div { --A: 3px; --a: 4px; width: var(--A) }', 3],
    ['html { --a: 4px } div { --a: initial; width: var(--a, 9px) }', 9],
    ['html { --a: 4px } div { --a: inherit; width: var(--a, 9px) }', 4],
    ['div { --a: 3px !important; --a: 4px; width: var(--a) }', 3],
    ['div { --toString: 3px; width: var(--toString) }', 3],
    ['div { --a: inherit-this; --w: auto; width: var(--w) }', 'auto'],
  ]
  for (const [css, width, valid = true] of table) {
    const { style, messages } = styled(css)
    t.equal(style.width, width, css)
    t.equal(messages.length, valid ? 0 : 1, css)
  }
  const shorthand = styled('html { --m: 1px 2px } div { margin: var(--m); padding: 3px var(--p, 4px) }')
  t.strictSame([shorthand.style.marginLeft, shorthand.style.marginTop, shorthand.style.paddingLeft], [2, 1, 4])
  t.match(styled('div {\n width: var(--none) }').messages, [
    /^style\.css:2:2: warning: a variable in "width: var\(--none\)" has no value/,
  ])
})

t.test('values that double at each reference end somewhere', async (t) => {
  const steps = Array.from({ length: 40 }, (_, i) => `--v${i + 1}: var(--v${i}) var(--v${i})`)
  const { style } = styled(`div { --v0: 1px; ${steps.join(';')}; width: var(--v40, 5px) }`)
  t.equal(style.width, 5)
  const chain = Array.from({ length: 5000 }, (_, i) => `--v${i + 1}: var(--v${i})`)
  t.equal(styled(`div { --v0: 1px; ${chain.join(';')}; width: var(--v5000, 5px) }`).style.width, 5)
})

t.test('flow-relative properties follow the direction', async (t) => {
  const rtl = styled('div { margin-left: 1px; margin-inline-start: 5px; padding-inline: 1px 2px }', {
    dir: 'rtl',
  }).style
  t.strictSame([rtl.direction, rtl.marginLeft, rtl.marginRight, rtl.paddingLeft, rtl.paddingRight], ['rtl', 1, 5, 2, 1])
  const ltr = styled('div { margin-inline-start: 5px; margin-left: 1px }').style
  t.equal(ltr.marginLeft, 1)
})

t.test('the language passes down from lang', async (t) => {
  const { style, child } = styled('', { lang: 'de-CH' })
  t.equal(style.language, 'de-CH')
  t.equal(child.language, 'de-CH')
  t.equal(styled('').style.language, '')
})
