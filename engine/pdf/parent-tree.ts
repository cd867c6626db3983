import { type AlignedObjects, roundWidth } from './aligned-objects.js'
import { ROW_NUMBERS } from './marked-content.js'
import type { StructureObjects } from './written-structures.js'

/** Entries in a leaf of the tree, and its bytes: readers take in a whole one. */
export const LEAF_ENTRIES = 64
const LEAF_BYTES = 1 << 18

/** Longer lists, and elements with more kids, are written in several rows. */
export const MOST_IN_ROW = 16

/** The place of an element's reference, or of `null`, in a row. */
const REFERENCE = ' 0 R '

/**
 * The parent tree of a document (ISO 32000-1 §14.7.4.4): which elements the pieces of content of a page or form, and
 * annotations, belong to, by the keys that these bear, as they come.
 */
export class ParentTree {
  readonly #leaves: string[] = []
  /** Where the leaf begins that is being written, and its first key; undefined between leaves. */
  #leaf: { readonly start: number; readonly first: number } | undefined
  #count = 0

  /**
   * @param rows where it is written
   * @param entries as many will be added
   * @param idDigits room for a number of an element
   */
  constructor(
    private readonly objects: StructureObjects,
    private readonly rows: AlignedObjects,
    private readonly entries: number,
    private readonly idDigits: number,
  ) {}

  /** The width of the rows that it is written in. */
  static rowWidth(entries: number, idDigits: number): number {
    return roundWidth(ROW_NUMBERS * (idDigits + REFERENCE.length) + `] ${entries}[`.length)
  }

  /** Adds the element of an annotation. */
  addElement(id: number): void {
    this.#begin()
    this.#text(` ${this.#count++} ${id} 0 R`)
    this.#end()
  }

  /** Adds the elements of pieces of content, zero where a number has none. */
  addList(ids: Int32Array): void {
    this.#begin()
    if (ids.length <= MOST_IN_ROW) {
      const all = Array.from(ids, (id) => (id > 0 ? `${id} 0 R` : 'null'))
      this.#text(` ${this.#count++}[${all.join(' ')}]`)
    } else this.#addRows(ids)
    this.#end()
  }

  /**
   * All rows are alike, also where one list follows another: it begins at the end of the row above its first, and what
   * its last row is short of counts as numbers that no content has.
   */
  #addRows(ids: Int32Array): void {
    const { bodies } = this.rows
    bodies.spaces(ROW_NUMBERS * (this.idDigits + REFERENCE.length) + 1 - (bodies.length - this.rows.rowStart))
    bodies.text(` ${this.#count++}[`)
    const end = Math.ceil(ids.length / ROW_NUMBERS) * ROW_NUMBERS
    const none = 'null'.padEnd(this.idDigits + REFERENCE.length)
    for (let i = 0; i < end; i++) {
      if (i % ROW_NUMBERS === 0) this.rows.endRow()
      const id = ids[i] ?? 0
      if (id === 0) bodies.text(none)
      else {
        bodies.padded(id, this.idDigits)
        bodies.text(REFERENCE)
      }
    }
    bodies.text(']')
  }

  /** Text of a row, in another one if it does not fit. */
  #text(text: string): void {
    const { rows } = this
    if (rows.bodies.length - rows.rowStart + text.length >= rows.width) rows.endRow()
    rows.bodies.text(text)
  }

  #begin(): void {
    if (this.#leaf) return
    const { bodies } = this.rows
    const id = this.objects.reserveNumbers(1)
    this.#leaves.push(`${id} 0 R`)
    this.#leaf = { start: bodies.length, first: this.#count }
    this.rows.add(id, bodies.length)
    bodies.text('<</Nums[')
  }

  #end(): void {
    if (!this.#leaf) return
    const { start, first } = this.#leaf
    const { bodies } = this.rows
    const isLast = this.#count === this.entries
    if (!isLast && this.#count - first < LEAF_ENTRIES && bodies.length - start < LEAF_BYTES) return
    bodies.text(']')
    // The root has no limits (§7.9.7).
    if (!isLast || first > 0) this.#text(`/Limits[${first} ${this.#count - 1}]`)
    bodies.text('>>')
    this.rows.endRow()
    this.#leaf = undefined
  }

  /** Whether what is written ends within a leaf. */
  get isWithinLeaf(): boolean {
    return this.#leaf !== undefined
  }

  /** The value of `ParentTree`. */
  get root(): string {
    if (this.#leaves.length === 0) return '<</Nums[]>>'
    return this.#leaves.length === 1 ? (this.#leaves[0] as string) : `<</Kids[${this.#leaves.join(' ')}]>>`
  }
}
