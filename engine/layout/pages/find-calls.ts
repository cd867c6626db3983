import type { ColumnSetBox, Footnote, PageMark } from '../../boxes/box-tree.js'
import { eachMarkWithin } from '../../boxes/box-walk.js'
import { columnGeometry } from '../columns/column-geometry.js'
import type { BoxFragment, Fragment, OutOfFlowPlace, PlacedFragment } from '../fragment-tree.js'

/** The call of a footnote on a page, with the line that it stands on. */
export interface FootnoteCall {
  readonly mark: PageMark
  readonly footnote: Footnote
  /**
   * Edges of the line, in px from the top of the page area, at the highest place where the content can end with it:
   * higher than where it stands in columns and in the footer of a table, which move up with the end of the content.
   */
  readonly highest: LineEdges
  /** It stands in the footer of a table, which stands on each page that the table does. */
  readonly inFooter: boolean
}

interface LineEdges {
  readonly top: number
  readonly bottom: number
}

/**
 * The calls that stand on a page for the first time, as the page is read: what stands side by side one after the other,
 * so that their numbers rise.
 */
export function findCalls(root: BoxFragment, seen: ReadonlySet<PageMark>): readonly FootnoteCall[] {
  const walk = new CallWalk(seen)
  walk.visit(root, 0)
  return walk.calls
}

const NO_PLACES: readonly OutOfFlowPlace[] = []

/** The highest place where the content can end with what stands at `y`. */
type Highest = (y: number) => number

class CallWalk {
  readonly calls: FootnoteCall[] = []
  readonly #found = new Set<PageMark>()
  #line: LineEdges | undefined
  #highest: Highest = (y) => y
  #inFooter = false
  /** Top edge of the rows of the table around. */
  #rowsTop = 0

  constructor(private readonly seen: ReadonlySet<PageMark>) {}

  visit(fragment: Fragment, y: number): void {
    if (fragment.kind === 'text' || fragment.kind === 'decoration') return
    const line = this.#line
    const highest = this.#highest
    const inFooter = this.#inFooter
    const rowsTop = this.#rowsTop
    if (fragment.kind === 'line') {
      this.#line ??= { top: y, bottom: y + fragment.height }
    } else {
      const { box } = fragment
      if (box.marks) this.#note(box.marks, y, fragment.height)
      if (box.kind === 'table') this.#rowsTop = y + topOfRows(fragment)
      if (box.kind === 'table-section' && box.role === 'footer') {
        this.#inFooter = true
        this.#highest = (at) => highest(at - y + Math.min(y, rowsTop))
      }
    }
    const places = fragment.outOfFlow ?? NO_PLACES
    let next = 0
    for (let index = 0; index < fragment.children.length; index++) {
      const child = fragment.children[index]
      if (!child) continue
      for (let place = places[next]; place && isBefore(place, child, fragment); place = places[++next]) {
        this.#visitBeside(place, y)
      }
      if (fragment.kind === 'box' && fragment.box.kind === 'column-set') {
        this.#highest = inColumn(fragment, fragment.box, y, index, highest)
      }
      this.visit(child.fragment, y + child.y)
    }
    for (let place = places[next]; place; place = places[++next]) this.#visitBeside(place, y)
    this.#line = line
    this.#highest = highest
    this.#inFooter = inFooter
    this.#rowsTop = rowsTop
  }

  /** Calls in a positioned box count where it would stand in the flow: its place is found when the page is complete. */
  #visitBeside(place: OutOfFlowPlace, y: number): void {
    eachMarkWithin(place.box, (mark) => this.#note([mark], y + place.y, 0))
  }

  #note(marks: readonly PageMark[], y: number, height: number): void {
    for (const mark of marks) {
      const { footnote } = mark
      if (!footnote || this.seen.has(mark) || this.#found.has(mark)) continue
      this.#found.add(mark)
      const { top, bottom } = this.#line ?? { top: y, bottom: y + height }
      const highest = { top: this.#highest(top), bottom: this.#highest(bottom) }
      this.calls.push({ mark, footnote, highest, inFooter: this.#inFooter })
    }
  }
}

/** Whether a positioned box would stand in the flow before a child that does. */
function isBefore(place: OutOfFlowPlace, child: PlacedFragment, { kind }: Fragment): boolean {
  return kind === 'line' ? place.x <= child.x : place.y <= child.y
}

/** Columns that end higher share what stands above a place in one of them. */
function inColumn(
  { width, height }: BoxFragment,
  box: ColumnSetBox,
  top: number,
  column: number,
  outer: Highest,
): Highest {
  const { count } = columnGeometry(box.container, width)
  return (y) => outer(top + (column * height + y - top) / count)
}

function topOfRows({ children }: BoxFragment): number {
  const first = children.find(
    ({ fragment }) => fragment.kind === 'box' && fragment.box.kind === 'table-section' && fragment.box.role === 'body',
  )
  return first?.y ?? 0
}
