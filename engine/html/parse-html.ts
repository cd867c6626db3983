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
 * @param opaque stretches that are not looked into, ascending and disjoint; where they stand in text, in attribute
 *   values or between attributes the tree holds their indices. Within a name they are an error diagnostic.
 * @throws what `limitError` makes
 */
export function parseHtml(source: SourceText, opaque: readonly OpaqueRange[], options: ParseHtmlOptions): HtmlDocument {
  const builder = new TreeBuilder({ limits: options.limits, limitError: options.limitError, fragment: false })
  tokenize(source, opaque, options.diagnostics, builder)
  const { root, head, body, mode } = builder
  return { root, head, body, mode }
}

/** Parses content of a body; tags of `html`, `head` and `body` in it are ignored. @param opaque as in `parseHtml` */
export function parseHtmlFragment(
  source: SourceText,
  opaque: readonly OpaqueRange[],
  options: ParseHtmlOptions,
): readonly HtmlNode[] {
  const builder = new TreeBuilder({ limits: options.limits, limitError: options.limitError, fragment: true })
  tokenize(source, opaque, options.diagnostics, builder)
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

/** At the start of a file it says how the file is encoded, and is no text (HTML §13.2.3). */
const BYTE_ORDER_MARK = '\ufeff'

/** How the tokenizer names the quotes of an attribute without a value. */
const NO_VALUE = 0

/** Receives ranges from the tokenizer and hands tags and text to the tree builder. */
class TagReader implements TokenizerCallbacks {
  #tagName = ''
  #tagStart = 0
  #attributes: HtmlAttribute[] = []
  /** Lower-case names of the tag's attributes: of equal ones the first counts. */
  readonly #attributeNames = new Set<string>()
  /** One of them stands behind a block. */
  #hasTags = false
  #attributeName = ''
  #attributeStart = 0
  #value: TextPiece[] = []
  /** Opaque ranges between attributes that belong to the next one. */
  #tags: number[] = []
  /** Those behind the attribute's name: what has a value cannot continue in them. */
  #tagsBehind: number[] = []
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
    let done = start === 0 && this.source.text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : start
    for (let range = this.#opaqueFrom(done); range && range.start < end; range = this.#opaqueFrom(done)) {
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
    this.#attributes = []
    this.#attributeNames.clear()
    this.#hasTags = false
    this.#tags = []
    const nameEnd = this.#endOfName(start, end)
    this.#tagName = this.source.text.slice(start, nameEnd)
    const rest = this.#passTags(nameEnd, end)
    if (rest >= end) return
    // Which element this would have become is unknown.
    for (const index of this.#tags) this.#reportInTag(this.opaque[index])
    this.#tags = []
    this.#tagName += this.#readName(rest, end)
  }

  onattribname(start: number, end: number): void {
    this.#tagsBehind = []
    const nameStart = this.#passTags(start, end)
    this.#attributeStart = nameStart
    const nameEnd = this.#endOfName(nameStart, end)
    this.#attributeName = this.source.text.slice(nameStart, nameEnd)
    this.#readTagsBehind(nameEnd, end)
    this.#value = []
  }

  onattribdata(start: number, end: number): void {
    let done = start
    for (let range = this.#opaqueFrom(done); range && range.start < end; range = this.#opaqueFrom(done)) {
      if (range.start > done) this.#addToValue(this.#read(done, range.start))
      if (!range.ignorable) this.#value.push(this.#nextOpaque)
      done = range.end
    }
    if (done < end) this.#addToValue(this.#read(done, end))
  }

  onattribentity(codePoint: number): void {
    this.#addToValue(String.fromCodePoint(codePoint))
  }

  onattribend(quote: number, end: number): void {
    const name = this.#attributeName
    if (quote !== NO_VALUE) for (const index of this.#tagsBehind) this.#reportInTag(this.opaque[index])
    this.#addAttribute(name, end)
    if (quote === NO_VALUE) this.#tags.push(...this.#tagsBehind)
  }

  /** Of equal names the first counts, unless blocks decide which of them there are. */
  #addAttribute(name: string, end: number): void {
    if (name === '') return
    const lowerCase = name.toLowerCase()
    const tags = this.#tags
    if (tags.length > 0) this.#hasTags = true
    if (this.#attributeNames.has(lowerCase) && !this.#hasTags) return
    this.#attributeNames.add(lowerCase)
    const attribute = { name, value: this.#value, start: this.#attributeStart, end }
    this.#attributes.push(tags.length > 0 ? { ...attribute, tags } : attribute)
    this.#tags = []
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
    if (this.#tags.length > 0) this.#attributes.push({ name: '', value: [], tags: this.#tags, start: end, end })
    this.builder.startTag({ name: this.#tagName, attributes: this.#attributes, selfClosing, start, end })
  }

  /** The first opaque range that ends behind `offset`. */
  #opaqueFrom(offset: number): OpaqueRange | undefined {
    let range = this.opaque[this.#nextOpaque]
    while (range && range.end <= offset) range = this.opaque[++this.#nextOpaque]
    return range
  }

  /** Collects the opaque ranges at the beginning of a name. @returns where the name itself begins */
  #passTags(start: number, end: number): number {
    let done = start
    for (
      let range = this.#opaqueFrom(start);
      range && range.start === done && done < end;
      range = this.#opaqueFrom(done)
    ) {
      if (!range.ignorable) this.#tags.push(this.#nextOpaque)
      done = range.end
    }
    return Math.min(done, end)
  }

  /** Where the next opaque range begins, at most `end`. */
  #endOfName(start: number, end: number): number {
    return Math.min(this.#opaqueFrom(start)?.start ?? end, end)
  }

  /** Reads what follows a name within the same run of characters: opaque ranges, or letters, which belong to none. */
  #readTagsBehind(start: number, end: number): void {
    let done = start
    for (let range = this.#opaqueFrom(done); range && range.start < end; range = this.#opaqueFrom(done)) {
      if (range.start > done) break
      if (!range.ignorable) this.#tagsBehind.push(this.#nextOpaque)
      done = range.end
    }
    if (done >= end) return
    // Nobody knows what a name with a placeholder in it would have become.
    for (const index of this.#tagsBehind) this.#reportInTag(this.opaque[index])
    this.#tagsBehind = []
    this.#attributeName = ''
    this.#readName(done, end)
  }

  #reportInTag(range: OpaqueRange | undefined): void {
    if (!range) return
    const written = this.source.text.slice(range.start, range.end)
    const message = `${written} stands inside a tag; placeholders belong into text or quoted attribute values`
    this.diagnostics.error('placeholder-in-tag', message, this.source.span(range.start, range.end))
  }

  /** A name without the opaque ranges in it, each of which is reported. */
  #readName(start: number, end: number): string {
    let name = ''
    let done = start
    for (let range = this.#opaqueFrom(done); range && range.start < end; range = this.#opaqueFrom(done)) {
      name += this.source.text.slice(done, range.start)
      done = range.end
      if (range.ignorable) continue
      this.#reportInTag(range)
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
