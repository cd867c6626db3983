import type { ComputedStyle } from '../../style/computed-style.js'
import type { StyledTree } from '../../style/styled-tree.js'
import type { BoundElement } from '../../template/bound-tree.js'
import type { BlockBox, PageMark, TableColumn, TableSectionBox, TableWrapperBox } from '../box-tree.js'
import type { PageCounterValues } from '../page-counters.js'
import { type Decorations, withDecorationsOf } from './build-context.js'
import { columnSpanOf, limitSpan } from './html-attributes.js'
import { type CellContent, SectionBuilder, type TableContext } from './section-builder.js'

/**
 * A table under construction (CSS 2.2 §17.2.1). Content arrives in document order; rows and cells that the author
 * left out are made up when something needs them, and end when a proper child of the table follows.
 */
export class TableBuilder<F extends CellContent> {
  readonly kind = 'table'
  readonly #tables: TableContext<F>
  readonly #style: ComputedStyle
  readonly #node: BoundElement | undefined
  /** Decorations that reach the content of the table. */
  readonly decorations: Decorations
  readonly #id: number
  readonly #tableId: number
  readonly #marks: readonly PageMark[] | undefined
  readonly #captions: BlockBox[] = []
  readonly #columns: TableColumn[] = []
  /** Columns that the cells need. */
  #columnCount = 0
  readonly #sections: TableSectionBox[] = []
  #header: TableSectionBox | undefined
  #footer: TableSectionBox | undefined
  /** The anonymous section to which rows outside of sections go. */
  #anonymous: SectionBuilder<F> | undefined

  constructor(tables: TableContext<F>, style: ComputedStyle, node: BoundElement | undefined, around: Decorations) {
    const { context } = tables
    this.#tables = tables
    this.#style = style
    this.#node = node
    this.decorations = withDecorationsOf(around, style)
    this.#id = context.nextId()
    this.#tableId = context.nextId()
    this.#marks = node && context.marks.take()
  }

  /** The anonymous cell that takes content now, if there is one. */
  get openFlow(): F | undefined {
    return this.#anonymous?.openFlow
  }

  addCaption(caption: BlockBox): void {
    this.#endAnonymous()
    this.#captions.push(caption)
  }

  addColumn(column: TableColumn, span: number): void {
    this.#endAnonymous()
    const count = limitSpan(this.#columns.length, span)
    for (let n = 0; n < count; n++) this.#columns.push(column)
  }

  /** Begins a row group; it is to be filled and given to `endSection`. */
  beginSection(style: ComputedStyle, node: BoundElement): SectionBuilder<F> {
    this.#endAnonymous()
    return new SectionBuilder(this.#tables, style, node, this.decorations)
  }

  /** @param onPage builds the section for a page; undefined for one that shows no page numbers */
  endSection(section: SectionBuilder<F>, onPage?: (page: PageCounterValues) => SectionBuilder<F>): void {
    const { display } = section.style
    if (display === 'table-header-group' && !this.#header) {
      this.#header = repeated(this.#finished(section, 'header'), onPage)
    } else if (display === 'table-footer-group' && !this.#footer) {
      this.#footer = repeated(this.#finished(section, 'footer'), onPage)
    } else {
      this.#sections.push(this.#finished(section, 'body'))
    }
  }

  anonymousSection(): SectionBuilder<F> {
    this.#anonymous ??= new SectionBuilder(
      this.#tables,
      this.#tables.context.styled.anonymous(this.#style, 'table-row-group'),
      undefined,
      this.decorations,
    )
    return this.#anonymous
  }

  finish(): TableWrapperBox {
    this.#endAnonymous()
    const sections: TableSectionBox[] = []
    if (this.#header) sections.push(this.#header)
    for (const section of this.#sections) sections.push(section)
    if (this.#footer) sections.push(this.#footer)
    while (this.#columns.length < this.#columnCount) this.#columns.push(PLAIN_COLUMN)
    return {
      kind: 'table-wrapper',
      id: this.#id,
      style: this.#style,
      node: this.#node,
      captions: this.#captions,
      ...(this.#marks && { marks: this.#marks }),
      table: {
        kind: 'table',
        id: this.#tableId,
        style: this.#style,
        node: this.#node,
        columns: this.#columns,
        sections,
      },
    }
  }

  #endAnonymous(): void {
    const section = this.#anonymous
    if (!section) return
    this.#anonymous = undefined
    this.#sections.push(this.#finished(section, 'body'))
  }

  #finished(section: SectionBuilder<F>, role: TableSectionBox['role']): TableSectionBox {
    const box = section.finish(role)
    this.#columnCount = Math.max(this.#columnCount, section.columnCount)
    return box
  }
}

function repeated<F extends CellContent>(
  section: TableSectionBox,
  build: ((page: PageCounterValues) => SectionBuilder<F>) | undefined,
): TableSectionBox {
  if (!build) return section
  const { marks, role, variants = { rowParts: [], hasTotals: false } } = section
  const onPage = (page: PageCounterValues) => ({ ...build(page).finish(role), ...(marks && { marks }) })
  return { ...section, variants: { ...variants, onPage } }
}

const PLAIN_COLUMN: TableColumn = { style: undefined, group: undefined, node: undefined }

/**
 * Adds the columns of a `col`, or of a `colgroup`: those of its `col` children, else as many as its own `span` says
 * (HTML §4.9.3). All other content of columns generates nothing (CSS 2.2 §17.2.1, rules 1.1 and 1.2).
 */
export function addColumns<F extends CellContent>(
  table: TableBuilder<F>,
  element: BoundElement,
  styled: StyledTree,
): void {
  const style = styled.styles[element.id]
  if (style?.display === 'table-column') {
    table.addColumn({ style, group: undefined, node: element }, columnSpanOf(element))
    return
  }
  let any = false
  for (const child of element.children) {
    const childStyle = child.kind === 'element' ? styled.styles[child.id] : undefined
    if (child.kind !== 'element' || childStyle?.display !== 'table-column') continue
    any = true
    table.addColumn({ style: childStyle, group: style, node: child }, columnSpanOf(child))
  }
  if (!any) table.addColumn({ style: undefined, group: style, node: element }, columnSpanOf(element))
}
