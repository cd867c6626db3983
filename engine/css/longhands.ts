import { BACKGROUND_LONGHANDS } from './longhands-background.js'
import { BOX_LONGHANDS } from './longhands-box.js'
import { COLUMN_LONGHANDS } from './longhands-columns.js'
import { CONTENT_LONGHANDS } from './longhands-content.js'
import { EFFECT_LONGHANDS } from './longhands-effects.js'
import { FLEX_LONGHANDS } from './longhands-flex.js'
import { GRID_LONGHANDS } from './longhands-grid.js'
import { PAGED_LONGHANDS } from './longhands-paged.js'
import { POSITION_LONGHANDS } from './longhands-position.js'
import { TEXT_LONGHANDS } from './longhands-text.js'
import type { ValueParser } from './value-parsers.js'

/** The parsers of all longhand properties that a computed style knows. */
export const LONGHANDS = {
  ...TEXT_LONGHANDS,
  ...BOX_LONGHANDS,
  ...FLEX_LONGHANDS,
  ...POSITION_LONGHANDS,
  ...CONTENT_LONGHANDS,
  ...GRID_LONGHANDS,
  ...PAGED_LONGHANDS,
  ...COLUMN_LONGHANDS,
  ...BACKGROUND_LONGHANDS,
  ...EFFECT_LONGHANDS,
} as const

export type LonghandName = keyof typeof LONGHANDS

/** The declared value of a property, CSS-wide keywords apart. */
export type DeclaredValue<P extends LonghandName> = Exclude<ReturnType<(typeof LONGHANDS)[P]>, undefined>

export type AnyDeclaredValue = { [P in LonghandName]: DeclaredValue<P> }[LonghandName]

const PARSERS: ReadonlyMap<string, ValueParser<AnyDeclaredValue>> = new Map(Object.entries(LONGHANDS))

/** Font, colour and direction first: what the computation of the others needs. */
export const LONGHAND_NAMES: readonly LonghandName[] = Object.keys(LONGHANDS).filter(isLonghand)

export function isLonghand(name: string): name is LonghandName {
  return PARSERS.has(name)
}

export function longhandParser(name: LonghandName): ValueParser<AnyDeclaredValue> {
  return LONGHANDS[name]
}
