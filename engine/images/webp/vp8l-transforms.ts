import { assertNever } from '../../base/invariant.js'

/** A transform that an encoder applied to the pixels, to be undone (WebP Lossless Bitstream §4). */
export type Transform =
  /** Pixels are differences from what one of 14 predictors makes of their neighbours. */
  | BlockTransform<'prediction'>
  /** Red and blue are differences from multiples of other components. */
  | BlockTransform<'color'>
  /** Red and blue are differences from green. */
  | { readonly kind: 'green' }
  /** Green is an index; 2^bits indexes share a pixel. */
  | { readonly kind: 'palette'; readonly width: number; readonly palette: Uint32Array; readonly bits: number }

interface BlockTransform<K extends string> {
  readonly kind: K
  readonly width: number
  /** Squares of 2^bits pixels have their own parameters. */
  readonly bits: number
  readonly blocks: Uint32Array
}

const OPAQUE_BLACK = 0xff000000

/** Number of squares of 2^bits pixels in a row of pixels. */
export function divideUp(pixels: number, bits: number): number {
  return (pixels + (1 << bits) - 1) >> bits
}

/** Undoes a transform, in place where the number of pixels stays. */
export function undoTransform(transform: Transform, pixels: Uint32Array, height: number): Uint32Array {
  switch (transform.kind) {
    case 'prediction':
      undoPrediction(transform, pixels, height)
      return pixels
    case 'color':
      undoColor(transform, pixels, height)
      return pixels
    case 'green':
      undoGreen(pixels)
      return pixels
    case 'palette':
      return undoPalette(transform.palette, transform.bits, pixels, transform.width, height)
    default:
      return assertNever(transform)
  }
}

/** §4.1. The first row is predicted from the left, the first column from above. */
function undoPrediction(
  { width, bits, blocks }: BlockTransform<'prediction'>,
  pixels: Uint32Array,
  height: number,
): void {
  const blocksPerRow = divideUp(width, bits)
  pixels[0] = add(pixels[0] as number, OPAQUE_BLACK)
  for (let x = 1; x < width; x++) pixels[x] = add(pixels[x] as number, pixels[x - 1] as number)
  for (let y = 1; y < height; y++) {
    const row = y * width
    pixels[row] = add(pixels[row] as number, pixels[row - width] as number)
    for (let x = 1; x < width; x++) {
      const mode = ((blocks[(y >> bits) * blocksPerRow + (x >> bits)] as number) >> 8) & 15
      pixels[row + x] = add(pixels[row + x] as number, predict(mode, pixels, row + x, width))
    }
  }
}

/** The prediction for a pixel that has neighbours on its left and above; right of the last one the next row begins. */
function predict(mode: number, pixels: Uint32Array, at: number, width: number): number {
  const left = pixels[at - 1] as number
  const top = pixels[at - width] as number
  const topRight = pixels[at - width + 1] as number
  const topLeft = pixels[at - width - 1] as number
  switch (mode) {
    case 1:
      return left
    case 2:
      return top
    case 3:
      return topRight
    case 4:
      return topLeft
    case 5:
      return average(average(left, topRight), top)
    case 6:
      return average(left, topLeft)
    case 7:
      return average(left, top)
    case 8:
      return average(topLeft, top)
    case 9:
      return average(top, topRight)
    case 10:
      return average(average(left, topLeft), average(top, topRight))
    case 11:
      return nearer(left, top, topLeft)
    case 12:
      return perByte(left, top, topLeft, fullGradient)
    case 13:
      return perByte(average(left, top), topLeft, 0, halfGradient)
    default:
      return OPAQUE_BLACK
  }
}

function add(a: number, b: number): number {
  return (
    (((((a >>> 8) & 0xff00ff) + ((b >>> 8) & 0xff00ff)) & 0xff00ff) << 8) |
    (((a & 0xff00ff) + (b & 0xff00ff)) & 0xff00ff)
  )
}

function average(a: number, b: number): number {
  return (((a ^ b) & 0xfefefefe) >>> 1) + (a & b)
}

/** Of left and top, the one that is nearer to left + top - topLeft. */
function nearer(left: number, top: number, topLeft: number): number {
  let toLeft = 0
  let toTop = 0
  for (let shift = 0; shift < 32; shift += 8) {
    const corner = (topLeft >>> shift) & 255
    toLeft += Math.abs(((top >>> shift) & 255) - corner)
    toTop += Math.abs(((left >>> shift) & 255) - corner)
  }
  return toLeft < toTop ? left : top
}

function perByte(a: number, b: number, c: number, combine: (a: number, b: number, c: number) => number): number {
  let result = 0
  for (let shift = 0; shift < 32; shift += 8) {
    const value = combine((a >>> shift) & 255, (b >>> shift) & 255, (c >>> shift) & 255)
    result |= Math.max(0, Math.min(value, 255)) << shift
  }
  return result
}

function fullGradient(left: number, top: number, topLeft: number): number {
  return left + top - topLeft
}

function halfGradient(mean: number, topLeft: number): number {
  return mean + Math.trunc((mean - topLeft) / 2)
}

/** §4.2. */
function undoColor({ width, bits, blocks }: BlockTransform<'color'>, pixels: Uint32Array, height: number): void {
  const blocksPerRow = divideUp(width, bits)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const block = blocks[(y >> bits) * blocksPerRow + (x >> bits)] as number
      const pixel = pixels[at] as number
      const green = (pixel << 16) >> 24
      const red = (((pixel >> 16) & 255) + share(block, green)) & 255
      const blue = (pixel & 255) + share(block >> 8, green) + share(block >> 16, (red << 24) >> 24)
      pixels[at] = (pixel & 0xff00ff00) | (red << 16) | (blue & 255)
    }
  }
}

/** A signed factor in 32nds times a signed component. */
function share(factor: number, component: number): number {
  return (((factor << 24) >> 24) * component) >> 5
}

/** §4.3. */
function undoGreen(pixels: Uint32Array): void {
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at] as number
    const green = (pixel >> 8) & 255
    pixels[at] = (pixel & 0xff00ff00) | (((pixel & 0xff00ff) + ((green << 16) | green)) & 0xff00ff)
  }
}

/** §4.4. Indexes without a colour are transparent black. */
function undoPalette(
  palette: Uint32Array,
  bits: number,
  packed: Uint32Array,
  width: number,
  height: number,
): Uint32Array {
  const pixels = new Uint32Array(width * height)
  const packedWidth = divideUp(width, bits)
  const indexBits = 8 >> bits
  const mask = (1 << indexBits) - 1
  const within = (1 << bits) - 1
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const byte = ((packed[y * packedWidth + (x >> bits)] as number) >> 8) & 255
      pixels[at] = palette[(byte >> ((x & within) * indexBits)) & mask] ?? 0
    }
  }
  return pixels
}
