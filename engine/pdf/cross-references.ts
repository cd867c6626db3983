import { invariant } from '../base/invariant.js'

/** A row of the cross-reference stream. */
export const ENTRY_BYTES = 7

/** The filter of PNG that takes the row above away, and the number of the filter before a row (RFC 2083 §6). */
const UP = 2

/**
 * The rows of a cross-reference stream (§7.5.8.3): type, offset or number of the object stream, generation or index in it.
 * They differ little, as objects of one stream follow each other.
 */
export class CrossReferences {
  #table = Buffer.alloc(ENTRY_BYTES * 128)

  constructor() {
    // The object that all free ones follow.
    this.#table.writeUInt16BE(0xffff, ENTRY_BYTES - 2)
  }

  /** @param type 1 for an object at an offset, 2 for one within an object stream */
  set(id: number, type: 1 | 2, field2: number, field3: number): void {
    const start = id * ENTRY_BYTES
    if (start >= this.#table.length) {
      const longer = Buffer.alloc(2 * start)
      longer.set(this.#table)
      this.#table = longer
    }
    const table = this.#table
    table[start] = type
    table[start + 1] = field2 >>> 24
    table[start + 2] = field2 >>> 16
    table[start + 3] = field2 >>> 8
    table[start + 4] = field2
    table[start + 5] = field3 >>> 8
    table[start + 6] = field3
  }

  /**
   * The rows of objects 0 to `last`, each after the `Up` filter of PNG (§7.4.4.4). All rows have that filter: pyHanko
   * 0.38 takes rows without one, among others, for zeros.
   */
  filteredRows(last: number): Uint8Array {
    const table = this.#table
    const rows = new Uint8Array((last + 1) * (ENTRY_BYTES + 1))
    for (let id = 0, at = 0; id <= last; id++) {
      const start = id * ENTRY_BYTES
      invariant(id === 0 || table[start] !== 0, `object ${id} to have been written`)
      rows[at++] = UP
      for (let i = start; i < start + ENTRY_BYTES; i++)
        rows[at++] = (table[i] as number) - (id === 0 ? 0 : (table[i - ENTRY_BYTES] as number))
    }
    return rows
  }
}
