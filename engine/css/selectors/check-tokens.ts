import { TokenType } from '@csstools/css-tokenizer'
import type { CSSToken } from '../values/value-cursor.js'
import { SelectorError } from './check-selector.js'

/**
 * Whether tokens may be those of a selector, for the selector parser is more tolerant than CSS. Names of our own are for
 * the style sheet of the user agent.
 * @throws SelectorError
 */
export function checkTokens(tokens: readonly CSSToken[], start: number, end: number, isUserAgent: boolean): void {
  for (let at = start; at < end; at++) {
    const token = tokens[at]
    if (!token) return
    const isForeign = !isUserAgent && isInternal(token, tokens[at - 1])
    if (isForeign || !maySelect(token)) throw new SelectorError('invalid', `unexpected "${token[1]}"`)
  }
}

/** Characters that have a meaning in selectors. */
function maySelect(token: CSSToken): boolean {
  switch (token[0]) {
    case TokenType.Delim:
      return '.*>+~|=^$-&'.includes(token[4].value)
    case TokenType.AtKeyword:
    case TokenType.Semicolon:
    case TokenType.Percentage:
    case TokenType.BadString:
    case TokenType.BadURL:
    case TokenType.URL:
    case TokenType.CDO:
    case TokenType.CDC:
    case TokenType.CloseCurly:
      return false
    default:
      return true
  }
}

/** Whether a token names a pseudo-class of our own. */
function isInternal(token: CSSToken, before: CSSToken | undefined): boolean {
  if (before?.[0] !== TokenType.Colon) return false
  const isName = token[0] === TokenType.Ident || token[0] === TokenType.Function
  return isName && token[4].value.toLowerCase().startsWith('-internal-')
}
