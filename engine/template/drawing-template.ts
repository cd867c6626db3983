import { SourceText, type Span } from '../base/source.js'
import type { XmlElement } from '../images/svg/parse-svg.js'
import type { BoundElement, BoundNode, BoundTree } from './bound-tree.js'
import type { StyledMarkup, TemplateElement, TemplateNode, TemplateSheet } from './template-tree.js'

/** A drawing in a file of its own, as what styles are made of: nothing in it depends on data. */
export interface DrawingTemplate {
  readonly markup: StyledMarkup
  readonly bound: BoundTree
}

const NO_SHEETS: ReadonlyMap<number, SourceText> = new Map()

/**
 * Makes the template of an SVG file: its elements as those of a page are, and its `style` elements as style sheets.
 * @param source the text that was parsed, by the name that messages call it
 */
export function drawingTemplate(root: XmlElement, source: SourceText): DrawingTemplate {
  const builder = new DrawingBuilder(source)
  const bound = builder.add(root, undefined, 0)
  const { elements, sheets } = builder
  return {
    markup: { root: bound.template, elements, sheets, mode: 'no-quirks' },
    bound: {
      root: bound,
      elementCount: elements.length,
      title: undefined,
      fileName: undefined,
      metadata: new Map(),
      language: root.attributes.get('lang') ?? '',
      mode: 'no-quirks',
      boundSheets: NO_SHEETS,
    },
  }
}

class DrawingBuilder {
  readonly elements: TemplateElement[] = []
  readonly sheets: TemplateSheet[] = []

  constructor(private readonly source: SourceText) {}

  /** Depth first; the depth of files is limited. */
  add(element: XmlElement, parent: BoundElement | undefined, index: number): BoundElement {
    const { name, namespace, attributes } = element
    const nodes: TemplateNode[] = []
    const children: BoundNode[] = []
    const id = this.elements.length
    const template: TemplateElement = {
      kind: 'element',
      id,
      name,
      namespace,
      attributes: [],
      staticAttributes: attributes,
      children: nodes,
      span: this.#span(element.start, element.end),
    }
    this.elements.push(template)
    const bound: BoundElement = { kind: 'element', id, template, name, attributes, parent, index, children }
    if (name === 'style') this.#addSheet(element)
    let position = 0
    for (const child of element.children) {
      if (child.kind === 'element') {
        const inner = this.add(child, bound, position++)
        nodes.push(inner.template)
        children.push(inner)
      } else if (child.text !== '') {
        nodes.push({ kind: 'text', parts: [child.text], span: template.span })
        children.push({ kind: 'text', text: child.text, parent: bound })
      }
    }
    return bound
  }

  /** The text stands behind as many blanks and lines as in the file, so that places in it are those of the file. */
  #addSheet({ children, attributes }: XmlElement): void {
    const type = attributes.get('type')?.trim().toLowerCase()
    if (type !== undefined && type !== '' && type !== 'text/css') return
    let text = ''
    for (const child of children) {
      if (child.kind !== 'text') continue
      // References are shorter once they are read: what follows them is no further on than it was.
      if (child.start > text.length) text += this.source.text.slice(text.length, child.start).replace(/[^\n\r]/g, ' ')
      text += child.text
    }
    const source = new SourceText(this.source.file, text)
    this.sheets.push({ source, parts: [text], media: attributes.get('media') ?? '' })
  }

  #span(start: number, end: number): Span {
    return this.source.span(start, end)
  }
}
