import { type ComputedShape, computeBasicShape, parseBasicShape, type ShapeDeclaration } from '../values/basic-shape.js'
import { type ComputeContext, computedNonNegative, orKeyword } from '../values/compute-values.js'
import { parseImageOrNone } from '../values/image-set-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { nonNegativeLengthPercentage } from '../values/value-parsers.js'
import { property } from './property.js'

const SHAPE_BOXES = ['margin-box', 'border-box', 'padding-box', 'content-box'] as const

/** A shape within one of the boxes of a float, or that box with its corners. */
export interface FloatShapeDeclaration {
  readonly shape: ShapeDeclaration | undefined
  readonly box: (typeof SHAPE_BOXES)[number]
}

/** css-shapes-1 §5.1. UNSUPPORTED: the pixels of images. */
function shapeOutside(cursor: ValueCursor): FloatShapeDeclaration | 'none' | undefined {
  if (cursor.keyword(['none'])) return 'none'
  let box = cursor.keyword(SHAPE_BOXES)
  const shape = parseBasicShape(cursor)
  if (shape) box ??= cursor.keyword(SHAPE_BOXES)
  if (shape || box) return { shape, box: box ?? 'margin-box' }
  return parseImageOrNone(cursor) && cursor.unsupported('a shape that is the opaque part of an image')
}

export interface FloatShape {
  readonly shape: ComputedShape | undefined
  readonly box: (typeof SHAPE_BOXES)[number]
}

function computeShapeOutside({ shape, box }: FloatShapeDeclaration, context: ComputeContext): FloatShape {
  return { shape: shape && computeBasicShape(shape, context), box }
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
} as const
