import type { Size } from '../../base/geometry.js'
import { assertNever } from '../../base/invariant.js'
import { inverse, mapPoint } from '../../base/matrix.js'
import type { CssGradient } from '../../css/values/image-value.js'
import { decodeSamples } from '../../images/encode-samples.js'
import type { ImageSamples, RasterImage } from '../../images/image-types.js'
import type { GradientStop } from '../../images/vector-types.js'
import { type PlacedGradient, placeGradient } from '../gradients/place-gradient.js'
import type { LayoutContext } from '../layout-types.js'

/** The alpha of an image at a place within it, both from 0 at its left and top to 1 at its right and bottom. */
export type AlphaAt = (x: number, y: number) => number

/** As a power of two: what takes as long to unpack as laying out a box. */
const PIXELS_PER_STEP = 12

/** Undefined for an image that is opaque everywhere. No format that has alpha is turned by its EXIF orientation. */
export function alphaOfRaster(ctx: LayoutContext, { softMask }: RasterImage): AlphaAt | undefined {
  if (!softMask) return undefined
  const { width, height } = softMask
  const samples = unpacked(ctx, softMask)
  return (x, y) => {
    const column = Math.min(width - 1, Math.floor(x * width))
    const row = Math.min(height - 1, Math.floor(y * height))
    return (samples[row * width + column] as number) / 255
  }
}

/** The samples of the last image are kept: mostly there is one. */
function unpacked(ctx: LayoutContext, mask: ImageSamples): Uint8Array {
  const last = ctx.cache(makeLastMask)
  if (last.mask !== mask) {
    ctx.work.spend(1 + ((mask.width * mask.height) >> PIXELS_PER_STEP))
    last.samples = decodeSamples(mask)
    last.mask = mask
  }
  return last.samples
}

interface LastMask {
  mask: ImageSamples | undefined
  samples: Uint8Array
}

function makeLastMask(): LastMask {
  return { mask: undefined, samples: new Uint8Array() }
}

/** @param size of the box that the gradient fills, in px */
export function alphaOfGradient(gradient: CssGradient, { width, height }: Size): AlphaAt {
  const placed = placeGradient(gradient, { x: 0, y: 0, width, height })
  if (!('stops' in placed)) return () => placed.color.alpha
  const back = inverse(placed.transform)
  const { stops } = placed
  if (!back) return () => stops.at(-1)?.color.alpha ?? 0
  return (x, y) => {
    const point = mapPoint(back, x * width, y * height)
    return alphaAtStop(stops, offsetAt(placed, point.x, point.y))
  }
}

/** How far along a gradient a place in its own coordinates is. */
function offsetAt(gradient: PlacedGradient, x: number, y: number): number {
  switch (gradient.kind) {
    case 'linear': {
      const { x1, y1, x2, y2 } = gradient
      const [dx, dy] = [x2 - x1, y2 - y1]
      return ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)
    }
    case 'radial':
      return (Math.hypot(x - gradient.cx, y - gradient.cy) - gradient.fr) / (gradient.r - gradient.fr)
    case 'conic': {
      const turn = Math.atan2(x, -y) / (2 * Math.PI) - gradient.from / 360
      return turn - Math.floor(turn)
    }
    default:
      return assertNever(gradient)
  }
}

function alphaAtStop(stops: readonly GradientStop[], offset: number): number {
  let [low, high] = [0, stops.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stops[middle] as GradientStop).offset > offset) high = middle
    else low = middle + 1
  }
  const [before, after] = [stops[low - 1], stops[low]]
  if (!before) return after?.color.alpha ?? 0
  if (!after) return before.color.alpha
  const part = (offset - before.offset) / (after.offset - before.offset)
  return before.color.alpha + (after.color.alpha - before.color.alpha) * part
}
