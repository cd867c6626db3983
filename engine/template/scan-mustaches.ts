import type { DiagnosticSink } from '../base/diagnostics.js'
import { TemplateError } from '../base/errors.js'
import type { SourceText } from '../base/source.js'
import type { OpaqueRange } from '../html/html-tree.js'
import { foreignTagHint } from './foreign-tags.js'

/** A tag in double or triple braces, found in the raw text before HTML is parsed. */
export interface Mustache extends OpaqueRange {
  /** `escape` is a backslash with the braces behind it: it prints the braces. */
  readonly kind: 'value' | 'raw' | 'comment' | 'escape'
  /** Offsets of what stands between the braces. */
  readonly contentStart: number
  readonly contentEnd: number
}

/** Elements in whose text no tags are looked for. */
const TEXT_ONLY = new Set(['style', 'title', 'textarea', 'xmp', 'noembed', 'noframes'])

/** Elements whose text is dropped unread. */
const UNREAD = new Set(['script', 'iframe'])

/** Text behind braces that the author meant as a tag, unlike the text behind those of other notations. */
const LIKE_A_TAG = /^\s*[#/]?[\p{L}_@]/u

/** Of a tag of another language; what is longer is text with a percent sign. */
const LONGEST_FOREIGN_TAG = 300

/** Every tag of the template language and of others begins so. */
const MAY_HAVE_TAGS = /\{[{%]|<%/

const IN_DATA = /<!--|<\/?[a-zA-Z][^\s/>{]*|\\?\{{2,}|\{%|<%/g
const IN_TAG = /=\s*["']|\/?>|\\?\{{2,}/g
const IN_TEXT_ONLY = /<\/[a-zA-Z]+|\\?\{{2,}/g
const IN_STYLE = /<\/[a-zA-Z]+|\/\*|["']|\\?\{{2,}/g

/**
 * Finds the placeholders, block tags and comments of the template language: in text, attribute values, `<style>`
 * and `<title>`, but not in comments of HTML and CSS nor in scripts.
 *
 * @throws TemplateError for a `{{!--` without its end
 */
export function scanMustaches(source: SourceText, diagnostics: DiagnosticSink): readonly Mustache[] {
  return MAY_HAVE_TAGS.test(source.text) ? new MustacheScanner(source, diagnostics).scan() : []
}

class MustacheScanner {
  readonly #text: string
  readonly #found: Mustache[] = []
  #at = 0
  #svgDepth = 0
  /** A quote that had no partner before an offset: those behind a backslash up to there have none either. */
  #unpaired: { readonly quote: string | undefined; readonly until: number } = { quote: undefined, until: 0 }

  constructor(
    private readonly source: SourceText,
    private readonly diagnostics: DiagnosticSink,
  ) {
    this.#text = source.text
  }

  scan(): readonly Mustache[] {
    for (let match = this.#next(IN_DATA); match !== undefined; match = this.#next(IN_DATA)) {
      if (match === '<!--') this.#skipPast('-->')
      else if (match.endsWith('%')) this.#foreignTag(match)
      else if (match.startsWith('<')) this.#tag(match)
      else this.#mustache(match)
    }
    return this.#found
  }

  /** The next match of a pattern; the position is then behind it. */
  #next(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    this.#at = match ? pattern.lastIndex : this.#text.length
    return match?.[0]
  }

  #skipPast(end: string): void {
    const found = this.#text.indexOf(end, this.#at)
    this.#at = found < 0 ? this.#text.length : found + end.length
  }

  #tag(opening: string): void {
    const isEnd = opening.startsWith('</')
    const name = opening.slice(isEnd ? 2 : 1).toLowerCase()
    const selfClosing = this.#restOfTag()
    if (name === 'svg') this.#svgDepth += isEnd ? -1 : selfClosing ? 0 : 1
    if (isEnd || (selfClosing && this.#svgDepth > 0)) return
    if (UNREAD.has(name)) this.#unread(name)
    else if (TEXT_ONLY.has(name)) this.#textOnly(name)
  }

  /** @returns whether the tag ends in `/>` */
  #restOfTag(): boolean {
    for (let match = this.#next(IN_TAG); match !== undefined; match = this.#next(IN_TAG)) {
      if (match.endsWith('>')) return match === '/>'
      if (match.startsWith('=')) this.#attributeValue(match.endsWith('"') ? IN_DOUBLE_QUOTES : IN_SINGLE_QUOTES)
      else this.#mustache(match)
    }
    return false
  }

  #attributeValue(pattern: RegExp): void {
    for (let match = this.#next(pattern); match !== undefined; match = this.#next(pattern)) {
      if (match === '"' || match === "'") return
      this.#mustache(match)
    }
  }

  /** `{% … %}` and `<% … %>` are text, which nobody means. */
  #foreignTag(opening: string): void {
    const closing = opening === '{%' ? '%}' : '%>'
    const end = this.#text.indexOf(closing, this.#at)
    if (end < 0 || end - this.#at > LONGEST_FOREIGN_TAG) return
    const start = this.#at - opening.length
    const hint = foreignTagHint(this.#text.slice(this.#at, end))
    if (hint === undefined) return
    const written = this.#text.slice(start, end + closing.length).replace(/\s+/g, ' ')
    const span = this.source.span(start, end + closing.length)
    this.diagnostics.warn('foreign-tag', `${written} stays as written: ${hint}`, span)
  }

  #unread(name: string): void {
    const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
    this.#next(end)
  }

  #textOnly(name: string): void {
    const pattern = name === 'style' ? IN_STYLE : IN_TEXT_ONLY
    for (let match = this.#next(pattern); match !== undefined; match = this.#next(pattern)) {
      if (match.startsWith('</')) {
        if (match.slice(2).toLowerCase() === name) return
      } else if (match === '/*') this.#skipCssComment()
      else if (match === '"' || match === "'") this.#cssString(match)
      else this.#mustache(match)
    }
  }

  /** A comment of CSS ends with the style element at the latest. */
  #skipCssComment(): void {
    this.#next(/\*\/|(?=<\/style)|$/gi)
  }

  /** Within a string of CSS no comment starts. */
  #cssString(quote: string): void {
    const pattern = quote === '"' ? IN_CSS_DOUBLE_QUOTES : IN_CSS_SINGLE_QUOTES
    for (let match = this.#next(pattern); match !== undefined; match = this.#next(pattern)) {
      if (!match.endsWith('{')) return
      this.#mustache(match)
    }
  }

  /** @param opening the run of braces before the position, with a backslash in front when it is escaped */
  #mustache(opening: string): void {
    const from = this.#at
    const start = from - opening.length
    if (opening.startsWith('\\')) {
      this.#add('escape', start, from, from, from)
      return
    }
    if (this.#text.startsWith('!--', from)) {
      this.#comment(from)
      return
    }
    if (opening.length >= 3) {
      const close = this.#findClose(from, '}}}')
      if (close >= 0) {
        this.#add('raw', from - 3, from, close, close + 3)
        return
      }
    }
    const close = this.#findClose(from, '}}')
    if (close < 0) {
      if (LIKE_A_TAG.test(this.#text.slice(from, from + 20))) {
        const message = 'these braces stay as written: no }} ends them before the next tag or placeholder'
        this.diagnostics.warn('unclosed-placeholder', message, this.source.span(from - 2, from))
      }
      return
    }
    this.#add(this.#text[from] === '!' ? 'comment' : 'value', from - 2, from, close, close + 2)
  }

  #comment(from: number): void {
    const close = this.#text.indexOf('--}}', from + 3)
    if (close < 0) {
      throw new TemplateError(
        'unclosed-comment',
        'this comment has no end: expected --}}',
        this.source.span(from - 2, from + 3),
      )
    }
    this.#add('comment', from - 2, from, close + 2, close + 4)
  }

  #add(kind: Mustache['kind'], start: number, contentStart: number, contentEnd: number, end: number): void {
    this.#found.push({ kind, start, end, contentStart, contentEnd, ignorable: kind === 'comment' })
    this.#at = end
  }

  /**
   * Offset of the closing braces, or -1 when other braces, an end tag or a comment come first: then these braces
   * are mere text.
   */
  #findClose(from: number, closer: '}}' | '}}}'): number {
    const text = this.#text
    for (let at = from; at < text.length; at++) {
      switch (text[at]) {
        case '}':
          if (text.startsWith(closer, at)) return at
          if (text.startsWith('}}', at)) return -1
          break
        case '{':
          if (text[at + 1] === '{') return -1
          break
        case '<':
          if (text[at + 1] === '/' || text[at + 1] === '!') return -1
          break
        case '"':
        case "'":
          at = this.#endOfString(at, from)
          break
      }
    }
    return -1
  }

  /**
   * Offset of the quote that ends the string of an expression starting at `at`; `at` itself when the quote starts
   * no string: an apostrophe within a word, or one without a partner on its line.
   */
  #endOfString(at: number, from: number): number {
    const text = this.#text
    if (at > from && /[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return at
    const quote = text[at]
    if (quote === this.#unpaired.quote && at < this.#unpaired.until) return at
    for (let end = at + 1; end < text.length; end++) {
      const character = text[end]
      if (character === quote) return end
      if (character === '\\') end++
      else if (character === '\n' || (character === '{' && text[end + 1] === '{')) {
        this.#unpaired = { quote, until: end }
        return at
      }
    }
    this.#unpaired = { quote, until: text.length }
    return at
  }
}

const IN_DOUBLE_QUOTES = /"|\\?\{{2,}/g
const IN_SINGLE_QUOTES = /'|\\?\{{2,}/g
const IN_CSS_DOUBLE_QUOTES = /"|\n|(?=<\/style)|\\?\{{2,}/gi
const IN_CSS_SINGLE_QUOTES = /'|\n|(?=<\/style)|\\?\{{2,}/gi
