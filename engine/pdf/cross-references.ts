import { invariant } from '../base/invariant.js'
import { RowFilter } from './row-filter.js'

/** A row of the cross-reference stream. */
export const ENTRY_BYTES = 7

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

  /** Those of all objects, filtered. @param last the highest number */
  filteredRows(last: number): Uint8Array {
    let id = 1
    while (id <= last && this.#table[id * ENTRY_BYTES] !== 0) id++
    invariant(id > last, `object ${id} to have been written`)
    const filter = new RowFilter(ENTRY_BYTES, last + 1)
    for (let row = 0; row <= last; row++) filter.row(this.#table, row * ENTRY_BYTES, (row + 1) * ENTRY_BYTES)
    return filter.filtered
  }
}
