import { type ColorValue, parseColor } from './color-value.js'
import type { LengthValue } from './length-value.js'
import { parseLengthPercentage } from './numeric-value.js'
import type { ValueCursor } from './value-cursor.js'

/** Consumes a value from the cursor; `undefined` when there is none at this place. */
export type ValueParser<T> = (cursor: ValueCursor) => T | undefined

/** A parser of one keyword out of a list. */
export function keywords<const W extends string>(...words: readonly W[]): ValueParser<W> {
  return (cursor) => cursor.keyword(words)
}

/**
 * A parser that knows the keywords we implement and those that CSS has besides: these are reported as
 * unsupported, not as mistakes of the author.
 */
export function keywordsBut<const W extends string>(
  words: readonly W[],
  unsupportedWords: readonly string[],
): ValueParser<W> {
  return (cursor) => {
    const known = cursor.keyword(words)
    if (known !== undefined) return known
    const unsupported = cursor.keyword(unsupportedWords)
    return unsupported === undefined ? undefined : cursor.unsupported(`the keyword "${unsupported}"`)
  }
}

export const lengthPercentage: ValueParser<LengthValue> = (cursor) => parseLengthPercentage(cursor)

export const nonNegativeLengthPercentage: ValueParser<LengthValue> = (cursor) =>
  parseLengthPercentage(cursor, { nonNegative: true })

export const color: ValueParser<ColorValue> = (cursor) => parseColor(cursor)

/** Tries the alternatives in order. */
export function either<A, B>(first: ValueParser<A>, second: ValueParser<B>): ValueParser<A | B> {
  return (cursor) => first(cursor) ?? second(cursor)
}
