/** Symbols of a deflated block (RFC 1951 §3.2.5): the end of the block, and the first repetition. */
const END_OF_BLOCK = 256
const FIRST_REPETITION = 257

/** Bytes of the shortest repetition and of the longest, which has a symbol of its own. */
export const SHORTEST = 3
const LONGEST = 258
const LONGEST_SYMBOL = 285

/** The symbols of repetitions of up to 66 bytes, by the bits that follow each of them. */
const EXTRA_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]

/** The symbol of the distances that whole rows may have, which eight bits follow. */
const ROWS_SYMBOL = 19
export const [NEAREST_ROW, FARTHEST_ROW] = [769, 1024]

/** What rows are made of: differences between digits, and the characters of the first one, as far as there are codes. */
const MOST_DIFFERENCE = 32
const CHARACTERS = '()/0123456789<>[]ABCDHKLMNOPRSTabcdefghiklmnoprstuvy'

/** Three of the differences that no two characters have. */
const RAREST = 128

/** Repeats a length of code as many times as two bits say, and three more (RFC 1951 §3.2.7). */
const REPEAT = 16
const [LEAST_REPEATED, MOST_REPEATED] = [3, 6]

/** The lengths of code that are used, by the bits that each is told in; and the order of all. */
const BITS_OF_LENGTHS: ReadonlyMap<number, number> = new Map([
  [0, 3],
  [1, 4],
  [4, 4],
  [5, 4],
  [6, 4],
  [7, 3],
  [8, 3],
  [11, 3],
  [12, 3],
  [REPEAT, 3],
])
const ORDER_OF_LENGTHS = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** A stream is deflated with a window of 32 KB (RFC 1950 §2.2). */
const ZLIB_HEADER = [0x78, 0x01]

/** Codes of deflate, in the order of their bits in the stream, the first one lowest. */
export interface RowCodes {
  /** By the byte: the code and the number of its bits. */
  readonly literals: Uint16Array
  readonly literalLengths: Uint8Array
  /** By the length of a repetition, up to 66 and 258: seven bits, before its distance. */
  readonly repetitions: Uint8Array
  readonly endOfBlock: number
  readonly endOfBlockLength: number
  /** The beginning of a stream: whole bytes, and the bits behind them. */
  readonly header: Uint8Array
  readonly headerBits: number
  readonly headerBitCount: number
}

/**
 * Lengths of code such that all that regular rows are made of takes whole bytes: the differences that are common have
 * codes of eight bits, the length of a repetition takes seven, and its distance one or nine. What repeats from row to row
 * is then the same bytes. Rare differences share what is left of the codes.
 */
function lengthsOfCodes(): Uint8Array {
  const lengths = new Uint8Array(LONGEST_SYMBOL + 1)
  // 136 codes of 12 bits and 4 of 11 fill the place of nine of eight.
  lengths.fill(12, 0, END_OF_BLOCK)
  lengths.fill(11, RAREST, RAREST + 3)
  lengths[END_OF_BLOCK] = 11
  for (let difference = -MOST_DIFFERENCE; difference <= MOST_DIFFERENCE; difference++) lengths[difference & 0xff] = 8
  for (const character of CHARACTERS) lengths[character.charCodeAt(0)] = 8
  for (const [index, extra] of EXTRA_BITS.entries()) lengths[FIRST_REPETITION + index] = 7 - extra
  lengths[LONGEST_SYMBOL] = 7
  return lengths
}

function lengthsOfDistances(): Uint8Array {
  const lengths = new Uint8Array(ROWS_SYMBOL + 1)
  lengths[0] = 1
  lengths[ROWS_SYMBOL] = 1
  return lengths
}

/** The codes of lengths (RFC 1951 §3.2.2), with their first bit lowest. */
function codesOf(lengths: Uint8Array): Uint16Array {
  const codes = new Uint16Array(lengths.length)
  let next = 0
  for (let length = 1; length < 16; length++) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] === length) codes[symbol] = reversed(next++, length)
    }
    next <<= 1
  }
  return codes
}

function reversed(bits: number, length: number): number {
  let result = 0
  for (let i = 0; i < length; i++) result |= ((bits >> i) & 1) << (length - 1 - i)
  return result
}

/** The head of a stream with one block, in which its codes are told (RFC 1951 §3.2.7), as bits. */
function headerBits(lengths: Uint8Array, distances: Uint8Array): readonly number[] {
  const head: number[] = []
  const add = (value: number, bits: number) => {
    for (let i = 0; i < bits; i++) head.push((value >> i) & 1)
  }
  for (const byte of ZLIB_HEADER) add(byte, 8)
  const [lastBlock, dynamicCodes] = [1, 2]
  add(lastBlock, 1)
  add(dynamicCodes, 2)
  add(lengths.length - FIRST_REPETITION, 5)
  add(distances.length - 1, 5)
  add(ORDER_OF_LENGTHS.length - 4, 4)
  const ofLengths = new Uint8Array(ORDER_OF_LENGTHS.length)
  for (const [length, bits] of BITS_OF_LENGTHS) ofLengths[length] = bits
  for (const length of ORDER_OF_LENGTHS) add(ofLengths[length] as number, 3)
  const codes = codesOf(ofLengths)
  const addLength = (length: number) => add(codes[length] as number, ofLengths[length] as number)
  const all = [...lengths, ...distances]
  for (let i = 0; i < all.length; ) {
    const length = all[i] as number
    addLength(length)
    let end = ++i
    while (all[end] === length) end++
    for (; end - i >= LEAST_REPEATED; i += Math.min(end - i, MOST_REPEATED)) {
      addLength(REPEAT)
      add(Math.min(end - i, MOST_REPEATED) - LEAST_REPEATED, 2)
    }
  }
  return head
}

function makeRowCodes(): RowCodes {
  const lengths = lengthsOfCodes()
  const codes = codesOf(lengths)
  const repetitions = new Uint8Array(LONGEST + 1)
  let repetition = SHORTEST
  for (const [index, extra] of EXTRA_BITS.entries()) {
    const code = codes[FIRST_REPETITION + index] as number
    for (let more = 0; more < 1 << extra; more++) repetitions[repetition++] = code | (more << (7 - extra))
  }
  repetitions[LONGEST] = codes[LONGEST_SYMBOL] as number
  const bits = headerBits(lengths, lengthsOfDistances())
  const whole = bits.length >> 3
  const byteAt = (at: number) => bits.slice(8 * at, 8 * at + 8).reduce((byte, bit, index) => byte | (bit << index), 0)
  return {
    literals: codes.slice(0, END_OF_BLOCK),
    literalLengths: lengths.slice(0, END_OF_BLOCK),
    repetitions,
    endOfBlock: codes[END_OF_BLOCK] as number,
    endOfBlockLength: lengths[END_OF_BLOCK] as number,
    header: Uint8Array.from({ length: whole }, (_, at) => byteAt(at)),
    headerBits: byteAt(whole),
    headerBitCount: bits.length & 7,
  }
}

export const ROW_CODES: RowCodes = makeRowCodes()

/** As many bytes of a repetition are told next: some lengths have no code. */
export function repeatedAtOnce(bytes: number): number {
  const longest = SHORTEST + EXTRA_BITS.reduce((count, extra) => count + (1 << extra), 0) - 1
  return bytes >= LONGEST ? LONGEST : Math.min(bytes, longest)
}
