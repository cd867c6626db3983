import type { FontLibrary } from '../../../engine/fonts/font-types.js'
import type { ComputedStyle } from '../../../engine/style/computed-style.js'
import { initialStyle } from '../../../engine/style/initial-style.js'

let nextId = 0

/** The style of a block of initial values at 10px (line-height 1), `overrides` on top. Every call makes a new style. */
export function testStyle(fonts: FontLibrary, overrides: Partial<ComputedStyle> = {}): ComputedStyle {
  const font = fonts.select({ families: ['Square'], weight: 400, style: 'normal', stretch: 100 })
  return {
    ...initialStyle(nextId++, font),
    display: 'block',
    inlineLevel: false,
    fontFamily: ['Square'],
    fontSize: 10,
    lineHeight: { kind: 'number', value: 1 },
    ...overrides,
  }
}
