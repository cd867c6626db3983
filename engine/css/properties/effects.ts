import { BLEND_MODES } from '../../base/blend-mode.js'
import type { Matrix } from '../../base/matrix.js'
import type { RgbColor } from '../../base/rgb-color.js'
import { type ComputedShape, computeBasicShape, parseBasicShape, type ShapeDeclaration } from '../values/basic-shape.js'
import type { ColorValue } from '../values/color-value.js'
import type { LengthPercentage } from '../values/compute-length.js'
import {
  type ComputeContext,
  computedColor,
  computedExactly,
  computedLength,
  computedNonNegativeLength,
  computedPosition,
  orKeyword,
} from '../values/compute-values.js'
import { computeFilters, parseFilters } from '../values/filter-value.js'
import type { LengthValue } from '../values/length-value.js'
import {
  parseAngle,
  parseLength,
  parseLengthPercentage,
  parseNumber,
  parsePercentage,
} from '../values/numeric-value.js'
import { localId } from '../values/paint-value.js'
import type { PositionDeclaration } from '../values/position-value.js'
import { type AttributeTransform, parseTransformFunction, type TransformFunction } from '../values/transform-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { color, keywords, type ValueParser } from '../values/value-parsers.js'
import { lineWidth } from './borders.js'
import { property } from './property.js'

export interface BoxShadowDeclaration {
  readonly inset: boolean
  readonly x: LengthValue
  readonly y: LengthValue
  readonly blur: LengthValue | undefined
  readonly spread: LengthValue | undefined
  readonly color: ColorValue
}

const NO_SHADOWS: readonly BoxShadowDeclaration[] = []

/** css-backgrounds-3 §6.1. */
function boxShadow(cursor: ValueCursor): readonly BoxShadowDeclaration[] | undefined {
  if (cursor.keyword(['none'])) return NO_SHADOWS
  const shadows: BoxShadowDeclaration[] = []
  do {
    const shadow = oneShadow(cursor)
    if (!shadow) return undefined
    shadows.push(shadow)
  } while (cursor.comma())
  return shadows
}

/** Two to four lengths, with a colour and `inset` before or behind them. */
function oneShadow(cursor: ValueCursor): BoxShadowDeclaration | undefined {
  let inset = cursor.keyword(['inset']) !== undefined
  let shade = color(cursor)
  if (!inset) inset = cursor.keyword(['inset']) !== undefined
  const x = parseLength(cursor)
  const y = x && parseLength(cursor)
  if (!x || !y) return undefined
  const blur = parseLength(cursor, { nonNegative: true })
  const spread = blur && parseLength(cursor)
  shade ??= color(cursor)
  if (!inset) inset = cursor.keyword(['inset']) !== undefined
  shade ??= color(cursor)
  return { inset, x, y, blur, spread, color: shade ?? 'currentcolor' }
}

export interface BoxShadow {
  readonly inset: boolean
  readonly x: number
  readonly y: number
  /** Twice the standard deviation of the blur. */
  readonly blur: number
  readonly spread: number
  readonly color: RgbColor
}

function computeBoxShadow(shadows: readonly BoxShadowDeclaration[], context: ComputeContext): readonly BoxShadow[] {
  return shadows.map(({ inset, x, y, blur, spread, color }) => ({
    inset,
    x: computedLength(x, context),
    y: computedLength(y, context),
    blur: blur ? computedNonNegativeLength(blur, context) : 0,
    spread: spread ? computedLength(spread, context) : 0,
    color: computedColor(color, context),
  }))
}

const OUTLINE_STYLES = ['none', 'solid', 'dashed', 'dotted', 'double', 'groove', 'ridge', 'inset', 'outset'] as const

type OutlineStyle = (typeof OUTLINE_STYLES)[number]

/** AD-HOC: `auto`, the browser's own ring around what has the focus, is a solid line on paper. */
export function outlineStyle(cursor: ValueCursor): OutlineStyle | undefined {
  return cursor.keyword(['auto']) ? 'solid' : cursor.keyword(OUTLINE_STYLES)
}

export const outlineColor: ValueParser<ColorValue> = (cursor) =>
  cursor.keyword(['invert', 'auto']) ? 'currentcolor' : color(cursor)

/** css-transforms-1 §6. An empty list for `none`. */
function transform(cursor: ValueCursor): readonly TransformFunction[] | undefined {
  const functions: TransformFunction[] = []
  if (cursor.keyword(['none'])) return functions
  while (!cursor.done) {
    const call = cursor.call()
    const parsed = call && parseTransformFunction(call)
    if (!parsed) return undefined
    functions.push(parsed)
  }
  return functions.length > 0 ? functions : undefined
}

type ComputedTransform =
  | { readonly kind: 'translate'; readonly x: LengthPercentage; readonly y: LengthPercentage }
  | { readonly kind: 'matrix'; readonly matrix: Matrix }
  | AttributeTransform

function computeTransform(
  functions: readonly TransformFunction[],
  context: ComputeContext,
): readonly ComputedTransform[] {
  return functions.map((part) =>
    part.kind === 'translate'
      ? { kind: 'translate', x: computedExactly(part.x, context), y: computedExactly(part.y, context) }
      : part,
  )
}

const CENTER: LengthValue = { kind: 'percentage', value: 50 }
const SIDE_PERCENTAGES = { left: 0, center: 50, right: 100, top: 0, bottom: 100 } as const

interface OriginPart {
  readonly side: keyof typeof SIDE_PERCENTAGES | undefined
  readonly value: LengthValue
}

/** css-transforms-1 §7: one or two values, and a depth that makes no difference. */
function transformOrigin(cursor: ValueCursor): PositionDeclaration | undefined {
  const first = originPart(cursor)
  if (!first) return undefined
  const second = originPart(cursor)
  if (!second) return isVertical(first) ? { x: CENTER, y: first.value } : { x: first.value, y: CENTER }
  parseLength(cursor)
  if (isVertical(first) || isHorizontal(second)) {
    const swapped = !isHorizontal(first) && !isVertical(second) && first.side && second.side
    return swapped ? { x: second.value, y: first.value } : undefined
  }
  return { x: first.value, y: second.value }
}

function originPart(cursor: ValueCursor): OriginPart | undefined {
  const side = cursor.keyword(['left', 'center', 'right', 'top', 'bottom'])
  if (side) return { side, value: { kind: 'percentage', value: SIDE_PERCENTAGES[side] } }
  const value = parseLengthPercentage(cursor)
  return value && { side: undefined, value }
}

function isHorizontal({ side }: OriginPart): boolean {
  return side === 'left' || side === 'right'
}

function isVertical({ side }: OriginPart): boolean {
  return side === 'top' || side === 'bottom'
}

const ZERO: LengthValue = { kind: 'px', value: 0 }

/** css-transforms-2 §5.1. A third value moves towards the reader and makes no difference. */
function translate(cursor: ValueCursor): PositionDeclaration | 'none' | undefined {
  if (cursor.keyword(['none'])) return 'none'
  const x = parseLengthPercentage(cursor)
  if (!x) return undefined
  const y = parseLengthPercentage(cursor) ?? ZERO
  parseLength(cursor)
  return { x, y }
}

/** Degrees, clockwise. UNSUPPORTED: other axes than the one towards the reader. */
function rotate(cursor: ValueCursor): number | 'none' | undefined {
  if (cursor.keyword(['none'])) return 'none'
  const before = cursor.keyword(['z'])
  const degrees = parseAngle(cursor)
  if (degrees === undefined) return cursor.keyword(['x', 'y']) && cursor.unsupported('a rotation in space')
  if (!before) cursor.keyword(['z'])
  return degrees
}

export interface ScaleDeclaration {
  readonly x: number
  readonly y: number
}

function scale(cursor: ValueCursor): ScaleDeclaration | 'none' | undefined {
  if (cursor.keyword(['none'])) return 'none'
  const x = scaleFactor(cursor)
  if (x === undefined) return undefined
  const y = scaleFactor(cursor)
  if (y !== undefined) scaleFactor(cursor)
  return { x, y: y ?? x }
}

function scaleFactor(cursor: ValueCursor): number | undefined {
  const percent = parsePercentage(cursor)
  return percent === undefined ? parseNumber(cursor) : percent / 100
}

function clipEdge(cursor: ValueCursor): LengthValue | 'auto' | undefined {
  return cursor.keyword(['auto']) ? 'auto' : parseLength(cursor)
}

/** From the upper left corner of the border box; `auto` is its own edge. */
export interface ClipDeclaration {
  readonly top: LengthValue | 'auto'
  readonly right: LengthValue | 'auto'
  readonly bottom: LengthValue | 'auto'
  readonly left: LengthValue | 'auto'
}

/** CSS 2.2 §11.1.2: all commas of `rect()` may be left out. */
function clip(cursor: ValueCursor): ClipDeclaration | 'auto' | undefined {
  if (cursor.keyword(['auto'])) return 'auto'
  const call = cursor.call()
  if (call?.name !== 'rect') return undefined
  const { args } = call
  const top = clipEdge(args)
  const commas = args.comma()
  const right = clipEdge(args)
  if (args.comma() !== commas) return undefined
  const bottom = clipEdge(args)
  if (args.comma() !== commas) return undefined
  const left = clipEdge(args)
  return top && right && bottom && left && args.done ? { top, right, bottom, left } : undefined
}

/** Distances from the upper left corner of the border box, in px; `auto` is the box's own edge. */
export interface ClipEdges {
  readonly top: number | 'auto'
  readonly right: number | 'auto'
  readonly bottom: number | 'auto'
  readonly left: number | 'auto'
}

function computeClip({ top, right, bottom, left }: ClipDeclaration, context: ComputeContext): ClipEdges {
  const edge = (length: LengthValue | 'auto') => (length === 'auto' ? length : computedLength(length, context))
  return { top: edge(top), right: edge(right), bottom: edge(bottom), left: edge(left) }
}

/** A `clipPath` element by its id. */
export interface ClipReference {
  readonly kind: 'reference'
  readonly id: string
}

/** The edges of a box, and the boxes of an element of a drawing: each kind stands for one of the other's. */
const GEOMETRY_BOXES = [
  'border-box',
  'padding-box',
  'content-box',
  'margin-box',
  'fill-box',
  'stroke-box',
  'view-box',
] as const

export type GeometryBox = (typeof GEOMETRY_BOXES)[number]

/** A shape within one of the edges of the box, or that edge itself. */
export interface ClipShapeDeclaration {
  readonly kind: 'shape'
  readonly shape: ShapeDeclaration | undefined
  readonly box: GeometryBox
}

/** css-masking-1 §5.1. */
function clipPath(cursor: ValueCursor): ClipShapeDeclaration | ClipReference | 'none' | undefined {
  if (cursor.keyword(['none'])) return 'none'
  const reference = cursor.url()
  if (reference !== undefined) return { kind: 'reference', id: localId(reference) ?? '' }
  let box = cursor.keyword(GEOMETRY_BOXES)
  const shape = parseBasicShape(cursor)
  if (shape) box ??= cursor.keyword(GEOMETRY_BOXES)
  return shape || box ? { kind: 'shape', shape, box: box ?? 'border-box' } : undefined
}

export interface ClipShape {
  readonly kind: 'shape'
  readonly shape: ComputedShape | undefined
  readonly box: GeometryBox
}

function computeClipPath(
  value: ClipShapeDeclaration | ClipReference,
  context: ComputeContext,
): ClipShape | ClipReference {
  return value.kind === 'reference'
    ? value
    : { ...value, shape: value.shape && computeBasicShape(value.shape, context) }
}

/** css-images-3 §5.3, with the names that it had before. */
function imageRendering(
  cursor: ValueCursor,
): 'auto' | 'smooth' | 'high-quality' | 'crisp-edges' | 'pixelated' | undefined {
  if (cursor.keyword(['optimizespeed', 'optimizequality'])) return 'auto'
  if (cursor.keyword(['-webkit-optimize-contrast', '-moz-crisp-edges'])) return 'crisp-edges'
  return cursor.keyword(['auto', 'smooth', 'high-quality', 'crisp-edges', 'pixelated'])
}

/** Outlines, shadows, transforms, clips, and how boxes and images are composed. */
export const EFFECT_PROPERTIES = {
  /** The first on top. */
  'box-shadow': property({
    parse: boxShadow,
    initial: 'none',
    aliases: ['-webkit-box-shadow'],
    compute: computeBoxShadow,
  }),
  'outline-color': property({ parse: outlineColor, initial: 'currentcolor', compute: computedColor }),
  'outline-style': property({ parse: outlineStyle, initial: 'none' }),
  /** Computed as zero when the style is `none`. */
  'outline-width': property(lineWidth),
  'outline-offset': property({ parse: (cursor) => parseLength(cursor), initial: '0', compute: computedLength }),
  /** Empty for `none`. */
  transform: property({
    parse: transform,
    initial: 'none',
    aliases: ['-webkit-transform'],
    compute: computeTransform,
  }),
  'transform-origin': property({
    parse: transformOrigin,
    initial: '50% 50%',
    aliases: ['-webkit-transform-origin'],
    compute: computedPosition,
  }),
  translate: property({ parse: translate, initial: 'none', compute: orKeyword(computedPosition) }),
  /** Degrees, clockwise. */
  rotate: property({ parse: rotate, initial: 'none' }),
  scale: property({ parse: scale, initial: 'none' }),
  /** Counts for absolutely positioned boxes. */
  clip: property({ parse: clip, initial: 'auto', compute: orKeyword(computeClip) }),
  'clip-path': property({ parse: clipPath, initial: 'none', compute: orKeyword(computeClipPath) }),
  /** Empty for `none`. */
  filter: property({ parse: parseFilters, initial: 'none', aliases: ['-webkit-filter'], compute: computeFilters }),
  'mix-blend-mode': property({ parse: keywords(...BLEND_MODES), initial: 'normal' }),
  /** AD-HOC: nothing scrolls on paper but list boxes, which show an option that is chosen (css-scroll-snap-2 §4.1). */
  'scroll-initial-target': property({ parse: keywords('none', 'nearest'), initial: 'none' }),
  isolation: property({ parse: keywords('auto', 'isolate'), initial: 'auto' }),
  'image-rendering': property({ parse: imageRendering, initial: 'auto', inherited: true }),
  'image-orientation': property({
    parse: keywords('from-image', 'none'),
    initial: 'from-image',
    inherited: true,
  }),
} as const
