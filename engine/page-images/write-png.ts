import { crc32, deflateSync } from 'node:zlib'

/** Four bytes for each pixel: red, green, blue, and one that does not count. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

/** Level 6 takes twice the time of the whole picture for a tenth of its bytes. */
const LEVEL = 1

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

const GRAY = 0
const RGB = 2

const INCHES_PER_METRE = 1 / 0.0254

/**
 * A PNG without transparency (PNG, third edition, §5 and §11): one byte for each pixel where all of them are gray, else
 * three.
 *
 * @param dpi pixels per inch, for programs that print it
 */
export function writePng(pixels: Pixels, dpi: number): Uint8Array<ArrayBuffer> {
  const { width, height } = pixels
  const isGray = isAllGray(pixels)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, isGray ? GRAY : RGB, 0, 0, 0], 8)
  const density = Buffer.alloc(9)
  const perMetre = Math.round(dpi * INCHES_PER_METRE)
  density.writeUInt32BE(perMetre, 0)
  density.writeUInt32BE(perMetre, 4)
  density[8] = 1
  const rows = isGray ? grayRows(pixels) : rgbRows(pixels)
  const chunks = [
    SIGNATURE,
    chunk('IHDR', header),
    chunk('pHYs', density),
    chunk('IDAT', deflateSync(rows, { level: LEVEL })),
    chunk('IEND', new Uint8Array()),
  ]
  const file = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of chunks) {
    file.set(part, at)
    at += part.length
  }
  return file
}

function isAllGray({ bytes }: Pixels): boolean {
  for (let at = 0; at < bytes.length; at += 4) {
    const red = bytes[at]
    if (red !== bytes[at + 1] || red !== bytes[at + 2]) return false
  }
  return true
}

/** Each row begins with the number of its filter: none, since pages are mostly plain. */
function grayRows({ width, height, bytes }: Pixels): Uint8Array {
  const rows = new Uint8Array((width + 1) * height)
  let to = 0
  let from = 0
  for (let y = 0; y < height; y++) {
    to++
    for (let x = 0; x < width; x++, from += 4) rows[to++] = bytes[from] as number
  }
  return rows
}

function rgbRows({ width, height, bytes }: Pixels): Uint8Array {
  const rows = new Uint8Array((width * 3 + 1) * height)
  let to = 0
  let from = 0
  for (let y = 0; y < height; y++) {
    to++
    for (let x = 0; x < width; x++, from += 4, to += 3) {
      rows[to] = bytes[from] as number
      rows[to + 1] = bytes[from + 1] as number
      rows[to + 2] = bytes[from + 2] as number
    }
  }
  return rows
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(data.length + 12)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8)
  return bytes
}
