import type { FlowChild } from './box-tree.js'
import type { PageCounterChange, PageCounterValues } from './page-counters.js'

/**
 * Something that layout has to find a page for: it travels with the box that it stands at, and the page on which
 * that box begins is its page. Boxes without any have no such list at all.
 */
export interface PageMark {
  /** The same in every round of building and layout. */
  readonly key: string
  /** What `string-set` assigns here. */
  readonly strings: readonly { readonly name: string; readonly value: string }[]
  readonly bookmark: Bookmark | undefined
  readonly pageCounter: readonly PageCounterChange[]
  readonly running: RunningElement | undefined
  /** The mark stands at the call of this footnote. */
  readonly footnote: Footnote | undefined
}

/** A footnote that `float: footnote` took out of the flow (css-gcpm-3 §2). */
export interface Footnote {
  readonly boxes: readonly FlowChild[]
  readonly display: 'block' | 'inline' | 'compact'
  readonly policy: 'auto' | 'line' | 'block'
}

/** An entry of the outline of the file (css-content-3 §4). */
export interface Bookmark {
  /** From 1. */
  readonly level: number
  readonly label: string
  readonly state: 'open' | 'closed'
}

/** An element that `position: running()` took out of the flow (css-gcpm-3 §1.2). */
export interface RunningElement {
  readonly name: string
  /** Its boxes for a page; the same objects again when nothing in them depends on the page. */
  boxes(page: PageCounterValues): readonly FlowChild[]
}
