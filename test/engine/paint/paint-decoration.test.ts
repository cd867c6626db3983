import t from 'tap'
import type { DecorationFragment } from '../../../engine/layout/fragment-tree.js'
import { at, block, color, page } from './fragments.js'
import { paintCalls } from './paint-calls.js'

/** The calls that paint a line of 40 px with its top left corner at (0, 20). */
function callsOf(changes: Partial<DecorationFragment>): readonly string[] {
  const decoration: DecorationFragment = {
    kind: 'decoration',
    line: 'underline',
    width: 40,
    thickness: 2,
    lineStyle: 'solid',
    color: color('#f00'),
    shadows: [],
    ...changes,
  }
  return paintCalls(page(block(0, 0, {}, at(-10, 10, decoration))))
}

t.test('solid and double lines are rectangles; the second line is on the far side of the text', async (t) => {
  t.same(callsOf({}), ['fill #ff0000 [0,20 40×2]'])
  t.same(callsOf({ lineStyle: 'double' }), ['fill #ff0000 [0,20 40×2]', 'fill #ff0000 [0,23 40×2]'])
  t.same(callsOf({ lineStyle: 'double', line: 'overline' }), ['fill #ff0000 [0,20 40×2]', 'fill #ff0000 [0,17 40×2]'])
})

t.test('dotted and dashed lines are strokes along their middle', async (t) => {
  t.same(callsOf({ lineStyle: 'dotted' }), ['stroke #ff0000 2px dashes 2,1.8 from 0,21 to 40,21'])
  t.same(callsOf({ lineStyle: 'dashed' }), ['stroke #ff0000 2px dashes 6,5.33 from 0,21 to 40,21'])
})

t.test('wavy lines are cut at both ends', async (t) => {
  const calls = callsOf({ lineStyle: 'wavy' })
  t.same(calls.slice(0, 2), ['save', '  clip [0,14 40×14]'])
  t.match(calls[2], /^ {2}stroke #ff0000 2px M0,21 C3\.2,17 4\.8,17 8,21 C/)
  t.equal(calls[3], 'restore')
})

t.test('shadows lie below their line, the first on top', async (t) => {
  const shadows = [
    { x: 1, y: 2, blur: 0, color: color('#00f') },
    { x: 3, y: 4, blur: 0, color: 'currentcolor' },
  ] as const
  t.same(callsOf({ shadows }), ['fill #ff0000 [3,24 40×2]', 'fill #0000ff [1,22 40×2]', 'fill #ff0000 [0,20 40×2]'])
})

t.test('transparent lines and lines without width paint nothing', async (t) => {
  t.same(callsOf({ color: color('#f00', 0) }), [])
  t.same(callsOf({ width: 0 }), [])
})
