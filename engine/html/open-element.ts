import type { HtmlAttribute, TextPiece } from './html-tree.js'

/** A start tag as the tokenizer read it; names as written. */
export interface StartTag {
  readonly name: string
  readonly attributes: readonly HtmlAttribute[]
  readonly selfClosing: boolean
  readonly start: number
  readonly end: number
}

/** An element while the tree is being built. */
export interface OpenElement {
  readonly kind: 'element'
  readonly name: string
  readonly namespace: 'html' | 'svg'
  readonly attributes: HtmlAttribute[]
  children: OpenNode[]
  start: number
  end: number
  /** On the stack of open elements. */
  open: boolean
}

interface OpenText {
  readonly kind: 'text'
  readonly pieces: TextPiece[]
  readonly start: number
  end: number
}

type OpenNode = OpenElement | OpenText

export function createElement(
  name: string,
  namespace: 'html' | 'svg',
  attributes: readonly HtmlAttribute[],
  start: number,
  end: number,
): OpenElement {
  return { kind: 'element', name, namespace, attributes: [...attributes], children: [], start, end, open: false }
}
