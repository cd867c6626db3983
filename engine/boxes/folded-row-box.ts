import { invariant } from '../base/invariant.js'
import type { Folded, RecentlyUnfolded } from '../base/recently-unfolded.js'
import type { ComputedStyle } from '../style/computed-style.js'
import type { BoundElement } from '../template/bound-tree.js'
import type { InlineBox, InlineItem, InlineRootBox, PageMark, TableCellBox, TableRowBox } from './box-tree.js'

/** A cell without what differs from row to row. Numbers of boxes and elements count from those of the row. */
export interface CellShape {
  readonly id: number
  /** Undefined for an anonymous cell. */
  readonly node: number | undefined
  readonly style: ComputedStyle
  readonly column: number
  readonly colSpan: number
  /** Undefined for a cell without content. */
  readonly lines: LinesShape | undefined
}

/** The inline formatting context in a cell. */
export interface LinesShape {
  readonly id: number
  readonly style: ComputedStyle
  readonly decorations: readonly ComputedStyle[]
  readonly strutless: InlineRootBox['strutless']
  readonly items: readonly ItemShape[]
}

export type ItemShape =
  | { readonly kind: 'text'; readonly style: ComputedStyle }
  | { readonly kind: 'open'; readonly box: InlineShape }
  /** Of the innermost inline box that is open. */
  | { readonly kind: 'close' }
  | { readonly kind: 'break'; readonly style: ComputedStyle }
  | { readonly kind: 'opportunity' }

export interface InlineShape {
  readonly id: number
  readonly node: number | undefined
  readonly style: ComputedStyle
}

/** What the boxes of rows have in common. */
export interface RowBoxShape {
  readonly cells: readonly CellShape[]
  /** Text items in the cells. */
  readonly texts: number
  readonly recent: RecentlyUnfolded
}

/**
 * The box of a row that is kept as its texts alone, like `FoldedRow`: the boxes of its cells are made when they are asked
 * for, with the same numbers each time.
 */
export class FoldedRowBox implements TableRowBox, Folded {
  readonly kind = 'table-row'
  readonly id: number
  readonly style: ComputedStyle
  readonly node: BoundElement
  readonly spannedInto = false
  readonly marks?: readonly PageMark[]
  readonly #shape: RowBoxShape
  readonly #texts: readonly string[]
  #cells: readonly TableCellBox[] | undefined

  /** @param texts of all text items, in document order */
  constructor({ id, style, marks }: TableRowBox, node: BoundElement, shape: RowBoxShape, texts: readonly string[]) {
    this.id = id
    this.style = style
    this.node = node
    if (marks) this.marks = marks
    this.#shape = shape
    this.#texts = texts
  }

  get cells(): readonly TableCellBox[] {
    if (this.#cells) return this.#cells
    const { cells, recent } = this.#shape
    this.#cells = new CellUnfolder(this.id, this.node, this.#texts).cells(cells)
    recent.add(this)
    return this.#cells
  }

  /** Whether the boxes of its cells are kept at present. */
  get isUnfolded(): boolean {
    return this.#cells !== undefined
  }

  fold(): void {
    this.#cells = undefined
  }
}

/** Makes the cells of one row. */
class CellUnfolder {
  /** The row's element and those in it, in the order of their numbers. */
  readonly #elements: BoundElement[] = []
  #text = 0

  /** @param first the number of the row's box */
  constructor(
    private readonly first: number,
    row: BoundElement,
    private readonly texts: readonly string[],
  ) {
    collectElements(row, this.#elements)
  }

  cells(shapes: readonly CellShape[]): readonly TableCellBox[] {
    return shapes.map(({ id, node, style, column, colSpan, lines }) => ({
      kind: 'table-cell',
      id: this.first + id,
      style,
      node: this.#element(node),
      column,
      colSpan,
      rowSpan: 1,
      children: lines ? [this.#lines(lines)] : [],
    }))
  }

  #lines({ id, style, decorations, strutless, items }: LinesShape): InlineRootBox {
    return {
      kind: 'inline-root',
      id: this.first + id,
      style,
      node: undefined,
      items: this.#items(items),
      decorations,
      ...(strutless && { strutless }),
    }
  }

  #items(shapes: readonly ItemShape[]): readonly InlineItem[] {
    const open: InlineBox[] = []
    return shapes.map((shape): InlineItem => {
      switch (shape.kind) {
        case 'text':
          return { kind: 'text', text: this.texts[this.#text++] ?? '', style: shape.style }
        case 'open': {
          const { id, style, node } = shape.box
          const box: InlineBox = { kind: 'inline', id: this.first + id, style, node: this.#element(node) }
          open.push(box)
          return { kind: 'open', box }
        }
        case 'close': {
          const box = open.pop()
          invariant(box, 'an inline box that is open')
          return { kind: 'close', box }
        }
        default:
          return shape
      }
    })
  }

  #element(number: number | undefined): BoundElement | undefined {
    if (number === undefined) return undefined
    const element = this.#elements[number]
    invariant(element, 'an element of the row')
    return element
  }
}

function collectElements(element: BoundElement, found: BoundElement[]): void {
  found.push(element)
  for (const child of element.children) if (child.kind === 'element') collectElements(child, found)
}
