/** Parsed HTML: elements and text with exact places, placeholders still unread. */

/** A stretch of the source that the HTML parser must not look into: a placeholder or block tag. */
export interface OpaqueRange {
  readonly start: number
  readonly end: number
  /** The range stands for nothing at all, wherever it is found: a comment of the template language. */
  readonly ignorable: boolean
}

/** A piece of text: characters, or the index of an opaque range. */
export type TextPiece = string | number

export type HtmlNode = HtmlElement | HtmlText

export interface HtmlElement {
  readonly kind: 'element'
  /** Lower case; as the SVG specification spells it for elements within `svg`. */
  readonly name: string
  readonly namespace: 'html' | 'svg'
  readonly attributes: readonly HtmlAttribute[]
  readonly children: readonly HtmlNode[]
  /** Offsets of the start tag; both 0 for elements that no tag was written for. */
  readonly start: number
  readonly end: number
}

export interface HtmlAttribute {
  /** Empty behind the last attribute, where opaque ranges follow that. */
  readonly name: string
  readonly value: readonly TextPiece[]
  /** Indices of the opaque ranges between the attribute before, or the tag's name, and this one. */
  readonly tags?: readonly number[]
  readonly start: number
  readonly end: number
}

export interface HtmlText {
  readonly kind: 'text'
  readonly pieces: readonly TextPiece[]
  readonly start: number
  readonly end: number
}

/**
 * How browsers lay a document out by its doctype: without one, or with an early one, as those of 1998 did; with one of
 * the transition, only what images in table cells need.
 */
export type DocumentMode = 'no-quirks' | 'limited-quirks' | 'quirks'

export interface HtmlDocument {
  /** The `html` element; its children are always one `head` and one `body`. */
  readonly root: HtmlElement
  readonly head: HtmlElement
  readonly body: HtmlElement
  readonly mode: DocumentMode
}
