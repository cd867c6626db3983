import type { RenderLimits } from '../base/limits.js'
import {
  CLOSES_PARAGRAPH,
  DROPS_FIRST_NEWLINE,
  FORMATTING_ELEMENTS,
  HEAD_CONTENT,
  HEADINGS,
  NO_RECONSTRUCTION,
  SPECIAL_ELEMENTS,
  TABLE_CONTEXT,
  TABLE_PART_CLOSES,
  TABLE_PARTS,
  TEXT_ONLY_ELEMENTS,
  VOID_ELEMENTS,
} from './element-tables.js'
import { FormattingList } from './formatting-list.js'
import type { DocumentMode, HtmlAttribute } from './html-tree.js'
import { createElement, type OpenElement, type StartTag } from './open-element.js'
import { OpenElements } from './open-elements.js'
import { BREAKS_OUT_OF_SVG, HTML_INTEGRATION_POINTS, svgAttributeName, svgElementName } from './svg-names.js'

interface TreeBuilderOptions {
  readonly limits: RenderLimits
  /** Content of a body rather than a document: white space at its start counts. */
  readonly fragment: boolean
  /** The error to throw when a limit is passed at this offset. */
  readonly limitError: (code: string, message: string, start: number) => Error
}

/**
 * Builds the tree from tags and text: the tree construction of html.spec.whatwg.org §13.2.6 for a document
 * without scripts.
 *
 * AD-HOC: what stands between the parts of a table stays where it is instead of being moved in front of the
 * table, and no `tbody` is made up here: block tags of the template language must be able to stand there.
 */
export class TreeBuilder {
  readonly root = createElement('html', 'html', [], 0, 0)
  readonly head = createElement('head', 'html', [], 0, 0)
  readonly body = createElement('body', 'html', [], 0, 0)
  mode: DocumentMode = 'quirks'
  readonly #options: TreeBuilderOptions
  readonly #formatting = new FormattingList()
  readonly #stack = new OpenElements(this.root, this.head, this.#formatting)
  #inBody = false
  /** Between a written `<head>` and its end, where block tags belong to the head. */
  #headWritten = false
  #dropNewline = false
  #elements = 3

  constructor(options: TreeBuilderOptions) {
    this.#options = options
    this.root.children.push(this.head, this.body)
    if (options.fragment) this.#startBody()
  }

  /** The tokenizer asks: no text-only elements within SVG. */
  get inSvg(): boolean {
    const current = this.#stack.current
    return current.namespace === 'svg' && !HTML_INTEGRATION_POINTS.has(current.name)
  }

  doctype(mode: DocumentMode): void {
    if (!this.#inBody && this.#elements === 3) this.mode = mode
  }

  /** Characters with line breaks already normalized. */
  characters(text: string, start: number, end: number): void {
    let content = text
    if (this.#dropNewline) {
      this.#dropNewline = false
      if (content.startsWith('\n')) content = content.slice(1)
    }
    if (this.#atHeadLevel) {
      content = content.replace(/^[ \t\n\f]+/, '')
      if (content !== '') this.#startBody()
    }
    if (content === '') return
    const current = this.#stack.current
    if (content.includes('\0')) content = content.replaceAll('\0', TEXT_ONLY_ELEMENTS.has(current.name) ? '\ufffd' : '')
    this.#text(content, start, end)
  }

  /** An opaque range that stands in text. */
  opaque(index: number, start: number, end: number): void {
    this.#dropNewline = false
    if (this.#atHeadLevel && !this.#headWritten) this.#startBody()
    this.#text(index, start, end)
  }

  startTag(written: StartTag): void {
    this.#dropNewline = false
    const name = written.name.toLowerCase()
    if (this.inSvg) {
      if (!BREAKS_OUT_OF_SVG.has(name)) {
        this.#insertSvg(written)
        return
      }
      while (this.inSvg) this.#stack.pop()
    }
    if (name === 'svg') {
      if (this.#atHeadLevel) this.#startBody()
      this.#insertSvg(written)
      return
    }
    const tag = { ...written, attributes: written.attributes.map(withLowerCaseName) }
    if (name === 'html') {
      addMissingAttributes(this.root, tag)
      return
    }
    if (name === 'head') {
      if (this.#inBody) return
      this.#headWritten = true
      addMissingAttributes(this.head, tag)
      return
    }
    if (name === 'body') {
      if (this.#atHeadLevel) this.#startBody()
      addMissingAttributes(this.body, tag)
      return
    }
    if (this.#atHeadLevel && !HEAD_CONTENT.has(name)) this.#startBody()
    this.#insertHtml(name, tag)
  }

  endTag(written: string, start: number, end: number): void {
    this.#dropNewline = false
    const name = written.toLowerCase()
    if (this.#stack.current.namespace === 'svg') {
      const index = this.#stack.findInSvg(name)
      if (index >= 0) {
        this.#stack.popThrough(index)
        return
      }
    }
    if (name === 'html' || name === 'body') return
    if (name === 'head') {
      this.#headWritten = false
      return
    }
    if (name === 'br') {
      this.startTag({ name, attributes: [], selfClosing: false, start, end })
      return
    }
    if (this.#atHeadLevel) {
      if (name !== 'p') return
      this.#startBody()
    }
    if (name === 'p') {
      this.#endParagraph(start, end)
      return
    }
    if (FORMATTING_ELEMENTS.has(name) && this.#endFormatting(name)) return
    this.#stack.popThrough(this.#findEnded(name))
  }

  /** The open element that an end tag ends, or -1. */
  #findEnded(name: string): number {
    if (HEADINGS.has(name)) return this.#stack.findInScope((open) => HEADINGS.has(open))
    if (TABLE_PARTS.has(name)) return this.#stack.findInTable(name)
    if (name === 'li') return this.#stack.findInScope((open) => open === 'li', LIST_BOUNDARIES)
    if (SPECIAL_ELEMENTS.has(name)) return this.#stack.findInScope((open) => open === name)
    return this.#stack.findInline(name)
  }

  get #atHeadLevel(): boolean {
    return !this.#inBody && this.#stack.isAtBottom
  }

  #startBody(): void {
    this.#inBody = true
    this.#headWritten = false
    this.#stack.restart(this.body)
  }

  #text(piece: string | number, start: number, end: number): void {
    const context = this.#stack.current
    const plain = context.namespace === 'svg' || TEXT_ONLY_ELEMENTS.has(context.name) || TABLE_CONTEXT.has(context.name)
    if (!plain && this.#inBody) this.#reconstruct()
    const siblings = this.#stack.current.children
    const last = siblings[siblings.length - 1]
    if (last?.kind !== 'text') {
      siblings.push({ kind: 'text', pieces: [piece], start, end })
      return
    }
    const before = last.pieces.length - 1
    const previous = last.pieces[before]
    if (typeof piece === 'string' && typeof previous === 'string') last.pieces[before] = previous + piece
    else last.pieces.push(piece)
    last.end = end
  }

  #insertHtml(name: string, tag: StartTag): void {
    this.#closeImplied(name)
    if ((name === 'a' || name === 'nobr') && this.#formatting.find(name)) this.#endFormatting(name)
    if (!NO_RECONSTRUCTION.has(name) && !TABLE_CONTEXT.has(this.#stack.current.name)) this.#reconstruct()
    // The HTML specification's oldest alias.
    const element = createElement(name === 'image' ? 'img' : name, 'html', tag.attributes, tag.start, tag.end)
    this.#append(element)
    if (VOID_ELEMENTS.has(element.name)) return
    this.#stack.push(element)
    if (FORMATTING_ELEMENTS.has(name)) this.#formatting.add(element)
    this.#dropNewline = DROPS_FIRST_NEWLINE.has(name)
  }

  #insertSvg(tag: StartTag): void {
    if (this.#stack.current.namespace === 'html') this.#reconstruct()
    const attributes = tag.attributes.map((attribute) => ({ ...attribute, name: svgAttributeName(attribute.name) }))
    const element = createElement(svgElementName(tag.name), 'svg', attributes, tag.start, tag.end)
    this.#append(element)
    if (!tag.selfClosing) this.#stack.push(element)
  }

  #count(elements: number, start: number): void {
    this.#elements += elements
    const { limits, limitError } = this.#options
    if (this.#elements > limits.elements) {
      throw limitError('too-many-elements', `there are more than ${limits.elements} elements`, start)
    }
  }

  #append(element: OpenElement): void {
    this.#count(1, element.start)
    const { limits, limitError } = this.#options
    if (this.#stack.depth >= limits.depth) {
      throw limitError('too-deep', `<${element.name}> is nested deeper than ${limits.depth} elements`, element.start)
    }
    this.#stack.current.children.push(element)
  }

  /** Ends what a start tag ends without an end tag being written (§13.2.6.4.7 and the table modes). */
  #closeImplied(name: string): void {
    const tableParts = TABLE_PART_CLOSES.get(name)
    if (tableParts) {
      this.#stack.popThrough(this.#stack.findOutermostPart(tableParts))
      return
    }
    // Tables stand in cells and captions; anywhere else in a table they follow it.
    if (name === 'table') this.#stack.popThrough(this.#stack.findInScope((open) => open === 'table'))
    if (name === 'li') this.#stack.popThrough(this.#stack.findItem((open) => open === 'li'))
    else if (name === 'dd' || name === 'dt')
      this.#stack.popThrough(this.#stack.findItem((open) => open === 'dd' || open === 'dt'))
    if (CLOSES_PARAGRAPH.has(name) && !(name === 'table' && this.mode === 'quirks')) this.#closeParagraph()
    const current = this.#stack.current.name
    if (HEADINGS.has(name)) {
      if (HEADINGS.has(current)) this.#stack.pop()
    } else if (name === 'option' || name === 'optgroup') {
      if (current === 'option') this.#stack.pop()
      if (name === 'optgroup' && this.#stack.current.name === 'optgroup') this.#stack.pop()
    } else if (name === 'rt' || name === 'rp' || name === 'rb' || name === 'rtc') {
      if (current === 'rt' || current === 'rp' || current === 'rb') this.#stack.pop()
    } else if (name === 'button') {
      this.#stack.popThrough(this.#stack.findInScope((open) => open === 'button'))
    }
  }

  #closeParagraph(): void {
    this.#stack.popThrough(this.#stack.findInScope((open) => open === 'p', BUTTON_BOUNDARY))
  }

  /** An end tag without a paragraph makes an empty one. */
  #endParagraph(start: number, end: number): void {
    if (this.#stack.findInScope((open) => open === 'p', BUTTON_BOUNDARY) < 0) {
      this.#insertHtml('p', { name: 'p', attributes: [], selfClosing: false, start, end })
    }
    this.#closeParagraph()
  }

  /** Opens again the inline elements that a block boundary closed early (§13.2.4.3). */
  #reconstruct(): void {
    for (let index = this.#formatting.firstClosed(); index < this.#formatting.length; index++) {
      const entry = this.#formatting.at(index)
      if (!entry) continue
      const again = createElement(entry.name, 'html', entry.attributes, entry.start, entry.end)
      this.#append(again)
      this.#stack.push(again)
      this.#formatting.replace(entry, again)
    }
  }

  /**
   * The adoption agency algorithm (§13.2.6.4.7): ends an inline element even where it crosses others. Blocks
   * that started within it are moved out and their content so far is given an inline element of its own.
   *
   * @returns false when no such element awaits its end
   */
  #endFormatting(name: string): boolean {
    const element = this.#formatting.find(name)
    if (!element) return false
    if (!element.open) {
      this.#formatting.remove(element)
      return true
    }
    let from = this.#stack.indexOf(element)
    if (this.#stack.hasBoundaryAbove(from)) return true
    this.#formatting.remove(element)
    for (let block = this.#stack.findBlockAbove(from); block >= 0; block = this.#stack.findBlockAbove(from)) {
      this.#moveOut(from, block)
      // The copy of the element now stands above the block.
      from++
    }
    this.#stack.popThrough(from)
    return true
  }

  /** Moves the open element at `block` out of the one at `from` and wraps its children in copies of what it left. */
  #moveOut(from: number, block: number): void {
    const [container, ...left] = this.#stack.slice(from - 1, block)
    const [moved] = this.#stack.slice(block, block + 1)
    const parent = left[left.length - 1]
    if (!moved || !container || !parent) return
    this.#count(left.length, moved.start)
    parent.children.pop()
    container.children.push(moved)
    const copies = left.map((element) => {
      const copy = createElement(element.name, element.namespace, element.attributes, element.start, element.end)
      copy.open = true
      element.open = false
      this.#formatting.replace(element, copy)
      return copy
    })
    let inner = moved.children
    moved.children = []
    for (let index = copies.length - 1; index >= 0; index--) {
      const copy = copies[index]
      if (!copy) continue
      copy.children = inner
      inner = [copy]
    }
    moved.children = inner
    this.#stack.replace(from, block + 1, [moved, ...copies])
  }
}

const LIST_BOUNDARIES: ReadonlySet<string> = new Set(['ol', 'ul'])
const BUTTON_BOUNDARY: ReadonlySet<string> = new Set(['button'])

function withLowerCaseName(attribute: HtmlAttribute): HtmlAttribute {
  return { ...attribute, name: attribute.name.toLowerCase() }
}

/** Attributes of a repeated `<html>` or `<body>` tag are added where the first one lacks them. */
function addMissingAttributes(element: OpenElement, tag: StartTag): void {
  if (element.end === 0) {
    element.start = tag.start
    element.end = tag.end
  }
  const known = new Set(element.attributes.map((attribute: HtmlAttribute) => attribute.name))
  for (const attribute of tag.attributes) {
    if (!known.has(attribute.name)) element.attributes.push(attribute)
  }
}
