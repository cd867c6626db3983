import { BoundedCache } from '../../base/bounded-cache.js'
import type { TableRowBox } from '../../boxes/box-tree.js'
import { resolveLength } from '../../style/resolve-length.js'
import type { ConstraintSpace } from '../constraint-space.js'
import type { LayoutContext } from '../layout-types.js'
import { resolveBoxHeight } from '../sizing.js'
import { layoutGroupWhole, type WholeGroup } from './layout-row-group.js'
import { hasAutomaticHeight, shareHeight } from './row-heights.js'
import type { TableGeometry } from './table-geometry.js'
import { groupStart, rowGroups } from './table-rows.js'

/** What the rows of a table with a height of its own get beyond their content. */
export interface ExtraHeights {
  /** Border-box height that the style asks for. */
  readonly tableHeight: number
  /** Extra height by row, for each section of the table; undefined where there is none. */
  readonly sections: readonly (Float64Array | undefined)[]
}

/** Undefined for a table of automatic height, whose rows need not be known in advance. */
export function extraRowHeights(
  ctx: LayoutContext,
  geometry: TableGeometry,
  space: ConstraintSpace,
): ExtraHeights | undefined {
  const tableHeight = wantedHeight(geometry, space)
  if (tableHeight === undefined) return undefined
  const known = ctx.cache(createExtraCache)
  const { id } = geometry.model.table
  const found = known.get(id)
  if (found?.geometry === geometry && found.extra.tableHeight === tableHeight) return found.extra
  const extra = { tableHeight, sections: shareExtra(ctx, geometry, tableHeight) }
  known.set(id, { geometry, extra })
  return extra
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
  const { style } = model.table
  const height = resolveBoxHeight(style, style.height, space.availableHeight, edges)
  const minimum = resolveBoxHeight(style, style.minHeight, space.availableHeight, edges)
  if (height === undefined || minimum === undefined) return height ?? minimum
  return Math.max(height, minimum)
}

interface BodyRow {
  readonly section: number
  readonly row: number
  readonly box: TableRowBox
  /** Height that its content needs. */
  readonly height: number
}

/** Rows of bodies share the free height; those of headers and footers only where there is no body. */
function shareExtra(
  ctx: LayoutContext,
  geometry: TableGeometry,
  tableHeight: number,
): readonly (Float64Array | undefined)[] {
  const { table, sections } = geometry.model
  const hasBody = sections.some((index) => table.sections[index]?.role === 'body')
  const rows: BodyRow[] = []
  let bodyHeight = tableHeight - geometry.edges.vertical - geometry.model.spacingY
  for (const index of sections) {
    if (!hasBody || table.sections[index]?.role === 'body') collectRows(ctx, geometry, index, rows)
    else bodyHeight -= naturalHeight(ctx, geometry, index) + geometry.model.spacingY
  }
  const heights = Float64Array.from(rows, ({ height }) => height)
  shareBodyHeight(heights, rows, bodyHeight, geometry.model.spacingY)
  const extra: (Float64Array | undefined)[] = new Array(table.sections.length).fill(undefined)
  for (let index = 0; index < rows.length; index++) {
    const place = rows[index]
    if (!place) continue
    const own = extra[place.section] ?? new Float64Array(table.sections[place.section]?.rows.length ?? 0)
    extra[place.section] = own
    own[place.row] = (heights[index] ?? 0) - place.height
  }
  return extra
}

/** Percentages of rows refer to the height of the bodies and are served first, as in browsers. */
function shareBodyHeight(heights: Float64Array, rows: readonly BodyRow[], bodyHeight: number, spacing: number): void {
  let free = bodyHeight - spacing * rows.length
  for (const height of heights) free -= height
  for (let index = 0; index < rows.length && free > 0; index++) {
    const { height } = rows[index]?.box.style ?? {}
    if (typeof height !== 'object') continue
    const own = heights[index] ?? 0
    const grown = Math.max(own, Math.min(resolveLength(height, bodyHeight - spacing), own + free))
    heights[index] = grown
    free -= grown - own
  }
  if (free > 0 && rows.length > 0) {
    shareHeight(heights, 0, rows.length, free, (index) => hasAutomaticHeight(rows[index]?.box))
  }
}

function collectRows(ctx: LayoutContext, geometry: TableGeometry, sectionIndex: number, rows: BodyRow[]): void {
  const boxes = geometry.model.table.sections[sectionIndex]?.rows ?? []
  let row = 0
  forEachGroup(ctx, geometry, sectionIndex, (whole) => {
    for (const { fragment } of whole.rows) {
      const box = boxes[row]
      if (box && fragment.kind === 'box') rows.push({ section: sectionIndex, row, box, height: fragment.height })
      row++
    }
  })
}

function naturalHeight(ctx: LayoutContext, geometry: TableGeometry, sectionIndex: number): number {
  let height = -geometry.model.spacingY
  forEachGroup(ctx, geometry, sectionIndex, (whole) => {
    height += whole.height + geometry.model.spacingY
  })
  return height
}

function forEachGroup(
  ctx: LayoutContext,
  geometry: TableGeometry,
  sectionIndex: number,
  visit: (whole: WholeGroup) => void,
): void {
  const section = geometry.model.table.sections[sectionIndex]
  if (!section) return
  const groups = rowGroups(ctx, section)
  for (let group = 0; group < groups.count; group++) {
    const start = groupStart(groups, group)
    const end = groupStart(groups, group + 1)
    visit(layoutGroupWhole(ctx, { geometry, sectionIndex, section, start, end, extraHeights: undefined }))
  }
}
