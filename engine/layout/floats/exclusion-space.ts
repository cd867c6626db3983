import { assertNever } from '../../base/invariant.js'
import type { OutOfFlowBox } from '../../boxes/box-tree.js'
import { floatSide } from '../../boxes/out-of-flow.js'
import type { BreakToken } from '../break-token.js'
import type { EffectBox } from '../carried-effects.js'

/**
 * Where the floats of a block formatting context stand on one page (CSS 2.2 §9.5), in px from the top left corner
 * of the context's fragment. Immutable: what comes back from a layout replaces what went in.
 *
 * Floats cut the page into bands. Within a band the room between left and right floats is the same. Bands are linked
 * from the lowest one upwards: floats never stand above earlier ones and lines come in order, so what is asked for is
 * found near the lower end, however many floats there are above.
 */
export interface ExclusionSpace {
  /** The band below all floats, without any; undefined while there are none. */
  readonly lowest: FloatBand | undefined
  /** Top of the float placed last: later ones may not stand above it. */
  readonly lastTop: number | undefined
  /** Bottom margin edge of the lowest float of a side. */
  readonly leftBottom: number | undefined
  readonly rightBottom: number | undefined
  /** Floats, and rests of floats, that continue on the next page. */
  readonly carried: CarriedFloats
}

/** From its top to the top of the band below it. */
export interface FloatBand {
  readonly top: number
  /** Right edge of the left floats; undefined without any. */
  readonly left: number | undefined
  /** Left edge of the right floats. */
  readonly right: number | undefined
  readonly above: FloatBand | undefined
}

/** A float that is to be placed on the next page before all else. */
export interface CarriedFloat {
  readonly box: OutOfFlowBox
  /** Where it continues; undefined when it has not begun. */
  readonly token: BreakToken | undefined
  /** Content edges of its containing block. */
  readonly left: number
  readonly right: number
  /** The boxes of its formatting context in which it is anchored, as far as they affect it. */
  readonly effects: EffectBox | undefined
}

/**
 * Floats in their order. Immutable: those with one more are another list, which shares what it holds with this one, so
 * that thousands of floats that continue take no more room than one list of them.
 */
export class CarriedFloats {
  static readonly none = new CarriedFloats([], 0, false, false)

  private constructor(
    /** Its first `length` floats are those of this list. */
    private readonly shared: CarriedFloat[],
    readonly length: number,
    readonly hasLeft: boolean,
    readonly hasRight: boolean,
  ) {}

  get last(): CarriedFloat | undefined {
    return this.shared[this.length - 1]
  }

  with(float: CarriedFloat): CarriedFloats {
    const shared = this.shared.length === this.length ? this.shared : this.shared.slice(0, this.length)
    // The empty list is there for all documents.
    const own = this.length === 0 ? [] : shared
    own.push(float)
    const isRight = floatSide(float.box) === 'right'
    return new CarriedFloats(own, this.length + 1, this.hasLeft || !isRight, this.hasRight || isRight)
  }

  toArray(): readonly CarriedFloat[] {
    return this.shared.slice(0, this.length)
  }
}

/** The room between floats at some height. */
export interface FloatSlot {
  readonly left: number
  readonly right: number
}

export type ClearedSides = 'none' | 'left' | 'right' | 'both'

export const NO_EXCLUSIONS: ExclusionSpace = {
  lowest: undefined,
  lastTop: undefined,
  leftBottom: undefined,
  rightBottom: undefined,
  carried: CarriedFloats.none,
}

export function clearsSide(sides: ClearedSides, side: 'left' | 'right'): boolean {
  return sides === 'both' || sides === side
}

/** Whether floats stand at or below `y`. */
export function reachesBelow({ lowest }: ExclusionSpace, y: number): boolean {
  return lowest !== undefined && lowest.top > y
}

/** The room that floats leave between two edges from `y` on over a height, which may be 0. */
export function slotAt({ lowest }: ExclusionSpace, y: number, height: number, edges: FloatSlot): FloatSlot {
  let { left, right } = edges
  for (let band = lowest; band; band = band.above) {
    if (band.top < y + height || band.top <= y) {
      if (band.left !== undefined && band.left > left) left = band.left
      if (band.right !== undefined && band.right < right) right = band.right
    }
    if (band.top <= y) break
  }
  return left === edges.left && right === edges.right ? edges : { left, right }
}

/** Top of the first band below `y`: where there may be more room. */
export function nextBandTop({ lowest }: ExclusionSpace, y: number): number | undefined {
  let next: number | undefined
  for (let band = lowest; band && band.top > y; band = band.above) next = band.top
  return next
}

/** Where a box that clears some sides may begin (CSS 2.2 §9.5.2); undefined when there is nothing to clear. */
export function clearanceLine(exclusions: ExclusionSpace, sides: ClearedSides): number | undefined {
  const { leftBottom, rightBottom } = exclusions
  switch (sides) {
    case 'none':
      return undefined
    case 'left':
      return leftBottom
    case 'right':
      return rightBottom
    case 'both':
      if (leftBottom === undefined || rightBottom === undefined) return leftBottom ?? rightBottom
      return Math.max(leftBottom, rightBottom)
    default:
      return assertNever(sides)
  }
}

/** Whether a box that clears some sides must wait for floats that continue on the next page. */
export function waitsForNextPage({ carried }: ExclusionSpace, sides: ClearedSides): boolean {
  return (carried.hasLeft && clearsSide(sides, 'left')) || (carried.hasRight && clearsSide(sides, 'right'))
}

/** Where the bottom of the floats is: a formatting context is at least as tall. */
export function floatsBottom(exclusions: ExclusionSpace): number | undefined {
  return clearanceLine(exclusions, 'both')
}

/** The margin box of a float. */
interface FloatArea {
  readonly side: 'left' | 'right'
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/**
 * Highest place for the margin box of a float (CSS 2.2 §9.5.1), as far to its side as it can be.
 * @param y no higher than here
 * @param edges content edges of the containing block
 */
export function findFloatPlace(
  exclusions: ExclusionSpace,
  side: 'left' | 'right',
  width: number,
  y: number,
  edges: FloatSlot,
): { readonly left: number; readonly top: number } {
  const { lastTop } = exclusions
  let top = lastTop !== undefined && lastTop > y ? lastTop : y
  for (;;) {
    const slot = slotAt(exclusions, top, 0, edges)
    const next = slot === edges || width <= slot.right - slot.left ? undefined : nextBandTop(exclusions, top)
    if (next === undefined) return { left: side === 'left' ? slot.left : slot.right - width, top }
    top = next
  }
}

/** The exclusions with one more float, which does not stand above the others. */
export function withFloat(exclusions: ExclusionSpace, area: FloatArea): ExclusionSpace {
  const { side, top, bottom } = area
  const { leftBottom, rightBottom, lowest } = exclusions
  const excludes = bottom > top && area.right > area.left
  return {
    lowest: excludes ? withBands(lowest, area) : lowest,
    lastTop: top,
    leftBottom: side === 'left' ? Math.max(leftBottom ?? bottom, bottom) : leftBottom,
    rightBottom: side === 'right' ? Math.max(rightBottom ?? bottom, bottom) : rightBottom,
    carried: exclusions.carried,
  }
}

export function withCarried(exclusions: ExclusionSpace, float: CarriedFloat): ExclusionSpace {
  return { ...exclusions, carried: exclusions.carried.with(float) }
}

function withBands(lowest: FloatBand | undefined, area: FloatArea): FloatBand {
  const { top, bottom } = area
  const below: FloatBand[] = []
  let band = lowest
  for (; band && band.top > top; band = band.above) below.push(band)
  let chain = narrowed(
    { top, left: band?.left, right: band?.right, above: band?.top === top ? band.above : band },
    area,
  )
  let last = band
  let ended = false
  for (let index = below.length - 1; index >= 0; index--) {
    const { left, right, top: next } = below[index] as FloatBand
    if (!ended && next > bottom) chain = { top: bottom, left: last?.left, right: last?.right, above: chain }
    ended ||= next >= bottom
    const same: FloatBand = { top: next, left, right, above: chain }
    chain = ended ? same : narrowed(same, area)
    last = same
  }
  return ended ? chain : { top: bottom, left: undefined, right: undefined, above: chain }
}

function narrowed(band: FloatBand, { side, left, right }: FloatArea): FloatBand {
  if (side === 'left') return { ...band, left: band.left === undefined ? right : Math.max(band.left, right) }
  return { ...band, right: band.right === undefined ? left : Math.min(band.right, left) }
}
