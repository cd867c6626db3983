import { type CSSToken, NumberType, TokenType, tokenize } from '@csstools/css-tokenizer'
import type { Span } from '../../base/source.js'
import { withKnownNames, withOwnNames } from './name-code-points.js'

export type { CSSToken } from '@csstools/css-tokenizer'

/** Names that authors may not give to anything (css-values-4 §4.2). */
const RESERVED_IDENTS: ReadonlySet<string> = new Set([
  'inherit',
  'initial',
  'unset',
  'revert',
  'revert-layer',
  'default',
])

/** Functions and parentheses may nest this deep in a value; more is invalid. Author style sheets stay below 10. */
const NESTING_LIMIT = 32

/** Notes of a value parser, about valid CSS that it does not support: `invalid-value` becomes `unsupported-value`. */
interface ValueNotes {
  unsupported: string | undefined
  readonly latitude: Latitude | undefined
  /** The words that would have been read in place of others, where a message is to name the nearest. */
  readonly expected?: Map<string, Set<string>> | undefined
  /** The place of the declaration, for values that remember it; made when one does. */
  readonly span?: (() => Span) | undefined
}

/**
 * Values allowed beyond CSS: lengths without a unit or hexadecimal colours without `#` (https://quirks.spec.whatwg.org
 * §3.1, §3.2), or words that begin with `-internal-`.
 */
export type Latitude = 'length' | 'color' | 'internal'

/** A function of a value with its arguments. The name is lower-case. */
export interface FunctionCall {
  readonly name: string
  readonly args: ValueCursor
}

/**
 * Reads the component values of one declaration from left to right. White space and comments are taken out
 * before: no property of ours gives them a meaning.
 */
export class ValueCursor {
  #position: number

  constructor(
    readonly tokens: readonly CSSToken[],
    readonly notes: ValueNotes,
    start = 0,
    readonly end = tokens.length,
    readonly depth = 0,
  ) {
    this.#position = start
  }

  get position(): number {
    return this.#position
  }

  /** Goes back to a position read before. */
  reset(position: number): void {
    this.#position = position
  }

  get done(): boolean {
    return this.#position >= this.end
  }

  get token(): CSSToken | undefined {
    return this.#position < this.end ? this.tokens[this.#position] : undefined
  }

  advance(): void {
    this.#position++
  }

  /** The next identifier in lower case, without consuming it. */
  peekIdent(): string | undefined {
    const token = this.token
    return token && token[0] === TokenType.Ident ? token[4].value.toLowerCase() : undefined
  }

  /** The name of the function that begins here, in lower case. */
  peekFunction(): string | undefined {
    const token = this.token
    return token && token[0] === TokenType.Function ? token[4].value.toLowerCase() : undefined
  }

  /** Consumes an identifier that is one of `words`. Those of our own are for the style sheet of the user agent. */
  keyword<W extends string>(words: readonly W[]): W | undefined {
    const ident = this.peekIdent()
    if (ident === undefined) return undefined
    for (const word of words) {
      if (word !== ident) continue
      if (word.startsWith('-internal-') && this.notes.latitude !== 'internal') return undefined
      this.advance()
      return word
    }
    this.expect(ident, words)
    return undefined
  }

  /** Notes what could have stood in place of an identifier. */
  expect(ident: string, words: Iterable<string>): void {
    const { expected } = this.notes
    if (!expected) return
    const known = expected.get(ident)
    if (!known) expected.set(ident, new Set(words))
    else for (const word of words) known.add(word)
  }

  /** Consumes an identifier as written. */
  ident(): string | undefined {
    const token = this.token
    if (!token || token[0] !== TokenType.Ident) return undefined
    this.advance()
    return token[4].value
  }

  /** `<custom-ident>`: the same for names of families, counters, pages, which are none of CSS's own words. */
  customIdent(): string | undefined {
    const word = this.peekIdent()
    return word === undefined || RESERVED_IDENTS.has(word) ? undefined : this.ident()
  }

  string(): string | undefined {
    const token = this.token
    if (!token || token[0] !== TokenType.String) return undefined
    this.advance()
    return token[4].value
  }

  comma(): boolean {
    if (this.token?.[0] !== TokenType.Comma) return false
    this.advance()
    return true
  }

  delim(character: string): boolean {
    const token = this.token
    if (!token || token[0] !== TokenType.Delim || token[4].value !== character) return false
    this.advance()
    return true
  }

  /** Consumes a plain number; `calc()` is read by the numeric parsers. */
  number(): number | undefined {
    const token = this.token
    if (!token || token[0] !== TokenType.Number) return undefined
    this.advance()
    return token[4].value
  }

  /** Consumes `<integer>`: `2.0` is none (css-values-4 §5.2). */
  integer(): number | undefined {
    const token = this.token
    if (!token || token[0] !== TokenType.Number || token[4].type !== NumberType.Integer) return undefined
    this.advance()
    return token[4].value
  }

  /** Consumes a function, or a parenthesis (named `(`), whole. */
  call(): FunctionCall | undefined {
    const token = this.token
    if (!token) return undefined
    const opens = token[0] === TokenType.Function || token[0] === TokenType.OpenParen
    if (!opens || this.depth >= NESTING_LIMIT) return undefined
    const start = this.#position + 1
    const close = closingParenthesis(this.tokens, start, this.end)
    this.#position = Math.min(close + 1, this.end)
    const name = token[0] === TokenType.Function ? token[4].value.toLowerCase() : '('
    return { name, args: new ValueCursor(this.tokens, this.notes, start, close, this.depth + 1) }
  }

  /** Consumes `url(…)` in either form. */
  url(): string | undefined {
    const token = this.token
    if (!token) return undefined
    if (token[0] === TokenType.URL) {
      this.advance()
      return token[4].value
    }
    if (token[0] !== TokenType.Function || token[4].value.toLowerCase() !== 'url') return undefined
    const before = this.#position
    const text = this.call()?.args.string()
    if (text === undefined) this.reset(before)
    return text
  }

  /** Notes why a valid value cannot be used and gives up on it. */
  unsupported(what: string): undefined {
    this.notes.unsupported ??= what
    return undefined
  }
}

/** Index of the token that closes the block whose contents begin at `start`; `end` when it never closes. */
function closingParenthesis(tokens: readonly CSSToken[], start: number, end: number): number {
  let depth = 1
  for (let i = start; i < end; i++) {
    const type = tokens[i]?.[0]
    if (type === TokenType.Function || type === TokenType.OpenParen) depth++
    else if (type === TokenType.CloseParen && --depth === 0) return i
  }
  return end
}

export function isBlank(token: CSSToken): boolean {
  return token[0] === TokenType.Whitespace || token[0] === TokenType.Comment
}

/** A cursor over a value's tokens without white space and comments. */
export function valueCursor(
  tokens: readonly CSSToken[],
  latitude?: Latitude,
  span?: () => Span,
  expected?: Map<string, Set<string>>,
): ValueCursor {
  return new ValueCursor(
    tokens.filter((token) => !isBlank(token)),
    { unsupported: undefined, latitude, span, expected },
  )
}

/** All tokens of a text, the end-of-file token left out. */
export function tokenizeCss(text: string): CSSToken[] {
  const known = withKnownNames(text)
  const tokens = tokenize({ css: known })
  if (tokens.at(-1)?.[0] === TokenType.EOF) tokens.pop()
  return known === text ? tokens : withOwnNames(tokens, text)
}
