import type { TableBox, TableCellBox } from '../../boxes/box-tree.js'
import type { ComputedStyle, SizeValue } from '../../style/computed-style.js'
import { settle } from './distribute-width.js'

/** The column widths of a table of fixed layout, from `col` elements and the first row. */
export interface FixedColumns {
  /** Specified widths in px; NaN for columns without a length. */
  readonly lengths: Float64Array
  /** 0 for columns without a percentage. */
  readonly percents: Float64Array
  /** Border and padding of a cell that has a percentage: its column is that much wider, as in browsers. */
  readonly edges: Float64Array
  /** Lengths together: the table is never narrower. */
  readonly sum: number
}

/**
 * Fixed table layout, columns (CSS 2.2 §17.5.2.1 rules 1 and 2): a `col` with a width decides, else the cell of the
 * first row; a spanning cell's width is divided.
 * @param spacing horizontal border spacing
 */
export function fixedColumns(
  table: TableBox,
  spacing: number,
  cellEdges: (cell: TableCellBox, section: number, row: number) => number,
): FixedColumns {
  const count = table.columns.length
  const lengths = new Float64Array(count).fill(Number.NaN)
  const percents = new Float64Array(count)
  const declared = { lengths, percents }
  const edgesOfPercents = new Float64Array(count)
  for (let column = 0; column < count; column++) {
    const { style, group } = table.columns[column] ?? {}
    const declaring = style ?? group
    if (declaring) declare(declared, column, 1, declaring.width, 0)
  }
  const section = table.sections.findIndex(({ rows }) => rows.length > 0)
  for (const cell of table.sections[section]?.rows[0]?.cells ?? []) {
    const edges = cellEdges(cell, section, 0)
    const gaps = spacing * (cell.colSpan - 1)
    const outer = cell.style.boxSizing === 'border-box' ? minimumEdges(cell.style, edges) : edges
    const known = percents[cell.column]
    declare(declared, cell.column, cell.colSpan, cell.style.width, outer - gaps)
    const declaresPercent = percents[cell.column] !== known && cell.colSpan === 1
    if (declaresPercent && cell.style.boxSizing !== 'border-box') edgesOfPercents[cell.column] = edges
  }
  let sum = 0
  for (const length of lengths) sum += Number.isNaN(length) ? 0 : length
  return { lengths, percents, edges: edgesOfPercents, sum }
}

/** The amount by which a `border-box` width is smaller than its own border and padding. */
function minimumEdges(style: ComputedStyle, edges: number): number {
  return typeof style.width === 'number' ? Math.max(0, edges - style.width) : 0
}

function declare(
  { lengths, percents }: Pick<FixedColumns, 'lengths' | 'percents'>,
  start: number,
  span: number,
  width: SizeValue,
  extra: number,
): void {
  if (typeof width === 'string') return
  for (let column = start; column < start + span; column++) {
    if (!Number.isNaN(lengths[column]) || (percents[column] ?? 0) > 0) continue
    if (typeof width === 'number') lengths[column] = Math.max(0, width + extra) / span
    else if (width.percent > 0) percents[column] = width.percent / span
  }
}

/**
 * Fixed table layout, widths (CSS 2.2 §17.5.2.1 rule 3): what specified columns leave is divided equally among the
 * others; without others the specified columns grow in proportion.
 * @param width of the columns alone, without spacing
 */
export function fixedWidths(columns: FixedColumns, width: number): Float64Array {
  const { lengths, percents, edges, sum } = columns
  const count = lengths.length
  const widths = new Float64Array(count)
  let percentSum = 0
  let edgeSum = 0
  let automatic = 0
  for (let column = 0; column < count; column++) {
    const percent = percents[column] ?? 0
    percentSum += percent
    edgeSum += edges[column] ?? 0
    if (percent === 0 && Number.isNaN(lengths[column])) automatic++
  }
  // Percentages share what lengths leave if they would ask for more.
  const left = Math.max(0, width - sum)
  const perPercent = percentSum > 0 ? Math.min(width / 100, Math.max(0, left - edgeSum) / percentSum) : 0
  const rest = Math.max(0, left - edgeSum - percentSum * perPercent)
  for (let column = 0; column < count; column++) {
    const percent = percents[column] ?? 0
    const length = lengths[column] ?? Number.NaN
    if (percent > 0) widths[column] = percent * perPercent + (edges[column] ?? 0)
    else widths[column] = Number.isNaN(length) ? rest / automatic : length
  }
  if (automatic === 0 && rest > 0) growInProportion(widths, columns, rest)
  return settle(widths, Math.max(width, sum))
}

/** Columns with lengths take the rest; if there are none, those with percentages. */
function growInProportion(widths: Float64Array, { lengths, sum }: FixedColumns, rest: number): void {
  let total = 0
  for (const width of widths) total += width
  for (let column = 0; column < widths.length; column++) {
    const own = widths[column] ?? 0
    if (sum > 0) widths[column] = own + (Number.isNaN(lengths[column]) ? 0 : (rest * own) / sum)
    else widths[column] = total > 0 ? own + (rest * own) / total : rest / widths.length
  }
}
