import { BoundedCache } from '../../base/bounded-cache.js'
import { invariant } from '../../base/invariant.js'
import type { FlowChild, TableCellBox, TableRowBox, TableSectionBox } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import type { ConstraintSpace } from '../constraint-space.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { alignmentShift, cellBaseline, contentHeight, fitCell, isBaselineAligned, NO_CUTS } from './cell-fragment.js'
import { isCollapsedRow, shownCell } from './collapsed-tracks.js'
import { layoutLineCell } from './line-cell.js'
import { shareSpanningHeights } from './row-heights.js'
import { cellLeft, type TableGeometry, wholeCellSpace } from './table-geometry.js'
import type { RowPosition } from './table-rows.js'

/** Rows of a section that row-spanning cells hold together; most often a single row. */
export interface RowGroup {
  readonly geometry: TableGeometry
  /** Index of the section in the table. */
  readonly sectionIndex: number
  readonly section: TableSectionBox
  /** Where the rows stand in the table's own section; undefined when all of them are there. */
  readonly rowIndexes: readonly number[] | undefined
  /** Rows `[start, end)` of the section. */
  readonly start: number
  readonly end: number
  /** Height beyond what its content needs, that a row gets from a table with a height of its own. */
  readonly extraHeights: Float64Array | undefined
}

/** Where a row of the group stands in the table. */
export function rowPosition({ sectionIndex, rowIndexes }: RowGroup, row: number): RowPosition {
  return { section: sectionIndex, row: rowIndexes ? (rowIndexes[row] ?? row) : row }
}

/** A group in one piece. */
export interface WholeGroup {
  readonly geometry: TableGeometry
  readonly rows: readonly PlacedFragment[]
  readonly height: number
}

/** As many as may be asked for again when a page goes back to a better break; few, so that they are gone while young. */
const GROUPS = 32

/** Lays out a group in one piece (css-tables-3 §3.10); kept until some pages later. */
export function layoutGroupWhole(ctx: LayoutContext, group: RowGroup): WholeGroup {
  const known = ctx.cache(createGroupCache)
  const key = group.section.rows[group.start]?.id ?? -1
  const found = known.get(key)
  if (found && found.geometry === group.geometry && found.extraHeights === group.extraHeights) return found.whole
  const whole = layoutRows(ctx, group)
  known.set(key, { geometry: group.geometry, extraHeights: group.extraHeights, whole })
  return whole
}

interface CachedGroup {
  readonly geometry: TableGeometry
  readonly extraHeights: Float64Array | undefined
  readonly whole: WholeGroup
}

function createGroupCache(): BoundedCache<number, CachedGroup> {
  return new BoundedCache(GROUPS)
}

/** The cells that begin in a row, laid out, and what they ask of the row. */
interface MeasuredRow {
  readonly cells: readonly BoxFragment[]
  /** Height of the content of each cell. */
  readonly contents: readonly number[]
  readonly baseline: number | undefined
  /** Height needed by the row itself and by the cells that end in it. */
  readonly height: number
}

function layoutRows(ctx: LayoutContext, group: RowGroup): WholeGroup {
  const { geometry, section, start, end } = group
  const { spacingY } = geometry.model
  const measured: MeasuredRow[] = []
  const heights = new Float64Array(end - start)
  for (let row = start; row < end; row++) {
    const found = measureRow(ctx, group, row)
    measured.push(found)
    heights[row - start] = found.height
  }
  if (end - start > 1) shareSpanningHeights(group, heights, (row, index) => spanningNeed(measured[row], index))
  if (group.extraHeights) {
    for (let row = start; row < end; row++) {
      heights[row - start] = (heights[row - start] ?? 0) + (group.extraHeights[row] ?? 0)
    }
  }
  for (let row = start; row < end; row++) if (isCollapsedRow(section.rows[row])) heights[row - start] = 0
  const rows: PlacedFragment[] = []
  let y = 0
  for (let row = start; row < end; row++) {
    const found = measured[row - start]
    invariant(found, 'a row within its group')
    if (row > start && !isCollapsedRow(section.rows[row])) y += spacingY
    rows.push({ x: 0, y, fragment: assembleRow(ctx, group, found, heights, row) })
    y += heights[row - start] ?? 0
  }
  return { geometry, rows: withSpills(rows), height: y }
}

/** The rows of a group with what overflows the cells that end in them. */
function withSpills(rows: readonly PlacedFragment[]): readonly PlacedFragment[] {
  const spills = spillsOf(rows)
  if (!spills) return rows
  return rows.map((placed, row) => {
    const { fragment } = placed
    const spill = spills[row] ?? 0
    return fragment.kind === 'box' && spill > 0 ? { ...placed, fragment: boxFragment({ ...fragment, spill }) } : placed
  })
}

function spillsOf(rows: readonly PlacedFragment[]): Float64Array | undefined {
  let spills: Float64Array | undefined
  for (let row = 0; row < rows.length; row++) {
    const fragment = rows[row]?.fragment
    if (fragment?.kind !== 'box') continue
    for (const { fragment: cell } of fragment.children) {
      if (cell.kind !== 'box' || cell.box.kind !== 'table-cell' || !cell.spill) continue
      spills ??= new Float64Array(rows.length)
      const last = Math.min(rows.length, row + cell.box.rowSpan) - 1
      spills[last] = Math.max(spills[last] ?? 0, cell.spill)
    }
  }
  return spills
}

function measureRow(ctx: LayoutContext, group: RowGroup, row: number): MeasuredRow {
  const box = group.section.rows[row]
  invariant(box, 'a row of the section')
  ctx.stats.layoutCalls++
  const cells: BoxFragment[] = []
  const contents: number[] = []
  let baseline: number | undefined
  let below = 0
  const position = rowPosition(group, row)
  for (const cell of box.cells) {
    const space = wholeCellSpace(group.geometry, cell, position)
    const fragment = layoutLineCell(ctx, group.geometry, cell, space) ?? wholeCell(ctx, cell, space)
    const content = contentHeight(ctx, fragment)
    cells.push(fragment)
    contents.push(content)
    if (!isBaselineAligned(cell)) continue
    const own = cellBaseline(fragment, content)
    baseline = Math.max(baseline ?? 0, own)
    if (cell.rowSpan === 1) below = Math.max(below, content - own)
  }
  // CSS 2.2 §17.5.3: `height` of a row is its least height; percentages are resolved with the table's free height.
  let height = typeof box.style.height === 'number' ? box.style.height : 0
  for (let index = 0; index < cells.length; index++) {
    if (box.cells[index]?.rowSpan === 1) height = Math.max(height, cells[index]?.height ?? 0)
  }
  return { cells, contents, baseline, height: Math.max(height, (baseline ?? 0) + below) }
}

/** Height that a spanning cell needs, moved to the row's baseline. */
function spanningNeed(row: MeasuredRow | undefined, index: number): number {
  const fragment = row?.cells[index]
  if (!row || !fragment || fragment.box.kind !== 'table-cell') return 0
  const content = row.contents[index] ?? 0
  if (!isBaselineAligned(fragment.box)) return fragment.height
  return Math.max(fragment.height, (row.baseline ?? 0) - cellBaseline(fragment, content) + content)
}

function assembleRow(
  ctx: LayoutContext,
  group: RowGroup,
  row: MeasuredRow,
  heights: Float64Array,
  position: number,
): BoxFragment {
  const { geometry } = group
  const box = group.section.rows[position]
  invariant(box, 'a row within its group')
  const index = position - group.start
  const children: PlacedFragment[] = []
  let { baseline } = row
  const sharesBaselines = ctx.profile.sharesCellBaselines || group.section.role !== 'body'
  for (let at = 0; at < box.cells.length; at++) {
    const cell = box.cells[at]
    const measured = row.cells[at]
    if (!cell || !measured) continue
    const height = spannedHeight(group, heights, index, cell.rowSpan)
    const fragment = filledCell(ctx, group, cell, position, height) ?? measured
    const content = fragment === measured ? (row.contents[at] ?? 0) : contentHeight(ctx, fragment, true)
    const shift =
      row.baseline !== undefined && sharesBaselines && isBaselineAligned(cell)
        ? row.baseline - cellBaseline(fragment, content)
        : alignmentShift(cell, height - content)
    const placed = shownCell(geometry.model, cell, fitCell(fragment, height, shift, NO_CUTS))
    children.push({ x: cellLeft(geometry, cell), y: 0, fragment: placed })
    if (row.baseline === undefined) baseline = Math.max(baseline ?? 0, contentEdge(placed))
  }
  return rowFragment(geometry, box, heights[index] ?? 0, children, baseline)
}

/** CSS 2.2 §17.5.3: the bottom content edge, at which a row has its baseline if no cell of it gives one. */
function contentEdge({ height, border, padding }: BoxFragment): number {
  return height - padding.bottom - border.bottom
}

/** Height of `span` rows from `index` on with the spacing between them. */
function spannedHeight(group: RowGroup, heights: Float64Array, index: number, span: number): number {
  const end = Math.min(heights.length, index + span)
  const { spacingY } = group.geometry.model
  let height = heights[index] ?? 0
  for (let row = index + 1; row < end; row++) {
    if (!isCollapsedRow(group.section.rows[group.start + row])) height += spacingY + (heights[row] ?? 0)
  }
  return height
}

/**
 * A cell once more, now that its height is known, if its content refers to that by percentages (css-tables-3 §3.11).
 * As in browsers, they count only where the cell or the table has a height of its own.
 */
function filledCell(
  ctx: LayoutContext,
  group: RowGroup,
  cell: TableCellBox,
  row: number,
  height: number,
): BoxFragment | undefined {
  const { extraHeights, geometry } = group
  const isKnown = cell.style.height !== 'auto' || (extraHeights && geometry.model.table.style.height !== 'auto')
  if (!isKnown || !cell.children.some(hasPercentHeight)) return undefined
  const space = wholeCellSpace(geometry, cell, rowPosition(group, row))
  return wholeCell(ctx, cell, { ...space, fixedHeight: height })
}

function wholeCell(ctx: LayoutContext, cell: TableCellBox, space: ConstraintSpace): BoxFragment {
  const result = ctx.layout(cell, space, undefined)
  invariant(result.kind === 'placed', 'a cell in one piece')
  return result.fragment
}

function hasPercentHeight(child: FlowChild): boolean {
  if (child.kind !== 'inline-root') return typeof child.style.height === 'object'
  return child.items.some((item) => item.kind === 'atomic' && typeof item.box.style.height === 'object')
}

export function rowFragment(
  geometry: TableGeometry,
  box: TableRowBox,
  height: number,
  children: readonly PlacedFragment[],
  baseline: number | undefined,
): BoxFragment {
  return partFragment(box, geometry.rowWidth, height, children, baseline)
}

/** A fragment of a row or section: they have no border or padding of their own (CSS 2.2 §17.6). */
export function partFragment(
  box: TableRowBox | TableSectionBox,
  width: number,
  height: number,
  children: readonly PlacedFragment[],
  baseline: number | undefined,
): BoxFragment {
  return boxFragment({ box, width, height, children, firstBaseline: baseline, lastBaseline: baseline })
}
