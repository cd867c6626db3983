/** The filter of PNG that tells a row by its difference from the one above it. */
const UP = 2

const SPACE = 0x20

/** Rows after the `Up` filter of PNG (ISO 32000-1 §7.4.4.4), each with the number of the filter before it. */
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
    let to = this.#length
    filtered[to++] = UP
    for (let i = 0; i < length; i++) {
      const byte = bytes[start + i] as number
      filtered[to + i] = byte - (above[i] as number)
      above[i] = byte
    }
    for (let i = length; i < this.#aboveEnd; i++) {
      filtered[to + i] = SPACE - (above[i] as number)
      above[i] = SPACE
    }
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
