import { alignContent, alignItems, alignSelf, justifyContent, justifyItems, justifySelf } from './alignment-value.js'
import type { LengthValue } from './length-value.js'
import { type SizeDeclaration, size } from './longhands-box.js'
import { parseInteger, parseNumber } from './numeric-value.js'
import type { ValueCursor } from './value-cursor.js'
import { either, keywords, nonNegativeLengthPercentage, type ValueParser } from './value-parsers.js'

/** Greater factors share space no more finely; they keep sums finite. */
const GREATEST_FACTOR = 1e9

/** `flex-grow` and `flex-shrink`. */
export const flexFactor: ValueParser<number> = (cursor) => {
  const before = cursor.position
  const value = parseNumber(cursor)
  if (value !== undefined && value >= 0) return Math.min(value, GREATEST_FACTOR)
  cursor.reset(before)
  return undefined
}

export const flexBasis: ValueParser<SizeDeclaration | 'content'> = either(keywords('content'), size)

const gap: ValueParser<LengthValue | 'normal'> = either(keywords('normal'), nonNegativeLengthPercentage)

function order(cursor: ValueCursor): number | undefined {
  return parseInteger(cursor)
}

/** Parsers of css-flexbox-1 and of css-align-3, which grids share. */
export const FLEX_LONGHANDS = {
  'flex-direction': keywords('row', 'row-reverse', 'column', 'column-reverse'),
  'flex-wrap': keywords('nowrap', 'wrap', 'wrap-reverse'),
  'flex-grow': flexFactor,
  'flex-shrink': flexFactor,
  'flex-basis': flexBasis,
  order,
  'align-content': alignContent,
  'align-items': alignItems,
  'align-self': alignSelf,
  'justify-content': justifyContent,
  'justify-items': justifyItems,
  'justify-self': justifySelf,
  'row-gap': gap,
  'column-gap': gap,
} as const
