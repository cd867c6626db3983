import type { LonghandName } from '../css/properties/longhands.js'

const GROUPS = /^(?:font|text|background|border|margin|padding)-/

const OTHERS: ReadonlySet<string> = new Set<LonghandName>([
  'box-shadow',
  'color',
  'float',
  'letter-spacing',
  'line-height',
  'mix-blend-mode',
  'opacity',
  'vertical-align',
  'word-spacing',
])

/** Whether a property applies to `::first-letter` (css-pseudo-4 §2.2.2), opacity and blending as in browsers. */
export function appliesToFirstLetter(name: LonghandName): boolean {
  return GROUPS.test(name) || OTHERS.has(name)
}
