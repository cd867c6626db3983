import { HashType, TokenType } from '@csstools/css-tokenizer'
import { type CSSToken, isBlank, tokenizeCss } from '../values/value-cursor.js'

/**
 * A selector list cannot be used: the whole rule goes (`invalid`), or one selector of it (`unsupported`); `screen`
 * goes without a word, for it selects what no page has. `foreign` is invalid in all browsers but one: its list
 * goes as a whole, without a word where it has nothing for a page.
 */
export class SelectorError extends Error {
  override readonly name = 'SelectorError'

  constructor(
    readonly kind: 'invalid' | 'unsupported' | 'screen' | 'foreign',
    message: string,
  ) {
    super(message)
  }
}

/** Functions whose arguments may be wrong without harm. */
const FORGIVING = new Set(['is', 'where', 'matches', '-webkit-any', '-moz-any'])

/**
 * Refuses what the selector parser lets pass although CSS does not (selectors-4 §17): classes and ids that are no
 * identifiers, and attribute selectors without a name or with a value that is neither a name nor a string.
 * @throws SelectorError
 */
export function checkSelector(text: string): void {
  const tokens = tokenizeCss(text)
  let forgiving = 0
  let depth = 0
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as CSSToken
    const [type, written] = token
    if (type === TokenType.Function || type === TokenType.OpenParen) {
      depth++
      if (forgiving === 0 && type === TokenType.Function && FORGIVING.has(token[4].value.toLowerCase()))
        forgiving = depth
    } else if (type === TokenType.CloseParen) {
      if (depth === forgiving) forgiving = 0
      depth--
    }
    if (forgiving > 0) continue
    if (type === TokenType.Hash && token[4].type !== HashType.ID) throw notAnIdentifier(written)
    if (isNumeric(type) && written.startsWith('.')) throw notAnIdentifier(written)
    const next = tokens[at + 1]
    // The library folds it to the letter k.
    if (type === TokenType.Colon && next && isName(next) && next[4].value.includes(KELVIN_SIGN))
      throw new SelectorError('invalid', `unknown pseudo-class ":${next[4].value}"`)
    if (isDelim(token, '.') && next?.[0] !== TokenType.Ident) throw notAnIdentifier(`.${next?.[1] ?? ''}`)
    if (type === TokenType.OpenSquare) at = checkAttribute(tokens, at)
  }
}

const KELVIN_SIGN = '\u212a'

function isName(token: CSSToken) {
  return token[0] === TokenType.Ident || token[0] === TokenType.Function
}

function isNumeric(type: TokenType): boolean {
  return type === TokenType.Number || type === TokenType.Dimension || type === TokenType.Percentage
}

function notAnIdentifier(written: string): SelectorError {
  return new SelectorError('invalid', `"${written.slice(1)}" is not an identifier`)
}

/** @returns the index of the closing bracket */
function checkAttribute(tokens: readonly CSSToken[], open: number): number {
  let close = open + 1
  while (close < tokens.length && tokens[close]?.[0] !== TokenType.CloseSquare) close++
  const parts = tokens.slice(open + 1, close).filter((token) => !isBlank(token))
  let at = 0
  const takes = (accepts: (token: CSSToken) => boolean) => {
    const token = parts[at]
    if (!token || !accepts(token)) return false
    at++
    return true
  }
  if (parts[1] && isDelim(parts[1], '|') && parts[2]?.[0] === TokenType.Ident) at = 2
  else if (parts[0] && isDelim(parts[0], '|')) at = 1
  const isNamed = takes(([type]) => type === TokenType.Ident)
  if (isNamed && at === parts.length) return close
  takes((token) => isDelim(token, '~|^$*'))
  const isWhole =
    takes((token) => isDelim(token, '=')) && takes(([type]) => type === TokenType.Ident || type === TokenType.String)
  takes((token) => token[0] === TokenType.Ident && /^[is]$/i.test(token[4].value))
  if (isNamed && isWhole && at === parts.length) return close
  const written = parts.map((token) => token[1]).join('')
  throw new SelectorError('invalid', `"[${written}]" is not an attribute selector`)
}

function isDelim(token: CSSToken, characters: string): boolean {
  return token[0] === TokenType.Delim && characters.includes(token[4].value)
}
