import { deflateSync } from 'node:zlib'

/** A picture to be written as PNG: samples in reading order as stored, channels interleaved. */
export interface PngPicture {
  readonly width: number
  readonly height: number
  readonly bitDepth: number
  readonly colorType: number
  readonly interlaced: boolean
  readonly samples: readonly number[]
  readonly palette?: readonly number[]
  readonly transparency?: readonly number[]
  /** An ICC profile, to be deflated. */
  readonly profile?: Uint8Array
  /** Exif data, to be written as they are. */
  readonly exif?: Uint8Array
  /** Whether the Exif data follow the samples. */
  readonly exifBehind?: boolean
}

export const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** First column and row, steps: one row of the Adam7 table per pass. */
const ADAM7 = ['0088', '4088', '0448', '2044', '0224', '1022', '0112']

/** A PNG writer of its own, that uses every row filter in turn. */
export function makePng(picture: PngPicture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(picture.width, 0)
  header.writeUInt32BE(picture.height, 4)
  header.set([picture.bitDepth, picture.colorType, 0, 0, picture.interlaced ? 1 : 0], 8)
  const data = deflateSync(Buffer.from(filteredRows(picture)))
  const exif = picture.exif ? [chunk('eXIf', picture.exif)] : []
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(picture.profile ? [chunk('iCCP', Buffer.concat([Buffer.from('name\0\0'), deflateSync(picture.profile)]))] : []),
    ...(picture.palette ? [chunk('PLTE', Buffer.from(picture.palette))] : []),
    ...(picture.transparency ? [chunk('tRNS', Buffer.from(picture.transparency))] : []),
    ...(picture.exifBehind ? [] : exif),
    chunk('IDAT', data.subarray(0, 5)),
    chunk('IDAT', data.subarray(5)),
    ...(picture.exifBehind ? exif : []),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Check sums are left at zero: the decoder does not look at them. */
function chunk(type: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content, Buffer.alloc(4)])
}

function filteredRows(picture: PngPicture): number[] {
  const channels = CHANNELS[picture.colorType] ?? 1
  const distance = Math.max(1, (channels * picture.bitDepth) >> 3)
  const out: number[] = []
  for (const pass of picture.interlaced ? ADAM7 : ['0011']) {
    const [startX = 0, startY = 0, stepX = 1, stepY = 1] = [...pass].map(Number)
    let above: number[] = []
    for (let y = startY, index = 0; y < picture.height; y += stepY, index++) {
      const samples: number[] = []
      for (let x = startX; x < picture.width; x += stepX) {
        const from = (y * picture.width + x) * channels
        samples.push(...picture.samples.slice(from, from + channels))
      }
      if (samples.length === 0) break
      const row = packed(samples, picture.bitDepth)
      out.push(index % 5, ...filter(index % 5, row, above, distance))
      above = row
    }
  }
  return out
}

function packed(samples: readonly number[], depth: number): number[] {
  let bits = ''
  for (const sample of samples) bits += sample.toString(2).padStart(depth, '0')
  return (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

function filter(type: number, row: readonly number[], above: readonly number[], distance: number): number[] {
  return row.map((value, i) => {
    const a = row[i - distance] ?? 0
    const b = above[i] ?? 0
    const c = i >= distance ? (above[i - distance] ?? 0) : 0
    const nearest = [a, b, c].sort((p, q) => Math.abs(a + b - c - p) - Math.abs(a + b - c - q))[0] ?? 0
    return (value - ([0, a, b, (a + b) >> 1, nearest][type] ?? 0)) & 0xff
  })
}
