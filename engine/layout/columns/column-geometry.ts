import { resolveLength } from '../../css/values/resolve-length.js'
import type { ComputedStyle } from '../../style/computed-style.js'

/** The columns of a container: all of one width, in px. */
export interface ColumnGeometry {
  readonly count: number
  readonly width: number
  readonly gap: number
}

/** More have no width on any page; each is filled again and again until the columns are balanced. */
const MOST_COLUMNS = 1000

/** css-multicol-1 §3.4: how many columns of which width. */
export function columnGeometry(style: ComputedStyle, available: number): ColumnGeometry {
  const { columnCount, columnWidth } = style
  const gap = columnGap(style, available)
  const count = columnWidth === 'auto' ? columnCount : fitting(columnCount, columnWidth, gap, available)
  const columns = count === 'auto' ? 1 : Math.min(count, MOST_COLUMNS)
  // Down to the grid of lengths, so that all columns stay within the container.
  const width = Math.max(0, Math.floor(((available - (columns - 1) * gap) / columns) * 64) / 64)
  return { count: columns, width, gap }
}

function fitting(limit: number | 'auto', width: number, gap: number, available: number): number {
  const fit = width + gap > 0 ? Math.max(1, Math.floor((available + gap) / (width + gap))) : 1
  return limit === 'auto' ? fit : Math.min(limit, fit)
}

/** Left edge of a column from that of its container. */
export function columnLeft(
  { width, gap }: Pick<ColumnGeometry, 'width' | 'gap'>,
  index: number,
  available: number,
  direction: ComputedStyle['direction'],
): number {
  const before = index * (width + gap)
  return direction === 'ltr' ? before : available - width - before
}

/** `normal` is 1em between columns (css-multicol-1 §4.1). */
export function columnGap({ columnGap: gap, fontSize }: ComputedStyle, available: number): number {
  return gap === 'normal' ? fontSize : resolveLength(gap, available)
}
