import type { BoolDecoder } from './bool-decoder.js'
import type { Quantizer } from './vp8-header.js'
import { inverseWalsh } from './vp8-transform.js'

/** Place of the coefficients in a block in the order in which they are stored (RFC 6386 §13). */
const ZIGZAG = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15] as const
/** Band of each coefficient (§13.3); one more, so that the place behind the last has one too. */
const BANDS = [0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0] as const

/** Probabilities of the extra bits of the four largest categories of values (§13.2). */
const EXTRA_BITS = [
  [173, 148, 140],
  [176, 155, 140, 135],
  [180, 157, 141, 134, 130],
  [254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129],
] as const

/** Kinds of blocks with probabilities of their own (§13.3). */
const LUMA_WITHOUT_DC = 0
const LUMA_DC = 1
const CHROMA = 2
const LUMA = 3

const PROBABILITIES_PER_CONTEXT = 11
const PROBABILITIES_PER_BAND = 3 * PROBABILITIES_PER_CONTEXT
const PROBABILITIES_PER_KIND = 8 * PROBABILITIES_PER_BAND

/** Flags above or to the left: four blocks of luma, two of each chroma plane, the block of luma DCs. */
const FLAGS = 9

/** Reads the coefficients of macroblocks in order (§13). */
export class CoefficientReader {
  /** The blocks of a macroblock, 16 of luma and 4 of each chroma plane, 16 coefficients each. */
  readonly blocks = new Int16Array(24 * 16)
  readonly #dc = new Int16Array(16)
  /** Whether the neighbouring blocks have coefficients, which is the context of the first token. */
  readonly #above: Uint8Array
  readonly #left = new Uint8Array(FLAGS)

  constructor(
    columns: number,
    private readonly probabilities: Uint8Array,
  ) {
    this.#above = new Uint8Array(FLAGS * columns)
  }

  beginRow(): void {
    this.#left.fill(0)
  }

  /** A macroblock without coefficients. Its neighbours see through it to the last block of luma DCs. */
  skip(column: number, byBlocks: boolean): void {
    const end = byBlocks ? FLAGS - 1 : FLAGS
    this.#above.fill(0, FLAGS * column, FLAGS * column + end)
    this.#left.fill(0, 0, end)
  }

  /** Reads a macroblock into `blocks`. Returns whether there is any coefficient. */
  read(decoder: BoolDecoder, column: number, byBlocks: boolean, quantizer: Quantizer): boolean {
    this.blocks.fill(0)
    const above = this.#above.subarray(FLAGS * column, FLAGS * column + FLAGS)
    const hasDc = !byBlocks && this.#readDc(decoder, above, quantizer)
    const kind = byBlocks ? LUMA : LUMA_WITHOUT_DC
    const luma = this.#readPlane(decoder, above, { kind, first: 0, flags: 0, size: 4, steps: quantizer.y })
    const u = this.#readPlane(decoder, above, { kind: CHROMA, first: 16, flags: 4, size: 2, steps: quantizer.uv })
    const v = this.#readPlane(decoder, above, { kind: CHROMA, first: 20, flags: 6, size: 2, steps: quantizer.uv })
    return hasDc || luma || u || v
  }

  /** The first coefficients of all luma blocks, transformed once more (§14.3). */
  #readDc(decoder: BoolDecoder, above: Uint8Array, quantizer: Quantizer): boolean {
    const left = this.#left
    const context = (above[FLAGS - 1] as number) + (left[FLAGS - 1] as number)
    this.#dc.fill(0)
    const end = this.#readBlock(decoder, this.#dc, 0, { kind: LUMA_DC, steps: quantizer.y2 }, context)
    const flag = end > 0 ? 1 : 0
    above[FLAGS - 1] = flag
    left[FLAGS - 1] = flag
    if (flag) inverseWalsh(this.#dc, this.blocks)
    return flag === 1
  }

  #readPlane(decoder: BoolDecoder, above: Uint8Array, plane: Plane): boolean {
    const left = this.#left
    const { kind, first, flags, size } = plane
    let any = false
    for (let y = flags; y < flags + size; y++) {
      for (let x = flags; x < flags + size; x++) {
        const block = 16 * (first + (y - flags) * size + x - flags)
        const context = (above[x] as number) + (left[y] as number)
        const end = this.#readBlock(decoder, this.blocks, block, plane, context)
        const flag = end > (kind === LUMA_WITHOUT_DC ? 1 : 0) ? 1 : 0
        above[x] = flag
        left[y] = flag
        if (flag) any = true
      }
    }
    return any
  }

  /** §13.2: returns the place behind the last token. */
  #readBlock(
    decoder: BoolDecoder,
    target: Int16Array,
    offset: number,
    { kind, steps }: Pick<Plane, 'kind' | 'steps'>,
    firstContext: number,
  ): number {
    const { probabilities } = this
    const base = kind * PROBABILITIES_PER_KIND
    let at = kind === LUMA_WITHOUT_DC ? 1 : 0
    let p = base + (BANDS[at] as number) * PROBABILITIES_PER_BAND + firstContext * PROBABILITIES_PER_CONTEXT
    if (!decoder.bit(probabilities[p] as number)) return at
    for (;;) {
      while (!decoder.bit(probabilities[p + 1] as number)) {
        at++
        if (at === 16) return 16
        p = base + (BANDS[at] as number) * PROBABILITIES_PER_BAND
      }
      const value = this.#readValue(decoder, p)
      const signed = decoder.bit(128) ? -value : value
      target[offset + (ZIGZAG[at] as number)] = signed * steps[at === 0 ? 0 : 1]
      at++
      if (at === 16) return 16
      const context = value === 1 ? 1 : 2
      p = base + (BANDS[at] as number) * PROBABILITIES_PER_BAND + context * PROBABILITIES_PER_CONTEXT
      if (!decoder.bit(probabilities[p] as number)) return at
    }
  }

  /** The rest of a token that is neither zero nor the end. */
  #readValue(decoder: BoolDecoder, p: number): number {
    const { probabilities } = this
    if (!decoder.bit(probabilities[p + 2] as number)) return 1
    if (!decoder.bit(probabilities[p + 3] as number)) {
      if (!decoder.bit(probabilities[p + 4] as number)) return 2
      return 3 + decoder.bit(probabilities[p + 5] as number)
    }
    if (!decoder.bit(probabilities[p + 6] as number)) {
      if (!decoder.bit(probabilities[p + 7] as number)) return 5 + decoder.bit(159)
      return 7 + 2 * decoder.bit(165) + decoder.bit(145)
    }
    const high = decoder.bit(probabilities[p + 8] as number)
    const category = 2 * high + decoder.bit(probabilities[p + 9 + high] as number)
    let extra = 0
    for (const probability of EXTRA_BITS[category] ?? []) extra = 2 * extra + decoder.bit(probability)
    return 3 + (8 << category) + extra
  }
}

interface Plane {
  readonly kind: number
  /** Number of the first block, and of the first flag. */
  readonly first: number
  readonly flags: number
  /** Blocks in a row and rows. */
  readonly size: number
  readonly steps: readonly [number, number]
}
