import { snap } from '../../base/units.js'
import type { TableRowBox } from '../../boxes/box-tree.js'
import type { RowGroup } from './layout-row-group.js'

interface SpanningCell {
  /** Row of the group in which it begins, and number of rows. */
  readonly row: number
  readonly span: number
  readonly need: number
}

/**
 * Makes rows tall enough for the cells that span them (CSS 2.2 §17.5.3), cells of fewer rows first.
 * @param heights of the group's rows; they grow
 * @param need height of cell `index` of a row of the group
 */
export function shareSpanningHeights(
  group: RowGroup,
  heights: Float64Array,
  need: (row: number, index: number) => number,
): void {
  const spanning: SpanningCell[] = []
  for (let row = 0; row < heights.length; row++) {
    const cells = group.section.rows[group.start + row]?.cells ?? []
    for (let index = 0; index < cells.length; index++) {
      const span = Math.min(cells[index]?.rowSpan ?? 1, heights.length - row)
      if ((cells[index]?.rowSpan ?? 1) > 1) spanning.push({ row, span, need: need(row, index) })
    }
  }
  spanning.sort((a, b) => a.span - b.span)
  const isFree = (row: number) => hasAutomaticHeight(group.section.rows[group.start + row])
  for (const cell of spanning) growRows(heights, cell, group.geometry.model.spacingY, isFree)
}

function growRows(
  heights: Float64Array,
  { row, span, need }: SpanningCell,
  spacing: number,
  isFree: (row: number) => boolean,
): void {
  let height = (span - 1) * spacing
  for (let index = row; index < row + span; index++) height += heights[index] ?? 0
  if (need > height) shareHeight(heights, row, row + span, need - height, isFree)
}

/** Neither the row nor a cell of it alone has a height of its own. */
export function hasAutomaticHeight(row: TableRowBox | undefined): boolean {
  if (row?.style.height !== 'auto') return false
  for (const cell of row.cells) if (cell.rowSpan === 1 && cell.style.height !== 'auto') return false
  return true
}

/**
 * Adds height to rows `[start, end)` in proportion to their heights: to rows without a height of their own if there
 * are any, to the last row if all are empty.
 */
export function shareHeight(
  heights: Float64Array,
  start: number,
  end: number,
  extra: number,
  isFree: (row: number) => boolean,
): void {
  let free = 0
  let all = 0
  for (let row = start; row < end; row++) {
    const height = heights[row] ?? 0
    all += height
    if (isFree(row)) free += height
  }
  const total = free > 0 ? free : all
  if (total === 0) {
    heights[end - 1] = (heights[end - 1] ?? 0) + extra
    return
  }
  let weight = 0
  let given = 0
  for (let row = start; row < end; row++) {
    if (free > 0 && !isFree(row)) continue
    const height = heights[row] ?? 0
    weight += height
    const share = snap((extra * weight) / total) - given
    heights[row] = height + share
    given += share
  }
}
