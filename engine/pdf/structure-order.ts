import { StructureElement } from '../tags/structure-element.js'

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

/**
 * Elements in the order of their numbers, those together that are written alike. Of the cells of a table's rows the first
 * ones come first, then the second, and so on: each then differs in the same digits from the one before. Readers find
 * what is close in the document in few streams.
 */
export function inGroups(elements: readonly StructureElement[]): readonly (readonly StructureElement[])[] {
  const open = new Map<string, Group>()
  const groups: Group[] = []
  let row: StructureElement | undefined
  let column = 0
  for (const element of elements) {
    if (element.isCell) {
      column = element.parent === row ? Math.min(column + 1, MOST_COLUMNS - 1) : 0
      row = element.parent
    }
    const shape = `${element.type} ${element.kids.length}${element.properties?.cell ? ' attributes' : ''}`
    let group = open.get(shape)
    if (!group || group.isFull) {
      group = new Group()
      open.set(shape, group)
      groups.push(group)
    }
    group.add(element, element.isCell ? column : 0)
  }
  return groups.map(({ columns }) => columns.flat())
}

/** Elements before their kids; not by recursion, for documents are as deep as they like. */
export function inOrder(document: StructureElement): readonly StructureElement[] {
  const found: StructureElement[] = []
  const open: StructureElement[] = [document]
  for (let element = open.pop(); element; element = open.pop()) {
    found.push(element)
    for (let i = element.kids.length - 1; i >= 0; i--) {
      const kid = element.kids[i]
      if (kid instanceof StructureElement) open.push(kid)
    }
  }
  return found
}
