import type { BlockBox, ColumnSetBox, OutOfFlowBox } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import { isMovedWithin } from '../box-transform.js'
import type { BreakToken } from '../break-token.js'
import { type ColumnGeometry, columnGeometry, columnLeft } from '../columns/column-geometry.js'
import { emptyPage, PLAIN_POLICY } from '../constraint-space.js'
import { isForcedInside } from '../flow/forced-breaks.js'
import { isMonolithic } from '../flow/pieces.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import type { BrokenContainers } from './broken-containers.js'
import type { Arrival, Fragmentainer } from './fragmentainer.js'
import { type EffectPlace, FragmentPositioner } from './position-fragment.js'

/** The cost of a column that is added, in steps of work: high, for no number of pages bounds how many there are. */
const STEPS_PER_COLUMN = 100

/** A positioned box, or the rest of one, on its way to a column. */
interface ColumnBox extends Pick<Arrival, 'candidate' | 'placed' | 'shift'> {
  /** Undefined for a box that has not begun. */
  readonly token: BreakToken | undefined
  /** The column from whose top left corner its place is measured, before it is moved. */
  readonly column: number
  readonly left: number
  readonly top: number
  /** The last column in which it shows; undefined where no box clips it. */
  readonly last: number | undefined
}

/** The fragment of a set of columns on a page, placed at (x, y) of it. */
export interface PlacedColumns {
  readonly fragment: BoxFragment
  readonly set: ColumnSetBox
  readonly x: number
  readonly y: number
  /** Room from its top to the end of the page or column around it. */
  readonly room: number
  /** The innermost box around it that affects what is in it. */
  readonly within: EffectPlace['within']
}

/**
 * The columns of a set on one page, which are fragmentainers for the positioned boxes whose containing blocks stand in
 * them: these are broken as the content is, and where the columns end there are more of them beside the set.
 */
export class ColumnRow {
  /** The children of the set's fragment. */
  readonly fragments: PlacedFragment[] = []
  readonly #columns = new Map<number, Column>()
  readonly #geometry: ColumnGeometry
  /** Columns that the content fills. */
  readonly #count: number
  #height: number
  /** Up to this height columns that are balanced grow for what is positioned in them; undefined once they have. */
  #limit: number | undefined
  #left: ColumnBox[] = []
  #next: ColumnRow | undefined
  /** Whether the content goes on in a row that has not come. */
  #continues: boolean

  constructor(
    private readonly ctx: LayoutContext,
    readonly containers: BrokenContainers,
    private readonly placed: PlacedColumns,
  ) {
    const { fragment, set, room } = placed
    this.#geometry = columnGeometry(set.container, fragment.width)
    this.#count = fragment.children.length
    const last = fragment.children.at(-1)?.fragment
    this.#continues = last?.kind === 'box' && last.cut?.bottom === true
    const grows = set.container.height === 'auto' && !this.#continues
    // Columns of no height would be without end.
    const least = fragment.height || Math.max(1, room)
    const most = Math.max(least, room)
    this.#height = grows && !set.balanced ? most : least
    if (grows && set.balanced) this.#limit = most
  }

  /** Boxes are left that no column has taken. */
  get hasLeft(): boolean {
    return this.#left.length > 0
  }

  /** Whether this row goes on in the next one that has the same box. */
  get continues(): boolean {
    return this.#continues
  }

  /** The row goes on in `next`; where there is none, more columns take what is left. */
  end(next?: ColumnRow): void {
    this.#continues = false
    this.#next = next
  }

  /** Columns are not as high yet as they will be. */
  get grows(): boolean {
    return this.#limit !== undefined
  }

  /** Height of a column. */
  get height(): number {
    return this.#height
  }

  /** The column with this number, which begins as `fragment` or empty. */
  column(index: number, fragment?: BoxFragment): Column {
    const known = this.#columns.get(index)
    if (known) return known
    const { x, y, set, within } = this.placed
    const left = x + columnLeft(this.#geometry, index, this.placed.fragment.width, set.style.direction)
    const column = new Column(this.ctx, this, { x: left, y, within }, index, set.content)
    this.#columns.set(index, column)
    const { children } = column
    if (!fragment) this.ctx.work.spend(STEPS_PER_COLUMN)
    const filled = fragment
      ? boxFragment({ ...fragment, children })
      : boxFragment({ box: set.content, width: this.#geometry.width, height: this.#height, children })
    this.fragments.push({ x: left - x, y: 0, fragment: filled })
    return column
  }

  /** Notes a box for the column in which it begins, once all of the row is known. */
  take(box: ColumnBox): void {
    this.#left.push(box)
    this.containers.noteRow(this)
  }

  /** Puts what was noted into its columns. What goes on in the next row is left to it. */
  settle(): void {
    const kept: ColumnBox[] = []
    while (this.#left.length > 0) {
      const boxes = this.#left
      this.#left = []
      this.#grow(boxes)
      for (const box of boxes) this.#put(box, kept)
    }
    this.#left = kept
  }

  /** Balanced columns become as high as what stands in them needs (css-multicol-1 §7.1). */
  #grow(boxes: readonly ColumnBox[]): void {
    if (this.#limit === undefined) return
    let height = this.#height
    for (const { column, top, placed } of boxes) {
      const columns = Math.max(1, this.#geometry.count - column)
      height = Math.max(height, Math.ceil((top + placed.fragment.height) / columns))
    }
    this.#height = Math.min(height, this.#limit)
    this.#limit = undefined
  }

  #put(box: ColumnBox, kept: ColumnBox[]): void {
    const height = this.#height
    const after = columnsBefore(box, height)
    const column = Math.max(0, box.column + after)
    const top = box.top + (box.column - column) * height
    if (box.last !== undefined && column > box.last) return
    if (column < this.#count || !(this.#next || this.#continues)) this.column(column).put({ ...box, column, top })
    else if (this.#next) this.#next.take({ ...box, column: column - this.#count, top, last: undefined })
    else kept.push(box)
  }
}

/** How many columns of a height are above a box; what has no height may stand at the end of one. */
function columnsBefore({ top, placed }: ColumnBox, height: number): number {
  const columns = Math.floor(top / height)
  return columns > 0 && placed.fragment.height === 0 && top === columns * height ? columns - 1 : columns
}

/** One column of a row. */
class Column implements Fragmentainer {
  readonly children: PlacedFragment[] = []
  readonly containers: BrokenContainers

  constructor(
    private readonly ctx: LayoutContext,
    private readonly row: ColumnRow,
    private readonly place: EffectPlace,
    private readonly index: number,
    readonly box: BlockBox,
  ) {
    this.containers = row.containers
  }

  get end(): number {
    return this.place.y + this.row.height
  }

  holds({ y, shift, placed }: Arrival): boolean {
    const top = y - shift - this.place.y
    const { height } = this.row
    return (top >= 0 || this.index === 0) && (top < height || (top === height && placed.fragment.height === 0))
  }

  breaks(box: OutOfFlowBox): boolean {
    return !isMonolithic(box, { columnHeight: this.row.height })
  }

  keepsWhole(fragment: BoxFragment, x: number, y: number): boolean {
    return this.ctx.profile.keepsTransformed && isMovedWithin(fragment, x, y, this.place.y, this.end)
  }

  leave(arrival: Arrival): void {
    this.row.take(this.#columnBox(arrival))
  }

  fit(arrival: Arrival): BoxFragment | undefined {
    if (this.holds(arrival)) return this.#part(this.#columnBox(arrival))
    this.leave(arrival)
    return undefined
  }

  rest(arrival: Arrival, token: BreakToken): BoxFragment | undefined {
    return this.#part(this.#columnBox(arrival, token))
  }

  /** Puts a box that begins or goes on in this column on it. */
  put(box: ColumnBox): void {
    const fragment = this.#part(box)
    if (!fragment) return
    const { candidate, left, top, shift } = box
    const positioner = new FragmentPositioner(this.ctx, this, candidate.effects, shift)
    this.children.push(positioner.place(fragment, this.place.x + left, this.place.y + top + shift, this.place))
    this.containers.add(positioner)
  }

  #columnBox({ x, y, clips, ...box }: Arrival, token?: BreakToken): ColumnBox {
    const top = y - box.shift - this.place.y
    return { ...box, token, column: this.index, left: x - this.place.x, top, last: clips ? this.index : undefined }
  }

  /** As much of a box as there is room for. */
  #part(box: ColumnBox): BoxFragment | undefined {
    const { candidate, placed, token, top } = box
    const { box: positioned } = candidate.place
    const { height } = this.row
    const room = height - top
    const { height: own, spill = 0 } = placed.fragment
    const isWhole = own + spill <= room || this.keepsWhole(placed.fragment, this.place.x + box.left, this.place.y + top)
    const fits = isWhole && !isForcedInside(this.ctx, positioned)
    if (!token && (fits || !this.breaks(positioned))) return placed.fragment
    if (this.row.grows) {
      this.row.take(box)
      return undefined
    }
    const page = emptyPage(room, { ...PLAIN_POLICY, columnHeight: height })
    const column = { ...page, freshRoom: height, atTop: top <= 0 }
    const result = this.containers.layoutPart(positioned, placed.space, column, token)
    const next = { ...box, column: this.index + 1, top: 0 }
    if (!result) this.row.take(next)
    else if (result.token) this.row.take({ ...next, token: result.token })
    return result?.fragment
  }
}
