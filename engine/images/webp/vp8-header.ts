import { damagedWebp } from './bit-reader.js'
import { BoolDecoder } from './bool-decoder.js'
import { AC_STEPS, DC_STEPS, DEFAULT_TOKEN_PROBABILITIES, TOKEN_UPDATE_PROBABILITIES } from './vp8-tables.js'

/** The header of a key frame, before its macroblocks (RFC 6386 §9). */
export interface Vp8Header {
  readonly width: number
  readonly height: number
  /** The first partition, read up to the macroblock headers. */
  readonly modes: BoolDecoder
  /** The partitions of coefficients; rows of macroblocks take turns. */
  readonly partitions: readonly BoolDecoder[]
  /** Probabilities of the tree that tells a macroblock's segment; undefined when all are in segment 0. */
  readonly segmentProbabilities: readonly number[] | undefined
  readonly quantizers: readonly Quantizer[]
  readonly filter: FilterHeader
  readonly tokenProbabilities: Uint8Array
  /** Probability that a macroblock has coefficients; undefined when all have. */
  readonly skipProbability: number | undefined
}

/** Steps of DC and other coefficients of a segment (§9.6, §14.1). */
export interface Quantizer {
  readonly y: readonly [number, number]
  readonly y2: readonly [number, number]
  readonly uv: readonly [number, number]
}

/** §9.6, §15.1. */
interface FilterHeader {
  readonly simple: boolean
  readonly sharpness: number
  /** Strength by segment, for macroblocks predicted as a whole and by blocks. */
  readonly levels: readonly { readonly whole: number; readonly blocks: number }[]
}

interface Segmentation {
  readonly probabilities: readonly number[] | undefined
  /** Replaces, or is added to, the quantizer index and the filter level of the frame. */
  readonly absolute: boolean
  readonly quantizers: readonly number[]
  readonly filterLevels: readonly number[]
}

const SEGMENTS = [0, 1, 2, 3] as const
const NO_SEGMENTS: Segmentation = {
  probabilities: undefined,
  absolute: false,
  quantizers: [0, 0, 0, 0],
  filterLevels: [0, 0, 0, 0],
}

/** §9.1: the size of the frame, found without reading more. */
export function readVp8Size(data: Uint8Array): { readonly width: number; readonly height: number } {
  const [tag = 1, , , start0, start1, start2] = data
  if (data.length < 10 || tag & 1 || start0 !== 0x9d || start1 !== 0x01 || start2 !== 0x2a) throw damagedWebp()
  return { width: uint16(data, 6) & 0x3fff, height: uint16(data, 8) & 0x3fff }
}

export function readVp8Header(data: Uint8Array): Vp8Header {
  const { width, height } = readVp8Size(data)
  const firstLength = (uint16(data, 0) | ((data[2] as number) << 16)) >> 5
  const firstEnd = 10 + firstLength
  if (firstEnd > data.length) throw damagedWebp()
  const modes = new BoolDecoder(data, 10, firstEnd)
  // The colour space and whether samples need clamping: there is one colour space, and clamping never hurts.
  modes.number(2)
  const segmentation = modes.flag() ? readSegmentation(modes) : NO_SEGMENTS
  const filter = readFilter(modes, segmentation)
  const partitions = readPartitions(data, firstEnd, 1 << modes.number(2))
  const quantizers = readQuantizers(modes, segmentation)
  // Whether the probabilities are kept for later frames.
  modes.flag()
  const tokenProbabilities = readTokenProbabilities(modes)
  const skipProbability = modes.flag() ? modes.number(8) : undefined
  return {
    width,
    height,
    modes,
    partitions,
    segmentProbabilities: segmentation.probabilities,
    quantizers,
    filter,
    tokenProbabilities,
    skipProbability,
  }
}

/** §9.3. */
function readSegmentation(modes: BoolDecoder): Segmentation {
  const hasMap = modes.flag()
  const hasData = modes.flag()
  const absolute = hasData && modes.flag()
  const quantizers = SEGMENTS.map(() => (hasData ? modes.optional(7) : 0))
  const filterLevels = SEGMENTS.map(() => (hasData ? modes.optional(6) : 0))
  const probabilities = hasMap ? [0, 1, 2].map(() => (modes.flag() ? modes.number(8) : 255)) : undefined
  return { probabilities, absolute, quantizers, filterLevels }
}

/** §9.6 and the levels that follow from it (§15.1 to §15.3). */
function readFilter(modes: BoolDecoder, segmentation: Segmentation): FilterHeader {
  const simple = modes.flag()
  const level = modes.number(6)
  const sharpness = modes.number(3)
  let intra = 0
  let blocks = 0
  if (modes.flag() && modes.flag()) {
    const deltas = [0, 1, 2, 3, 4, 5, 6, 7].map(() => modes.optional(6))
    intra = deltas[0] ?? 0
    blocks = deltas[4] ?? 0
  }
  const levels = segmentation.filterLevels.map((own) => {
    if (level === 0) return { whole: 0, blocks: 0 }
    const base = segmentation.absolute ? own : level + own
    return { whole: limit(base + intra, 63), blocks: limit(base + intra + blocks, 63) }
  })
  return { simple, sharpness, levels }
}

/** §9.5. The last partition takes what is left. */
function readPartitions(data: Uint8Array, sizesAt: number, count: number): readonly BoolDecoder[] {
  const partitions: BoolDecoder[] = []
  let start = sizesAt + 3 * (count - 1)
  if (start > data.length) throw damagedWebp()
  for (let i = 0; i < count; i++) {
    const sizeAt = sizesAt + 3 * i
    const size = i < count - 1 ? uint16(data, sizeAt) | ((data[sizeAt + 2] as number) << 16) : data.length - start
    const end = Math.min(start + size, data.length)
    partitions.push(new BoolDecoder(data, start, end))
    start = end
  }
  return partitions
}

function readQuantizers(modes: BoolDecoder, segmentation: Segmentation): readonly Quantizer[] {
  const index = modes.number(7)
  const yDc = modes.optional(4)
  const y2Dc = modes.optional(4)
  const y2Ac = modes.optional(4)
  const uvDc = modes.optional(4)
  const uvAc = modes.optional(4)
  return segmentation.quantizers.map((own) => {
    const base = segmentation.absolute ? own : index + own
    return {
      y: [dcStep(base + yDc), acStep(base)],
      y2: [2 * dcStep(base + y2Dc), Math.max(8, Math.trunc((acStep(base + y2Ac) * 155) / 100))],
      uv: [Math.min(132, dcStep(base + uvDc)), acStep(base + uvAc)],
    }
  })
}

function dcStep(index: number): number {
  return DC_STEPS[limit(index, 127)] as number
}

function acStep(index: number): number {
  return AC_STEPS[limit(index, 127)] as number
}

/** §13.4. */
function readTokenProbabilities(modes: BoolDecoder): Uint8Array {
  const probabilities = DEFAULT_TOKEN_PROBABILITIES.slice()
  for (let i = 0; i < probabilities.length; i++) {
    if (modes.bit(TOKEN_UPDATE_PROBABILITIES[i] as number)) probabilities[i] = modes.number(8)
  }
  return probabilities
}

function uint16(data: Uint8Array, offset: number): number {
  return (data[offset] as number) | ((data[offset + 1] as number) << 8)
}

function limit(value: number, most: number): number {
  return Math.max(0, Math.min(value, most))
}
