import { damagedWebp } from './bit-reader.js'
import { decodeVp8l } from './decode-vp8l.js'

/** Reads the alpha channel of a lossy file (WebP Container Specification, "Alpha"). */
export function readAlpha(data: Uint8Array, width: number, height: number): Uint8Array {
  const [header] = data
  if (header === undefined) throw damagedWebp()
  const alpha = (header & 3) === 1 ? decompressed(data, width, height) : stored(data, width * height)
  undoFilter((header >> 2) & 3, alpha, width)
  return alpha
}

/** A lossless image stream whose green component is the alpha. */
function decompressed(data: Uint8Array, width: number, height: number): Uint8Array {
  const pixels = decodeVp8l(data, 1, width, height)
  const alpha = new Uint8Array(pixels.length)
  for (let i = 0; i < alpha.length; i++) alpha[i] = (pixels[i] as number) >> 8
  return alpha
}

function stored(data: Uint8Array, count: number): Uint8Array {
  if (data.length < 1 + count) throw damagedWebp()
  return data.slice(1, 1 + count)
}

/** Values are differences from those to the left (1), above (2), or from left + above - corner (3). */
function undoFilter(filter: number, alpha: Uint8Array, width: number): void {
  if (filter === 0) return
  for (let i = 1; i < alpha.length; i++) {
    const left = i % width === 0 ? undefined : (alpha[i - 1] as number)
    const above = i < width ? undefined : (alpha[i - width] as number)
    alpha[i] = (alpha[i] as number) + prediction(filter, left, above, alpha[i - width - 1] ?? 0)
  }
}

function prediction(filter: number, left: number | undefined, above: number | undefined, corner: number): number {
  if (left === undefined) return above ?? 0
  if (above === undefined || filter === 1) return left
  return filter === 2 ? above : Math.max(0, Math.min(left + above - corner, 255))
}
