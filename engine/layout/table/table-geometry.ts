import { BoundedCache } from '../../base/bounded-cache.js'
import { type Insets, NO_INSETS } from '../../base/geometry.js'
import { snap } from '../../base/units.js'
import type { TableBox, TableCellBox } from '../../boxes/box-tree.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { BlockFrame } from '../block/block-frame.js'
import { type ConstraintSpace, type Fragmentation, UNFRAGMENTED } from '../constraint-space.js'
import type { LayoutContext } from '../layout-types.js'
import { type Edges, resolveEdges } from '../sizing.js'
import { CollapsedModel } from './collapsed-model.js'
import { isCollapsedCell, isCollapsedColumn } from './collapsed-tracks.js'
import { type CellEdges, type ColumnMeasures, countMerged, measureColumns } from './column-measures.js'
import { distributeWidth } from './distribute-width.js'
import { type FixedColumns, fixedColumns, fixedWidths } from './fixed-widths.js'
import { CellSlots, visualColumn } from './table-rows.js'

/** The measurements of a table that are kept while its document is laid out, whatever its width. */
export interface TableModel {
  readonly table: TableBox
  readonly slots: CellSlots
  /** Undefined in the separated borders model. */
  readonly collapsed: CollapsedModel | undefined
  readonly spacingX: number
  readonly spacingY: number
  readonly columns: TableColumns
  /** Indexes of the sections that have rows. */
  readonly sections: readonly number[]
  /** Running totals stand in its header or footer. */
  readonly hasTotals: boolean
}

/** How the columns get their widths. */
type TableColumns =
  | { readonly kind: 'auto'; readonly measures: ColumnMeasures }
  | { readonly kind: 'fixed'; readonly fixed: FixedColumns }

/** Widths of a table without its border and padding: the narrowest it can be, and the widest it wants to be. */
export interface GridSizes {
  readonly min: number
  readonly max: number
}

export function tableModel(ctx: LayoutContext, table: TableBox): TableModel {
  const known = ctx.cache(createModelCache)
  let model = known.get(table.id)
  if (!model) {
    model = makeModel(ctx, table)
    known.set(table.id, model)
  }
  return model
}

/** Many more than the tables of one page, so that a table which continues is still known on the next one. */
const TABLES = 4096

function createModelCache(): BoundedCache<number, TableModel> {
  return new BoundedCache(TABLES)
}

function makeModel(ctx: LayoutContext, table: TableBox): TableModel {
  const { style } = table
  const slots = new CellSlots(ctx, table)
  const collapsed = style.borderCollapse === 'collapse' ? new CollapsedModel(table, slots) : undefined
  const spacingX = collapsed ? 0 : style.borderSpacingX
  const cellEdges = collapsed ? collapsedCellEdges(collapsed) : separateCellEdges()
  // CSS 2.2 §17.5.2: fixed layout needs a width other than `auto`.
  const columns: TableColumns =
    style.tableLayout === 'fixed' && style.width !== 'auto'
      ? { kind: 'fixed', fixed: fixedColumns(table, spacingX, cellEdges) }
      : { kind: 'auto', measures: measureColumns(ctx, table, spacingX, cellEdges) }
  const sections: number[] = []
  for (let index = 0; index < table.sections.length; index++) {
    if ((table.sections[index]?.rows.length ?? 0) > 0) sections.push(index)
  }
  const hasTotals = table.sections.some(({ variants }) => variants?.hasTotals)
  return {
    table,
    slots,
    hasTotals,
    collapsed,
    spacingX,
    spacingY: collapsed || table.columns.length === 0 ? 0 : style.borderSpacingY,
    columns,
    sections,
  }
}

/** Percentages of padding count as zero when widths are measured (css-sizing-3 §5.2.1). */
function separateCellEdges(): CellEdges {
  const known = new Map<ComputedStyle, number>()
  return ({ style }) => {
    let edges = known.get(style)
    if (edges === undefined) {
      edges = resolveEdges(style, 0, undefined).horizontal
      known.set(style, edges)
    }
    return edges
  }
}

function collapsedCellEdges(collapsed: CollapsedModel): CellEdges {
  return (cell, section, row) => resolveEdges(cell.style, 0, collapsed.cellBorder(cell, { section, row })).horizontal
}

/** Used border and padding of the table; in the collapsing model it has no padding (CSS 2.2 §17.6.2). */
export function tableEdges(model: TableModel, availableWidth: number): Edges {
  if (!model.collapsed) return resolveEdges(model.table.style, availableWidth, undefined)
  const border = model.collapsed.tableBorder()
  return {
    border,
    padding: NO_INSETS,
    horizontal: border.left + border.right,
    vertical: border.top + border.bottom,
  }
}

/** Spacing left and right of the columns and between them. */
function totalSpacing({ table, spacingX, columns }: TableModel): number {
  const count = table.columns.length
  const merged = columns.kind === 'auto' ? countMerged(columns.measures, 0, count) : 0
  return count > 0 ? (count - merged + 1) * spacingX : 0
}

/** Widest width that percentages of columns can ask for: beyond any page. */
const MAX_WIDTH = 100_000

/** The grid's own widths (css-tables-3 §4.1: GRIDMIN and GRIDMAX). */
export function gridSizes(model: TableModel): GridSizes {
  const spacing = totalSpacing(model)
  if (model.columns.kind === 'fixed') {
    const width = model.columns.fixed.sum + spacing
    return { min: width, max: width }
  }
  const { min, max, percent } = model.columns.measures
  let minSum = 0
  let maxSum = 0
  let percentSum = 0
  let withoutPercent = 0
  let widest = 0
  for (let column = 0; column < min.length; column++) {
    const share = percent[column] ?? 0
    const wanted = max[column] ?? 0
    minSum += min[column] ?? 0
    maxSum += wanted
    percentSum += share
    if (share > 0) widest = Math.max(widest, (wanted * 100) / share)
    else withoutPercent += wanted
  }
  if (percentSum > 0 && withoutPercent > 0) {
    widest = Math.max(widest, percentSum < 100 ? (withoutPercent * 100) / (100 - percentSum) : MAX_WIDTH)
  }
  const wanted = Math.max(minSum, maxSum, Math.min(widest, MAX_WIDTH))
  return { min: snap(minSum) + spacing, max: snap(wanted) + spacing }
}

/** Where the columns of a table of one width stand. */
export interface TableGeometry {
  readonly model: TableModel
  /** Width of the border box. */
  readonly width: number
  /** The width with collapsed columns, from which the widths of the others follow. */
  readonly fullWidth: number
  readonly edges: Edges
  /** Width between the outer spacings: that of sections and rows. */
  readonly rowWidth: number
  /** Left edge of each column in visual order, relative to the row, and at last where one more would begin. */
  readonly lefts: Float64Array
  /** Width of each column as if none were collapsed. */
  readonly widths: Float64Array
  /** The space of cells in one piece in each column, as it was asked for last. */
  readonly spaces: ConstraintSpace[]
  /** The frame of cells of one line in each column, as it was asked for last. */
  readonly frames: CellFrame[]
}

/** What cells of one style have in common that stand below each other. */
export interface CellFrame {
  readonly space: ConstraintSpace
  readonly style: ComputedStyle
  /** Undefined where the style asks for more than the height and the baseline of a line. */
  readonly frame: BlockFrame | undefined
}

/**
 * The geometry of a table whose border box is `width` wide, made once per table and width.
 * @param availableWidth of the containing block, for percentages of padding
 */
export function tableGeometry(
  ctx: LayoutContext,
  model: TableModel,
  width: number,
  availableWidth: number,
): TableGeometry {
  const known = ctx.cache(createGeometryCache)
  const found = known.get(model.table.id)
  if (
    found?.geometry.fullWidth === width &&
    found.availableWidth === availableWidth &&
    found.geometry.model === model
  ) {
    return found.geometry
  }
  const geometry = makeGeometry(model, width, tableEdges(model, availableWidth))
  known.set(model.table.id, { availableWidth, geometry })
  return geometry
}

interface CachedGeometry {
  readonly availableWidth: number
  readonly geometry: TableGeometry
}

function createGeometryCache(): BoundedCache<number, CachedGeometry> {
  return new BoundedCache(TABLES)
}

function makeGeometry(model: TableModel, width: number, edges: Edges): TableGeometry {
  const { columns, table, spacingX } = model
  const count = table.columns.length
  const inner = Math.max(0, width - edges.horizontal - totalSpacing(model))
  const widths =
    columns.kind === 'fixed' ? fixedWidths(columns.fixed, inner) : distributeWidth(columns.measures, 0, count, inner)
  const merged = columns.kind === 'auto' ? columns.measures.merged : undefined
  const lefts = new Float64Array(count + 1)
  let collapsed = 0
  for (let visual = 0; visual < count; visual++) {
    const column = table.style.direction === 'rtl' ? count - 1 - visual : visual
    const advance = merged?.[column] ? 0 : (widths[column] ?? 0) + spacingX
    const isCollapsed = isCollapsedColumn(model, column)
    if (isCollapsed) collapsed += advance
    lefts[visual + 1] = (lefts[visual] ?? 0) + (isCollapsed ? 0 : advance)
  }
  const rowWidth = Math.max(0, count > 0 ? (lefts[count] ?? 0) - spacingX : width - edges.horizontal)
  return { model, width: width - collapsed, fullWidth: width, edges, rowWidth, lefts, widths, spaces: [], frames: [] }
}

/** Left edge and width of a cell within its row. */
export function cellLeft({ model, lefts }: TableGeometry, cell: TableCellBox): number {
  return lefts[visualColumn(model.table, cell)] ?? 0
}

/** A cell of collapsed columns alone is as high as it would be if they were there (CSS 2.2 §17.5.5). */
function cellWidth(geometry: TableGeometry, cell: TableCellBox): number {
  const { model, lefts } = geometry
  if (isCollapsedCell(model, cell)) return uncollapsedWidth(geometry, cell)
  const column = visualColumn(model.table, cell)
  return Math.max(0, (lefts[column + cell.colSpan] ?? 0) - (lefts[column] ?? 0) - model.spacingX)
}

function uncollapsedWidth({ model, widths }: TableGeometry, { column, colSpan }: TableCellBox): number {
  const merged = model.columns.kind === 'auto' ? countMerged(model.columns.measures, column, column + colSpan) : 0
  let width = (colSpan - 1 - merged) * model.spacingX
  for (let at = column; at < column + colSpan; at++) width += widths[at] ?? 0
  return width
}

/** The space in which a cell is laid out in one piece: cells below each other mostly have the same. */
export function wholeCellSpace(
  geometry: TableGeometry,
  cell: TableCellBox,
  position: { readonly section: number; readonly row: number },
): ConstraintSpace {
  const fixedWidth = cellWidth(geometry, cell)
  const border = geometry.model.collapsed?.cellBorder(cell, position)
  const known = geometry.spaces[cell.column]
  if (known && known.fixedWidth === fixedWidth && known.border === border) return known
  const space = spaceOf(geometry, fixedWidth, border, UNFRAGMENTED)
  geometry.spaces[cell.column] = space
  return space
}

/** The space in which a cell is laid out that may be broken. */
export function cellSpace(
  geometry: TableGeometry,
  cell: TableCellBox,
  position: { readonly section: number; readonly row: number },
  fragmentation: Fragmentation,
): ConstraintSpace {
  const border = geometry.model.collapsed?.cellBorder(cell, position)
  return spaceOf(geometry, cellWidth(geometry, cell), border, fragmentation)
}

function spaceOf(
  { rowWidth }: TableGeometry,
  fixedWidth: number,
  border: Insets | undefined,
  fragmentation: Fragmentation,
): ConstraintSpace {
  return {
    availableWidth: rowWidth,
    availableHeight: undefined,
    fixedWidth,
    fixedHeight: undefined,
    fragmentation,
    border,
    autoWidth: 'fill',
  }
}
