import { TokenType } from '@csstools/css-tokenizer'
import type { HueInterpolation } from './color-mix.js'
import { COLOR_SPACES } from './color-space.js'
import { type ColorValue, parseColor } from './color-value.js'
import type { LengthValue } from './length-value.js'
import { parseAngleOrZero, parseLength, parseLengthPercentage, parsePercentage } from './numeric-value.js'
import { type PositionDeclaration, parsePosition } from './position-value.js'
import type { FunctionCall, ValueCursor } from './value-cursor.js'

/** A gradient as written (css-images-4 §3). */
export type GradientDeclaration = LinearDeclaration | RadialDeclaration | ConicDeclaration

interface GradientBase {
  readonly repeating: boolean
  /** At least one; places of conic gradients are percentages of a turn. */
  readonly stops: readonly StopDeclaration[]
  readonly interpolation: GradientInterpolation | undefined
}

interface LinearDeclaration extends GradientBase {
  readonly kind: 'linear-gradient'
  readonly direction: GradientDirection
}

export type GradientDirection =
  /** In degrees, clockwise from upwards. */
  | { readonly kind: 'angle'; readonly degrees: number }
  /** To a side or a corner: -1 for left and top, 1 for right and bottom. */
  | { readonly kind: 'to'; readonly x: -1 | 0 | 1; readonly y: -1 | 0 | 1 }

interface RadialDeclaration extends GradientBase {
  readonly kind: 'radial-gradient'
  readonly shape: 'circle' | 'ellipse'
  readonly size: RadialExtent | readonly [LengthValue, LengthValue]
  readonly position: PositionDeclaration
}

const EXTENTS = ['closest-side', 'farthest-side', 'closest-corner', 'farthest-corner'] as const

export type RadialExtent = (typeof EXTENTS)[number]

interface ConicDeclaration extends GradientBase {
  readonly kind: 'conic-gradient'
  /** In degrees. */
  readonly from: number
  readonly position: PositionDeclaration
}

/** A colour at a place, or the middle between two colours (a hint) when it has none. */
interface StopDeclaration {
  readonly color: ColorValue | undefined
  readonly position: LengthValue | undefined
}

/** `in <space>`; absent for sRGB. */
export interface GradientInterpolation {
  /** A name of `COLOR_SPACES`. */
  readonly space: string
  readonly hue: HueInterpolation
}

const CENTER: LengthValue = { kind: 'percentage', value: 50 }
const MIDDLE: PositionDeclaration = { x: CENTER, y: CENTER }

type ReadPlace = (cursor: ValueCursor) => LengthValue | undefined

/** Functions whose colours are none of the older kinds, which are mixed in sRGB (css-color-4 §12.1, §15.5). */
const MODERN_COLORS: ReadonlySet<string> = new Set(['lab', 'lch', 'oklab', 'oklch', 'color', 'color-mix'])

const MODERN_INTERPOLATION: GradientInterpolation = { space: 'oklab', hue: 'shorter' }

/** A gradient function; undefined for other functions and for gradients that are wrong. */
export function parseGradient(call: FunctionCall): GradientDeclaration | undefined {
  const start = call.args.position
  const gradient = gradientOf(call)
  if (!gradient || gradient.interpolation || !hasModernColor(call.args, start)) return gradient
  return { ...gradient, interpolation: MODERN_INTERPOLATION }
}

function hasModernColor({ tokens, end }: ValueCursor, start: number): boolean {
  for (let at = start; at < end; at++) {
    const token = tokens[at]
    if (token?.[0] !== TokenType.Function) continue
    const next = tokens[at + 1]
    const isRelative = next?.[0] === TokenType.Ident && next[4].value.toLowerCase() === 'from'
    if (isRelative || MODERN_COLORS.has(token[4].value.toLowerCase())) return true
  }
  return false
}

function gradientOf({ name, args }: FunctionCall): GradientDeclaration | undefined {
  const repeating = name.startsWith('repeating-')
  switch (repeating ? name.slice('repeating-'.length) : name) {
    case 'linear-gradient':
      return linearGradient(args, repeating)
    case 'radial-gradient':
      return radialGradient(args, repeating)
    case 'conic-gradient':
      return conicGradient(args, repeating)
    default:
      return undefined
  }
}

function linearGradient(args: ValueCursor, repeating: boolean): LinearDeclaration | undefined {
  const before = args.position
  let interpolation = gradientInterpolation(args)
  const named = gradientDirection(args)
  interpolation ??= gradientInterpolation(args)
  if (args.position !== before && !args.comma()) return undefined
  const stops = colorStops(args, parseLengthPercentage)
  return stops && { kind: 'linear-gradient', repeating, direction: named ?? DOWN, interpolation, stops }
}

const DOWN: GradientDirection = { kind: 'to', x: 0, y: 1 }

function gradientDirection(args: ValueCursor): GradientDirection | undefined {
  const before = args.position
  if (!args.keyword(['to'])) {
    const degrees = parseAngleOrZero(args)
    return degrees === undefined ? undefined : { kind: 'angle', degrees }
  }
  let x: -1 | 0 | 1 = 0
  let y: -1 | 0 | 1 = 0
  for (let side = sideWord(args); side; side = sideWord(args)) {
    const horizontal = side === 'left' || side === 'right'
    if ((horizontal ? x : y) !== 0) {
      args.reset(before)
      return undefined
    }
    if (horizontal) x = side === 'left' ? -1 : 1
    else y = side === 'top' ? -1 : 1
  }
  if (x !== 0 || y !== 0) return { kind: 'to', x, y }
  args.reset(before)
  return undefined
}

function sideWord(args: ValueCursor): 'left' | 'right' | 'top' | 'bottom' | undefined {
  return args.keyword(['left', 'right', 'top', 'bottom'])
}

function radialGradient(args: ValueCursor, repeating: boolean): RadialDeclaration | undefined {
  const before = args.position
  let interpolation = gradientInterpolation(args)
  const ending = endingShape(args)
  const position = args.keyword(['at']) ? parsePosition(args) : MIDDLE
  interpolation ??= gradientInterpolation(args)
  if (!ending || !position || (args.position !== before && !args.comma())) return undefined
  const stops = colorStops(args, parseLengthPercentage)
  return stops && { kind: 'radial-gradient', repeating, ...ending, position, interpolation, stops }
}

/** Shape and size in either order (css-images-3 §3.2.1); a circle has one radius, no percentage. */
function endingShape(args: ValueCursor): Pick<RadialDeclaration, 'shape' | 'size'> | undefined {
  let shape = args.keyword(['circle', 'ellipse'])
  const extent = args.keyword(EXTENTS)
  if (extent) {
    shape ??= args.keyword(['circle', 'ellipse'])
    return { shape: shape ?? 'ellipse', size: extent }
  }
  const before = args.position
  const first = parseLengthPercentage(args, { nonNegative: true })
  if (!first) return { shape: shape ?? 'ellipse', size: 'farthest-corner' }
  const second = parseLengthPercentage(args, { nonNegative: true })
  shape ??= args.keyword(['circle', 'ellipse']) ?? (second ? 'ellipse' : 'circle')
  if (shape === 'ellipse') return second && { shape, size: [first, second] }
  if (second) return undefined
  const after = args.position
  args.reset(before)
  const radius = parseLength(args, { nonNegative: true })
  args.reset(after)
  return radius && { shape, size: [radius, radius] }
}

function conicGradient(args: ValueCursor, repeating: boolean): ConicDeclaration | undefined {
  const before = args.position
  let interpolation = gradientInterpolation(args)
  const from = args.keyword(['from']) ? parseAngleOrZero(args) : 0
  const position = args.keyword(['at']) ? parsePosition(args) : MIDDLE
  interpolation ??= gradientInterpolation(args)
  if (from === undefined || !position || (args.position !== before && !args.comma())) return undefined
  const stops = colorStops(args, anglePercentage)
  return stops && { kind: 'conic-gradient', repeating, from, position, interpolation, stops }
}

function anglePercentage(args: ValueCursor): LengthValue | undefined {
  const value = parsePercentage(args)
  if (value !== undefined) return { kind: 'percentage', value }
  const degrees = parseAngleOrZero(args)
  return degrees === undefined ? undefined : { kind: 'percentage', value: degrees / 3.6 }
}

/** `in <space> [<method> hue]` (css-color-4 §12.1). */
function gradientInterpolation(args: ValueCursor): GradientInterpolation | undefined {
  const before = args.position
  if (args.keyword(['in'])) {
    const space = args.peekIdent() ?? ''
    const known = COLOR_SPACES.get(space)
    if (known) {
      args.advance()
      const hue = args.keyword(['shorter', 'longer', 'increasing', 'decreasing'])
      if (!hue || (known.hue !== undefined && args.keyword(['hue']))) return { space, hue: hue ?? 'shorter' }
    }
  }
  args.reset(before)
  return undefined
}

/** Colours with up to two places each, and hints between them (css-images-4 §3.5). */
function colorStops(args: ValueCursor, place: ReadPlace): readonly StopDeclaration[] | undefined {
  const stops: StopDeclaration[] = []
  let hintBefore = true
  do {
    const early = place(args)
    const color = parseColor(args)
    if (!color) {
      if (!early || hintBefore) return undefined
      stops.push({ color: undefined, position: early })
      hintBefore = true
      continue
    }
    hintBefore = false
    const position = early ?? place(args)
    stops.push({ color, position })
    const second = position && place(args)
    if (second) stops.push({ color, position: second })
  } while (args.comma())
  return args.done && !hintBefore ? stops : undefined
}
