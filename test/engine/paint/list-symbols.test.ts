import t from 'tap'
import { compileTemplate } from '../../../engine/compile.js'
import { dumpDocument } from '../../../engine/dump/dump-document.js'
import { createFontLibrary } from '../../../engine/index.js'

const fonts = createFontLibrary()

/** What is painted of an item of 16px Liberation Sans, whose line begins at 40,0 and has its baseline at 15. */
function painted(style: string, attributes = ''): string[] {
  const html = `<!doctype html><style>@page { margin: 0; size: 200px } body { margin: 0 }
    ul { margin: 0; padding: 0 40px; font: 16px/20px "Liberation Sans"; ${style} }</style><ul ${attributes}><li>a</ul>`
  return dumpDocument(compileTemplate({ html }, { fonts }), {}, 'paint').split('\n').slice(1, -2)
}

t.test('symbols of list items are drawn as large as in browsers, and read as letters', async (t) => {
  const [disc, letter, text] = painted('list-style: disc')
  t.match(disc, /^fill #000000 M/)
  t.match(letter, /^text #000000 16px at [\d.]+,15 "•" invisible$/)
  t.match(text, /^text #000000 16px at 40,15 "a"$/)
  const [square] = painted('list-style: inside square; color: red')
  t.equal(square, 'fill #ff0000 [40,8 5×5]', 'half of two thirds of the ascent, at the start of the line')
  t.match(painted('list-style: circle')[0], /^stroke #000000 1px/)
})

t.test('inside symbols of right-to-left lines stand at their right edges', async (t) => {
  t.ok(painted('list-style: inside square', 'dir=rtl').includes('fill #000000 [155,8 5×5]'))
})

/** The far edges of outside symbols from the edge of the item's text, in px, as Chromium paints them. */
const OUTSIDE: readonly (readonly [style: string, far: number])[] = [
  ['list-style: square', 16],
  ['list-style: square; font: 30px/34px Liberation Sans', 25],
  ['list-style: square; font: 12px Liberation Serif', 14],
  ['list-style: square; font: 20px/24px Liberation Mono', 18],
]

t.test('outside symbols begin where browsers draw them', async (t) => {
  const edges = (style: string, attributes?: string) => {
    const [, left, size] = /^fill #000000 \[([\d.]+),[\d.]+ (\d+)×/.exec(painted(style, attributes)[0] ?? '') ?? []
    return { left: Math.round(Number(left)), right: Math.round(Number(left) + Number(size)) }
  }
  for (const [style, far] of OUTSIDE) {
    t.equal(edges(style).left, 40 - far, style)
    t.equal(edges(style, 'dir=rtl').right, 160 + far, `${style}, from right to left`)
  }
  const large = 'list-style: disclosure-closed; font: 32px/40px Liberation Sans'
  const left = Number(/^fill #000000 M([\d.]+),/.exec(painted(large)[0] ?? '')?.[1])
  t.ok(Math.abs(left - (40 - 29.12)) < 0.1, 'a triangle ends 8 px before the text')
})

t.test('triangles of disclosures stand on the baseline', async (t) => {
  const closed = painted('list-style: inside disclosure-closed')[0]
  t.match(closed, /^fill #000000 M40,4\.\d+ L49\.\d+,9\.\d+ L40,15 Z$/)
  t.match(
    painted('list-style: inside disclosure-open')[0],
    /^fill #000000 M40,5\.\d+ L45\.28,14\.\d+ L50\.56,5\.\d+ Z$/,
  )
})

t.test('markers with content of their own are text', async (t) => {
  const html = '<style>li::marker { content: "•" }</style><ul><li>a</ul>'
  const calls = dumpDocument(compileTemplate({ html }, { fonts }), {}, 'paint')
  t.notMatch(calls, /fill|invisible/)
  t.match(calls, /"•"/)
})
