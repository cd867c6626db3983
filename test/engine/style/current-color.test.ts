import t from 'tap'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import { h, StyleFixture } from './style-fixture.js'

/** The styles of a red element and of a blue one in it. */
function redAndBlue(css: string): readonly [red: ComputedStyle, blue: ComputedStyle] {
  const fixture = new StyleFixture(`div { color: #f00 } p { color: #00f } ${css}`, [
    h('div', { id: 'red' }, h('p', { id: 'blue' })),
  ])
  const document = fixture.document()
  t.strictSame(fixture.messages(), [])
  return [document.style('red'), document.style('blue')]
}

/** What a value looks like in which the colour of the one element stands for that of the other. */
function recolored(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('red' in value && 'blue' in value) return { ...value, red: value.blue, blue: value.red }
  if (Array.isArray(value)) return value.map(recolored)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, recolored(inner)]))
}

const MIX = 'color-mix(in srgb, currentcolor, lime)'

t.test('currentcolor within a value that is inherited is the colour of the element that inherits', async (t) => {
  const table: readonly (readonly [property: string, value: string, field: keyof ComputedStyle])[] = [
    ['box-shadow', '1px 1px', 'boxShadow'],
    ['box-shadow', `1px 2em currentcolor, inset 0 0 3px ${MIX}`, 'boxShadow'],
    ['background-image', 'linear-gradient(currentcolor, lime 2em)', 'backgroundImage'],
    ['background-image', `radial-gradient(${MIX}, lime), conic-gradient(currentcolor, lime)`, 'backgroundImage'],
    ['border-image-source', 'linear-gradient(currentcolor, lime)', 'borderImageSource'],
    ['mask-image', 'linear-gradient(currentcolor, lime)', 'maskImage'],
    ['filter', 'drop-shadow(1px 1px)', 'filter'],
    ['filter', `blur(1px) drop-shadow(1px 1px ${MIX})`, 'filter'],
    ['shape-outside', 'linear-gradient(currentcolor, lime)', 'shapeOutside'],
    ['text-decoration-color', MIX, 'textDecorationColor'],
  ]
  for (const [property, value, field] of table) {
    const [red, blue] = redAndBlue(`div { ${property}: ${value} } p { ${property}: inherit; font-size: 3em }`)
    t.notSame(red[field], recolored(red[field]), `${property}: ${value} has a colour`)
    t.strictSame(blue[field], recolored(red[field]), `${property}: ${value}`)
  }
})

t.test('so it is in properties that are inherited by themselves, through any number of elements', async (t) => {
  const table: readonly (readonly [property: string, field: keyof ComputedStyle])[] = [
    ['text-emphasis-color', 'textEmphasisColor'],
    ['-webkit-text-fill-color', 'WebkitTextFillColor'],
    ['fill', 'fill'],
    ['stroke', 'stroke'],
  ]
  for (const [property, field] of table) {
    const [red, blue] = redAndBlue(`div { ${property}: ${MIX} }`)
    t.strictSame(blue[field], recolored(red[field]), property)
  }
  const [red, blue] = redAndBlue(`div { text-shadow: 1px 1em ${MIX} } p { font-size: 3em }`)
  t.strictSame(blue.textShadow, recolored(red.textShadow))
  const [, own] = redAndBlue(`div { text-shadow: 1px 1px ${MIX} } p { text-shadow: 2px 2px lime }`)
  t.strictSame(own.textShadow.length, 1)
  t.match(own.textShadow, [{ x: 2, color: { blue: 0, green: 1 } }], 'not where another one is declared')
  const between = new StyleFixture(`#a { color: #f00; text-shadow: 1px 1px ${MIX} } #c { color: #00f }`, [
    h('div', { id: 'a' }, h('div', { id: 'b' }, h('div', { id: 'c' }))),
  ]).document()
  t.equal(between.style('b').textShadow, between.style('a').textShadow, 'the same where the colour is')
  t.strictSame(between.style('c').textShadow, recolored(between.style('a').textShadow))
})

t.test('values that are inherited for their colour grow with their element', async (t) => {
  const [, blue] = redAndBlue(`div { text-shadow: 1em 2px ${MIX} } p { zoom: 3 }`)
  t.match(blue.textShadow, [{ x: 48, y: 6, color: { blue: 0.5 } }])
})

t.test('values without currentcolor are inherited as they were computed', async (t) => {
  const [red, blue] = redAndBlue(
    'div { box-shadow: 1px 1px lime; filter: blur(2px) } p { box-shadow: inherit; filter: inherit }',
  )
  t.equal(blue.boxShadow, red.boxShadow)
  t.equal(blue.filter, red.filter)
})
