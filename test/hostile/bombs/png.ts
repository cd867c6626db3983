import { deflateSync } from 'node:zlib'

/** 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

interface Bomb {
  readonly width: number
  readonly height: number
  readonly bitDepth?: number
  readonly colorType?: number
  readonly interlaced?: boolean
  /** Chunks before the image data. */
  readonly chunks?: readonly Buffer[]
  /** Bytes that are deflated; as many as the header asks for when absent. */
  readonly inflated?: number
}

/** A PNG of one colour: about a thousandth of what it inflates to. */
export function pngBomb({ width, height, bitDepth = 8, colorType = 6, interlaced, chunks, inflated }: Bomb): Buffer {
  const bits = (CHANNELS[colorType] ?? 1) * bitDepth
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bitDepth, colorType, 0, 0, interlaced ? 1 : 0], 8)
  const length = inflated ?? passLengths(width, height, bits, interlaced).reduce((sum, pass) => sum + pass, 0)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...(chunks ?? []),
    pngChunk('IDAT', deflateSync(Buffer.alloc(length), { level: 6 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** First column and row, steps: one row of the Adam7 table per pass. */
const ADAM7 = ['0088', '4088', '0448', '2044', '0224', '1022', '0112']

function passLengths(width: number, height: number, bits: number, interlaced: boolean | undefined): number[] {
  return (interlaced ? ADAM7 : ['0011']).map((pass) => {
    const [startX = 0, startY = 0, stepX = 1, stepY = 1] = [...pass].map(Number)
    const columns = Math.ceil((width - startX) / stepX)
    return Math.ceil((height - startY) / stepY) * (1 + Math.ceil((columns * bits) / 8))
  })
}

/** Check sums are left at zero: decoders that look at them are not attacked. */
export function pngChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content, Buffer.alloc(4)])
}
