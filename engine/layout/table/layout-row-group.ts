import { BoundedCache } from '../../base/bounded-cache.js'
import { invariant } from '../../base/invariant.js'
import type { TableRowBox, TableSectionBox } from '../../boxes/box-tree.js'
import { UNFRAGMENTED } from '../constraint-space.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { alignmentShift, cellBaseline, contentHeight, fitCell, isBaselineAligned, NO_CUTS } from './cell-fragment.js'
import { shareSpanningHeights } from './row-heights.js'
import { cellLeft, cellSpace, type TableGeometry } from './table-geometry.js'

/**
 * Rows of a section that row-spanning cells hold together; most often a single row.
 * UNSUPPORTED: `visibility: collapse` hides rows and columns but keeps their room.
 */
export interface RowGroup {
  readonly geometry: TableGeometry
  /** Index of the section in the table. */
  readonly sectionIndex: number
  readonly section: TableSectionBox
  /** Rows `[start, end)` of the section. */
  readonly start: number
  readonly end: number
  /** Height beyond what its content needs, that a row gets from a table with a height of its own. */
  readonly extraHeights: Float64Array | undefined
}

/** A group in one piece. */
export interface WholeGroup {
  readonly geometry: TableGeometry
  readonly rows: readonly PlacedFragment[]
  readonly height: number
}

/** As many as may be laid out again when a page goes back to a better break. */
const GROUPS = 128

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
  /** What cells that end in the row and the row itself need. */
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
  const rows: PlacedFragment[] = []
  let y = 0
  for (let row = start; row < end; row++) {
    const box = section.rows[row]
    const found = measured[row - start]
    invariant(box && found, 'a row within its group')
    if (row > start) y += spacingY
    rows.push({ x: 0, y, fragment: assembleRow(geometry, box, found, heights, row - start) })
    y += heights[row - start] ?? 0
  }
  return { geometry, rows, height: y }
}

function measureRow(ctx: LayoutContext, group: RowGroup, row: number): MeasuredRow {
  const box = group.section.rows[row]
  invariant(box, 'a row of the section')
  ctx.stats.layoutCalls++
  const cells: BoxFragment[] = []
  const contents: number[] = []
  let baseline: number | undefined
  let below = 0
  for (const cell of box.cells) {
    const space = cellSpace(group.geometry, cell, { section: group.sectionIndex, row })
    const result = ctx.layout(cell, { ...space, fragmentation: UNFRAGMENTED }, undefined)
    invariant(result.kind === 'placed', 'a cell in one piece')
    const { fragment } = result
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
  geometry: TableGeometry,
  box: TableRowBox,
  row: MeasuredRow,
  heights: Float64Array,
  index: number,
): BoxFragment {
  const children: PlacedFragment[] = []
  let baseline = row.baseline
  for (let at = 0; at < box.cells.length; at++) {
    const cell = box.cells[at]
    const fragment = row.cells[at]
    if (!cell || !fragment) continue
    const height = spannedHeight(heights, index, cell.rowSpan, geometry.model.spacingY)
    const content = row.contents[at] ?? 0
    const shift =
      row.baseline !== undefined && isBaselineAligned(cell)
        ? row.baseline - cellBaseline(fragment, content)
        : alignmentShift(cell, height - content)
    const placed = fitCell(fragment, height, shift, NO_CUTS)
    children.push({ x: cellLeft(geometry, cell), y: 0, fragment: placed })
    if (row.baseline === undefined && placed.firstBaseline !== undefined) {
      baseline = Math.max(baseline ?? 0, placed.firstBaseline)
    }
  }
  return rowFragment(geometry, box, heights[index] ?? 0, children, baseline)
}

/** Height of `span` rows from `index` on with the spacing between them. */
function spannedHeight(heights: Float64Array, index: number, span: number, spacing: number): number {
  const end = Math.min(heights.length, index + span)
  let height = heights[index] ?? 0
  for (let row = index + 1; row < end; row++) height += spacing + (heights[row] ?? 0)
  return height
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

const NO_EDGES = { top: 0, right: 0, bottom: 0, left: 0 } as const

/** A fragment of a row or section: they have no border or padding of their own (CSS 2.2 §17.6). */
export function partFragment(
  box: TableRowBox | TableSectionBox,
  width: number,
  height: number,
  children: readonly PlacedFragment[],
  baseline: number | undefined,
): BoxFragment {
  return {
    kind: 'box',
    box,
    style: box.style,
    width,
    height,
    border: NO_EDGES,
    padding: NO_EDGES,
    children,
    firstBaseline: baseline,
    lastBaseline: baseline,
    image: undefined,
    collapsedBorders: undefined,
  }
}
