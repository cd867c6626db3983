import { BoundedCache } from '../../base/bounded-cache.js'
import { snap } from '../../base/units.js'
import type { TableRowBox, TableSectionBox } from '../../boxes/box-tree.js'
import type { SizeValue } from '../../style/computed-style.js'
import type { ConstraintSpace } from '../constraint-space.js'
import type { LayoutContext } from '../layout-types.js'
import { resolveBoxHeight } from '../sizing.js'
import { layoutGroupWhole, type WholeGroup } from './layout-row-group.js'
import { hasAutomaticHeight, shareHeight } from './row-heights.js'
import { sectionAt, WHOLE_TABLE } from './section-variant.js'
import type { TableGeometry } from './table-geometry.js'
import { groupStart, rowGroups } from './table-rows.js'

/** The extra height of rows in a table with a height of its own. */
export interface ExtraHeights {
  /** Border-box height that the style asks for, if it does. */
  readonly tableHeight: number | undefined
  /** Extra height by row, for each section of the table; undefined where there is none. */
  readonly sections: readonly (Float64Array | undefined)[]
}

/** Undefined where everything has an automatic height: then rows need not be known in advance. */
export function extraRowHeights(
  ctx: LayoutContext,
  geometry: TableGeometry,
  space: ConstraintSpace,
): ExtraHeights | undefined {
  const tableHeight = wantedHeight(geometry, space)
  if (tableHeight === undefined && !geometry.model.table.sections.some(hasHeight)) return undefined
  const known = ctx.cache(createExtraCache)
  const { id } = geometry.model.table
  const found = known.get(id)
  if (found?.geometry === geometry && found.extra.tableHeight === tableHeight) return found.extra
  const extra = { tableHeight, sections: shareExtra(ctx, geometry, tableHeight) }
  known.set(id, { geometry, extra })
  return extra
}

function hasHeight({ style }: TableSectionBox): boolean {
  return typeof style.height === 'number'
}

interface CachedExtra {
  readonly geometry: TableGeometry
  readonly extra: ExtraHeights
}

function createExtraCache(): BoundedCache<number, CachedExtra> {
  return new BoundedCache(256)
}

/** `height` of a table is its least height (CSS 2.2 §17.5.3). */
function wantedHeight({ model, edges }: TableGeometry, space: ConstraintSpace): number | undefined {
  if (space.fixedHeight !== undefined) return space.fixedHeight
  if (space.heightMode === 'content') return undefined
  const { style } = model.table
  const height = resolveBoxHeight(style, style.height, space.availableHeight, edges)
  const minimum = resolveBoxHeight(style, style.minHeight, space.availableHeight, edges)
  const limit = resolveBoxHeight(style, style.maxHeight, space.availableHeight, edges)
  const limited = height === undefined || limit === undefined ? height : Math.min(height, limit)
  if (limited === undefined || minimum === undefined) return limited ?? minimum
  return Math.max(limited, minimum)
}

interface BodyRow {
  readonly section: number
  readonly row: number
  readonly box: TableRowBox
  /** Height that its content needs. */
  readonly height: number
}

/** Sections with a height of their own share it among their rows, then the table its own. */
function shareExtra(
  ctx: LayoutContext,
  geometry: TableGeometry,
  tableHeight: number | undefined,
): readonly (Float64Array | undefined)[] {
  const { table, sections } = geometry.model
  const extra: (Float64Array | undefined)[] = new Array(table.sections.length).fill(undefined)
  for (const index of sections) {
    const height = table.sections[index]?.style.height
    if (typeof height !== 'number') continue
    const rows: BodyRow[] = []
    collectRows(ctx, geometry, index, undefined, rows)
    shareAmong(rows, height + geometry.model.spacingY, geometry, extra)
  }
  if (tableHeight !== undefined) shareTableHeight(ctx, geometry, tableHeight, extra)
  return extra
}

/**
 * Rows of bodies share the free height, those of bodies without a height of their own if there are any; rows of
 * headers and footers only where there is no body.
 */
function shareTableHeight(
  ctx: LayoutContext,
  geometry: TableGeometry,
  tableHeight: number,
  extra: (Float64Array | undefined)[],
): void {
  const { table, sections, spacingY } = geometry.model
  const bodies = sections.filter((index) => table.sections[index]?.role === 'body')
  const automatic = bodies.filter((index) => table.sections[index]?.style.height === 'auto')
  const growing = new Set(automatic.length > 0 ? automatic : bodies.length > 0 ? bodies : sections)
  const rows: BodyRow[] = []
  let bodyHeight = tableHeight - geometry.edges.vertical - spacingY
  for (const index of sections) {
    if (growing.has(index)) collectRows(ctx, geometry, index, extra[index], rows)
    else bodyHeight -= naturalHeight(ctx, geometry, index, extra[index]) + spacingY
  }
  shareAmong(rows, bodyHeight, geometry, extra)
}

function shareAmong(
  rows: readonly BodyRow[],
  bodyHeight: number,
  { model }: TableGeometry,
  extra: (Float64Array | undefined)[],
): void {
  const heights = Float64Array.from(rows, ({ height }) => height)
  shareBodyHeight(heights, rows, bodyHeight, model.spacingY)
  for (let index = 0; index < rows.length; index++) {
    const place = rows[index]
    if (!place) continue
    const own = extra[place.section] ?? new Float64Array(model.table.sections[place.section]?.rows.length ?? 0)
    extra[place.section] = own
    own[place.row] = (own[place.row] ?? 0) + (heights[index] ?? 0) - place.height
  }
}

/** Percentages of rows refer to the height of the bodies and are served first, as in browsers. */
function shareBodyHeight(heights: Float64Array, rows: readonly BodyRow[], bodyHeight: number, spacing: number): void {
  let free = bodyHeight - spacing * rows.length
  for (const height of heights) free -= height
  for (let index = 0; index < rows.length && free > 0; index++) {
    const share = percentOfRow(rows[index]?.box)
    if (share === 0) continue
    const own = heights[index] ?? 0
    const grown = Math.max(own, Math.min(snap((share * (bodyHeight - spacing)) / 100), own + free))
    heights[index] = grown
    free -= grown - own
  }
  if (free > 0 && rows.length > 0) {
    shareHeight(heights, 0, rows.length, free, (index) => hasAutomaticHeight(rows[index]?.box))
  }
}

/** The greatest percentage among the heights of a row and of the cells that stand in it alone; 0 for none. */
function percentOfRow(row: TableRowBox | undefined): number {
  if (!row) return 0
  let percent = percentOf(row.style.height)
  for (const { rowSpan, style } of row.cells) if (rowSpan === 1) percent = Math.max(percent, percentOf(style.height))
  return percent
}

function percentOf(height: SizeValue): number {
  return typeof height === 'object' ? Math.max(0, height.percent) : 0
}

function collectRows(
  ctx: LayoutContext,
  geometry: TableGeometry,
  sectionIndex: number,
  extra: Float64Array | undefined,
  rows: BodyRow[],
): void {
  const boxes = geometry.model.table.sections[sectionIndex]?.rows ?? []
  let row = 0
  forEachGroup(ctx, geometry, sectionIndex, (whole) => {
    for (const { fragment } of whole.rows) {
      const box = boxes[row]
      if (box && fragment.kind === 'box') {
        rows.push({ section: sectionIndex, row, box, height: fragment.height + (extra?.[row] ?? 0) })
      }
      row++
    }
  })
}

function naturalHeight(
  ctx: LayoutContext,
  geometry: TableGeometry,
  sectionIndex: number,
  extra: Float64Array | undefined,
): number {
  let height = -geometry.model.spacingY
  for (const added of extra ?? NO_EXTRA) height += added
  forEachGroup(ctx, geometry, sectionIndex, (whole) => {
    height += whole.height + geometry.model.spacingY
  })
  return height
}

const NO_EXTRA = new Float64Array(0)

function forEachGroup(
  ctx: LayoutContext,
  geometry: TableGeometry,
  sectionIndex: number,
  visit: (whole: WholeGroup) => void,
): void {
  const whole = geometry.model.table.sections[sectionIndex]
  if (!whole) return
  const { section, rowIndexes } = sectionAt(ctx, whole, WHOLE_TABLE, undefined)
  const groups = rowGroups(ctx, section)
  for (let group = 0; group < groups.count; group++) {
    const start = groupStart(groups, group)
    const end = groupStart(groups, group + 1)
    visit(layoutGroupWhole(ctx, { geometry, sectionIndex, section, rowIndexes, start, end, extraHeights: undefined }))
  }
}
