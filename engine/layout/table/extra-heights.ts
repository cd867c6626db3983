import { BoundedCache } from '../../base/bounded-cache.js'
import type { ConstraintSpace } from '../constraint-space.js'
import type { LayoutContext } from '../layout-types.js'
import { resolveBoxHeight } from '../sizing.js'
import { layoutGroupWhole } from './layout-row-group.js'
import { shareHeight } from './row-heights.js'
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

/** Rows of bodies share the free height; those of headers and footers only where there is no body. */
function shareExtra(
  ctx: LayoutContext,
  geometry: TableGeometry,
  tableHeight: number,
): readonly (Float64Array | undefined)[] {
  const { model, edges } = geometry
  const { table, sections } = model
  const hasBody = sections.some((index) => table.sections[index]?.role === 'body')
  let free = tableHeight - edges.vertical - model.spacingY
  let count = 0
  for (const index of sections) {
    const section = table.sections[index]
    if (section && (!hasBody || section.role === 'body')) count += section.rows.length
  }
  const heights = new Float64Array(count)
  const rows: { readonly section: number; readonly row: number; readonly isFree: boolean }[] = []
  for (const sectionIndex of sections) {
    const section = table.sections[sectionIndex]
    if (!section) continue
    const groups = rowGroups(ctx, section)
    for (let group = 0; group < groups.count; group++) {
      const start = groupStart(groups, group)
      const end = groupStart(groups, group + 1)
      const task = { geometry, sectionIndex, section, start, end, extraHeights: undefined, tableHeight }
      const whole = layoutGroupWhole(ctx, task)
      free -= whole.height + model.spacingY
      if (hasBody && section.role !== 'body') continue
      for (let row = start; row < end; row++) {
        const fragment = whole.rows[row - start]?.fragment
        heights[rows.length] = fragment?.kind === 'box' ? fragment.height : 0
        rows.push({ section: sectionIndex, row, isFree: section.rows[row]?.style.height === 'auto' })
      }
    }
  }
  if (free <= 0 || count === 0) return []
  const before = heights.slice()
  shareHeight(heights, 0, count, free, (row) => rows[row]?.isFree ?? false)
  const extra: (Float64Array | undefined)[] = new Array(table.sections.length).fill(undefined)
  for (let index = 0; index < count; index++) {
    const place = rows[index]
    if (!place) continue
    const own = extra[place.section] ?? new Float64Array(table.sections[place.section]?.rows.length ?? 0)
    extra[place.section] = own
    own[place.row] = (heights[index] ?? 0) - (before[index] ?? 0)
  }
  return extra
}
