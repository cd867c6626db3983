import type { PageInsertion } from '../boxes/box-tree.js'
import type { InsertedPage } from '../pdf-input/imported-document.js'
import type { MarginBoxName, PageStyle } from '../style/page-style.js'
import type { BoundElement } from '../template/bound-tree.js'
import type { BoxFragment, PlacedFragment } from './fragment-tree.js'

/** Consecutive pages of one name, from where an element asks for it (css-gcpm-3 §4). */
export interface PageGroup {
  /** From 0, in the document. */
  readonly index: number
  /** Place of the page in its group, from 1. */
  readonly page: number
}

/** One page after pagination, with everything on it but the margin boxes: they may show the number of pages. */
export interface LaidOutPage {
  /** From 1. */
  readonly number: number
  readonly style: PageStyle
  readonly group: PageGroup
  /** The root element's fragment, placed relative to the page box; absent on a blank page. */
  readonly content: PlacedFragment | undefined
  /** The footnote area, placed relative to the page box. */
  readonly notes?: PlacedFragment
  /** A page of another document takes the place of all that would stand on this one but margin boxes. */
  readonly inserted?: InsertedOnPage
}

/** A page of another document as one of this one. */
export interface InsertedOnPage {
  readonly page: InsertedPage
  /** The element that asks for it. */
  readonly node: BoundElement
  readonly insertion: PageInsertion
  /** Of the first page: what begins with it, of which nothing is seen. */
  readonly begins: PlacedFragment | undefined
}

/** A page with all that stands on it. */
export interface Page extends LaidOutPage {
  readonly marginBoxes: readonly PlacedMarginBox[]
}

/** A page-margin box, placed relative to the page box. */
export interface PlacedMarginBox {
  readonly name: MarginBoxName
  readonly x: number
  readonly y: number
  readonly fragment: BoxFragment
}
