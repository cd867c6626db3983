import type { ValueCursor } from '../values/value-cursor.js'
import { ANIMATION_SHORTHANDS } from './animation-shorthand.js'
import { BACKGROUND_SHORTHANDS } from './background-shorthands.js'
import { BOX_SHORTHANDS } from './box-shorthands.js'
import { FLEX_SHORTHANDS } from './flex-shorthands.js'
import { FRAGMENTATION_SHORTHANDS } from './fragmentation-shorthands.js'
import { GRID_SHORTHANDS } from './grid-shorthands.js'
import { LETTER_PAINT_SHORTHANDS } from './letter-paint-shorthands.js'
import { LONGHANDS, type LonghandName } from './longhands.js'
import { MASK_SHORTHANDS } from './mask-shorthand.js'
import type { Shorthand } from './shorthand.js'
import { SVG_SHORTHANDS } from './svg-shorthands.js'
import { TEXT_SHORTHANDS, textAlignJustifyAll, wordBreakWord } from './text-shorthands.js'

const UNTOUCHED_BY_ALL: ReadonlySet<LonghandName> = new Set<LonghandName>(['direction', 'unicode-bidi'])

/** css-cascade-5 §3.2: takes CSS-wide keywords only. */
const all: Shorthand = {
  longhands: LONGHANDS.map(({ name }) => name).filter((name) => !UNTOUCHED_BY_ALL.has(name)),
  parse: () => undefined,
}

/** The records of all shorthands. */
export const SHORTHANDS: ReadonlyMap<string, Shorthand> = new Map(
  Object.entries({
    all,
    ...BOX_SHORTHANDS,
    ...FRAGMENTATION_SHORTHANDS,
    ...BACKGROUND_SHORTHANDS,
    ...TEXT_SHORTHANDS,
    ...LETTER_PAINT_SHORTHANDS,
    ...FLEX_SHORTHANDS,
    ...GRID_SHORTHANDS,
    ...SVG_SHORTHANDS,
    ...MASK_SHORTHANDS,
    ...ANIMATION_SHORTHANDS,
  }),
)

/** The shorthand that reads a value which the longhand of the same name does not know, as it sets others too. */
export function legacyValueOf(name: string, cursor: ValueCursor): Shorthand | undefined {
  const word = cursor.peekIdent()
  if (name === 'word-break' && word === 'break-word') return wordBreakWord
  return name === 'text-align' && word === 'justify-all' ? textAlignJustifyAll : undefined
}
