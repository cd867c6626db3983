import type { TableBox } from '../../boxes/box-tree.js'
import type { BoxFragment, CollapsedBorder, PlacedFragment } from '../fragment-tree.js'
import { type EdgeBorder, isVisible, strongerBorder } from './border-conflict.js'
import { type BandOffsets, jointOf } from './border-joints.js'
import type { CollapsedModel, EdgeLine } from './collapsed-model.js'
import type { TableGeometry } from './table-geometry.js'
import type { RowPosition } from './table-rows.js'

/** A section, or a part of one, that stands on a page. */
export interface PlacedSection {
  readonly placed: PlacedFragment & { readonly fragment: BoxFragment }
  readonly sectionIndex: number
  /** Index of its first row on the page. */
  readonly firstRow: number
  /** Where its rows stand in the table's own section, for a header or footer of which some rows are not there. */
  readonly rowIndexes: readonly number[] | undefined
}

/** The edges of a grid of cells. */
interface EdgeGrid {
  /** Positions of the lines, from the table's border box. */
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  /** By row, the edges above its cells; one row more than cells. */
  readonly horizontal: readonly EdgeLine[]
  /** By row, the edges left of its cells; one column more than cells. */
  readonly vertical: readonly EdgeLine[]
}

/**
 * The borders of the collapsing model (CSS 2.2 §17.6.2) of the part of a table that stands on one page. Rows that
 * meet on the page share an edge, also where they do not follow each other in the document. Where the table was broken
 * between two rows, both of its parts have the edge between them. Where a row is broken itself its lines continue, and
 * nothing closes the part: a line there would cross the text.
 */
export function collapsedBorders(
  model: CollapsedModel,
  geometry: TableGeometry,
  sections: readonly PlacedSection[],
): readonly CollapsedBorder[] {
  const grid = resolveGrid(model, geometry, sections)
  const borders: CollapsedBorder[] = []
  if (grid.xs.length === 0 || grid.ys.length < 2) return borders
  for (let line = 0; line < grid.ys.length; line++) addLine(borders, grid, 'horizontal', line)
  for (let line = 0; line < grid.xs.length; line++) addLine(borders, grid, 'vertical', line)
  return borders
}

function resolveGrid(model: CollapsedModel, geometry: TableGeometry, sections: readonly PlacedSection[]): EdgeGrid {
  const { table } = geometry.model
  const columns = table.columns.length
  const left = sections[0]?.placed.x ?? 0
  const xs: number[] = []
  for (let column = 0; column <= columns; column++) xs.push(left + (geometry.lefts[column] ?? 0))
  const ys: number[] = []
  const horizontal: EdgeLine[] = []
  const vertical: EdgeLine[] = []
  let above: RowPosition | undefined
  let bottom = 0
  let isCut = false
  for (const { placed, sectionIndex, firstRow, rowIndexes } of sections) {
    const rows = placed.fragment.children
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index]
      if (row?.fragment.kind !== 'box') continue
      const shown = firstRow + index
      const position: RowPosition = { section: sectionIndex, row: rowIndexes?.[shown] ?? shown }
      ys.push(placed.y + row.y)
      horizontal.push(!above && row.fragment.cut?.top ? OPEN : topLine(model, table, above, position))
      vertical.push(model.verticalLine(position))
      bottom = placed.y + row.y + row.fragment.height
      above = position
      isCut = row.fragment.cut?.bottom === true
    }
  }
  if (above) {
    ys.push(bottom)
    horizontal.push(isCut ? OPEN : bottomLine(model, table, above))
  }
  return { xs, ys, horizontal, vertical }
}

/** The line at a side of a row that is broken there. */
const OPEN: EdgeLine = []

/**
 * The line that opens a part of a table with a row: where the table was broken between two rows, the one between these,
 * as `box-decoration-break: slice` has it (css-break-3 §5.4).
 * @param above the row above it there, as of a header
 */
export function topLine(
  model: CollapsedModel,
  table: TableBox,
  above: RowPosition | undefined,
  row: RowPosition,
): EdgeLine {
  const before = above ? undefined : bodyRowBeside(table, row, -1)
  if (!before) return model.horizontalLine(above, row)
  const line = model.horizontalLine(before, row)
  return clonesEdges(table) ? strongerLine(model.horizontalLine(undefined, row), line) : line
}

/** The line that closes a part of a table behind a row, likewise. */
export function bottomLine(model: CollapsedModel, table: TableBox, row: RowPosition): EdgeLine {
  const after = bodyRowBeside(table, row, 1)
  if (!after) return model.horizontalLine(row, undefined)
  const line = model.horizontalLine(row, after)
  return clonesEdges(table) ? strongerLine(model.horizontalLine(row, undefined), line) : line
}

/** Whether parts of a table are framed as if each were a table of its own. */
export function clonesEdges({ style }: TableBox): boolean {
  return style.boxDecorationBreak === 'clone'
}

/** The row before or after one in the body of a table, which stands on another page. */
function bodyRowBeside(table: TableBox, { section, row }: RowPosition, step: 1 | -1): RowPosition | undefined {
  const own = table.sections[section]
  if (own?.role !== 'body') return undefined
  if (own.rows[row + step]) return { section, row: row + step }
  const other = table.sections[section + step]
  if (other?.role !== 'body' || other.rows.length === 0) return undefined
  return { section: section + step, row: step === 1 ? 0 : other.rows.length - 1 }
}

/** Of the borders of two lines the stronger ones. */
function strongerLine(line: EdgeLine, other: EdgeLine): EdgeLine {
  return line.map((border, column) => {
    const second = other[column]
    return isVisible(second) ? strongerBorder(border, second) : border
  })
}

type Orientation = CollapsedBorder['orientation']

/** Adds the stretches of one line. */
function addLine(borders: CollapsedBorder[], grid: EdgeGrid, orientation: Orientation, line: number): void {
  const along = orientation === 'horizontal' ? grid.xs : grid.ys
  const across = (orientation === 'horizontal' ? grid.ys[line] : grid.xs[line]) ?? 0
  const other: Orientation = orientation === 'horizontal' ? 'vertical' : 'horizontal'
  let open: EdgeBorder | undefined
  let start: BandOffsets = { near: 0, far: 0 }
  for (let at = 0; at < along.length; at++) {
    const before = edgeAt(grid, orientation, line, at - 1)
    const after = edgeAt(grid, orientation, line, at)
    if (!before && !after) continue
    const near = edgeAt(grid, other, at, line - 1)
    const far = edgeAt(grid, other, at, line)
    const joint = jointOf({ orientation, before, after, near, far })
    if (open && joint.passes) continue
    const position = along[at] ?? 0
    const border = open && stretchOf(open, orientation, across, start, moved(joint.end, position))
    if (border) borders.push(border)
    open = after
    start = moved(joint.start, position)
  }
}

function moved({ near, far }: BandOffsets, by: number): BandOffsets {
  return { near: near + by, far: far + by }
}

/** The edge of a line between crossing lines `at` and `at + 1`; undefined where there is nothing to see. */
function edgeAt({ xs, ys, horizontal, vertical }: EdgeGrid, orientation: Orientation, line: number, at: number) {
  const across = orientation === 'horizontal' ? xs.length - 1 : ys.length - 1
  if (at < 0 || at >= across) return undefined
  const edge = orientation === 'horizontal' ? horizontal[line]?.[at] : vertical[at]?.[line]
  return isVisible(edge) ? edge : undefined
}

/**
 * A border from `start` to `end` of a line.
 * @param across position of the line
 */
function stretchOf(
  { width, style, color }: EdgeBorder,
  orientation: Orientation,
  across: number,
  start: BandOffsets,
  end: BandOffsets,
): CollapsedBorder | undefined {
  const length = Math.max(0, end.near - start.near)
  const farLength = Math.max(0, end.far - start.far)
  if (length === 0 && farLength === 0) return undefined
  const isEven = start.near === start.far && length === farLength
  const farBand = isEven ? undefined : { offset: start.far - start.near, length: farLength }
  const [x, y] = orientation === 'horizontal' ? [start.near, across] : [across, start.near]
  return { orientation, x, y, length, width, style, color, farBand }
}
