import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import type { DiagnosticSink } from '../base/diagnostics.js'
import type { RenderLimits } from '../base/limits.js'
import type { SourceText } from '../base/source.js'
import type { HtmlAttribute, HtmlDocument, HtmlNode, OpaqueRange, TextPiece } from './html-tree.js'
import { documentMode } from './quirks-mode.js'
import { TreeBuilder } from './tree-builder.js'

interface ParseHtmlOptions {
  readonly diagnostics: DiagnosticSink
  readonly limits: RenderLimits
  /** Makes the error that is thrown when `limits` are passed at an offset of the source. */
  readonly limitError: (code: string, message: string, start: number) => Error
}

/**
 * Parses a document. The root is always `html` with one `head` and one `body`.
 *
 * @param opaque stretches that are not looked into, ascending and disjoint; where they stand in text or attribute
 *   values the tree holds their indices. In a tag's name or between its attributes they are an error diagnostic.
 * @throws what `limitError` makes
 */
export function parseHtml(source: SourceText, opaque: readonly OpaqueRange[], options: ParseHtmlOptions): HtmlDocument {
  const builder = new TreeBuilder({ limits: options.limits, limitError: options.limitError, fragment: false })
  tokenize(source, opaque, options.diagnostics, builder)
  const { root, head, body, mode } = builder
  return { root, head, body, mode }
}

/** Parses content of a body; tags of `html`, `head` and `body` in it are ignored. */
export function parseHtmlFragment(source: SourceText, options: ParseHtmlOptions): readonly HtmlNode[] {
  const builder = new TreeBuilder({ limits: options.limits, limitError: options.limitError, fragment: true })
  tokenize(source, [], options.diagnostics, builder)
  return builder.body.children
}

function tokenize(
  source: SourceText,
  opaque: readonly OpaqueRange[],
  diagnostics: DiagnosticSink,
  builder: TreeBuilder,
): void {
  const reader = new TagReader(source, opaque, diagnostics, builder)
  const tokenizer = new Tokenizer({}, reader)
  tokenizer.write(mask(source.text, opaque))
  tokenizer.end()
}

/** Hides the opaque ranges behind a character that means nothing to an HTML tokenizer; offsets stay. */
function mask(text: string, opaque: readonly OpaqueRange[]): string {
  let masked = ''
  let done = 0
  for (const range of opaque) {
    masked += text.slice(done, range.start) + '{'.repeat(range.end - range.start)
    done = range.end
  }
  return masked + text.slice(done)
}

/** Receives ranges from the tokenizer and hands tags and text to the tree builder. */
class TagReader implements TokenizerCallbacks {
  #tagName = ''
  #tagStart = 0
  #attributes: HtmlAttribute[] = []
  /** Lower-case names of the tag's attributes: of equal ones the first counts. */
  readonly #attributeNames = new Set<string>()
  #attributeName = ''
  #attributeStart = 0
  #value: TextPiece[] = []
  #damaged = false
  /** The first opaque range that has not been passed. */
  #nextOpaque = 0

  constructor(
    private readonly source: SourceText,
    private readonly opaque: readonly OpaqueRange[],
    private readonly diagnostics: DiagnosticSink,
    private readonly builder: TreeBuilder,
  ) {}

  isInForeignContext(): boolean {
    return this.builder.inSvg
  }

  ontext(start: number, end: number): void {
    let done = start
    for (let range = this.#opaqueFrom(start); range && range.start < end; range = this.#opaqueFrom(done)) {
      if (range.start > done) this.builder.characters(this.#read(done, range.start), done, range.start)
      if (!range.ignorable) this.builder.opaque(this.#nextOpaque, range.start, range.end)
      done = range.end
    }
    if (done < end) this.builder.characters(this.#read(done, end), done, end)
  }

  ontextentity(codePoint: number, end: number): void {
    this.builder.characters(String.fromCodePoint(codePoint), end, end)
  }

  onopentagname(start: number, end: number): void {
    this.#tagStart = start - 1
    this.#tagName = this.#readName(start, end)
    this.#attributes = []
    this.#attributeNames.clear()
  }

  onattribname(start: number, end: number): void {
    this.#attributeStart = start
    const name = this.#readName(start, end)
    // What a name with a placeholder would have become is unknown.
    this.#attributeName = this.#damaged ? '' : name
    this.#value = []
  }

  onattribdata(start: number, end: number): void {
    let done = start
    for (let range = this.#opaqueFrom(start); range && range.start < end; range = this.#opaqueFrom(done)) {
      if (range.start > done) this.#addToValue(this.#read(done, range.start))
      if (!range.ignorable) this.#value.push(this.#nextOpaque)
      done = range.end
    }
    if (done < end) this.#addToValue(this.#read(done, end))
  }

  onattribentity(codePoint: number): void {
    this.#addToValue(String.fromCodePoint(codePoint))
  }

  onattribend(_quote: number, end: number): void {
    const name = this.#attributeName
    const lowerCase = name.toLowerCase()
    if (name === '' || this.#attributeNames.has(lowerCase)) return
    this.#attributeNames.add(lowerCase)
    this.#attributes.push({ name, value: this.#value, start: this.#attributeStart, end })
  }

  onopentagend(end: number): void {
    this.#emitStartTag(end + 1, false)
  }

  onselfclosingtag(end: number): void {
    this.#emitStartTag(end + 1, true)
  }

  onclosetag(start: number, end: number): void {
    this.builder.endTag(this.#readName(start, end), start - 2, end + 1)
  }

  ondeclaration(start: number, end: number): void {
    this.builder.doctype(documentMode(this.source.text.slice(start, end)))
  }

  /** Only SVG knows CDATA sections; elsewhere they are comments. */
  oncdata(start: number, end: number, endOffset: number): void {
    if (this.builder.inSvg) this.ontext(start, end - endOffset)
  }

  oncomment(): void {}

  onprocessinginstruction(): void {}

  onend(): void {}

  #emitStartTag(end: number, selfClosing: boolean): void {
    if (this.#tagName === '') return
    const start = this.#tagStart
    this.builder.startTag({ name: this.#tagName, attributes: this.#attributes, selfClosing, start, end })
  }

  /** The first opaque range that ends behind `offset`. */
  #opaqueFrom(offset: number): OpaqueRange | undefined {
    let range = this.opaque[this.#nextOpaque]
    while (range && range.end <= offset) range = this.opaque[++this.#nextOpaque]
    return range
  }

  /** A name without the opaque ranges in it, each of which is reported; `#damaged` says whether there were any. */
  #readName(start: number, end: number): string {
    let name = ''
    let done = start
    this.#damaged = false
    for (let range = this.#opaqueFrom(start); range && range.start < end; range = this.#opaqueFrom(done)) {
      name += this.source.text.slice(done, range.start)
      done = range.end
      if (range.ignorable) continue
      this.#damaged = true
      const written = this.source.text.slice(range.start, range.end)
      this.diagnostics.error(
        'placeholder-in-tag',
        `${written} stands inside a tag; placeholders belong into text or quoted attribute values`,
        this.source.span(range.start, range.end),
      )
    }
    return done < end ? name + this.source.text.slice(done, end) : name
  }

  #addToValue(text: string): void {
    const content = text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
    const last = this.#value.length - 1
    const previous = this.#value[last]
    if (typeof previous === 'string') this.#value[last] = previous + content
    else this.#value.push(content)
  }

  /** Source text with line breaks normalized (§13.2.3.5). */
  #read(start: number, end: number): string {
    const text = this.source.text.slice(start, end)
    return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  }
}
