import { assertNever } from '../../base/invariant.js'
import type { OutOfFlowBox } from '../../boxes/box-tree.js'
import { floatSide } from '../../boxes/out-of-flow.js'
import type { BreakToken } from '../break-token.js'
import type { EffectBox } from '../carried-effects.js'
import type { ShapeProfile } from '../shapes/shape-profile.js'
import { narrowedByShapes, nextShapeTop, type ShapeLevel, withShape } from './shape-levels.js'

/**
 * Where the floats of a block formatting context stand on one page (CSS 2.2 §9.5), in px from the top left corner
 * of the context's fragment. Immutable: what comes back from a layout replaces what went in.
 *
 * No float stands above an earlier one, so from the top of the last one downwards the room beside them only grows, in
 * steps: one for each float that reaches further down than those that stand out further. A new float hides the steps
 * that end above its bottom and shares those below with the space before, so that thousands of floats take no more
 * memory than a step each. Lines and boxes beside earlier floats ask about the levels above.
 */
export interface ExclusionSpace {
  /** The room from the top of the last float that takes any; undefined while there is none. */
  readonly lowest: FloatLevel | undefined
  /** What lines follow, where that is not the margin boxes of all floats. */
  readonly shaped?: ShapedSpace | undefined
  /** Bottom of all floats that take room. */
  readonly bottom: number
  /** Top of the float placed last: later ones may not stand above it. */
  readonly lastTop: number | undefined
  /** Bottom margin edge of the lowest float of a side. */
  readonly leftBottom: number | undefined
  readonly rightBottom: number | undefined
  /** Floats, and rests of floats, that continue on the next page. */
  readonly carried: CarriedFloats
}

/** Floats as lines see them (css-shapes-1 §2.2). */
interface ShapedSpace {
  /** Those without a shape. */
  readonly square: FloatLevel | undefined
  readonly shapes: ShapeLevel
}

/** From the top of one or more floats to the top of the level below it. */
interface FloatLevel {
  readonly top: number
  readonly left: FloatStep | undefined
  readonly right: FloatStep | undefined
  readonly above: FloatLevel | undefined
}

/** How far the floats of a side stand out as far down as here; below, it is the next one's turn. */
interface FloatStep {
  /** Right edge of the left floats, left edge of the right ones. */
  readonly edge: number
  readonly bottom: number
  /** Reaches further down and stands out less. */
  readonly next: FloatStep | undefined
}

/** A float that is to be placed on the next page before all else. */
export interface CarriedFloat {
  readonly box: OutOfFlowBox
  /** Where it continues; undefined when it has not begun. */
  readonly token: BreakToken | undefined
  /** Content edges of its containing block. */
  readonly left: number
  readonly right: number
  /** What percentages of heights refer to; undefined where that is not definite. */
  readonly containingHeight: number | undefined
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
  bottom: Number.NEGATIVE_INFINITY,
  lastTop: undefined,
  leftBottom: undefined,
  rightBottom: undefined,
  carried: CarriedFloats.none,
}

export function clearsSide(sides: ClearedSides, side: 'left' | 'right'): boolean {
  return sides === 'both' || sides === side
}

/** Whether floats stand at or below `y`. */
export function reachesBelow({ bottom }: ExclusionSpace, y: number): boolean {
  return bottom > y
}

/** The room that floats leave between two edges from `y` on over a height, which may be 0. */
export function slotAt({ lowest }: ExclusionSpace, y: number, height: number, edges: FloatSlot): FloatSlot {
  return slotIn(lowest, y, height, edges)
}

/** The same for a line, which follows the shapes of floats. Other boxes and floats keep out of margin boxes. */
export function lineSlotAt(exclusions: ExclusionSpace, y: number, height: number, edges: FloatSlot): FloatSlot {
  const { lowest, shaped } = exclusions
  if (!shaped) return slotIn(lowest, y, height, edges)
  return narrowedByShapes(shaped.shapes, y, height, slotIn(shaped.square, y, height, edges))
}

function slotIn(lowest: FloatLevel | undefined, y: number, height: number, edges: FloatSlot): FloatSlot {
  let { left, right } = edges
  for (let level = lowest; level; level = level.above) {
    if (level.top < y + height || level.top <= y) {
      const top = Math.max(level.top, y)
      const leftStep = stepAt(level.left, top)
      const rightStep = stepAt(level.right, top)
      if (leftStep && leftStep.edge > left) left = leftStep.edge
      if (rightStep && rightStep.edge < right) right = rightStep.edge
    }
    if (level.top <= y) break
  }
  return left === edges.left && right === edges.right ? edges : { left, right }
}

/** The first height below `y` where the floats beside change: there may be more room. */
export function nextBandTop({ lowest }: ExclusionSpace, y: number): number | undefined {
  return bandBelow(lowest, y)
}

/** The first height below `y` at which a line may have more room. */
export function nextLineTop({ lowest, shaped }: ExclusionSpace, y: number): number | undefined {
  if (!shaped) return bandBelow(lowest, y)
  const band = bandBelow(shaped.square, y)
  const next = nextShapeTop(shaped.shapes, y)
  return band === undefined || next === undefined ? (band ?? next) : Math.min(band, next)
}

function bandBelow(lowest: FloatLevel | undefined, y: number): number | undefined {
  let next: number | undefined
  let level = lowest
  for (; level && level.top > y; level = level.above) next = level.top
  const left = stepAt(level?.left, y)
  const right = stepAt(level?.right, y)
  if (left && (next === undefined || left.bottom < next)) next = left.bottom
  if (right && (next === undefined || right.bottom < next)) next = right.bottom
  return next
}

/** The step of a side at some height within its level. */
function stepAt(first: FloatStep | undefined, y: number): FloatStep | undefined {
  let step = first
  while (step && step.bottom <= y) step = step.next
  return step
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
export interface FloatArea {
  readonly side: 'left' | 'right'
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** What lines follow in place of the margin box. */
  readonly profile?: ShapeProfile | undefined
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
    lowest: excludes ? withLevel(lowest, area) : lowest,
    shaped: excludes ? withShaped(exclusions, area) : exclusions.shaped,
    bottom: excludes ? Math.max(exclusions.bottom, bottom) : exclusions.bottom,
    lastTop: top,
    leftBottom: side === 'left' ? Math.max(leftBottom ?? bottom, bottom) : leftBottom,
    rightBottom: side === 'right' ? Math.max(rightBottom ?? bottom, bottom) : rightBottom,
    carried: exclusions.carried,
  }
}

export function withCarried(exclusions: ExclusionSpace, float: CarriedFloat): ExclusionSpace {
  return { ...exclusions, carried: exclusions.carried.with(float) }
}

function withShaped({ lowest, shaped }: ExclusionSpace, area: FloatArea): ShapedSpace | undefined {
  const { profile } = area
  if (profile) {
    return { square: shaped ? shaped.square : lowest, shapes: withShape(shaped?.shapes, { ...area, profile }) }
  }
  return shaped && { ...shaped, square: withLevel(shaped.square, area) }
}

function withLevel(lowest: FloatLevel | undefined, area: FloatArea): FloatLevel {
  const { side, top } = area
  const left = stepAt(lowest?.left, top)
  const right = stepAt(lowest?.right, top)
  return {
    top,
    left: side === 'left' ? withStep(left, area.right, area) : left,
    right: side === 'right' ? withStep(right, area.left, area) : right,
    above: lowest?.top === top ? lowest.above : lowest,
  }
}

/** The steps of a side with those that a float makes: it hides those that end no lower and stand out no further. */
function withStep(first: FloatStep | undefined, edge: number, { side, bottom }: FloatArea): FloatStep {
  const further: FloatStep[] = []
  let step = first
  for (; step && step.bottom <= bottom; step = step.next) {
    if (side === 'left' ? step.edge > edge : step.edge < edge) further.push(step)
  }
  const isHidden = step && (side === 'left' ? step.edge >= edge : step.edge <= edge)
  let steps = step && isHidden ? step : { edge, bottom, next: step }
  for (let hiding = further.pop(); hiding; hiding = further.pop()) steps = { ...hiding, next: steps }
  return steps
}
