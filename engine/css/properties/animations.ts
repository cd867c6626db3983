import { parseNumber } from '../values/numeric-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import type { ValueParser } from '../values/value-parsers.js'
import { property } from './property.js'

/** The name of keyframes, or undefined for `none`. */
export interface AnimationName {
  readonly keyframes: string | undefined
}

const NO_ANIMATION: AnimationName = { keyframes: undefined }

/** One item of `animation-name` (css-animations-1 §3.1): names may be strings. */
export function animationName(cursor: ValueCursor): AnimationName | undefined {
  if (cursor.keyword(['none'])) return NO_ANIMATION
  const keyframes = cursor.string() ?? cursor.customIdent()
  return keyframes === undefined ? undefined : { keyframes }
}

/** The number of rounds, `Infinity` included (§3.4). */
export function iterationCount(cursor: ValueCursor): number | undefined {
  if (cursor.keyword(['infinite'])) return Number.POSITIVE_INFINITY
  const before = cursor.position
  const count = parseNumber(cursor)
  if (count !== undefined && count >= 0) return count
  cursor.reset(before)
  return undefined
}

/** §3.5. */
export function animationDirection(cursor: ValueCursor) {
  return cursor.keyword(['normal', 'reverse', 'alternate', 'alternate-reverse'] as const)
}

export type AnimationDirection = Exclude<ReturnType<typeof animationDirection>, undefined>

/** §3.8. */
export function fillMode(cursor: ValueCursor) {
  return cursor.keyword(['none', 'forwards', 'backwards', 'both'] as const)
}

/** Items separated by commas, one for each animation. */
function listOf<T>(item: ValueParser<T>): ValueParser<readonly T[]> {
  return (cursor) => {
    const items: T[] = []
    do {
      const found = item(cursor)
      if (found === undefined) return undefined
      items.push(found)
    } while (cursor.comma())
    return items
  }
}

/**
 * What decides about the state in which an animation ends (css-animations-1 §3). When and how fast it runs decides about
 * nothing on paper: those properties are accepted in silence.
 */
export const ANIMATION_PROPERTIES = {
  'animation-name': property({ parse: listOf(animationName), initial: 'none', aliases: ['-webkit-animation-name'] }),
  'animation-fill-mode': property({
    parse: listOf(fillMode),
    initial: 'none',
    aliases: ['-webkit-animation-fill-mode'],
  }),
  'animation-iteration-count': property({
    parse: listOf(iterationCount),
    initial: '1',
    aliases: ['-webkit-animation-iteration-count'],
  }),
  'animation-direction': property({
    parse: listOf(animationDirection),
    initial: 'normal',
    aliases: ['-webkit-animation-direction'],
  }),
} as const
