import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoundElement } from '../../template/bound-tree.js'
import type { FlowChild, PageMark, TableCellBox, TableRowBox, TableSectionBox } from '../box-tree.js'
import { haveFloats } from '../out-of-flow.js'
import { type BuildContext, type Decorations, withDecorationsOf } from './build-context.js'
import { colSpanOf, limitSpan, rowSpanOf } from './html-attributes.js'
import { sectionVariants } from './section-variants.js'

/** The content of an anonymous cell under construction. */
export interface CellContent {
  finish(): readonly FlowChild[]
}

/** Services for building tables. Cells hold flows, in which tables may stand: `F` is such a flow. */
export interface TableContext<F extends CellContent> {
  readonly context: BuildContext
  /** @param around decorations that reach the cell */
  newFlow(style: ComputedStyle, around: Decorations): F
}

type CellDraft = { -readonly [K in keyof TableCellBox]: TableCellBox[K] }

/** A row group under construction: places cells in the grid (HTML §4.9.12.1) and makes up missing rows and cells. */
export class SectionBuilder<F extends CellContent> {
  readonly kind = 'section'
  readonly style: ComputedStyle
  /** Decorations that reach the content of the section. */
  readonly decorations: Decorations
  readonly #tables: TableContext<F>
  readonly #node: BoundElement | undefined
  readonly #id: number
  readonly #marks: readonly PageMark[] | undefined
  readonly #rows: TableRowBox[] = []
  /** Per column, in how many rows from the current one on a cell of an earlier row stands. */
  readonly #reserved: number[] = []
  #anyReserved = false
  /** Cells of more than one row with the row in which they begin: the section's end cuts them. */
  readonly #spanning: { readonly cell: CellDraft; readonly row: number }[] = []
  #columnCount = 0
  /** The anonymous row to which content outside of rows goes. */
  #anonymous: RowBuilder<F> | undefined

  constructor(tables: TableContext<F>, style: ComputedStyle, node: BoundElement | undefined, around: Decorations) {
    const { context } = tables
    this.#tables = tables
    this.style = style
    this.#node = node
    this.decorations = withDecorationsOf(around, style)
    this.#id = context.nextId()
    this.#marks = node && context.marks.take()
  }

  /** Columns that the cells need. */
  get columnCount(): number {
    return this.#columnCount
  }

  get openFlow(): F | undefined {
    return this.#anonymous?.openFlow
  }

  /** Begins a row; it is to be filled and given to `endRow`. */
  beginRow(style: ComputedStyle, node: BoundElement): RowBuilder<F> {
    this.#endAnonymous()
    return new RowBuilder(this.#tables, style, node, this.decorations)
  }

  endRow(row: RowBuilder<F>): void {
    const cells = row.finish()
    const spannedInto = this.#anyReserved
    let column = 0
    for (const cell of cells) {
      while ((this.#reserved[column] ?? 0) > 0) column++
      cell.column = column
      cell.colSpan = limitSpan(column, cell.colSpan)
      column += cell.colSpan
      if (cell.rowSpan > 1) this.#spanning.push({ cell, row: this.#rows.length })
      if (column > this.#columnCount) this.#columnCount = column
    }
    this.#reserve(cells)
    const { id, style, node, marks } = row
    const box: TableRowBox = { kind: 'table-row', id, style, node, cells, spannedInto, ...(marks && { marks }) }
    this.#rows.push(this.#tables.context.rows.folded(box))
  }

  anonymousRow(): RowBuilder<F> {
    this.#anonymous ??= new RowBuilder(
      this.#tables,
      this.#tables.context.styled.anonymous(this.style, 'table-row'),
      undefined,
      this.decorations,
    )
    return this.#anonymous
  }

  finish(role: TableSectionBox['role']): TableSectionBox {
    this.#endAnonymous()
    for (const { cell, row } of this.#spanning) cell.rowSpan = Math.min(cell.rowSpan, this.#rows.length - row)
    const rows = this.#rows
    const marks = this.#marks
    const variants = sectionVariants(role, rows, this.#tables.context.diagnostics)
    return {
      kind: 'table-section',
      id: this.#id,
      style: this.style,
      node: this.#node,
      role,
      rows,
      ...(marks && { marks }),
      ...(variants && { variants }),
    }
  }

  #endAnonymous(): void {
    const row = this.#anonymous
    if (!row) return
    this.#anonymous = undefined
    this.endRow(row)
  }

  /** Takes the finished row off what earlier cells reserve, and adds what its own cells reserve below it. */
  #reserve(cells: readonly CellDraft[]): void {
    const reserved = this.#reserved
    if (this.#anyReserved) {
      this.#anyReserved = false
      for (let column = 0; column < reserved.length; column++) {
        const rows = reserved[column] ?? 0
        if (rows > 0) reserved[column] = rows - 1
        if (rows > 1) this.#anyReserved = true
      }
    }
    for (const cell of cells) {
      if (cell.rowSpan === 1) continue
      this.#anyReserved = true
      while (reserved.length < cell.column) reserved.push(0)
      for (let column = cell.column; column < cell.column + cell.colSpan; column++) {
        reserved[column] = Math.max(reserved[column] ?? 0, cell.rowSpan - 1)
      }
    }
  }
}

/** A row under construction. */
export class RowBuilder<F extends CellContent> {
  readonly kind = 'row'
  readonly style: ComputedStyle
  readonly node: BoundElement | undefined
  readonly id: number
  readonly marks: readonly PageMark[] | undefined
  /** Decorations that reach the content of the row. */
  readonly decorations: Decorations
  readonly #tables: TableContext<F>
  readonly #cells: CellDraft[] = []
  /** The anonymous cell to which content outside of cells goes. */
  #anonymous: { readonly id: number; readonly style: ComputedStyle; readonly flow: F } | undefined

  constructor(tables: TableContext<F>, style: ComputedStyle, node: BoundElement | undefined, around: Decorations) {
    const { context } = tables
    this.#tables = tables
    this.style = style
    this.node = node
    this.decorations = withDecorationsOf(around, style)
    this.id = context.nextId()
    this.marks = node && context.marks.take()
  }

  get openFlow(): F | undefined {
    return this.#anonymous?.flow
  }

  /** The next box is a proper cell. */
  beginCell(): void {
    const cell = this.#anonymous
    if (!cell) return
    this.#anonymous = undefined
    this.endCell(cell.id, cell.style, undefined, cell.flow.finish())
  }

  endCell(
    id: number,
    style: ComputedStyle,
    node: BoundElement | undefined,
    children: readonly FlowChild[],
    marks?: readonly PageMark[],
  ): void {
    const colSpan = node ? colSpanOf(node) : 1
    const rowSpan = node ? rowSpanOf(node) : 1
    const cell: CellDraft = {
      kind: 'table-cell',
      id,
      style,
      node,
      column: 0,
      colSpan,
      rowSpan,
      children,
      ...(marks && { marks }),
    }
    if (this.#tables.context.hasFloats && haveFloats(children)) cell.floats = true
    this.#cells.push(cell)
  }

  anonymousCell(): F {
    if (!this.#anonymous) {
      const { context } = this.#tables
      const style = context.styled.anonymous(this.style, 'table-cell')
      const id = context.nextId()
      this.#anonymous = { id, style, flow: this.#tables.newFlow(style, this.decorations) }
    }
    return this.#anonymous.flow
  }

  finish(): CellDraft[] {
    this.beginCell()
    return this.#cells
  }
}
