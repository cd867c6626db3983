import { TokenType } from '@csstools/css-tokenizer'
import { type CSSToken, tokenizeCss } from '../values/value-cursor.js'

/** The library does not read the arguments of these, which we do then, but takes escapes off them, twice. */
const UNREAD_FUNCTION = /^(?:nth-|-(?:webkit|moz)-any$)/i

/** Each layer of them makes four backslashes of one, so there must be an end; no author nests them at all. */
const LAYER_LIMIT = 3

/** Escapes, and the characters of names that the library takes for none: those below U+00B0 and those that it calls spaces. */
const UNREAD = /[\\\u0080-\u00af\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/

/**
 * A selector with its escapes as the selector parser understands them all: hexadecimal and followed by a space, those
 * of newlines in strings carried out, those of no character replaced (css-syntax-3 §4.3.7).
 */
export function withPlainEscapes(text: string): string {
  if (!UNREAD.test(text)) return text
  let plain = ''
  const unread: boolean[] = []
  let afterEquals = false
  for (const token of tokenizeCss(text)) {
    const layers = Math.min(unread.filter(Boolean).length, LAYER_LIMIT)
    plain += UNREAD.test(token[1]) ? rewritten(token, '\\'.repeat(4 ** layers), afterEquals) : token[1]
    afterEquals = token[0] === TokenType.Delim && token[4].value === '='
    if (token[0] === TokenType.Function) unread.push(UNREAD_FUNCTION.test(token[4].value))
    else if (token[0] === TokenType.OpenParen) unread.push(false)
    else if (token[0] === TokenType.CloseParen) unread.pop()
  }
  return plain
}

/** @param afterEquals the token is the value of an attribute, in which the library takes no spaces without quotes */
function rewritten(token: CSSToken, backslash: string, afterEquals: boolean): string {
  switch (token[0]) {
    case TokenType.Ident:
      return afterEquals ? `"${identifier(token[4].value, backslash)}"` : identifier(token[4].value, backslash)
    case TokenType.Function:
      return `${identifier(token[4].value, backslash)}(`
    case TokenType.Hash:
      return `#${identifier(token[4].value, backslash)}`
    case TokenType.String:
      return `"${token[4].value.replace(/["\\\n\r\f]/g, (character) => escaped(character, backslash))}"`
    default:
      return token[1]
  }
}

function identifier(name: string, backslash: string): string {
  return name.replace(
    /^-?\d|^-$|[^-\w\u0080-\uffff]|[\u0080-\u00af\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]/g,
    (found) => (found.length === 1 ? escaped(found, backslash) : `-${escaped(found.slice(1), backslash)}`),
  )
}

function escaped(character: string, backslash: string): string {
  return `${backslash}${character.charCodeAt(0).toString(16)} `
}
