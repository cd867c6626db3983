/** The content of a GIF file made for a test. */
export interface GifPicture {
  readonly width: number
  readonly height: number
  /** Colour indexes in reading order. */
  readonly indexes: readonly number[]
  /** RGB triples; its length is a power of two of at least four colours. */
  readonly palette: readonly number[]
  readonly transparent?: number
  readonly interlaced?: boolean
  readonly localPalette?: boolean
  /** Logical screen and the picture's place in it; as large as the picture when left out. */
  readonly screen?: { readonly width: number; readonly height: number; readonly left: number; readonly top: number }
}

export function makeGif(picture: GifPicture): Buffer {
  const { width, height, palette, transparent, screen = { width, height, left: 0, top: 0 } } = picture
  const bits = Math.log2(palette.length / 3)
  const table = Buffer.from(palette)
  const control = transparent === undefined ? [] : [0x21, 0xf9, 4, 1, 0, 0, transparent, 0]
  const imageFlags = (picture.localPalette ? 0x80 | (bits - 1) : 0) | (picture.interlaced ? 0x40 : 0)
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    uint16(screen.width, screen.height),
    Buffer.from([picture.localPalette ? 0 : 0x80 | (bits - 1), 0, 0]),
    picture.localPalette ? Buffer.alloc(0) : table,
    Buffer.from([0x21, 0xfe, 2, 0x68, 0x69, 0, ...control, 0x2c]),
    uint16(screen.left, screen.top, width, height),
    Buffer.from([imageFlags]),
    picture.localPalette ? table : Buffer.alloc(0),
    Buffer.from([bits]),
    subBlocks(compress(picture.interlaced ? interlaced(picture) : picture.indexes, bits)),
    Buffer.from([0x3b]),
  ])
}

function uint16(...values: readonly number[]): Buffer {
  return Buffer.from(values.flatMap((value) => [value & 255, value >> 8]))
}

function interlaced({ width, height, indexes }: GifPicture): number[] {
  const rows: number[] = []
  for (const [first, step] of [[0, 8] as const, [4, 8] as const, [2, 4] as const, [1, 2] as const]) {
    for (let row = first; row < height; row += step) rows.push(row)
  }
  return rows.flatMap((row) => indexes.slice(row * width, (row + 1) * width))
}

function subBlocks(data: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let i = 0; i < data.length; i += 255) {
    const part = data.subarray(i, i + 255)
    parts.push(Buffer.from([part.length]), part)
  }
  return Buffer.concat([...parts, Buffer.from([0])])
}

/** LZW with growing codes; the table is cleared when it is full. */
function compress(indexes: readonly number[], minimumSize: number): Buffer {
  const clear = 1 << minimumSize
  let codes = new Map<string, number>()
  let size = minimumSize + 1
  let next = clear + 2
  let bits = ''
  const write = (code: number) => {
    bits = code.toString(2).padStart(size, '0') + bits
  }
  const codeOf = (text: string) => codes.get(text) ?? Number(text)
  write(clear)
  let current = ''
  for (const index of indexes) {
    const longer = current === '' ? String(index) : `${current},${index}`
    if (current === '' || codes.has(longer)) {
      current = longer
      continue
    }
    write(codeOf(current))
    codes.set(longer, next++)
    if (next > 1 << size) size++
    if (next === 4095) {
      write(clear)
      codes = new Map()
      next = clear + 2
      size = minimumSize + 1
    }
    current = String(index)
  }
  write(codeOf(current))
  write(clear + 1)
  const bytes: number[] = []
  for (let end = bits.length; end > 0; end -= 8) bytes.push(Number.parseInt(bits.slice(Math.max(0, end - 8), end), 2))
  return Buffer.from(bytes)
}
