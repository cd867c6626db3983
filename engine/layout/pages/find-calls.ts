import type { OutOfFlowBox } from '../../boxes/box-tree.js'
import { eachMarkWithin } from '../../boxes/marks-within.js'
import type { Footnote, PageMark } from '../../boxes/page-mark.js'
import type { BoxFragment, Fragment } from '../fragment-tree.js'

/** The call of a footnote on a page, with the line that it stands on. */
export interface FootnoteCall {
  readonly mark: PageMark
  readonly footnote: Footnote
  /** Edges of the line and top of the block around it, in px from the top of the page area. */
  readonly top: number
  readonly bottom: number
  readonly blockTop: number
  /** It stands in columns, whose lines do not end where the page's content does. */
  readonly inColumns: boolean
}

/** The calls that stand on a page for the first time, from top to bottom. */
export function findCalls(root: BoxFragment, seen: ReadonlySet<PageMark>): readonly FootnoteCall[] {
  const walk = new CallWalk(seen)
  walk.visit(root, 0)
  // Sorting is stable: calls of one line stay in their order.
  return walk.calls.sort((a, b) => a.bottom - b.bottom)
}

class CallWalk {
  readonly calls: FootnoteCall[] = []
  readonly #found = new Set<PageMark>()
  #blockTop = 0
  #line: { readonly top: number; readonly bottom: number } | undefined
  #inColumns = false

  constructor(private readonly seen: ReadonlySet<PageMark>) {}

  visit(fragment: Fragment, y: number): void {
    if (fragment.kind === 'text' || fragment.kind === 'decoration') return
    const { blockTop, line, inColumns } = this.#state()
    if (fragment.kind === 'line') {
      this.#line ??= { top: y, bottom: y + fragment.height }
    } else {
      if (fragment.box.kind === 'column-set') this.#inColumns = true
      if (fragment.box.kind !== 'inline' && fragment.box.kind !== 'inline-root' && !line) this.#blockTop = y
      if (fragment.box.marks) this.#note(fragment.box.marks, y, fragment.height)
    }
    for (const child of fragment.children) this.visit(child.fragment, y + child.y)
    for (const place of fragment.outOfFlow ?? []) this.#visitBeside(place.box, y + place.y)
    this.#blockTop = blockTop
    this.#line = line
    this.#inColumns = inColumns
  }

  /** Calls in a positioned box count where it would stand in the flow: its place is found when the page is complete. */
  #visitBeside(box: OutOfFlowBox, y: number): void {
    eachMarkWithin(box, (mark) => this.#note([mark], y, 0))
  }

  #state() {
    return { blockTop: this.#blockTop, line: this.#line, inColumns: this.#inColumns }
  }

  #note(marks: readonly PageMark[], y: number, height: number): void {
    for (const mark of marks) {
      const { footnote } = mark
      if (!footnote || this.seen.has(mark) || this.#found.has(mark)) continue
      this.#found.add(mark)
      const { top, bottom } = this.#line ?? { top: y, bottom: y + height }
      this.calls.push({ mark, footnote, top, bottom, blockTop: this.#blockTop, inColumns: this.#inColumns })
    }
  }
}
