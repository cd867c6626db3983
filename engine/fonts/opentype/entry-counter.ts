import type { Table } from './table.js'

/** Counts the entries of the arrays in a table, which may overlap in a damaged one. */
export class EntryCounter {
  #entries = 0

  constructor(
    private readonly table: Table,
    private readonly most: number,
  ) {}

  /** The count at an offset, counted. @throws RangeError when there are too many entries */
  count(at: number): number {
    const count = this.table.getUint16(at)
    this.add(count)
    return count
  }

  /**
   * Entries of an array that must lie within the table.
   * @throws RangeError when they do not, or there are too many
   */
  array(at: number, count: number, size: number): void {
    this.add(count)
    if (at + count * size > this.table.byteLength) throw new RangeError('the end of an array in a layout table')
  }

  add(count: number): void {
    this.#entries += count
    if (this.#entries > this.most) throw new RangeError('the entries of a layout table')
  }
}
