import type { BoolDecoder } from './bool-decoder.js'
import { BLOCK_MODE_PROBABILITIES } from './vp8-tables.js'

/** How samples of a 4 × 4 block are predicted (RFC 6386 §12.3), in the order of the mode tree's leaves. */
export const BLOCK_MODE = {
  dc: 0,
  trueMotion: 1,
  vertical: 2,
  horizontal: 3,
  rightDown: 4,
  verticalRight: 5,
  leftDown: 6,
  verticalLeft: 7,
  horizontalDown: 8,
  horizontalUp: 9,
} as const

/** How a macroblock is predicted: like a block by one of the first four modes, or each of its blocks by its own. */
export const BY_BLOCKS = 10

/** The tree of block modes (§11.2): nodes in pairs; leaves are negative, less one. */
const BLOCK_MODE_TREE = [-1, 2, -2, 4, -3, 6, 8, 12, -4, 10, -5, -6, -7, 14, -8, 16, -9, -10] as const

/** §8.3, §11. */
export interface MacroblockModes {
  segment: number
  /** The macroblock has no coefficients. */
  skip: boolean
  /** Mode of the luma samples, or `BY_BLOCKS`. */
  luma: number
  chroma: number
  /** Modes of the blocks; those of a macroblock predicted as a whole stand for it. */
  readonly blocks: Uint8Array
}

/** Reads the headers of macroblocks in order. */
export class ModeReader {
  /** Modes of the blocks above and to the left; outside the frame they count as `dc`. */
  readonly #above: Uint8Array
  readonly #left = new Uint8Array(4)
  readonly #modes: MacroblockModes = { segment: 0, skip: false, luma: 0, chroma: 0, blocks: new Uint8Array(16) }

  constructor(
    private readonly decoder: BoolDecoder,
    columns: number,
    private readonly segmentProbabilities: readonly number[] | undefined,
    private readonly skipProbability: number | undefined,
  ) {
    this.#above = new Uint8Array(4 * columns)
  }

  beginRow(): void {
    this.#left.fill(0)
  }

  /** The next macroblock's header; valid until the next call. */
  read(column: number): MacroblockModes {
    const modes = this.#modes
    const { decoder } = this
    modes.segment = this.segmentProbabilities ? this.#readSegment(this.segmentProbabilities) : 0
    modes.skip = this.skipProbability !== undefined && decoder.bit(this.skipProbability) === 1
    modes.luma = readLumaMode(decoder)
    this.#readBlocks(column, modes)
    modes.chroma = readChromaMode(decoder)
    return modes
  }

  #readSegment([first = 255, second = 255, third = 255]: readonly number[]): number {
    return this.decoder.bit(first) ? 2 + this.decoder.bit(third) : this.decoder.bit(second)
  }

  #readBlocks(column: number, { luma, blocks }: MacroblockModes): void {
    const above = this.#above.subarray(4 * column, 4 * column + 4)
    const left = this.#left
    if (luma !== BY_BLOCKS) {
      above.fill(luma)
      left.fill(luma)
      blocks.fill(luma)
      return
    }
    for (let y = 0; y < 4; y++) {
      for (let x = 0; x < 4; x++) {
        const mode = this.#readBlockMode(above[x] as number, left[y] as number)
        above[x] = mode
        left[y] = mode
        blocks[4 * y + x] = mode
      }
    }
  }

  #readBlockMode(above: number, left: number): number {
    const probabilities = 9 * (10 * above + left)
    let node = 0
    do {
      const bit = this.decoder.bit(BLOCK_MODE_PROBABILITIES[probabilities + (node >> 1)] as number)
      node = BLOCK_MODE_TREE[node + bit] as number
    } while (node > 0)
    return -node - 1
  }
}

function readLumaMode(decoder: BoolDecoder): number {
  if (!decoder.bit(145)) return BY_BLOCKS
  if (decoder.bit(156)) return decoder.bit(128) ? BLOCK_MODE.trueMotion : BLOCK_MODE.horizontal
  return decoder.bit(163) ? BLOCK_MODE.vertical : BLOCK_MODE.dc
}

function readChromaMode(decoder: BoolDecoder): number {
  if (!decoder.bit(142)) return BLOCK_MODE.dc
  if (!decoder.bit(114)) return BLOCK_MODE.vertical
  return decoder.bit(183) ? BLOCK_MODE.trueMotion : BLOCK_MODE.horizontal
}
