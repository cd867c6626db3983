import { RecentlyUnfolded } from '../../base/recently-unfolded.js'
import type { BoundElement } from '../../template/bound-tree.js'
import { FoldedRow } from '../../template/folded-row.js'
import type { FlowChild, InlineBox, InlineItem, InlineRootBox, TableCellBox, TableRowBox } from '../box-tree.js'
import { type CellShape, FoldedRowBox, type ItemShape, type LinesShape, type RowBoxShape } from '../folded-row-box.js'

/** Shapes of rows that are kept in one document; rows of others stay as they are. */
const MOST_SHAPES = 64

/** Folds the boxes of rows whose cells hold nothing but lines of text. */
export class RowBoxFolder {
  readonly #recent = new RecentlyUnfolded()
  readonly #shapes: RowBoxShape[] = []
  /** The one that was found last: rows below each other mostly have the same. */
  #last = 0

  /** The box of a row that is folded in short form; itself for another row, or where its cells hold something else. */
  folded(row: TableRowBox): TableRowBox {
    const { node } = row
    if (!(node instanceof FoldedRow) || row.spannedInto) return row
    const reader = new RowReader(row, node)
    const shapes = this.#shapes
    for (let turn = 0; turn < shapes.length; turn++) {
      const at = (this.#last + turn) % shapes.length
      const shape = shapes[at]
      const texts = shape && reader.texts(shape)
      if (!texts) continue
      this.#last = at
      return new FoldedRowBox(row, node, shape, shared(texts, node.texts))
    }
    const shape = shapes.length < MOST_SHAPES ? reader.shape(this.#recent) : undefined
    const texts = shape && reader.texts(shape)
    if (!texts) return row
    this.#last = shapes.push(shape) - 1
    return new FoldedRowBox(row, node, shape, shared(texts, node.texts))
  }
}

/** Reads what a row has in common with others, and what it has not. */
class RowReader {
  constructor(
    private readonly row: TableRowBox,
    private readonly node: BoundElement,
  ) {}

  /** Undefined for a row that has no short form. */
  shape(recent: RecentlyUnfolded): RowBoxShape | undefined {
    const cells: CellShape[] = []
    let texts = 0
    for (const cell of this.row.cells) {
      const { id, style, column, colSpan } = cell
      const root = linesOf(cell)
      const lines = root && this.#linesShape(root)
      if (!root !== !lines || !isPlain(cell) || !this.#holds(cell.node)) return undefined
      for (const item of root?.items ?? []) if (item.kind === 'text') texts++
      cells.push({ id: id - this.row.id, node: this.#numberOf(cell.node), style, column, colSpan, lines })
    }
    return { cells, texts, recent }
  }

  /** Undefined for a row of another shape. */
  texts({ cells: shapes, texts: count }: RowBoxShape): string[] | undefined {
    const { cells, id } = this.row
    if (cells.length !== shapes.length) return undefined
    const texts = new Array<string>(count)
    let at = 0
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i]
      const shape = shapes[i]
      if (!cell || !shape || !isPlain(cell)) return undefined
      if (cell.style !== shape.style || cell.id - id !== shape.id || this.#numberOf(cell.node) !== shape.node)
        return undefined
      if (cell.column !== shape.column || cell.colSpan !== shape.colSpan) return undefined
      const root = linesOf(cell)
      if (!root !== !shape.lines) return undefined
      if (!root || !shape.lines) continue
      if (!this.#isLike(root, shape.lines)) return undefined
      for (const item of root.items) if (item.kind === 'text') texts[at++] = item.text
    }
    return texts
  }

  #linesShape({ id, style, decorations, strutless, trim, items }: InlineRootBox): LinesShape | undefined {
    if (trim) return undefined
    const shapes: ItemShape[] = []
    for (const item of items) {
      const shape = this.#itemShape(item)
      if (!shape) return undefined
      shapes.push(shape)
    }
    return { id: id - this.row.id, style, decorations, strutless, items: shapes }
  }

  #itemShape(item: InlineItem): ItemShape | undefined {
    switch (item.kind) {
      case 'text':
        return item.symbol || item.running ? undefined : { kind: 'text', style: item.style }
      case 'open': {
        const { box } = item
        if (!isPlainInline(box) || !this.#holds(box.node)) return undefined
        return { kind: 'open', box: { id: box.id - this.row.id, node: this.#numberOf(box.node), style: box.style } }
      }
      case 'close':
        return { kind: 'close' }
      case 'break':
        return { kind: 'break', style: item.style }
      case 'opportunity':
        return { kind: 'opportunity' }
      default:
        return undefined
    }
  }

  #isLike(root: InlineRootBox, shape: LinesShape): boolean {
    const { id, style, decorations, strutless, trim, items } = root
    if (id - this.row.id !== shape.id || style !== shape.style || strutless !== shape.strutless || trim) return false
    if (!areSame(decorations, shape.decorations) || items.length !== shape.items.length) return false
    for (let i = 0; i < items.length; i++) {
      const item = items[i]
      const like = shape.items[i]
      if (!item || !like || !this.#isLikeItem(item, like)) return false
    }
    return true
  }

  #isLikeItem(item: InlineItem, shape: ItemShape): boolean {
    switch (shape.kind) {
      case 'text':
        return item.kind === 'text' && item.style === shape.style && !item.symbol && !item.running
      case 'open': {
        if (item.kind !== 'open' || !isPlainInline(item.box)) return false
        const { id, style, node } = item.box
        return id - this.row.id === shape.box.id && style === shape.box.style && this.#numberOf(node) === shape.box.node
      }
      case 'break':
        return item.kind === 'break' && item.style === shape.style
      default:
        return item.kind === shape.kind
    }
  }

  /** Counted from the row's element. */
  #numberOf(element: BoundElement | undefined): number | undefined {
    return element && element.id - this.node.id
  }

  /** Whether an element is that of the row or in it. */
  #holds(element: BoundElement | undefined): boolean {
    let around = element
    while (around && around.id > this.node.id) around = around.parent
    return around === undefined ? element === undefined : around.id === this.node.id
  }
}

function isPlain({ rowSpan, children, floats, marks }: TableCellBox): boolean {
  return (
    rowSpan === 1 && !floats && !marks && (children.length === 0 || (children.length === 1 && isLines(children[0])))
  )
}

function isLines(child: FlowChild | undefined): child is InlineRootBox {
  return child?.kind === 'inline-root' && !child.followsBlocks && !child.floats && !child.empty && !child.firstLine
}

function linesOf({ children }: TableCellBox): InlineRootBox | undefined {
  const child = children[0]
  return child?.kind === 'inline-root' ? child : undefined
}

/** Not a part of one, and nothing asks for its page. */
function isPlainInline({ slice, aroundLine, part, marks }: InlineBox): boolean {
  return !slice && !aroundLine && !part && !marks
}

/** Mostly the boxes show the texts of the elements as they are. */
function shared(texts: readonly string[], ofElements: readonly string[]): readonly string[] {
  return areSame(texts, ofElements) ? ofElements : texts
}

function areSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a === b || (a.length === b.length && a.every((value, at) => value === b[at]))
}
