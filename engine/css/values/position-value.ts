import type { LengthValue } from './length-value.js'
import { parseLengthPercentage } from './numeric-value.js'
import type { ValueCursor } from './value-cursor.js'

export interface PositionDeclaration {
  readonly x: LengthValue
  readonly y: LengthValue
}

const SIDE_PERCENTAGES = { left: 0, center: 50, right: 100, top: 0, bottom: 100 } as const

type PositionSide = keyof typeof SIDE_PERCENTAGES

/** One part of a `<position>`: a side or the centre, or a distance. */
interface PositionPart {
  readonly side: PositionSide | undefined
  readonly value: LengthValue
}

const CENTER: LengthValue = { kind: 'percentage', value: 50 }

/** `<position>` (css-values-4 §8.3): one or two values, or two sides each with a distance from it. */
export function parsePosition(cursor: ValueCursor): PositionDeclaration | undefined {
  const before = cursor.position
  const parts = positionParts(cursor)
  const position = parts.length === 3 ? undefined : placed(parts)
  if (!position) cursor.reset(before)
  return position
}

/** `<bg-position>` (css-backgrounds-3 §2.6): as above, or with a distance from one of the two sides. */
export function parseBackgroundPosition(cursor: ValueCursor): PositionDeclaration | undefined {
  const before = cursor.position
  const parts = positionParts(cursor)
  const position = parts.length === 3 ? ofThree(parts) : placed(parts)
  if (!position) cursor.reset(before)
  return position
}

/** The position along one axis: a side with a distance, a side, or a distance (css-backgrounds-4 §2.4). */
export function parseAxisPosition(cursor: ValueCursor, sides: readonly PositionSide[]): LengthValue | undefined {
  const side = cursor.keyword(sides)
  if (side === undefined) return parseLengthPercentage(cursor)
  const value: LengthValue = { kind: 'percentage', value: SIDE_PERCENTAGES[side] }
  const distance = side === 'center' ? undefined : parseLengthPercentage(cursor)
  return distance ? distanceFrom({ side, value }, distance) : value
}

function positionParts(cursor: ValueCursor): readonly PositionPart[] {
  const parts: PositionPart[] = []
  for (let part = positionPart(cursor); part; part = positionPart(cursor)) {
    parts.push(part)
    if (parts.length === 4) break
  }
  return parts
}

function positionPart(cursor: ValueCursor): PositionPart | undefined {
  const side = cursor.keyword(['left', 'center', 'right', 'top', 'bottom'])
  const value = side ? percentageOf(side) : parseLengthPercentage(cursor)
  return value && { side, value }
}

function percentageOf(side: PositionSide): LengthValue {
  return { kind: 'percentage', value: SIDE_PERCENTAGES[side] }
}

function placed([first, second, third, fourth]: readonly PositionPart[]): PositionDeclaration | undefined {
  if (!first) return undefined
  if (third) return second && fourth ? fromSides(first, second, third, fourth) : undefined
  if (!second) return isVertical(first) ? { x: CENTER, y: first.value } : { x: first.value, y: CENTER }
  if (!isVertical(first) && !isHorizontal(second)) return { x: first.value, y: second.value }
  // Only keywords may stand in the other order.
  const swapped = first.side !== undefined && second.side !== undefined
  return swapped && !isHorizontal(first) && !isVertical(second) ? { x: second.value, y: first.value } : undefined
}

/** Two keywords, of which one is followed by a distance. */
function ofThree([first, second, third]: readonly PositionPart[]): PositionDeclaration | undefined {
  if (!first?.side || !second || !third) return undefined
  const distanceFirst = second.side === undefined
  const other = distanceFirst ? third : second
  const distance = distanceFirst ? second : third
  const from = distanceFirst ? first : second
  if (distance.side !== undefined || other.side === undefined || from.side === 'center') return undefined
  const moved: PositionPart = { side: from.side, value: distanceFrom(from, distance.value) }
  const [a, b] = distanceFirst ? [moved, other] : [first, moved]
  if (!isVertical(a) && !isHorizontal(b)) return { x: a.value, y: b.value }
  return !isHorizontal(a) && !isVertical(b) ? { x: b.value, y: a.value } : undefined
}

function isHorizontal({ side }: PositionPart): boolean {
  return side === 'left' || side === 'right'
}

function isVertical({ side }: PositionPart): boolean {
  return side === 'top' || side === 'bottom'
}

/** `right 10px bottom 20%` in either order. */
function fromSides(
  side: PositionPart,
  distance: PositionPart,
  otherSide: PositionPart,
  otherDistance: PositionPart,
): PositionDeclaration | undefined {
  if (distance.side || otherDistance.side) return undefined
  const first = distanceFrom(side, distance.value)
  const second = distanceFrom(otherSide, otherDistance.value)
  if (isHorizontal(side) && isVertical(otherSide)) return { x: first, y: second }
  return isVertical(side) && isHorizontal(otherSide) ? { x: second, y: first } : undefined
}

/** Distances from the far sides are taken off 100 %. */
function distanceFrom({ side }: PositionPart, distance: LengthValue): LengthValue {
  if (side === 'left' || side === 'top') return distance
  const whole: LengthValue = { kind: 'percentage', value: 100 }
  return { kind: 'sum', terms: [whole, { kind: 'product', factor: -1, operand: distance }] }
}
