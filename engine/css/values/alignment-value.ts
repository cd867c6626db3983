import type { ValueCursor } from './value-cursor.js'
import type { ValueParser } from './value-parsers.js'

/**
 * The treatment of content that is larger than its container (css-align-3 §4.4): `safe` never lets it overflow at
 * the start, `unsafe` keeps the alignment, `default` is as unsafe as there is nothing to scroll on paper.
 */
type OverflowPosition = 'default' | 'safe' | 'unsafe'

/** `align-content` and `justify-content` (css-align-3 §5.1). `baseline` is the first one. */
export interface ContentAlignment {
  readonly keyword:
    | 'normal'
    | 'baseline'
    | 'last-baseline'
    | 'space-between'
    | 'space-around'
    | 'space-evenly'
    | 'stretch'
    | 'center'
    | 'start'
    | 'end'
    | 'flex-start'
    | 'flex-end'
    | 'left'
    | 'right'
  readonly overflow: OverflowPosition
}

/** `align-items`, `align-self`, `justify-items` and `justify-self` (css-align-3 §6). */
export interface SelfAlignment {
  readonly keyword:
    | 'auto'
    | 'normal'
    | 'stretch'
    | 'baseline'
    | 'last-baseline'
    | 'center'
    | 'start'
    | 'end'
    | 'self-start'
    | 'self-end'
    | 'flex-start'
    | 'flex-end'
    | 'left'
    | 'right'
  readonly overflow: OverflowPosition
}

/** `justify-items`, which children inherit when it says `legacy` (css-align-3 §6.2). */
export interface LegacyAlignment extends SelfAlignment {
  /** With the keyword `normal`: `legacy` alone, the parent's legacy alignment or none. */
  readonly legacy: boolean
}

const AUTO_SELF: SelfAlignment = { keyword: 'auto', overflow: 'default' }
export const INHERITS_LEGACY: LegacyAlignment = { keyword: 'normal', overflow: 'default', legacy: true }

const CONTENT_POSITIONS = ['center', 'start', 'end', 'flex-start', 'flex-end'] as const
const SELF_POSITIONS = [...CONTENT_POSITIONS, 'self-start', 'self-end'] as const
const DISTRIBUTIONS = ['space-between', 'space-around', 'space-evenly', 'stretch'] as const
const SIDES = ['left', 'right'] as const

/** `baseline`, `first baseline` or `last baseline`. */
function baseline(cursor: ValueCursor): 'baseline' | 'last-baseline' | undefined {
  const before = cursor.position
  const which = cursor.keyword(['first', 'last'])
  if (cursor.keyword(['baseline'])) return which === 'last' ? 'last-baseline' : 'baseline'
  cursor.reset(before)
  return undefined
}

/** A position with `safe` or `unsafe` before it. */
function positioned<W extends string>(
  cursor: ValueCursor,
  positions: readonly W[],
): { readonly keyword: W; readonly overflow: OverflowPosition } | undefined {
  const before = cursor.position
  const overflow = cursor.keyword(['safe', 'unsafe']) ?? 'default'
  const keyword = cursor.keyword(positions)
  if (keyword !== undefined) return { keyword, overflow }
  cursor.reset(before)
  return undefined
}

export const alignContent: ValueParser<ContentAlignment> = (cursor) => {
  const keyword = cursor.keyword(['normal', ...DISTRIBUTIONS]) ?? baseline(cursor)
  return keyword === undefined ? positioned(cursor, CONTENT_POSITIONS) : { keyword, overflow: 'default' }
}

export const justifyContent: ValueParser<ContentAlignment> = (cursor) => {
  const keyword = cursor.keyword(['normal', ...DISTRIBUTIONS])
  return keyword === undefined ? positioned(cursor, [...CONTENT_POSITIONS, ...SIDES]) : { keyword, overflow: 'default' }
}

/** `align-items`; `align-self` has `auto` besides. */
export const alignItems: ValueParser<SelfAlignment> = (cursor) => selfAlignment(cursor, SELF_POSITIONS)

export const alignSelf: ValueParser<SelfAlignment> = (cursor) =>
  cursor.keyword(['auto']) ? AUTO_SELF : alignItems(cursor)

export const justifySelf: ValueParser<SelfAlignment> = (cursor) =>
  cursor.keyword(['auto']) ? AUTO_SELF : selfAlignment(cursor, [...SELF_POSITIONS, ...SIDES])

export const justifyItems: ValueParser<LegacyAlignment> = (cursor) => {
  const before = cursor.keyword(['legacy']) !== undefined
  const side = cursor.keyword([...SIDES, 'center'])
  if (before || (side !== undefined && cursor.keyword(['legacy']))) {
    return side === undefined ? INHERITS_LEGACY : { keyword: side, overflow: 'default', legacy: true }
  }
  if (side !== undefined) return { keyword: side, overflow: 'default', legacy: false }
  const value = selfAlignment(cursor, [...SELF_POSITIONS, ...SIDES])
  return value && { ...value, legacy: false }
}

function selfAlignment<W extends SelfAlignment['keyword']>(
  cursor: ValueCursor,
  positions: readonly W[],
): SelfAlignment | undefined {
  const keyword = cursor.keyword(['normal', 'stretch']) ?? baseline(cursor)
  return keyword === undefined ? positioned(cursor, positions) : { keyword, overflow: 'default' }
}
