import type { TableBox, TableCellBox } from '../../boxes/box-tree.js'
import type { ComputedStyle, SizeValue } from '../../style/computed-style.js'
import type { IntrinsicSizes, LayoutContext } from '../layout-types.js'
import { resolveBoxHeight, resolveEdges } from '../sizing.js'
import { distributeWidth } from './distribute-width.js'

/** The measures of a table's columns (css-tables-3 §4.1 to §4.3), in px, one entry per column. */
export interface ColumnMeasures {
  readonly min: Float64Array
  readonly max: Float64Array
  /** 0 for columns without a percentage; together at most 100. */
  readonly percent: Float64Array
  /** 1 for columns with a specified length. */
  readonly constrained: Uint8Array
  /**
   * 1 for columns in which no cell begins and that have no width of their own: they are one with the column before, take
   * no width, and have no spacing beside them (css-tables-3 §3.3, track merging). Undefined where there are none.
   */
  readonly merged: Uint8Array | undefined
}

/** Border and padding of a cell, left and right together. */
export type CellEdges = (cell: TableCellBox, section: number, row: number) => number

/** The joint measures of all cells that span the same columns. */
interface SpanMeasure {
  readonly start: number
  readonly end: number
  min: number
  max: number
  percent: number
  /** A cell of them has a specified length. */
  constrained: boolean
}

/**
 * Measures each cell once.
 * @param spacing horizontal border spacing, which lies within spanning cells
 */
export function measureColumns(
  ctx: LayoutContext,
  table: TableBox,
  spacing: number,
  cellEdges: CellEdges,
): ColumnMeasures {
  const count = table.columns.length
  const own: ColumnMeasures = {
    min: new Float64Array(count),
    max: new Float64Array(count),
    percent: new Float64Array(count),
    constrained: new Uint8Array(count),
    merged: undefined,
  }
  const begun = new Uint8Array(count)
  for (let column = 0; column < count; column++) {
    const { style, group } = table.columns[column] ?? {}
    const declaring = style ?? group
    if (declaring && measureColumnStyle(own, column, declaring)) begun[column] = 1
  }
  const spans = new Map<number, SpanMeasure>()
  for (let section = 0; section < table.sections.length; section++) {
    const rows = table.sections[section]?.rows ?? []
    for (let row = 0; row < rows.length; row++) {
      const { cells, style } = rows[row] ?? NO_ROW
      for (const cell of cells) {
        begun[cell.column] = 1
        const sizes = ctx.intrinsicSizes(cell, givenHeight(cell.style, style))
        measureCell(own, spans, cell, sizes, cellEdges(cell, section, row))
      }
    }
  }
  const measures = begun.includes(0) ? { ...own, merged: begun.map((begins) => 1 - begins) } : own
  limitPercent(measures.percent)
  const ascending = [...spans.values()].sort((a, b) => a.end - a.start - (b.end - b.start) || a.start - b.start)
  for (const span of ascending) addSpan(measures, span, spacing)
  limitPercent(measures.percent)
  return measures
}

/** @returns whether the style gives the column a width */
function measureColumnStyle(measures: ColumnMeasures, column: number, style: ComputedStyle): boolean {
  const minimum = typeof style.minWidth === 'number' ? style.minWidth : 0
  measures.min[column] = minimum
  measures.max[column] = minimum
  if (typeof style.width === 'number') {
    measures.max[column] = Math.max(minimum, style.width)
    measures.constrained[column] = 1
  } else {
    measures.percent[column] = percentOf(style.width)
  }
  return minimum > 0 || typeof style.width === 'number' || percentOf(style.width) > 0
}

/** How many of the columns from `start` to `end` are one with another. */
export function countMerged({ merged }: ColumnMeasures, start: number, end: number): number {
  let count = 0
  if (merged) for (let column = start; column < end; column++) count += merged[column] ?? 0
  return count
}

const NO_ROW = { cells: [], style: undefined } as const

/** The height of the content box of a cell by its style and that of its row; undefined where neither has a length. */
function givenHeight(style: ComputedStyle, row: ComputedStyle | undefined): number | undefined {
  const rowHeight = row?.height
  if (typeof style.height !== 'number' && typeof rowHeight !== 'number') return undefined
  const edges = resolveEdges(style, 0, undefined)
  const own = resolveBoxHeight(style, style.height, undefined, edges) ?? 0
  return Math.max(own, typeof rowHeight === 'number' ? rowHeight : 0, edges.vertical) - edges.vertical
}

/** The outer min-content and max-content widths of a cell (css-tables-3 §4.1). */
function measureCell(
  measures: ColumnMeasures,
  spans: Map<number, SpanMeasure>,
  cell: TableCellBox,
  content: IntrinsicSizes,
  edges: number,
): void {
  const { style, column, colSpan } = cell
  const floor = borderBoxLength(style, style.minWidth, edges) ?? 0
  const limit = style.maxWidth === 'none' ? undefined : borderBoxLength(style, style.maxWidth, edges)
  const specified = borderBoxLength(style, style.width, edges)
  const percent = percentOf(style.width)
  // As in browsers, `max-width` goes below what the content needs, which then overflows the cell.
  const min = Math.max(floor, atMost(content.minContent + edges, limit))
  const wanted = specified ?? (style.width === 'min-content' ? min : content.maxContent + edges)
  const max = Math.max(min, atMost(wanted, limit))
  if (colSpan > 1) {
    widenSpan(spans, cell, { min, max, percent, constrained: specified !== undefined })
    return
  }
  if (specified !== undefined && !measures.constrained[column]) {
    measures.constrained[column] = 1
    // Only specified lengths count for a constrained column, and what no content can go below.
    measures.max[column] = Math.max(measures.min[column] ?? 0, max)
  } else if (specified !== undefined || !measures.constrained[column]) {
    measures.max[column] = Math.max(measures.max[column] ?? 0, max)
  }
  measures.min[column] = Math.max(measures.min[column] ?? 0, min)
  measures.max[column] = Math.max(measures.max[column] ?? 0, min)
  measures.percent[column] = Math.max(measures.percent[column] ?? 0, percent)
}

function widenSpan(
  spans: Map<number, SpanMeasure>,
  { column, colSpan }: TableCellBox,
  { min, max, percent, constrained }: Omit<SpanMeasure, 'start' | 'end'>,
): void {
  const key = column * 1024 + colSpan
  const known = spans.get(key)
  if (known) {
    known.min = Math.max(known.min, min)
    known.max = Math.max(known.max, max)
    known.percent = Math.max(known.percent, percent)
    known.constrained ||= constrained
  } else {
    spans.set(key, { start: column, end: column + colSpan, min, max, percent, constrained })
  }
}

/**
 * Lets the columns that a cell spans share what it asks for (css-tables-3 §4.3), as they would share a table of
 * that width.
 */
function addSpan(measures: ColumnMeasures, span: SpanMeasure, spacing: number): void {
  const { start, end } = span
  const gaps = spacing * (end - start - countMerged(measures, start, end) - 1)
  shareSpanPercent(measures, span)
  const min = distributeWidth(measures, start, end, span.min - gaps)
  for (let column = start; column < end; column++) {
    measures.min[column] = Math.max(measures.min[column] ?? 0, min[column - start] ?? 0)
    measures.max[column] = Math.max(measures.max[column] ?? 0, measures.min[column] ?? 0)
  }
  if (!span.constrained && allConstrained(measures, start, end)) return
  const max = distributeWidth(measures, start, end, span.max - gaps, !span.constrained)
  for (let column = start; column < end; column++) {
    measures.max[column] = Math.max(measures.max[column] ?? 0, max[column - start] ?? 0)
  }
}

/** Content that would like more room does not widen columns that all have specified lengths. */
function allConstrained({ constrained, percent, merged }: ColumnMeasures, start: number, end: number): boolean {
  for (let column = start; column < end; column++) {
    if (merged?.[column]) continue
    if (!constrained[column] || (percent[column] ?? 0) > 0) return false
  }
  return true
}

/** The part of a spanning cell's percentage that its columns do not have goes to those without one. */
function shareSpanPercent(measures: ColumnMeasures, { start, end, percent }: SpanMeasure): void {
  if (percent === 0) return
  let missing = percent
  let weight = 0
  let open = 0
  for (let column = start; column < end; column++) {
    const own = measures.percent[column] ?? 0
    missing -= own
    if (own > 0 || measures.merged?.[column]) continue
    open++
    weight += measures.max[column] ?? 0
  }
  if (missing <= 0 || open === 0) return
  for (let column = start; column < end; column++) {
    if ((measures.percent[column] ?? 0) > 0 || measures.merged?.[column]) continue
    measures.percent[column] = weight > 0 ? (missing * (measures.max[column] ?? 0)) / weight : missing / open
  }
}

/** Percentages beyond 100 together are cut off, the first columns first served. */
function limitPercent(percent: Float64Array): void {
  let left = 100
  for (let column = 0; column < percent.length; column++) {
    const own = Math.min(percent[column] ?? 0, left)
    percent[column] = own
    left -= own
  }
}

function percentOf(value: SizeValue): number {
  return typeof value === 'object' && value.percent > 0 ? value.percent : 0
}

function atMost(width: number, limit: number | undefined): number {
  return limit === undefined ? width : Math.min(width, limit)
}

function borderBoxLength(style: ComputedStyle, value: SizeValue, edges: number): number | undefined {
  if (typeof value !== 'number') return undefined
  return style.boxSizing === 'border-box' ? Math.max(value, edges) : value + edges
}
