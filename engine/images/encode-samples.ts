import { deflateSync, inflateSync } from 'node:zlib'
import type { ImageColorSpace, ImageSamples } from './image-types.js'

const UP = 2

/** Encodes 8-bit samples as a Flate stream, each row as the difference from the one above. */
export function encodeSamples(
  width: number,
  height: number,
  channels: number,
  colorSpace: ImageColorSpace,
  samples: Uint8Array | Uint8ClampedArray,
): ImageSamples {
  const rowBytes = width * channels
  const filtered = new Uint8Array(height * (rowBytes + 1))
  let to = 0
  for (let row = 0; row < height; row++) {
    const start = row * rowBytes
    filtered[to++] = UP
    if (row === 0) {
      filtered.set(samples.subarray(0, rowBytes), to)
      to += rowBytes
    } else {
      for (let i = start; i < start + rowBytes; i++)
        filtered[to++] = (samples[i] as number) - (samples[i - rowBytes] as number)
    }
  }
  return {
    width,
    height,
    bitsPerComponent: 8,
    colorSpace,
    filter: 'FlateDecode',
    predictor: { colors: channels, bitsPerComponent: 8, columns: width },
    decode: undefined,
    data: deflateSync(filtered),
  }
}

/** What `encodeSamples` made of samples of one channel, made to samples again. */
export function decodeSamples({ width, height, data }: ImageSamples): Uint8Array {
  const filtered = inflateSync(data, { maxOutputLength: height * (width + 1) })
  const samples = new Uint8Array(width * height)
  let from = 0
  for (let at = 0; at < samples.length; at++) {
    if (at % width === 0) from++
    samples[at] = (filtered[from++] as number) + (at < width ? 0 : (samples[at - width] as number))
  }
  return samples
}
