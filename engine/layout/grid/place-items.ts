import type { GridAutoFlow } from '../../css/values/grid-value.js'
import type { AxisPlacement, GridArea, Placement, TrackSpan } from './grid-types.js'
import { Occupancy } from './occupancy.js'

interface PlacementTask {
  /** Where the items want to be, in order-modified document order. */
  readonly items: readonly { readonly column: AxisPlacement; readonly row: AxisPlacement }[]
  /** Tracks of the explicit grid. */
  readonly explicitColumns: number
  readonly explicitRows: number
  readonly flow: GridAutoFlow
}

/**
 * Gives every item its cells (css-grid-1 §8.5). The algorithm is that of `grid-auto-flow: row` with the words
 * "major" for its rows and "minor" for its columns; with `column` the axes change places.
 */
export function placeItems(task: PlacementTask): Placement {
  const byColumn = task.flow.startsWith('column')
  const placed = new Placer(
    task.items.map(({ column, row }) => (byColumn ? { minor: row, major: column } : { minor: column, major: row })),
    byColumn
      ? { minor: task.explicitRows, major: task.explicitColumns }
      : { minor: task.explicitColumns, major: task.explicitRows },
    task.flow.endsWith('dense'),
  ).place()
  const areas = placed.areas.map(
    ({ minor, major }): GridArea => (byColumn ? { column: major, row: minor } : { column: minor, row: major }),
  )
  return byColumn
    ? { areas, columns: placed.major, rows: placed.minor }
    : { areas, columns: placed.minor, rows: placed.major }
}

interface FlowItem {
  readonly minor: AxisPlacement
  readonly major: AxisPlacement
}

interface FlowArea {
  readonly minor: TrackSpan
  readonly major: TrackSpan
}

class Placer {
  readonly #areas: FlowArea[] = []
  readonly #occupied = new Occupancy()
  /** Implicit tracks before the explicit grid: all lines are counted from the first of them. */
  readonly #minorBefore: number
  readonly #majorBefore: number
  #minorCount: number
  #majorCount: number
  /** Dense packing: where the last search for this kind of item ended. What was occupied then still is. */
  readonly #searched = new Map<string, { readonly major: number; readonly minor: number }>()

  constructor(
    private readonly items: readonly FlowItem[],
    explicit: { readonly minor: number; readonly major: number },
    private readonly dense: boolean,
  ) {
    let minorBefore = 0
    let majorBefore = 0
    for (const { minor, major } of items) {
      minorBefore = Math.max(minorBefore, -(minor.start ?? 0))
      majorBefore = Math.max(majorBefore, -(major.start ?? 0))
    }
    this.#minorBefore = minorBefore
    this.#majorBefore = majorBefore
    this.#minorCount = explicit.minor + minorBefore
    this.#majorCount = explicit.major + majorBefore
  }

  place() {
    this.#placeDefinite()
    this.#placeInGivenMajor()
    this.#widenMinor()
    this.#placeRest()
    return {
      areas: this.#areas,
      minor: { count: this.#minorCount, before: this.#minorBefore },
      major: { count: this.#majorCount, before: this.#majorBefore },
    }
  }

  /** Step 1: items with both positions. */
  #placeDefinite(): void {
    for (let index = 0; index < this.items.length; index++) {
      const { minor, major } = this.#item(index)
      if (minor.start === undefined || major.start === undefined) continue
      this.#occupy(index, minor.start + this.#minorBefore, major.start + this.#majorBefore)
    }
  }

  /** Step 2: items locked to a major track. */
  #placeInGivenMajor(): void {
    const cursors = new Map<number, number>()
    for (let index = 0; index < this.items.length; index++) {
      const { minor, major } = this.#item(index)
      if (minor.start !== undefined || major.start === undefined) continue
      const line = major.start + this.#majorBefore
      const from = this.dense ? 0 : (cursors.get(line) ?? 0)
      const found = this.#occupied.firstFree(line, major.span, from, minor.span)
      this.#occupy(index, found, line)
      cursors.set(line, found + minor.span)
    }
  }

  /** Step 3: the implicit grid is wide enough for all items. */
  #widenMinor(): void {
    for (const { minor } of this.items) {
      const end = minor.start === undefined ? minor.span : minor.start + this.#minorBefore + minor.span
      this.#minorCount = Math.max(this.#minorCount, end)
    }
  }

  /** Step 4: the items without a major position. */
  #placeRest(): void {
    let cursor = { major: 0, minor: 0 }
    for (let index = 0; index < this.items.length; index++) {
      const { minor, major } = this.#item(index)
      if (major.start !== undefined) continue
      const key = `${minor.start ?? ''} ${minor.span} ${major.span}`
      const from = this.dense ? (this.#searched.get(key) ?? { major: 0, minor: 0 }) : cursor
      const found =
        minor.start === undefined
          ? this.#searchBoth(from, minor.span, major.span)
          : this.#searchMajor(from, minor.start + this.#minorBefore, minor.span, major.span)
      this.#occupy(index, found.minor, found.major)
      if (this.dense) this.#searched.set(key, found)
      else cursor = found
    }
  }

  #searchBoth(from: { readonly major: number; readonly minor: number }, minorSpan: number, majorSpan: number) {
    let { major, minor } = from
    for (;;) {
      const free = this.#occupied.firstFree(major, majorSpan, minor, minorSpan)
      if (free + minorSpan <= this.#minorCount) return { major, minor: free }
      major++
      minor = 0
    }
  }

  /** The cursor never goes back within a major track. */
  #searchMajor(
    from: { readonly major: number; readonly minor: number },
    minor: number,
    minorSpan: number,
    majorSpan: number,
  ) {
    let major = minor < from.minor ? from.major + 1 : from.major
    while (this.#occupied.firstFree(major, majorSpan, minor, minorSpan) !== minor) major++
    return { major, minor }
  }

  #occupy(index: number, minor: number, major: number): void {
    const item = this.#item(index)
    const area: FlowArea = {
      minor: { start: minor, end: minor + item.minor.span },
      major: { start: major, end: major + item.major.span },
    }
    this.#areas[index] = area
    this.#occupied.add(area.major, area.minor)
    this.#minorCount = Math.max(this.#minorCount, area.minor.end)
    this.#majorCount = Math.max(this.#majorCount, area.major.end)
  }

  #item(index: number): FlowItem {
    return this.items[index] ?? NOWHERE
  }
}

const NOWHERE: FlowItem = { minor: { start: undefined, span: 1 }, major: { start: undefined, span: 1 } }
