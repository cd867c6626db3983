import type { PageStyle } from '../style/page-style.js'
import type { BoxFragment, PlacedFragment } from './fragment-tree.js'

/** One page after pagination. */
export interface Page {
  /** From 1. */
  readonly number: number
  readonly style: PageStyle
  /** The root element's fragment, placed relative to the page box; absent on a blank page. */
  readonly content: PlacedFragment | undefined
  /** Page-margin boxes, placed relative to the page box. */
  readonly marginBoxes: readonly { readonly x: number; readonly y: number; readonly fragment: BoxFragment }[]
}
