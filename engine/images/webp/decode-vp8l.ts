import { BitReader, damagedWebp } from './bit-reader.js'
import { readPixels } from './vp8l-pixels.js'
import { divideUp, type Transform, undoTransform } from './vp8l-transforms.js'

const SIGNATURE = 0x2f

interface Vp8lHeader {
  readonly width: number
  readonly height: number
  /** A hint that there are pixels that are not opaque. */
  readonly alpha: boolean
}

/** WebP Lossless Bitstream §3. */
export function readVp8lHeader(data: Uint8Array): Vp8lHeader {
  const reader = new BitReader(data, 0)
  if (reader.read(8) !== SIGNATURE) throw damagedWebp()
  const width = reader.read(14) + 1
  const height = reader.read(14) + 1
  const alpha = reader.read(1) === 1
  if (reader.read(3) !== 0) throw damagedWebp()
  return { width, height, alpha }
}

/** Bytes before the image stream of a whole file. */
export const VP8L_HEADER_LENGTH = 5

/**
 * Decodes a lossless image stream (WebP Lossless Bitstream §4, §5). The caller has checked the size.
 * @param start offset of the stream, behind the header if it has one
 * @returns pixels as 0xAARRGGBB in reading order
 */
export function decodeVp8l(data: Uint8Array, start: number, width: number, height: number): Uint32Array {
  const reader = new BitReader(data, start)
  const transforms: Transform[] = []
  let columns = width
  while (reader.read(1) === 1) {
    const transform = readTransform(reader, columns, height)
    if (transforms.some(({ kind }) => kind === transform.kind)) throw damagedWebp()
    transforms.push(transform)
    if (transform.kind === 'palette') columns = divideUp(columns, transform.bits)
  }
  let pixels = readPixels(reader, columns, height, true)
  for (const transform of transforms.reverse()) {
    pixels = undoTransform(transform, pixels, height)
  }
  return pixels
}

function readTransform(reader: BitReader, width: number, height: number): Transform {
  switch (reader.read(2)) {
    case 0:
      return { kind: 'prediction', width, ...readBlocks(reader, width, height) }
    case 1:
      return { kind: 'color', width, ...readBlocks(reader, width, height) }
    case 2:
      return { kind: 'green' }
    default: {
      const size = reader.read(8) + 1
      const palette = readPixels(reader, size, 1, false)
      for (let i = 1; i < size; i++) palette[i] = addBytes(palette[i] as number, palette[i - 1] as number)
      return { kind: 'palette', width, palette, bits: size <= 2 ? 3 : size <= 4 ? 2 : size <= 16 ? 1 : 0 }
    }
  }
}

/** The parameters of a transform for each square of 2^bits pixels. */
function readBlocks(reader: BitReader, width: number, height: number): { bits: number; blocks: Uint32Array } {
  const bits = reader.read(3) + 2
  return { bits, blocks: readPixels(reader, divideUp(width, bits), divideUp(height, bits), false) }
}

function addBytes(a: number, b: number): number {
  return (
    (((((a & 0xff00ff00) >>> 8) + ((b & 0xff00ff00) >>> 8)) << 8) & 0xff00ff00) |
    (((a & 0x00ff00ff) + (b & 0x00ff00ff)) & 0x00ff00ff)
  )
}
