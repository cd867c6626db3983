import type { PageImageFormat } from '../base/page-image-forms.js'

/** How a page is to be drawn. */
export interface PageImageOptions {
  /** Pixels across; the height follows from the page. 800 when neither this nor `dpi` is given. */
  readonly width?: number | undefined
  /** Pixels per inch, in place of `width`. */
  readonly dpi?: number | undefined
  /** `png` when absent. */
  readonly format?: PageImageFormat | undefined
  /** Of `jpeg` and `webp`, from 1 to 100; 85 when absent. */
  readonly quality?: number | undefined
  /** Opens an encrypted file, as its user or its owner. */
  readonly password?: string | undefined
  /** The time for one page, in ms; 30,000 when absent. */
  readonly timeoutMs?: number | undefined
}

/** The picture of a page. */
export interface PageImage {
  /** The file. */
  readonly content: Uint8Array
  readonly format: PageImageFormat
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Which page it shows, from 1. */
  readonly page: number
  /** Of the PDF. */
  readonly pages: number
  /**
   * Fonts that the page asks for and the file does not contain: their text is drawn with others, and where those lack a
   * character, as they do for Chinese, Japanese and Korean, not at all.
   */
  readonly missingFonts: readonly string[]
}

/** One page to be drawn, as it goes to a thread. */
export interface DrawRequest {
  /** The same for all pages of one file, which is then opened once. */
  readonly source: number
  readonly pdf: Uint8Array
  readonly page: number
  readonly options: PageImageOptions
}
