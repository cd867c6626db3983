import type { Rect } from '../base/geometry.js'

/** The values of this stage. No logic here. */

/** A page of another file as far as standards ask. */
export interface CheckedPage {
  /** From 1, in its file. */
  readonly number: number
  /** What standards for documents forbid in it. */
  readonly faults: readonly ImportFault[]
}

/** A page of another file, ready to be written into any number of documents. Immutable. */
export interface ImportedPage extends CheckedPage {
  /** Equal for equal pages of equal files. */
  readonly key: string
  /** Equal for equal files, of which pages share objects with equal keys. */
  readonly file: string
  /** Its natural size in px, turned and enlarged as the page says. */
  readonly width: number
  readonly height: number
  /** The key of the form XObject (ISO 32000-1 §8.10) that is the page, in px from its top left corner, y downwards. */
  readonly root: string
  /** All that the page needs, by their keys. */
  readonly objects: ReadonlyMap<string, ImportedObject>
  readonly links: readonly ImportedLink[]
  /** What of the page, or of its file, is left out, as parts of a sentence. */
  readonly dropped: readonly string[]
  /** The memory that reading it took. */
  readonly readBytes: number
}

/** An object in the syntax of the file, formatted once. */
export interface ImportedObject {
  /** Of a stream, the entries of its dictionary without the length, and without brackets. */
  readonly parts: readonly ImportedPart[]
  /** The bytes of a stream, encoded as its entries say. */
  readonly stream: Uint8Array | undefined
}

/** Syntax, the bytes of a string, or a reference to an object by its key. */
export type ImportedPart = string | Uint8Array | { readonly key: string }

export interface ImportedLink {
  readonly address: string
  /** In px of the page. */
  readonly area: Rect
}

export interface ImportFault {
  /**
   * `font`: not embedded; `text`: its characters are not known; `rgb` and `inks`: colours of a device, which the output
   * intent may cover; `archive`: no archive allows it; `structure`: who does not see it misses something.
   */
  readonly kind: 'font' | 'text' | 'rgb' | 'inks' | 'archive' | 'structure'
  /** What is there, as the beginning of a sentence: `the font Helvetica is not embedded`. */
  readonly text: string
}
