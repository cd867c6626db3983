import { STRUCTURE_TYPES, type StructureElement } from '../tags/structure-element.js'
import type { StructureTree } from '../tags/structure-tree.js'

/** Elements per object stream: small streams begin anew with what repeats, and readers inflate whole ones. */
const MOST_PER_STREAM = 8000

/** Elements in the order of their numbers, those together that are written alike. */
export interface GroupedElements {
  readonly elements: Int32Array
  /** Where each group ends. */
  readonly ends: readonly number[]
}

/**
 * Orders the elements of a tree by how they are written, and those of one shape as they are in the document: cells then
 * name the same row and page as the one before, and numbers that count on. Readers find what is close in the document in
 * few streams.
 *
 * @param elements those of the document, in its order
 */
export function inGroups(tree: StructureTree, elements: Int32Array): GroupedElements {
  const open = new Map<number, StructureElement[]>()
  const ordered = new Int32Array(elements.length)
  const ends: number[] = []
  const close = (group: readonly StructureElement[]) => {
    const start = ends.at(-1) ?? 0
    ordered.set(group, start)
    ends.push(start + group.length)
  }
  for (const element of elements) {
    const shape = shapeOf(tree, element)
    const group = open.get(shape)
    if (!group) open.set(shape, [element])
    else if (group.push(element) === MOST_PER_STREAM) {
      open.delete(shape)
      close(group)
    }
  }
  for (const group of open.values()) close(group)
  return { elements: ordered, ends }
}

/** The same number for elements of one type with equally many kids that have attributes of cells or have none. */
function shapeOf(tree: StructureTree, element: StructureElement): number {
  const hasAttributes = tree.propertiesOf(element)?.cell || tree.headersOf(element) ? 1 : 0
  return (tree.kidCount(element) * STRUCTURE_TYPES.length + tree.typeNumberOf(element)) * 2 + hasAttributes
}
