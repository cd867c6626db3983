import { type BitReader, damagedWebp } from './bit-reader.js'

const MAX_LENGTH = 15
/** Codes up to this length are found by one look into a table; it costs 512 bytes per code. */
const TABLE_BITS = 8

/** Order in which the lengths of the code for code lengths are stored (WebP Lossless Bitstream §6.2.1). */
const LENGTH_ORDER = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const

/** A canonical prefix code, ready to be decoded. */
export class PrefixCode {
  /** By the next bits: a symbol shifted left by four, and the length of its code; 0 for longer codes. */
  readonly #table: Uint16Array
  readonly #tableBits: number
  /** Number of codes of each length, and all symbols by length and value. */
  readonly #counts: Uint16Array
  readonly #symbols: Uint16Array

  /** @throws ImageError when the lengths are not those of a complete code */
  constructor(lengths: Uint8Array) {
    const counts = new Uint16Array(MAX_LENGTH + 1)
    for (const length of lengths) counts[length] = (counts[length] as number) + 1
    counts[0] = 0
    const starts = new Uint16Array(MAX_LENGTH + 2)
    let longest = 0
    let free = 1 << MAX_LENGTH
    for (let length = 1; length <= MAX_LENGTH; length++) {
      const count = counts[length] as number
      starts[length + 1] = (starts[length] as number) + count
      free -= count << (MAX_LENGTH - length)
      if (count > 0) longest = length
    }
    const total = starts[MAX_LENGTH + 1] as number
    this.#counts = counts
    this.#symbols = new Uint16Array(total)
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol] as number
      if (length === 0) continue
      this.#symbols[starts[length] as number] = symbol
      starts[length] = (starts[length] as number) + 1
    }
    // A single symbol takes no bits at all, whatever its length says.
    this.#tableBits = total === 1 ? 0 : Math.min(longest, TABLE_BITS)
    if (total !== 1 && free !== 0) throw damagedWebp()
    this.#table = total === 1 ? EMPTY : this.#buildTable()
  }

  read(reader: BitReader): number {
    if (this.#tableBits === 0) return this.#symbols[0] as number
    const entry = this.#table[reader.peek(this.#tableBits)] as number
    if (entry === 0) return this.#readLong(reader)
    reader.skip(entry & 15)
    return entry >> 4
  }

  #buildTable(): Uint16Array {
    const table = new Uint16Array(1 << this.#tableBits)
    let code = 0
    let index = 0
    for (let length = 1; length <= this.#tableBits; length++) {
      for (let i = this.#counts[length] as number; i > 0; i--) {
        const entry = ((this.#symbols[index++] as number) << 4) | length
        for (let at = reversed(code, length); at < table.length; at += 1 << length) table[at] = entry
        code++
      }
      code <<= 1
    }
    return table
  }

  /** Reads bit by bit: among the codes of one length, the values are consecutive. */
  #readLong(reader: BitReader): number {
    let code = 0
    let first = 0
    let index = 0
    for (let length = 1; length <= MAX_LENGTH; length++) {
      code |= reader.read(1)
      const count = this.#counts[length] as number
      if (code - first < count) return this.#symbols[index + code - first] as number
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw damagedWebp()
  }
}

const EMPTY = new Uint16Array(0)

function reversed(code: number, length: number): number {
  let result = 0
  for (let i = 0; i < length; i++) result |= ((code >> i) & 1) << (length - 1 - i)
  return result
}

/** WebP Lossless Bitstream §6.2.1: a prefix code for symbols below `alphabetSize`. */
export function readPrefixCode(reader: BitReader, alphabetSize: number): PrefixCode {
  const lengths = new Uint8Array(alphabetSize)
  if (reader.read(1) === 1) readSimpleLengths(reader, lengths)
  else readLengths(reader, lengths)
  return new PrefixCode(lengths)
}

function readSimpleLengths(reader: BitReader, lengths: Uint8Array): void {
  const two = reader.read(1) === 1
  const first = reader.read(reader.read(1) === 1 ? 8 : 1)
  const second = two ? reader.read(8) : first
  if (first >= lengths.length || second >= lengths.length) throw damagedWebp()
  lengths[first] = 1
  lengths[second] = 1
}

function readLengths(reader: BitReader, lengths: Uint8Array): void {
  const lengthLengths = new Uint8Array(LENGTH_ORDER.length)
  const stored = 4 + reader.read(4)
  for (let i = 0; i < stored; i++) lengthLengths[LENGTH_ORDER[i] ?? 0] = reader.read(3)
  const code = new PrefixCode(lengthLengths)
  let budget = reader.read(1) === 0 ? lengths.length : 2 + reader.read(2 + 2 * reader.read(3))
  if (budget > lengths.length) throw damagedWebp()
  let previous = 8
  for (let symbol = 0; symbol < lengths.length && budget > 0; budget--) {
    const value = code.read(reader)
    if (value < 16) {
      lengths[symbol++] = value
      if (value !== 0) previous = value
      continue
    }
    const repeated = value === 16 ? previous : 0
    const times = value === 16 ? 3 + reader.read(2) : value === 17 ? 3 + reader.read(3) : 11 + reader.read(7)
    if (symbol + times > lengths.length) throw damagedWebp()
    lengths.fill(repeated, symbol, symbol + times)
    symbol += times
  }
}
