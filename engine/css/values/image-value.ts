import { assertNever } from '../../base/invariant.js'
import type { RgbColor } from '../../base/rgb-color.js'
import type { Span } from '../../base/source.js'
import type { LengthPercentage } from './compute-length.js'
import type { ComputeContext } from './compute-values.js'
import {
  computedColor,
  computedLengthPercentage,
  computedNonNegative,
  computedPosition,
  type Position,
} from './compute-values.js'
import {
  type GradientDeclaration,
  type GradientDirection,
  type GradientInterpolation,
  parseGradient,
  type RadialExtent,
} from './gradient-value.js'
import type { ValueCursor } from './value-cursor.js'

/** `<image>` (css-images-3 §2). */
export type ImageDeclaration = UrlImage | GradientDeclaration

/** An image named by its address. */
export interface UrlImage {
  readonly kind: 'url'
  readonly source: string
  /** The declaration it stands in: the address is relative to that file. */
  readonly span: Span | undefined
  /** Pixels of the image per px, where it is not 1. */
  readonly resolution?: number | undefined
}

const UNSUPPORTED_IMAGES = /^(?:image|cross-fade|element|paint|-(?:webkit|moz|o|ms)-.*)$/

/** An image that is no set of images. */
export function parseImage(cursor: ValueCursor): ImageDeclaration | undefined {
  const url = parseImageUrl(cursor)
  if (url) return url
  const before = cursor.position
  const call = cursor.call()
  const gradient = call && parseGradient(call)
  if (gradient) return gradient
  if (call && UNSUPPORTED_IMAGES.test(call.name)) return cursor.unsupported(`the image function ${call.name}()`)
  cursor.reset(before)
  return undefined
}

/** An image that `url()` names. */
export function parseImageUrl(cursor: ValueCursor): UrlImage | undefined {
  const source = cursor.url()
  return source === undefined ? undefined : { kind: 'url', source, span: cursor.notes.span?.() }
}

export type CssImage = UrlImage | CssGradient

/** A gradient without a size: it is as large as the area it is painted in. */
export type CssGradient = CssLinearGradient | CssRadialGradient | CssConicGradient

interface GradientBase {
  readonly repeating: boolean
  /** At least one. */
  readonly stops: readonly CssColorStop[]
  readonly interpolation: GradientInterpolation | undefined
}

export interface CssLinearGradient extends GradientBase {
  readonly kind: 'linear-gradient'
  readonly direction: GradientDirection
}

export interface CssRadialGradient extends GradientBase {
  readonly kind: 'radial-gradient'
  readonly shape: 'circle' | 'ellipse'
  readonly size: RadialExtent | readonly [LengthPercentage, LengthPercentage]
  readonly position: Position
}

export interface CssConicGradient extends GradientBase {
  readonly kind: 'conic-gradient'
  /** In degrees, clockwise from upwards. */
  readonly from: number
  readonly position: Position
}

/** A colour at a place along the gradient, or the middle between two colours when it has none. */
export interface CssColorStop {
  readonly color: RgbColor | undefined
  readonly position: LengthPercentage | undefined
}

/** An image with its colours and lengths computed. */
export function computeImage(image: ImageDeclaration, context: ComputeContext): CssImage {
  if (image.kind === 'url') return image
  const stops = image.stops.map(({ color, position }) => ({
    color: color && computedColor(color, context),
    position: position && computedLengthPercentage(position, context),
  }))
  switch (image.kind) {
    case 'linear-gradient':
      return { ...image, stops }
    case 'radial-gradient': {
      const { size } = image
      const position = computedPosition(image.position, context)
      if (typeof size === 'string') return { ...image, size, position, stops }
      return {
        ...image,
        size: [computedNonNegative(size[0], context), computedNonNegative(size[1], context)],
        position,
        stops,
      }
    }
    case 'conic-gradient':
      return { ...image, position: computedPosition(image.position, context), stops }
    default:
      return assertNever(image)
  }
}
