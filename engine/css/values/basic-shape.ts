import { assertNever } from '../../base/invariant.js'
import { computeLengthPercentage, type LengthPercentage } from './compute-length.js'
import { type ComputeContext, computedNonNegative, computedPosition, type Position } from './compute-values.js'
import type { LengthValue } from './length-value.js'
import { parseLengthPercentage } from './numeric-value.js'
import { type PositionDeclaration, parsePosition } from './position-value.js'
import { mapShapeFunction, parseShapeFunction, type ShapeFunction } from './shape-function.js'
import type { ValueCursor } from './value-cursor.js'

/** Basic shapes (css-shapes-1 §3, css-shapes-2 §3): outlines within a box, which percentages refer to. */
export type ShapeDeclaration = BasicShape<LengthValue, PositionDeclaration>

/** The same with computed lengths. */
export type ComputedShape = BasicShape<LengthPercentage, Position>

type BasicShape<L, P> =
  /** Distances inwards from the sides of the box, and the radii of the corners. */
  | ({ readonly kind: 'inset'; readonly round: ShapeCorners<L> | undefined } & FourSides<L>)
  /** Edges by their distances from the upper left corner; `auto` is the edge of the box. */
  | ({ readonly kind: 'rect'; readonly round: ShapeCorners<L> | undefined } & FourSides<L | 'auto'>)
  | {
      readonly kind: 'xywh'
      readonly x: L
      readonly y: L
      readonly width: L
      readonly height: L
      readonly round: ShapeCorners<L> | undefined
    }
  | { readonly kind: 'circle'; readonly radius: ShapeRadius<L>; readonly center: P }
  | { readonly kind: 'ellipse'; readonly radii: readonly [ShapeRadius<L>, ShapeRadius<L>]; readonly center: P }
  | { readonly kind: 'polygon'; readonly rule: ShapeRule; readonly points: readonly (readonly [x: L, y: L])[] }
  /** A path of SVG in px from the upper left corner. */
  | { readonly kind: 'path'; readonly rule: ShapeRule; readonly data: string }
  | ShapeFunction<L, P>

interface FourSides<L> {
  readonly top: L
  readonly right: L
  readonly bottom: L
  readonly left: L
}

type ShapeRule = 'nonzero' | 'evenodd'

type ShapeRadius<L> = L | 'closest-side' | 'farthest-side'

/** From the top left corner clockwise. */
export type ShapeCorners<L> = readonly [Corner<L>, Corner<L>, Corner<L>, Corner<L>]

interface Corner<L> {
  readonly horizontal: L
  readonly vertical: L
}

/** Reads a shape; undefined, without consuming anything, where none begins or it is not valid. */
export function parseBasicShape(cursor: ValueCursor): ShapeDeclaration | undefined {
  const before = cursor.position
  const call = cursor.call()
  const shape = call && PARSERS.get(call.name)?.(call.args)
  if (shape && call.args.done) return shape
  cursor.reset(before)
  return undefined
}

const PARSERS: ReadonlyMap<string, (args: ValueCursor) => ShapeDeclaration | undefined> = new Map([
  ['inset', inset],
  ['rect', rect],
  ['xywh', xywh],
  ['circle', circle],
  ['ellipse', ellipse],
  ['polygon', polygon],
  ['path', path],
  ['shape', parseShapeFunction],
])

const nonNegative = (args: ValueCursor) => parseLengthPercentage(args, { nonNegative: true })

function inset(args: ValueCursor): ShapeDeclaration | undefined {
  const sides = four(args, parseLengthPercentage)
  const corners = sides && roundCorners(args)
  if (!corners) return undefined
  const [top, right, bottom, left] = sides
  return { kind: 'inset', top, right, bottom, left, round: corners.round }
}

function rect(args: ValueCursor): ShapeDeclaration | undefined {
  const edge = () => args.keyword(['auto'] as const) ?? parseLengthPercentage(args)
  const [top, right, bottom, left] = [edge(), edge(), edge(), edge()]
  if (!top || !right || !bottom || !left) return undefined
  const corners = roundCorners(args)
  return corners && { kind: 'rect', top, right, bottom, left, round: corners.round }
}

function xywh(args: ValueCursor): ShapeDeclaration | undefined {
  const [x, y] = [parseLengthPercentage(args), parseLengthPercentage(args)]
  const [width, height] = [nonNegative(args), nonNegative(args)]
  const corners = x && y && width && height && roundCorners(args)
  return corners && { kind: 'xywh', x, y, width, height, round: corners.round }
}

/** `round <border-radius>`; without it corners are square. Undefined when the radii cannot be read. */
function roundCorners(args: ValueCursor): { readonly round: ShapeCorners<LengthValue> | undefined } | undefined {
  if (!args.keyword(['round'])) return { round: undefined }
  const horizontal = four(args, nonNegative)
  const vertical = args.delim('/') ? four(args, nonNegative) : horizontal
  if (!horizontal || !vertical) return undefined
  const corner = (at: 0 | 1 | 2 | 3) => ({ horizontal: horizontal[at], vertical: vertical[at] })
  return { round: [corner(0), corner(1), corner(2), corner(3)] }
}

/** One to four values for four sides or corners. */
function four(
  args: ValueCursor,
  parse: (args: ValueCursor) => LengthValue | undefined,
): readonly [LengthValue, LengthValue, LengthValue, LengthValue] | undefined {
  const first = parse(args)
  if (!first) return undefined
  const second = parse(args) ?? first
  const third = parse(args) ?? first
  return [first, second, third, parse(args) ?? second]
}

function circle(args: ValueCursor): ShapeDeclaration | undefined {
  const radius = shapeRadius(args) ?? 'closest-side'
  const center = centerOf(args)
  return center && { kind: 'circle', radius, center }
}

function ellipse(args: ValueCursor): ShapeDeclaration | undefined {
  const first = shapeRadius(args)
  const second = first && shapeRadius(args)
  if (first && !second) return undefined
  const center = centerOf(args)
  return center && { kind: 'ellipse', radii: [first ?? 'closest-side', second ?? 'closest-side'], center }
}

function shapeRadius(args: ValueCursor): ShapeRadius<LengthValue> | undefined {
  return args.keyword(['closest-side', 'farthest-side'] as const) ?? nonNegative(args)
}

const MIDDLE: LengthValue = { kind: 'percentage', value: 50 }

function centerOf(args: ValueCursor): PositionDeclaration | undefined {
  return args.keyword(['at']) ? parsePosition(args) : { x: MIDDLE, y: MIDDLE }
}

function polygon(args: ValueCursor): ShapeDeclaration | undefined {
  const rule = args.keyword(['nonzero', 'evenodd'])
  if (rule && !args.comma()) return undefined
  const points: (readonly [LengthValue, LengthValue])[] = []
  do {
    const x = parseLengthPercentage(args)
    const y = x && parseLengthPercentage(args)
    if (!x || !y) return undefined
    points.push([x, y])
  } while (args.comma())
  return { kind: 'polygon', rule: rule ?? 'nonzero', points }
}

function path(args: ValueCursor): ShapeDeclaration | undefined {
  const rule = args.keyword(['nonzero', 'evenodd'])
  if (rule && !args.comma()) return undefined
  const data = args.string()
  return data === undefined ? undefined : { kind: 'path', rule: rule ?? 'nonzero', data }
}

export function computeBasicShape(shape: ShapeDeclaration, context: ComputeContext): ComputedShape {
  const length = (value: LengthValue) => computeLengthPercentage(value, context.units)
  const edge = (value: LengthValue | 'auto') => (value === 'auto' ? value : length(value))
  const radius = (value: ShapeRadius<LengthValue>) =>
    typeof value === 'string' ? value : computedNonNegative(value, context)
  const corner = ({ horizontal, vertical }: Corner<LengthValue>) => ({
    horizontal: computedNonNegative(horizontal, context),
    vertical: computedNonNegative(vertical, context),
  })
  const corners = (round: ShapeCorners<LengthValue> | undefined): ShapeCorners<LengthPercentage> | undefined =>
    round && [corner(round[0]), corner(round[1]), corner(round[2]), corner(round[3])]
  switch (shape.kind) {
    case 'inset': {
      const { top, right, bottom, left, round } = shape
      const sides = { top: length(top), right: length(right), bottom: length(bottom), left: length(left) }
      return { kind: 'inset', ...sides, round: corners(round) }
    }
    case 'rect': {
      const { top, right, bottom, left, round } = shape
      const sides = { top: edge(top), right: edge(right), bottom: edge(bottom), left: edge(left) }
      return { kind: 'rect', ...sides, round: corners(round) }
    }
    case 'xywh': {
      const { x, y, width, height, round } = shape
      const area = { x: length(x), y: length(y), width: length(width), height: length(height) }
      return { kind: 'xywh', ...area, round: corners(round) }
    }
    case 'circle':
      return { kind: 'circle', radius: radius(shape.radius), center: computedPosition(shape.center, context) }
    case 'ellipse': {
      const [first, second] = shape.radii
      return {
        kind: 'ellipse',
        radii: [radius(first), radius(second)],
        center: computedPosition(shape.center, context),
      }
    }
    case 'polygon':
      return { ...shape, points: shape.points.map(([x, y]) => [length(x), length(y)] as const) }
    case 'path':
      return shape
    case 'shape':
      return mapShapeFunction(shape, length, (point) => computedPosition(point, context))
    default:
      return assertNever(shape)
  }
}
