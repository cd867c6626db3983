import { inflateSync } from 'node:zlib'

/** What a PNG without transparency says of itself, and its rows. */
export interface ReadPng {
  readonly width: number
  readonly height: number
  /** 0 for gray, 2 for red, green and blue. */
  readonly colorType: number
  /** Pixels per metre. */
  readonly density: number
  /** The first sample of the pixel at a place. */
  at(x: number, y: number): readonly number[]
}

export function readPng(file: Uint8Array): ReadPng {
  const bytes = Buffer.from(file)
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    chunks.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13)
  const [width, height, colorType = 0] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9]]
  const samples = colorType === 2 ? 3 : 1
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
  return {
    width,
    height,
    colorType,
    density: chunks.get('pHYs')?.readUInt32BE(0) ?? 0,
    at: (x, y) => {
      const start = y * (width * samples + 1) + 1 + x * samples
      return [...rows.subarray(start, start + samples)]
    },
  }
}

/** Width and height of a JPEG, from its frame header (ITU-T T.81 §B.2.2). */
export function sizeOfJpeg(file: Uint8Array): readonly [number, number] {
  const bytes = Buffer.from(file)
  for (let at = 2; at < bytes.length; at += bytes.readUInt16BE(at + 2) + 2) {
    const marker = bytes[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
  }
  return [0, 0]
}
