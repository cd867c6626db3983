import type { CollapsedBorder } from '../fragment-tree.js'
import { GapRules, type Stretch } from '../gap-rules.js'
import type { AxisTracks } from './axis-tracks.js'
import { type GridFrame, itemAt } from './place-item.js'
import { columnAxis } from './size-columns.js'

/** A row of a grid, or the part of it on a page, from the top of the container's box. */
export interface RowStretch extends Stretch {
  readonly row: number
}

/** Cells that a rule may cross, or cells between two rows, are looked at in one step of work. */
const CELLS_PER_STEP = 64

/**
 * The rules between the tracks of a grid (css-gaps-1 §4): through all cells, but not where an item spans the gap. They
 * end at the gap that they cross there.
 * @param rows those of the part of the grid on a page, from top to bottom
 * @param end where rules between columns end that go on on the next page
 */
export function gridRules(
  frame: GridFrame,
  rows: readonly RowStretch[],
  end: number | undefined,
): readonly CollapsedBorder[] | undefined {
  const rules = GapRules.of(frame.box.style)
  if (!rules) return undefined
  const columns = new Columns(frame)
  const visible = rows.filter(({ row }) => !isCollapsed(frame.geometry.rows, row))
  if (rules.hasColumns) addColumnRules(rules, frame, columns, visible, end)
  if (rules.hasRows) addRowRules(rules, frame, columns, visible)
  return rules.borders
}

/** The rows of a grid in one piece. */
export function allRows({ geometry: { rows } }: GridFrame, top: number): readonly RowStretch[] {
  return Array.from(rows.starts, (start, row) => ({ row, from: top + start, to: top + (rows.ends[row] ?? start) }))
}

function addColumnRules(
  rules: GapRules,
  frame: GridFrame,
  columns: Columns,
  rows: readonly RowStretch[],
  end: number | undefined,
): void {
  const gaps = columns.stretches.length - 1
  /** By gap, where the rule in it begins; undefined where none does. */
  const begun: (number | undefined)[] = new Array(Math.max(0, gaps)).fill(undefined)
  const finish = (gap: number, to: number) => {
    const from = begun[gap]
    if (from !== undefined) rules.addColumn(columns.gap(gap), { from, to })
    begun[gap] = undefined
  }
  let above: RowStretch | undefined
  let wasSpanned = true
  for (const row of rows) {
    const spanned = columns.spanned(row.row, row.row, true)
    // Where no item spans a gap all rules go on.
    if (spanned || wasSpanned) {
      frame.ctx.work.spend(1 + Math.floor(gaps / CELLS_PER_STEP))
      for (let gap = 0; gap < gaps; gap++) {
        if (!spanned?.[gap]) begun[gap] ??= row.from
        else if (above) finish(gap, above.to)
      }
    }
    wasSpanned = spanned !== undefined
    above = row
  }
  const bottom = end ?? above?.to ?? 0
  for (let gap = 0; gap < gaps; gap++) finish(gap, bottom)
}

function addRowRules(rules: GapRules, frame: GridFrame, columns: Columns, rows: readonly RowStretch[]): void {
  const { stretches } = columns
  const first = stretches[0]
  if (!first) return
  let above: RowStretch | undefined
  for (const below of rows) {
    if (above) {
      const gap = { from: above.to, to: below.from }
      const spanned = columns.spanned(above.row, below.row, false)
      if (spanned) {
        frame.ctx.work.spend(1 + Math.floor(stretches.length / CELLS_PER_STEP))
        for (const stretch of runs(stretches, spanned)) rules.addRow(gap, stretch)
      } else rules.addRow(gap, around(first, stretches.at(-1) ?? first))
    }
    above = below
  }
}

/** The longest stretches of columns side by side that are not spanned. */
function runs(stretches: readonly Stretch[], spanned: Uint8Array): readonly Stretch[] {
  const found: Stretch[] = []
  let run: Stretch | undefined
  for (const [index, stretch] of stretches.entries()) {
    if (spanned[index]) {
      if (run) found.push(run)
      run = undefined
    } else run = run ? around(run, stretch) : stretch
  }
  if (run) found.push(run)
  return found
}

function around(a: Stretch, b: Stretch): Stretch {
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) }
}

/** The columns of a grid that have not collapsed. */
class Columns {
  /** In the order of the grid, from the left edge of the container. */
  readonly stretches: readonly Stretch[]
  /** By column and behind the last one, how many of them come before it. */
  readonly #before: Uint32Array

  constructor(private readonly frame: GridFrame) {
    const { geometry, box, contentLeft, contentWidth } = frame
    const { columns } = geometry
    const isRtl = columnAxis(box.style).startSide === 'right'
    const stretches: Stretch[] = []
    this.#before = new Uint32Array(columns.starts.length + 1)
    for (let column = 0; column < columns.starts.length; column++) {
      const start = columns.starts[column] ?? 0
      const end = columns.ends[column] ?? 0
      if (!isCollapsed(columns, column)) {
        const [from, to] = isRtl ? [contentWidth - end, contentWidth - start] : [start, end]
        stretches.push({ from: contentLeft + from, to: contentLeft + to })
      }
      this.#before[column + 1] = stretches.length
    }
    this.stretches = stretches
  }

  /** The gap behind a column. */
  gap(index: number): Stretch {
    const [a, b] = [this.stretches[index], this.stretches[index + 1]]
    if (!a || !b) return { from: 0, to: 0 }
    return a.from < b.from ? { from: a.to, to: b.from } : { from: b.to, to: a.from }
  }

  /**
   * What items that stand in both rows span: columns, or the gaps behind them. Undefined when it is nothing.
   */
  spanned(above: number, below: number, gaps: boolean): Uint8Array | undefined {
    const { occupants } = this.frame.geometry
    let changes: Int32Array | undefined
    for (const at of occupants[above] ?? []) {
      const { area, place } = itemAt(this.frame, at)
      if (place?.level || area.row.end <= below) continue
      const start = this.#before[area.column.start] ?? 0
      const end = (this.#before[area.column.end] ?? 0) - (gaps ? 1 : 0)
      if (end <= start) continue
      changes ??= new Int32Array(this.stretches.length + 1)
      changes[start] = (changes[start] ?? 0) + 1
      changes[end] = (changes[end] ?? 0) - 1
    }
    return changes && coverage(changes)
  }
}

/** @param changes by place, how many spans begin there less those that have ended */
function coverage(changes: Int32Array): Uint8Array {
  const covered = new Uint8Array(changes.length)
  let open = 0
  for (let index = 0; index < changes.length; index++) {
    open += changes[index] ?? 0
    covered[index] = open > 0 ? 1 : 0
  }
  return covered
}

/** A track that `auto-fit` took out of the grid with a gutter (css-grid-1 §7.2.3.2): it takes no room at all. */
function isCollapsed({ starts, ends }: AxisTracks, track: number): boolean {
  if (starts[track] !== ends[track]) return false
  return track > 0 ? starts[track] === ends[track - 1] : starts.length > 1 && starts[1] === ends[0]
}
