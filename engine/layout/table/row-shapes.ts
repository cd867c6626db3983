import type { TableBox, TableRowBox } from '../../boxes/box-tree.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { RowPosition } from './table-rows.js'

/**
 * Tells rows apart by what their borders depend on: their style and the styles and columns of their cells. Long
 * tables have few shapes, so what is resolved for one row serves thousands.
 */
export class RowShapes {
  readonly #root: ShapeNode = { next: new Map(), id: 0 }
  /** Shape of each row by section, as far as it is known. */
  readonly #known: (Uint32Array | undefined)[] = []
  #count = 0

  constructor(private readonly table: TableBox) {}

  /** A number from 1 to `MAX_SHAPES`; 0 for rows with spanning cells and where there are too many shapes. */
  at({ section, row }: RowPosition): number {
    const rows = this.table.sections[section]?.rows ?? []
    let known = this.#known[section]
    if (!known) {
      known = new Uint32Array(rows.length)
      this.#known[section] = known
    }
    const stored = known[row] ?? 0
    if (stored > 0) return stored - 1
    const box = rows[row]
    const spans = !box || box.spannedInto || box.cells.some(({ rowSpan }) => rowSpan > 1)
    const shape = spans ? 0 : this.#intern(box, section)
    known[row] = shape + 1
    return shape
  }

  #intern(row: TableRowBox, section: number): number {
    let node = this.#step(this.#step(this.#root, section), row.style)
    let column = 0
    for (const cell of row.cells) {
      if (cell.column !== column || cell.colSpan > 1) node = this.#step(node, cell.column * 1024 + cell.colSpan)
      node = this.#step(node, cell.style)
      column = cell.column + cell.colSpan
    }
    if (node.id === 0 && this.#count < MAX_SHAPES) node.id = ++this.#count
    return node.id
  }

  #step(node: ShapeNode, key: ComputedStyle | number): ShapeNode {
    const known = node.next.get(key)
    if (known) return known
    const made: ShapeNode = { next: new Map(), id: 0 }
    // A table whose rows all differ shall not be stored twice.
    if (this.#count < MAX_SHAPES) node.next.set(key, made)
    return made
  }
}

/** Rows of a page seldom have more than a handful; three shapes fit into one exact number. */
export const MAX_SHAPES = 4095

interface ShapeNode {
  readonly next: Map<ComputedStyle | number, ShapeNode>
  id: number
}
