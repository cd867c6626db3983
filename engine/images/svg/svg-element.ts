/**
 * An element of an SVG drawing as its converter reads it. Elements of a document are of this shape, too, so that
 * drawings within HTML need no parsing of their own.
 */
export interface SvgElement {
  readonly kind: 'element'
  /** As the SVG specification spells it, without a prefix. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly SvgContent[]
}

export type SvgContent = SvgElement | { readonly kind: 'text'; readonly text: string }

/** The text within an element, at any depth. */
export function textOf(element: SvgElement): string {
  let text = ''
  for (const child of element.children) text += child.kind === 'text' ? child.text : textOf(child)
  return text
}
