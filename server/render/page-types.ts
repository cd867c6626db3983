import type { PageImageFormat } from '../../engine/base/page-image-forms.js'
import type { Unfinished } from './render-types.js'

/** The picture of a page that somebody wants of a document. */
export interface PageForm {
  readonly format: PageImageFormat
  /** From 1. */
  readonly page: number
  /** In pixels. */
  readonly width: number
}

/** A page to be drawn. */
export interface PageTask extends PageForm {
  readonly pdf: Uint8Array
  /** In ms. */
  readonly timeoutMs: number
}

export interface DrawnPage {
  readonly kind: 'drawn'
  readonly content: Uint8Array
  /** Of the document. */
  readonly pages: number
  /** Names of fonts that the page asks for and the document does not contain. */
  readonly missingFonts: readonly string[]
  readonly drawTimeMs: number
}

/** There is no such picture; the message says why. */
export interface RefusedPage {
  readonly kind: 'refused'
  readonly reason: 'page' | 'size' | 'password' | 'broken'
  readonly message: string
}

/** How drawing ended in its process. */
export type PageResult = DrawnPage | RefusedPage | { readonly kind: 'timed-out' }

/** How drawing ended for the pool's caller. */
export type PageOutcome = PageResult | Unfinished
