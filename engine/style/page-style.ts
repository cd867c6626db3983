import type { Insets, Size } from '../base/geometry.js'
import type { PageMarks } from '../css/syntax/page-descriptors.js'
import type { ComputedStyle } from './computed-style.js'

/** The sixteen page-margin boxes (css-page-3 §4.2.1). */
export const MARGIN_BOX_NAMES = [
  'top-left-corner',
  'top-left',
  'top-center',
  'top-right',
  'top-right-corner',
  'right-top',
  'right-middle',
  'right-bottom',
  'bottom-right-corner',
  'bottom-right',
  'bottom-center',
  'bottom-left',
  'bottom-left-corner',
  'left-bottom',
  'left-middle',
  'left-top',
] as const

export type MarginBoxName = (typeof MARGIN_BOX_NAMES)[number]

/** The properties of a page by which `@page` rules select it. */
export interface PageSelectorInput {
  /** From 1. */
  readonly number: number
  /** Used value of the `page` property at the page's start, empty for none. */
  readonly name: string
  readonly blank: boolean
  /** Place of the page in its page group, from 1. */
  readonly groupPage: number
  /** It is a page of another document; absent for those of this one. */
  readonly inserted?: InsertedSheet | undefined
}

/** What a page of another document brings with it. */
export interface InsertedSheet extends Size {
  /** It has the margin boxes of this one. */
  readonly hasMargins: boolean
}

/** The marks and bleed around the page box (css-page-3 §7.2, §7.3). */
export interface PageSheet {
  readonly marks: PageMarks
  /** How far painting extends beyond the page box, in px. */
  readonly bleed: number
}

/** The style of a page, resolved to px. Interned: pages that select the same rules share the object. */
export interface PageStyle {
  /** The page box, margins included. */
  readonly size: Size
  readonly margin: Insets
  /** At what scale the content of the page area is printed: less than 1 where it is laid out on a larger area to fit. */
  readonly contentScale: number
  /** The page area before it was rounded to whole px; undefined where it is as large as it is declared to be. */
  readonly exactArea: Size | undefined
  /** Nothing of the document is shown beyond the page area. */
  readonly clipsContent: boolean
  readonly sheet: PageSheet
  readonly padding: Insets
  /** Style of the page box: border, background, and what margin boxes inherit. */
  readonly style: ComputedStyle
  /** Margin boxes that generate content. */
  readonly marginBoxes: ReadonlyMap<MarginBoxName, ComputedStyle>
  /** Style of the area in which the footnotes of a page stand (css-gcpm-3 §2.5). */
  readonly footnote: ComputedStyle
}
