import { snapDown } from '../../base/units.js'
import type { ShapeProfile } from '../shapes/shape-profile.js'
import type { FloatArea, FloatSlot } from './exclusion-space.js'

/** A float with a shape, by its margin box. */
export interface ShapedFloat extends FloatArea {
  readonly profile: ShapeProfile
}

/**
 * From the top of one or more floats with shapes to the top of the next such floats. Immutable, as exclusion spaces are.
 */
export interface ShapeLevel {
  readonly top: number
  /** The floats that reach further down than here, the last one first. */
  readonly floats: ShapeChain
  readonly above: ShapeLevel | undefined
}

interface ShapeChain {
  readonly float: ShapedFloat
  /** Those before it, some of which may have ended. */
  readonly next: ShapeChain | undefined
  /** Bottom of all of them. */
  readonly bottom: number
  /** How many there are. */
  readonly length: number
}

/** The level of a float that stands below earlier ones, or beside them. */
export function withShape(lowest: ShapeLevel | undefined, float: ShapedFloat): ShapeLevel {
  const { top } = float
  let next = lowest?.floats
  while (next && (next.bottom <= top || next.float.bottom <= top)) next = next.bottom <= top ? undefined : next.next
  return {
    top,
    floats: {
      float,
      next,
      bottom: Math.max(float.bottom, next?.bottom ?? float.bottom),
      length: 1 + (next?.length ?? 0),
    },
    above: lowest?.top === top ? lowest.above : lowest,
  }
}

/** What shapes leave of the room for a line. */
export function narrowedByShapes(lowest: ShapeLevel, y: number, height: number, slot: FloatSlot): FloatSlot {
  let { left, right } = slot
  for (let level: ShapeLevel | undefined = lowest; level; level = level.above) {
    if (level.top < y + height || level.top <= y) {
      // Of the floats that begin further up, those that have not ended are also in the levels above.
      const isFirst = level.top <= y
      for (
        let chain: ShapeChain | undefined = level.floats;
        chain && chain.bottom > y && (isFirst || chain.float.top === level.top);
        chain = chain.next
      ) {
        const reach = reachAt(chain.float, y, height)
        if (reach === undefined) continue
        if (chain.float.side === 'left') left = Math.max(left, chain.float.left + reach)
        else right = Math.min(right, chain.float.right - reach)
      }
    }
    if (level.top <= y) break
  }
  return left === slot.left && right === slot.right ? slot : { left, right }
}

function reachAt({ top, bottom, profile }: ShapedFloat, y: number, height: number): number | undefined {
  if (bottom <= y) return undefined
  const reach = profile.reach(y - top, y - top + height)
  return reach === undefined ? undefined : snapDown(reach)
}

/** How far down a line tries again that found no room beside a shape, in px. AD-HOC: as browsers do. */
const STEP = 1

/** The first height below `y` at which shapes may leave more room. */
export function nextShapeTop(lowest: ShapeLevel, y: number): number | undefined {
  let next: number | undefined
  let level: ShapeLevel | undefined = lowest
  for (; level && level.top > y; level = level.above) next = level.top
  for (let chain = level?.floats; chain && chain.bottom > y; chain = chain.next) {
    const { bottom } = chain.float
    if (bottom <= y) continue
    next = Math.min(next ?? bottom, bottom, y + STEP)
  }
  return next
}

/** How many floats a line has to be compared with at most. */
export function shapesBeside(lowest: ShapeLevel): number {
  return lowest.floats.length
}
