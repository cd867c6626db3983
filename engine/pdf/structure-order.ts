import { STRUCTURE_TYPES, type StructureElement } from '../tags/structure-element.js'
import type { StructureTree } from '../tags/structure-tree.js'

/** Elements per object stream: small streams begin anew with what repeats, and readers inflate whole ones. */
const MOST_PER_STREAM = 4000

/** Cells beyond so many in a row stand with the last of these. */
const MOST_COLUMNS = 32

/** Elements of one shape, those of each column of a table together. */
class Group {
  readonly columns: StructureElement[][] = []
  #size = 0

  get isFull(): boolean {
    return this.#size === MOST_PER_STREAM
  }

  add(element: StructureElement, column: number): void {
    while (this.columns.length <= column) this.columns.push([])
    this.columns[column]?.push(element)
    this.#size++
  }
}

/** Elements in the order of their numbers, those together that are written alike. */
export interface GroupedElements {
  readonly elements: Int32Array
  /** Where each group ends. */
  readonly ends: readonly number[]
}

/**
 * Orders the elements of a tree by how they are written. Of the cells of a table's rows the first ones come first, then
 * the second, and so on: each then differs in the same digits from the one before. Readers find what is close in the
 * document in few streams.
 */
export function inGroups(tree: StructureTree, elements: Int32Array): GroupedElements {
  const open = new Map<number, Group>()
  const ordered = new Int32Array(elements.length)
  const ends: number[] = []
  const close = (group: Group) => {
    let end = ends.at(-1) ?? 0
    for (const column of group.columns) {
      ordered.set(column, end)
      end += column.length
    }
    ends.push(end)
  }
  let row: StructureElement | undefined
  let column = 0
  for (const element of elements) {
    const isCell = tree.isCell(element)
    if (isCell) {
      const parent = tree.parentOf(element)
      column = parent === row ? Math.min(column + 1, MOST_COLUMNS - 1) : 0
      row = parent
    }
    const shape = shapeOf(tree, element)
    let group = open.get(shape)
    if (!group) {
      group = new Group()
      open.set(shape, group)
    }
    group.add(element, isCell ? column : 0)
    if (group.isFull) {
      open.delete(shape)
      close(group)
    }
  }
  for (const group of open.values()) close(group)
  return { elements: ordered, ends }
}

/** The same number for elements of one type with equally many kids that have attributes of cells or have none. */
function shapeOf(tree: StructureTree, element: StructureElement): number {
  const hasAttributes = tree.propertiesOf(element)?.cell ? 1 : 0
  return (tree.kidCount(element) * STRUCTURE_TYPES.length + tree.typeNumberOf(element)) * 2 + hasAttributes
}
