import type { YuvFrame } from './decode-vp8.js'
import type { SamplePlane } from './vp8-predict.js'

/**
 * RGB triples of a frame. Luma and chroma are those of ITU-R BT.601 in the range of video (RFC 6386 §9.2); chroma
 * between its samples is a mean weighted by distance, as browsers show WebP.
 */
export function yuvToRgb(frame: YuvFrame): Uint8ClampedArray {
  const { width, height, y } = frame
  const rgb = new Uint8ClampedArray(3 * width * height)
  const u = new Uint8Array(width)
  const v = new Uint8Array(width)
  for (let row = 0, to = 0; row < height; row++) {
    enlargeRow(frame.u, row, width, height, u)
    enlargeRow(frame.v, row, width, height, v)
    const from = y.origin + row * y.stride
    for (let column = 0; column < width; column++) {
      const luma = 1.164 * ((y.samples[from + column] as number) - 16)
      const blue = (u[column] as number) - 128
      const red = (v[column] as number) - 128
      rgb[to++] = luma + 1.596 * red
      rgb[to++] = luma - 0.391 * blue - 0.813 * red
      rgb[to++] = luma + 2.018 * blue
    }
  }
  return rgb
}

/** A row of chroma in full resolution: each sample takes nine parts of the nearest, three and one of the next. */
function enlargeRow(plane: SamplePlane, row: number, width: number, height: number, target: Uint8Array): void {
  const { samples, stride, origin } = plane
  const lastRow = ((height + 1) >> 1) - 1
  const lastColumn = ((width + 1) >> 1) - 1
  const nearRow = row >> 1
  const farRow = Math.max(0, Math.min(row & 1 ? nearRow + 1 : nearRow - 1, lastRow))
  const near = origin + nearRow * stride
  const far = origin + farRow * stride
  for (let column = 0; column < width; column++) {
    const x = column >> 1
    const next = Math.max(0, Math.min(column & 1 ? x + 1 : x - 1, lastColumn))
    const nearest = 9 * (samples[near + x] as number) + 3 * (samples[near + next] as number)
    const further = 3 * (samples[far + x] as number) + (samples[far + next] as number)
    target[column] = (nearest + further + 8) >> 4
  }
}
