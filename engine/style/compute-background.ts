import { assertNever } from '../base/invariant.js'
import { resolveColor } from '../css/color-value.js'
import type { ImageDeclaration } from '../css/image-value.js'
import type { DeclaredValue } from '../css/longhands.js'
import type { BACKGROUND_LONGHANDS } from '../css/longhands-background.js'
import type { PositionDeclaration } from '../css/position-value.js'
import { computeLengthPercentage, computeNonNegative, type UnitContext } from './compute-length.js'
import type { ComputedStyle, Position } from './computed-style.js'
import type { MutableStyle } from './initial-style.js'
import type { LonghandContext } from './longhand-context.js'
import type { BackgroundSize, CssImage } from './painting-style.js'

type BackgroundLonghand = keyof typeof BACKGROUND_LONGHANDS

type Computations = {
  readonly [P in BackgroundLonghand]: (style: MutableStyle, value: DeclaredValue<P>, context: LonghandContext) => void
}

/** From declared to computed values of backgrounds (css-backgrounds-3 §2). */
export const BACKGROUND_COMPUTATIONS: Computations = {
  'background-image': (style, value, { units }) => {
    const isNone = value.every((image) => image === 'none')
    style.backgroundImage = isNone
      ? NO_IMAGES
      : value.map((image) => (image === 'none' ? image : computeImage(image, style, units)))
  },
  'background-position-x': (style, value, { units }) => {
    style.backgroundPositionX = value.map((x) => computeLengthPercentage(x, units))
  },
  'background-position-y': (style, value, { units }) => {
    style.backgroundPositionY = value.map((y) => computeLengthPercentage(y, units))
  },
  'background-size': (style, value, { units }) => {
    style.backgroundSize = value.map((size) => computeSize(size, units))
  },
  'background-repeat': (style, value) => {
    style.backgroundRepeat = value
  },
  'background-origin': (style, value) => {
    style.backgroundOrigin = value
  },
  'background-clip': (style, value) => {
    style.backgroundClip = value
  },
  'background-attachment': (style, value) => {
    style.backgroundAttachment = value
  },
}

const NO_IMAGES: ComputedStyle['backgroundImage'] = []

/** An image with its colours and lengths computed. */
function computeImage(image: ImageDeclaration, style: ComputedStyle, units: UnitContext): CssImage {
  if (image.kind === 'url') return image
  const stops = image.stops.map(({ color, position }) => ({
    color: color && resolveColor(color, style.color),
    position: position && computeLengthPercentage(position, units),
  }))
  switch (image.kind) {
    case 'linear-gradient':
      return { ...image, stops }
    case 'radial-gradient': {
      const { size } = image
      const position = computePosition(image.position, units)
      if (typeof size === 'string') return { ...image, size, position, stops }
      return {
        ...image,
        size: [computeNonNegative(size[0], units), computeNonNegative(size[1], units)],
        position,
        stops,
      }
    }
    case 'conic-gradient':
      return { ...image, position: computePosition(image.position, units), stops }
    default:
      return assertNever(image)
  }
}

export function computePosition({ x, y }: PositionDeclaration, units: UnitContext): Position {
  return { x: computeLengthPercentage(x, units), y: computeLengthPercentage(y, units) }
}

function computeSize(size: DeclaredValue<'background-size'>[number], units: UnitContext): BackgroundSize {
  if (typeof size === 'string') return size
  const { width, height } = size
  return {
    width: width === 'auto' ? width : computeNonNegative(width, units),
    height: height === 'auto' ? height : computeNonNegative(height, units),
  }
}
