/** 0 gray, 2 RGB, 3 palette, 4 gray with alpha, 6 RGB with alpha. */
export type PngColorType = 0 | 2 | 3 | 4 | 6

export interface PngHeader {
  readonly width: number
  readonly height: number
  /** Bits per sample. */
  readonly bitDepth: 1 | 2 | 4 | 8 | 16
  readonly colorType: PngColorType
  /** By Adam7, the only method there is. */
  readonly interlaced: boolean
}

/** Samples per pixel. */
export const CHANNELS: Readonly<Record<PngColorType, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

export function isColorType(value: number): value is PngColorType {
  return value === 0 || value === 2 || value === 3 || value === 4 || value === 6
}

/** One of the reduced images that an image is stored as: every `stepX`th pixel of every `stepY`th row. */
interface Pass {
  readonly startX: number
  readonly startY: number
  readonly stepX: number
  readonly stepY: number
}

const WHOLE: readonly Pass[] = [{ startX: 0, startY: 0, stepX: 1, stepY: 1 }]

/** Adam7 (PNG Specification §8.2). */
const ADAM7: readonly Pass[] = [
  { startX: 0, startY: 0, stepX: 8, stepY: 8 },
  { startX: 4, startY: 0, stepX: 8, stepY: 8 },
  { startX: 0, startY: 4, stepX: 4, stepY: 8 },
  { startX: 2, startY: 0, stepX: 4, stepY: 4 },
  { startX: 0, startY: 2, stepX: 2, stepY: 4 },
  { startX: 1, startY: 0, stepX: 2, stepY: 2 },
  { startX: 0, startY: 1, stepX: 1, stepY: 2 },
]

export function passesOf(header: PngHeader): readonly Pass[] {
  return header.interlaced ? ADAM7 : WHOLE
}

/** Columns and rows of a pass, and bytes of one of its rows without the filter type; no bytes for an empty pass. */
export function passSize(header: PngHeader, pass: Pass): { columns: number; rows: number; rowBytes: number } {
  const columns = Math.ceil((header.width - pass.startX) / pass.stepX)
  const rows = Math.ceil((header.height - pass.startY) / pass.stepY)
  const bits = columns * CHANNELS[header.colorType] * header.bitDepth
  return columns <= 0 || rows <= 0
    ? { columns: 0, rows: 0, rowBytes: 0 }
    : { columns, rows, rowBytes: Math.ceil(bits / 8) }
}

/** Length of the inflated data: every row with its filter type in front. */
export function filteredLength(header: PngHeader): number {
  let length = 0
  for (const pass of passesOf(header)) {
    const { rows, rowBytes } = passSize(header, pass)
    length += rows * (rowBytes + 1)
  }
  return length
}
