import { type CSSToken, TokenType } from '@csstools/css-tokenizer'
import type { ValueCursor } from './value-cursor.js'

const MATH_FUNCTIONS: ReadonlySet<string | undefined> = new Set(['calc', 'min', 'max', 'clamp', 'round', 'abs'])

/**
 * Consumes a `<time>` (css-values-4 §7.2), also as a math function. No property of ours gives it a meaning: nothing on
 * paper takes time.
 */
export function skipTime(cursor: ValueCursor): boolean {
  if (cursor.token && isTime(cursor.token)) {
    cursor.advance()
    return true
  }
  if (!MATH_FUNCTIONS.has(cursor.peekFunction())) return false
  const before = cursor.position
  const args = cursor.call()?.args
  if (args?.tokens.slice(args.position, args.end).some(isTime)) return true
  cursor.reset(before)
  return false
}

function isTime(token: CSSToken): boolean {
  return token[0] === TokenType.Dimension && /^m?s$/i.test(token[4].unit)
}
