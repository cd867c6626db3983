import { type ComputedShape, computeBasicShape, parseBasicShape, type ShapeDeclaration } from '../values/basic-shape.js'
import { type ComputeContext, computedNonNegative, orKeyword } from '../values/compute-values.js'
import { parseImageOrNone } from '../values/image-set-value.js'
import { type CssImage, computeImage, type ImageDeclaration } from '../values/image-value.js'
import { parseNumber, parsePercentage } from '../values/numeric-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { nonNegativeLengthPercentage } from '../values/value-parsers.js'
import { property } from './property.js'

const SHAPE_BOXES = ['margin-box', 'border-box', 'padding-box', 'content-box'] as const

type FloatShapeDeclaration =
  | { readonly shape: ShapeDeclaration | undefined; readonly box: (typeof SHAPE_BOXES)[number] }
  | { readonly image: ImageDeclaration }

/** css-shapes-1 §5.1. */
function shapeOutside(cursor: ValueCursor): FloatShapeDeclaration | 'none' | undefined {
  if (cursor.keyword(['none'])) return 'none'
  let box = cursor.keyword(SHAPE_BOXES)
  const shape = parseBasicShape(cursor)
  if (shape) box ??= cursor.keyword(SHAPE_BOXES)
  if (shape || box) return { shape, box: box ?? 'margin-box' }
  const image = parseImageOrNone(cursor)
  return image === undefined || image === 'none' ? image : { image }
}

export type FloatShape = FloatBoxShape | FloatImageShape

/** A shape within one of the boxes of a float, or that box with its corners. */
export interface FloatBoxShape {
  readonly shape: ComputedShape | undefined
  readonly box: (typeof SHAPE_BOXES)[number]
}

/** The opaque part of an image that fills the content box. */
export interface FloatImageShape {
  readonly image: CssImage
}

function computeShapeOutside(value: FloatShapeDeclaration, context: ComputeContext): FloatShape {
  if ('image' in value) return { image: computeImage(value.image, context) }
  return { shape: value.shape && computeBasicShape(value.shape, context), box: value.box }
}

/** `<opacity-value>`: what is beyond its bounds is valid, and means these. */
function imageThreshold(cursor: ValueCursor): number | undefined {
  const number = parseNumber(cursor)
  const percentage = number === undefined ? parsePercentage(cursor) : undefined
  const value = percentage === undefined ? number : percentage / 100
  return value === undefined ? undefined : Math.min(1, Math.max(0, value))
}

/** Shapes that lines follow beside floats (css-shapes-1 §5). */
export const SHAPE_PROPERTIES = {
  'shape-outside': property({
    parse: shapeOutside,
    initial: 'none',
    aliases: ['-webkit-shape-outside'],
    compute: orKeyword(computeShapeOutside),
  }),
  /** Percentages refer to the width of the containing block. */
  'shape-margin': property({
    parse: nonNegativeLengthPercentage,
    initial: '0',
    aliases: ['-webkit-shape-margin'],
    compute: computedNonNegative,
  }),
  /** Of an image the parts with more alpha are the shape. */
  'shape-image-threshold': property({
    parse: imageThreshold,
    initial: '0',
    aliases: ['-webkit-shape-image-threshold'],
  }),
} as const
