import type { Picture } from '../decode-image.js'
import { encodeSamples } from '../encode-samples.js'
import { checkBytes, checkPixels, ImageError, type ImageLimits } from '../image-error.js'
import { decodeLzw } from './lzw.js'

const EXTENSION = 0x21
const GRAPHIC_CONTROL = 0xf9
const IMAGE = 0x2c

interface Frame {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly interlaced: boolean
  /** RGB triples. */
  readonly palette: Uint8Array
  readonly minimumCodeSize: number
  /** All data sub-blocks together. */
  readonly compressed: Uint8Array
  /** Index of the colour that is transparent. */
  readonly transparent: number | undefined
}

/** Reads the first picture of a GIF file (GIF89a). What it leaves free of the logical screen is transparent. */
export function decodeGif(bytes: Uint8Array, limits: ImageLimits): Picture {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frame = readFirstFrame(data, limits)
  const { left, top, transparent } = frame
  // Browsers enlarge a logical screen that is too small for the first picture.
  const width = Math.max(data.readUInt16LE(6), left + frame.width)
  const height = Math.max(data.readUInt16LE(8), top + frame.height)
  checkPixels(width, height, limits)
  // The picture as stored, the indexes and the alpha of the screen, and what either is encoded from.
  const decodedBytes = frame.width * frame.height + 4 * width * height
  checkBytes(decodedBytes, limits)
  const stored = decodeLzw(frame.compressed, frame.minimumCodeSize, frame.width * frame.height)
  const indexes = new Uint8Array(width * height)
  const alpha = new Uint8Array(width * height)
  let opaque = frame.width === width && frame.height === height
  for (let row = 0; row < frame.height; row++) {
    const from = row * frame.width
    const to = (top + (frame.interlaced ? interlacedRow(row, frame.height) : row)) * width + left
    for (let column = 0; column < frame.width; column++) {
      const index = stored[from + column] as number
      indexes[to + column] = index
      alpha[to + column] = index === transparent ? 0 : 255
      if (index === transparent) opaque = false
    }
  }
  return {
    orientation: 1,
    samples: encodeSamples(width, height, 1, { kind: 'indexed', palette: frame.palette }, indexes),
    softMask: opaque ? undefined : encodeSamples(width, height, 1, { kind: 'gray' }, alpha),
    decodedBytes,
  }
}

/** The row of the picture that is stored at a place: every 8th, every 8th from 4, every 4th from 2, every 2nd. */
function interlacedRow(stored: number, height: number): number {
  const first = (height + 7) >> 3
  if (stored < first) return stored * 8
  const second = first + ((height + 3) >> 3)
  if (stored < second) return (stored - first) * 8 + 4
  const third = second + ((height + 1) >> 2)
  return stored < third ? (stored - second) * 4 + 2 : (stored - third) * 2 + 1
}

function readFirstFrame(data: Buffer, limits: ImageLimits): Frame {
  if (data.length < 13) throw cutOff()
  const globalSize = paletteSize(data.readUInt8(10))
  let offset = 13 + globalSize
  let transparent: number | undefined
  for (;;) {
    const introducer = data[offset]
    if (introducer === EXTENSION) {
      if (data[offset + 1] === GRAPHIC_CONTROL && offset + 7 < data.length) {
        transparent = data.readUInt8(offset + 3) & 1 ? data.readUInt8(offset + 6) : undefined
      }
      offset = endOfBlocks(data, offset + 2)
    } else if (introducer === IMAGE) break
    else throw cutOff()
  }
  if (offset + 11 > data.length) throw cutOff()
  const flags = data.readUInt8(offset + 9)
  const localSize = paletteSize(flags)
  const codeSizeAt = offset + 10 + localSize
  const palette = localSize > 0 ? data.subarray(offset + 10, codeSizeAt) : data.subarray(13, 13 + globalSize)
  if (palette.length === 0) throw new ImageError('invalid-image', 'the GIF file has no palette')
  const minimumCodeSize = data[codeSizeAt] ?? 0
  if (minimumCodeSize < 2 || minimumCodeSize > 8) throw cutOff()
  const width = data.readUInt16LE(offset + 5)
  const height = data.readUInt16LE(offset + 7)
  checkPixels(width, height, limits)
  return {
    left: data.readUInt16LE(offset + 1),
    top: data.readUInt16LE(offset + 3),
    width,
    height,
    interlaced: (flags & 0x40) !== 0,
    palette: wholePalette(palette, minimumCodeSize),
    minimumCodeSize,
    compressed: blocks(data, codeSizeAt + 1),
    transparent,
  }
}

/** A palette with a colour for every index that the data can hold: black where the file names none. */
function wholePalette(palette: Uint8Array, minimumCodeSize: number): Uint8Array {
  const whole = new Uint8Array(Math.max(palette.length, 3 << minimumCodeSize))
  whole.set(palette)
  return whole
}

/** Bytes of the colour table that these flags announce. */
function paletteSize(flags: number): number {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0
}

/** The contents of a chain of sub-blocks, put together. A chain that is cut off gives what there is. */
function blocks(data: Buffer, start: number): Uint8Array {
  const parts: Buffer[] = []
  for (let offset = start; ; ) {
    const length = data[offset] ?? 0
    if (length === 0) return Buffer.concat(parts)
    parts.push(data.subarray(offset + 1, offset + 1 + length))
    offset += 1 + length
  }
}

/** Offset behind a chain of sub-blocks. */
function endOfBlocks(data: Buffer, start: number): number {
  let offset = start
  while ((data[offset] ?? 0) !== 0) offset += 1 + (data[offset] ?? 0)
  return offset + 1
}

function cutOff(): ImageError {
  return new ImageError('invalid-image', 'the GIF file is damaged or cut off')
}
