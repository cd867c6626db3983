import { type BitReader, damagedWebp } from './bit-reader.js'
import { type PrefixCode, readPrefixCode } from './prefix-code.js'
import { divideUp } from './vp8l-transforms.js'

const LITERALS = 256
const LENGTHS = 24
const DISTANCES = 40

/** Encoders write a few thousand groups of codes at most; more would only serve to fill the memory. */
const MAX_GROUPS = 16_384

/** The codes for the parts of a pixel (WebP Lossless Bitstream §6.2). */
interface CodeGroup {
  /** Green, lengths of copies and colour cache indexes. */
  readonly green: PrefixCode
  readonly red: PrefixCode
  readonly blue: PrefixCode
  readonly alpha: PrefixCode
  readonly distance: PrefixCode
}

/**
 * Neighbours in the order of their short distance codes (§5.2.2): how many rows up in the high half of the byte, how
 * many columns from 8 columns to the right in the low half.
 */
const NEIGHBOURS = Uint8Array.from([
  24, 7, 23, 25, 40, 6, 39, 41, 22, 26, 38, 42, 56, 5, 55, 57, 21, 27, 54, 58, 37, 43, 72, 4, 71, 73, 20, 28, 53, 59,
  70, 74, 36, 44, 88, 69, 75, 52, 60, 3, 87, 89, 19, 29, 86, 90, 35, 45, 68, 76, 85, 91, 51, 61, 104, 2, 103, 105, 18,
  30, 102, 106, 34, 46, 84, 92, 67, 77, 101, 107, 50, 62, 120, 1, 119, 121, 83, 93, 17, 31, 100, 108, 66, 78, 118, 122,
  33, 47, 117, 123, 49, 63, 99, 109, 82, 94, 0, 116, 124, 65, 79, 16, 32, 98, 110, 48, 115, 125, 81, 95, 64, 114, 126,
  97, 111, 80, 113, 127, 96, 112,
])

/**
 * Reads entropy-coded pixels (§5, §6), as 0xAARRGGBB.
 * @param isMain whether this is the picture itself, which may have several groups of codes, not data of a transform
 */
export function readPixels(reader: BitReader, width: number, height: number, isMain: boolean): Uint32Array {
  const cacheBits = reader.read(1) === 1 ? reader.read(4) : 0
  if (cacheBits > 11) throw damagedWebp()
  const groupBits = isMain && reader.read(1) === 1 ? reader.read(3) + 2 : undefined
  const groupOf = groupBits === undefined ? undefined : readGroupNumbers(reader, width, height, groupBits)
  const groups = readGroups(reader, groupOf, cacheBits)
  return new PixelDecoder(reader, width, height, { cacheBits, groups, groupOf, groupBits: groupBits ?? 0 }).decode()
}

/** §6.2.2: the number of the group that decodes each square of 2^bits pixels. */
function readGroupNumbers(reader: BitReader, width: number, height: number, bits: number): Uint32Array {
  return readPixels(reader, divideUp(width, bits), divideUp(height, bits), false).map((pixel) => (pixel >> 8) & 0xffff)
}

/** The groups by number; those that no square uses are left out. */
function readGroups(reader: BitReader, groupOf: Uint32Array | undefined, cacheBits: number): (CodeGroup | undefined)[] {
  const used = new Set(groupOf ?? [0])
  if (used.size > MAX_GROUPS) throw damagedWebp()
  let last = 0
  for (const number of used) last = Math.max(last, number)
  const groups: (CodeGroup | undefined)[] = []
  for (let number = 0; number <= last; number++) {
    const group = {
      green: readPrefixCode(reader, LITERALS + LENGTHS + (cacheBits > 0 ? 1 << cacheBits : 0)),
      red: readPrefixCode(reader, LITERALS),
      blue: readPrefixCode(reader, LITERALS),
      alpha: readPrefixCode(reader, LITERALS),
      distance: readPrefixCode(reader, DISTANCES),
    }
    groups.push(used.has(number) ? group : undefined)
  }
  return groups
}

/** How the pixels of an image are coded. */
interface PixelCoding {
  readonly cacheBits: number
  readonly groups: readonly (CodeGroup | undefined)[]
  /** The number of the group for each square of 2^`groupBits` pixels; undefined when there is one for all. */
  readonly groupOf: Uint32Array | undefined
  readonly groupBits: number
}

class PixelDecoder implements PixelCoding {
  readonly cacheBits: number
  readonly groups: readonly (CodeGroup | undefined)[]
  readonly groupOf: Uint32Array | undefined
  readonly groupBits: number
  readonly #pixels: Uint32Array
  readonly #cache: Uint32Array
  /** Pixels before this one are in the colour cache. */
  #cached = 0

  constructor(
    private readonly reader: BitReader,
    private readonly width: number,
    height: number,
    coding: PixelCoding,
  ) {
    this.cacheBits = coding.cacheBits
    this.groups = coding.groups
    this.groupOf = coding.groupOf
    this.groupBits = coding.groupBits
    this.#pixels = new Uint32Array(width * height)
    this.#cache = new Uint32Array(coding.cacheBits > 0 ? 1 << coding.cacheBits : 0)
  }

  decode(): Uint32Array {
    const pixels = this.#pixels
    const { reader } = this
    for (let at = 0; at < pixels.length; ) {
      const group = this.#groupAt(at)
      const green = group.green.read(reader)
      if (green < LITERALS) {
        const red = group.red.read(reader)
        const blue = group.blue.read(reader)
        const alpha = group.alpha.read(reader)
        pixels[at++] = (alpha << 24) | (red << 16) | (green << 8) | blue
      } else if (green < LITERALS + LENGTHS) {
        at += this.#copy(at, green - LITERALS, group)
      } else {
        this.#fillCache(at)
        pixels[at++] = this.#cache[green - LITERALS - LENGTHS] as number
      }
    }
    return pixels
  }

  #groupAt(at: number): CodeGroup {
    let number = 0
    if (this.groupOf) {
      const x = at % this.width
      const y = (at - x) / this.width
      number = this.groupOf[(y >> this.groupBits) * divideUp(this.width, this.groupBits) + (x >> this.groupBits)] ?? 0
    }
    const group = this.groups[number]
    if (!group) throw damagedWebp()
    return group
  }

  /** §5.2.2: repeats pixels from before. Returns how many. */
  #copy(at: number, lengthCode: number, group: CodeGroup): number {
    const length = this.#readValue(lengthCode)
    const distance = this.#pixelDistance(this.#readValue(group.distance.read(this.reader)))
    if (distance > at || at + length > this.#pixels.length) throw damagedWebp()
    const pixels = this.#pixels
    for (let to = at; to < at + length; to++) pixels[to] = pixels[to - distance] as number
    return length
  }

  /** A length or distance code and its extra bits. */
  #readValue(code: number): number {
    if (code < 4) return code + 1
    const extra = (code - 2) >> 1
    return ((2 + (code & 1)) << extra) + this.reader.read(extra) + 1
  }

  #pixelDistance(code: number): number {
    if (code > NEIGHBOURS.length) return code - NEIGHBOURS.length
    const neighbour = NEIGHBOURS[code - 1] as number
    return Math.max(1, (neighbour >> 4) * this.width + 8 - (neighbour & 15))
  }

  /** §5.2.3. Pixels enter the cache late, all at once, only when it is used. */
  #fillCache(end: number): void {
    const shift = 32 - this.cacheBits
    for (; this.#cached < end; this.#cached++) {
      const pixel = this.#pixels[this.#cached] as number
      this.#cache[Math.imul(0x1e35a7bd, pixel) >>> shift] = pixel
    }
  }
}
