import { invariant } from '../base/invariant.js'

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
    this.#table[start] = type
    this.#table.writeUInt32BE(field2, start + 1)
    this.#table.writeUInt16BE(field3, start + 5)
  }

  /** Those of all objects. @param last the highest number */
  rows(last: number): Uint8Array {
    let id = 1
    while (id <= last && this.#table[id * ENTRY_BYTES] !== 0) id++
    invariant(id > last, `object ${id} to have been written`)
    return this.#table.subarray(0, (last + 1) * ENTRY_BYTES)
  }
}
