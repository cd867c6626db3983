import { inflateSync } from 'node:zlib'
import type { ImageSamples } from '../../../engine/images/image-types.js'

/** The sample values of a Flate stream with PNG predictors, as a PDF reader sees them. */
export function readSamples(image: ImageSamples): number[] {
  const { colors, bitsPerComponent, columns } = image.predictor ?? { colors: 0, bitsPerComponent: 0, columns: 0 }
  const rowBytes = Math.ceil((colors * bitsPerComponent * columns) / 8)
  const distance = Math.max(1, (colors * bitsPerComponent) >> 3)
  const data = inflateSync(image.data)
  const samples: number[] = []
  let above = Buffer.alloc(rowBytes)
  for (let y = 0; y < image.height; y++) {
    const start = y * (rowBytes + 1)
    const row = Buffer.from(data.subarray(start + 1, start + 1 + rowBytes))
    for (let i = 0; i < rowBytes; i++) {
      const a = row[i - distance] ?? 0
      const b = above[i] ?? 0
      const c = i >= distance ? (above[i - distance] ?? 0) : 0
      const nearest = [a, b, c].sort((p, q) => Math.abs(a + b - c - p) - Math.abs(a + b - c - q))[0] ?? 0
      row[i] = (row[i] ?? 0) + ([0, a, b, (a + b) >> 1, nearest][data[start] ?? 0] ?? 0)
    }
    let bits = ''
    for (const byte of row) bits += byte.toString(2).padStart(8, '0')
    for (let i = 0; i < columns * colors; i++) {
      samples.push(Number.parseInt(bits.slice(i * bitsPerComponent, (i + 1) * bitsPerComponent), 2))
    }
    above = row
  }
  return samples
}
