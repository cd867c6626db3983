import { skipTime } from '../values/skip-time.js'
import type { ValueCursor } from '../values/value-cursor.js'
import {
  type AnimationDirection,
  type AnimationName,
  animationDirection,
  animationName,
  fillMode,
  iterationCount,
} from './animations.js'
import { ExpansionBuilder, type Shorthand, type ShorthandRecords } from './shorthand.js'

/** One animation of the shorthand. What it leaves out is undefined; parts without a meaning on paper are only counted. */
interface SingleAnimation {
  times: number
  easing?: string | undefined
  count?: number | undefined
  direction?: AnimationDirection | undefined
  fill?: ReturnType<typeof fillMode>
  playState?: string | undefined
  name?: AnimationName | undefined
}

const EASINGS = ['linear', 'ease', 'ease-in', 'ease-out', 'ease-in-out', 'step-start', 'step-end'] as const

const EASING_FUNCTIONS: ReadonlySet<string | undefined> = new Set(['cubic-bezier', 'steps', 'linear'])

/** `animation` (css-animations-1 §3.9): a word that several parts know is of the part that has none yet, the name last. */
const animation: Shorthand = {
  aliases: ['-webkit-animation'],
  longhands: ['animation-name', 'animation-fill-mode', 'animation-iteration-count', 'animation-direction'],
  parse(cursor) {
    const found: SingleAnimation[] = []
    do {
      const single: SingleAnimation = { times: 0 }
      let parts = 0
      while (readPart(single, cursor)) parts++
      if (parts === 0) return undefined
      found.push(single)
    } while (cursor.comma())
    return new ExpansionBuilder()
      .set(
        'animation-name',
        found.map(({ name }) => name ?? { keyframes: undefined }),
      )
      .set(
        'animation-fill-mode',
        found.map(({ fill }) => fill ?? 'none'),
      )
      .set(
        'animation-iteration-count',
        found.map(({ count }) => count ?? 1),
      )
      .set(
        'animation-direction',
        found.map(({ direction }) => direction ?? 'normal'),
      ).entries
  },
}

/** Reads one part of an animation; false when there is none. */
function readPart(single: SingleAnimation, cursor: ValueCursor): boolean {
  if (single.times < 2 && (skipTime(cursor) || cursor.keyword(['auto']))) {
    single.times++
    return true
  }
  const before = cursor.position
  if (single.easing === undefined) single.easing = easing(cursor)
  if (cursor.position === before && single.count === undefined) single.count = iterationCount(cursor)
  if (cursor.position === before && single.direction === undefined) single.direction = animationDirection(cursor)
  if (cursor.position === before && single.fill === undefined) single.fill = fillMode(cursor)
  if (cursor.position === before && single.playState === undefined) {
    single.playState = cursor.keyword(['running', 'paused'])
  }
  if (cursor.position === before && single.name === undefined) single.name = animationName(cursor)
  return cursor.position > before
}

function easing(cursor: ValueCursor): string | undefined {
  const word = cursor.keyword(EASINGS)
  if (word !== undefined) return word
  return EASING_FUNCTIONS.has(cursor.peekFunction()) ? cursor.call()?.name : undefined
}

/** Shorthands of animations. */
export const ANIMATION_SHORTHANDS: ShorthandRecords = { animation }
