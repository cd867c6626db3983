/** The filters of PNG that tell a row by itself, and by its difference from the one above it. */
const NONE = 0
const UP = 2

/** The part of a row's bytes that differ from those above where it is told by itself. */
const MOST_DIFFERENT = 0.42

const SPACE = 0x20

/**
 * Rows after the `Up` filter of PNG (ISO 32000-1 §7.4.4.4), each with the number of its filter before it. Those that have
 * little to do with the row above are left as they are: text repeats other text, its differences repeat nothing.
 */
export class RowFilter {
  readonly #filtered: Uint8Array
  readonly #above: Uint8Array
  /** All bytes of the row above from here on are spaces. */
  #aboveEnd: number
  #length = 0

  /**
   * @param rows the most that may come
   * @param room where the rows are written if it is long enough
   */
  constructor(
    readonly width: number,
    rows: number,
    room: Uint8Array = new Uint8Array(0),
  ) {
    const length = rows * (width + 1)
    this.#filtered = room.length < length ? new Uint8Array(length) : room.fill(0, 0, length)
    this.#above = new Uint8Array(width)
    this.#aboveEnd = width
  }

  /** Adds a row: the bytes from `start` to `end`, and spaces up to the width. */
  row(bytes: Uint8Array, start: number, end: number): void {
    const filtered = this.#filtered
    const above = this.#above
    const length = end - start
    const begin = this.#length
    const to = begin + 1
    let different = 0
    for (let i = 0; i < length; i++) {
      const byte = bytes[start + i] as number
      const difference = byte - (above[i] as number)
      if (difference !== 0) different++
      filtered[to + i] = difference
      above[i] = byte
    }
    if (different <= MOST_DIFFERENT * length) {
      filtered[begin] = UP
      for (let i = length; i < this.#aboveEnd; i++) filtered[to + i] = SPACE - (above[i] as number)
    } else {
      filtered[begin] = NONE
      for (let i = 0; i < length; i++) filtered[to + i] = above[i] as number
      for (let i = length; i < this.width; i++) filtered[to + i] = SPACE
    }
    if (length < this.#aboveEnd) above.fill(SPACE, length, this.#aboveEnd)
    this.#aboveEnd = length
    this.#length = to + this.width
  }

  /** Where the rows are written. */
  get room(): Uint8Array {
    return this.#filtered
  }

  /** All rows so far. */
  get filtered(): Uint8Array {
    return this.#filtered.subarray(0, this.#length)
  }
}
