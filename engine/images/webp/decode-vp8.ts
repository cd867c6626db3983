import { damagedWebp } from './bit-reader.js'
import { CoefficientReader } from './vp8-coefficients.js'
import { type FilterStrength, filterInner, filterOuter, filterSimple, filterStrength } from './vp8-filter.js'
import { readVp8Header, type Vp8Header } from './vp8-header.js'
import { BY_BLOCKS, type MacroblockModes, ModeReader } from './vp8-modes.js'
import { createPlane, predictBlock, predictSquare, type SamplePlane } from './vp8-predict.js'
import { addInverseDct } from './vp8-transform.js'

/** A decoded frame: luma and, in half the resolution, chroma. The planes reach to whole macroblocks. */
export interface YuvFrame {
  readonly width: number
  readonly height: number
  readonly y: SamplePlane
  readonly u: SamplePlane
  readonly v: SamplePlane
}

/** Decodes a key frame of VP8 (RFC 6386), which is what a lossy WebP file holds. The caller has checked the size. */
export function decodeVp8(data: Uint8Array): YuvFrame {
  return new FrameDecoder(readVp8Header(data)).decode()
}

class FrameDecoder {
  readonly #columns: number
  readonly #rows: number
  readonly #frame: YuvFrame
  readonly #modes: ModeReader
  readonly #coefficients: CoefficientReader
  /** Filter levels of the macroblocks, shifted left by one, and whether the edges within them are filtered. */
  readonly #filters: Uint8Array

  constructor(private readonly header: Vp8Header) {
    const columns = (header.width + 15) >> 4
    const rows = (header.height + 15) >> 4
    this.#columns = columns
    this.#rows = rows
    this.#frame = {
      width: header.width,
      height: header.height,
      y: createPlane(16 * columns, 16 * rows),
      u: createPlane(8 * columns, 8 * rows),
      v: createPlane(8 * columns, 8 * rows),
    }
    this.#modes = new ModeReader(header.modes, columns, header.segmentProbabilities, header.skipProbability)
    this.#coefficients = new CoefficientReader(columns, header.tokenProbabilities)
    this.#filters = new Uint8Array(columns * rows)
  }

  decode(): YuvFrame {
    const { partitions, modes } = this.header
    for (let row = 0; row < this.#rows; row++) {
      const partition = partitions[row & (partitions.length - 1)]
      if (!partition) throw damagedWebp()
      this.#modes.beginRow()
      this.#coefficients.beginRow()
      for (let column = 0; column < this.#columns; column++) {
        const macroblock = this.#modes.read(column)
        const byBlocks = macroblock.luma === BY_BLOCKS
        const quantizer = this.header.quantizers[macroblock.segment]
        if (!quantizer) throw damagedWebp()
        let hasCoefficients = false
        if (macroblock.skip) this.#coefficients.skip(column, byBlocks)
        else hasCoefficients = this.#coefficients.read(partition, column, byBlocks, quantizer)
        this.#reconstruct(macroblock, row, column, hasCoefficients)
        this.#noteFilter(macroblock, row, column, byBlocks || hasCoefficients)
      }
      if (modes.isExhausted || partition.isExhausted) throw damagedWebp()
    }
    this.#filter()
    return this.#frame
  }

  #reconstruct(macroblock: MacroblockModes, row: number, column: number, hasCoefficients: boolean): void {
    const { y, u, v } = this.#frame
    const neighbours = { hasAbove: row > 0, hasLeft: column > 0 }
    const lumaAt = y.origin + 16 * (row * y.stride + column)
    if (macroblock.luma === BY_BLOCKS) this.#reconstructBlocks(macroblock, row, column, lumaAt, hasCoefficients)
    else {
      predictSquare(y, lumaAt, 16, macroblock.luma, neighbours)
      if (hasCoefficients) this.#addResidue(y, lumaAt, 0, 4)
    }
    const chromaAt = u.origin + 8 * (row * u.stride + column)
    predictSquare(u, chromaAt, 8, macroblock.chroma, neighbours)
    predictSquare(v, chromaAt, 8, macroblock.chroma, neighbours)
    if (!hasCoefficients) return
    this.#addResidue(u, chromaAt, 16, 2)
    this.#addResidue(v, chromaAt, 20, 2)
  }

  /** Blocks are predicted from finished ones; those at the right all look at the row above the macroblock. */
  #reconstructBlocks(
    { blocks }: MacroblockModes,
    row: number,
    column: number,
    lumaAt: number,
    hasCoefficients: boolean,
  ): void {
    const { y } = this.#frame
    const rightOfAbove = lumaAt - y.stride + 16
    if (row > 0 && column === this.#columns - 1) {
      // Beyond the right edge of the frame its last sample is repeated.
      y.samples.fill(y.samples[rightOfAbove - 1] as number, rightOfAbove, rightOfAbove + 4)
    }
    for (let i = 0; i < 16; i++) {
      const at = lumaAt + 4 * ((i >> 2) * y.stride + (i & 3))
      predictBlock(y, at, blocks[i] as number, (i & 3) === 3 ? rightOfAbove : at - y.stride + 4)
      if (hasCoefficients) addInverseDct(this.#coefficients.blocks, 16 * i, y.samples, at, y.stride)
    }
  }

  #addResidue({ samples, stride }: SamplePlane, at: number, first: number, size: number): void {
    const { blocks } = this.#coefficients
    for (let i = 0; i < size * size; i++) {
      const x = i % size
      addInverseDct(blocks, 16 * (first + i), samples, at + 4 * (((i - x) / size) * stride + x), stride)
    }
  }

  #noteFilter(macroblock: MacroblockModes, row: number, column: number, inner: boolean): void {
    const levels = this.header.filter.levels[macroblock.segment]
    const level = levels ? (macroblock.luma === BY_BLOCKS ? levels.blocks : levels.whole) : 0
    this.#filters[row * this.#columns + column] = (level << 1) | (inner ? 1 : 0)
  }

  /** §15: prediction uses samples that are not filtered, so that filtering comes last. */
  #filter(): void {
    const strengths = Array.from({ length: 64 }, (_, level) => filterStrength(level, this.header.filter.sharpness))
    for (let row = 0; row < this.#rows; row++) {
      for (let column = 0; column < this.#columns; column++) {
        const noted = this.#filters[row * this.#columns + column] as number
        const strength = strengths[noted >> 1]
        if (!strength) continue
        const inner = (noted & 1) === 1
        if (this.header.filter.simple) this.#filterSimple(row, column, strength, inner)
        else this.#filterNormal(row, column, strength, inner)
      }
    }
  }

  #filterSimple(row: number, column: number, strength: FilterStrength, inner: boolean): void {
    const { samples, stride, origin } = this.#frame.y
    const at = origin + 16 * (row * stride + column)
    const upright = { across: 1, along: stride, count: 16 }
    const level = { across: stride, along: 1, count: 16 }
    if (column > 0) filterSimple(samples, at, upright, strength.outerLimit)
    for (let x = 4; inner && x < 16; x += 4) filterSimple(samples, at + x, upright, strength.innerLimit)
    if (row > 0) filterSimple(samples, at, level, strength.outerLimit)
    for (let y = 4; inner && y < 16; y += 4) filterSimple(samples, at + y * stride, level, strength.innerLimit)
  }

  #filterNormal(row: number, column: number, strength: FilterStrength, inner: boolean): void {
    const { y, u, v } = this.#frame
    const place = { row, column }
    filterPlane(y, 16, place, strength, inner)
    filterPlane(u, 8, place, strength, inner)
    filterPlane(v, 8, place, strength, inner)
  }
}

function filterPlane(
  { samples, stride, origin }: SamplePlane,
  size: number,
  { row, column }: { readonly row: number; readonly column: number },
  strength: FilterStrength,
  inner: boolean,
): void {
  const upright = { across: 1, along: stride, count: size }
  const level = { across: stride, along: 1, count: size }
  const at = origin + size * (row * stride + column)
  if (column > 0) filterOuter(samples, at, upright, strength)
  for (let x = 4; inner && x < size; x += 4) filterInner(samples, at + x, upright, strength)
  if (row > 0) filterOuter(samples, at, level, strength)
  for (let y = 4; inner && y < size; y += 4) filterInner(samples, at + y * stride, level, strength)
}
