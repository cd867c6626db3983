import { TokenType } from '@csstools/css-tokenizer'
import type { CSSToken } from '../values/value-cursor.js'

/**
 * For each opening token the index of the token that closes its block, or the number of tokens when it never
 * closes (css-syntax-3 §5.4.8). A closing token that does not fit the innermost block is an ordinary token.
 */
export function matchBlocks(tokens: readonly CSSToken[]): Int32Array {
  const closings = new Int32Array(tokens.length).fill(-1)
  const open: number[] = []
  const awaited: TokenType[] = []
  for (let i = 0; i < tokens.length; i++) {
    const type = tokens[i]?.[0]
    const closer = closerOf(type)
    if (closer) {
      open.push(i)
      awaited.push(closer)
    } else if (awaited.length > 0 && type === awaited[awaited.length - 1]) {
      closings[open.pop() ?? 0] = i
      awaited.pop()
    }
  }
  for (const i of open) closings[i] = tokens.length
  return closings
}

function closerOf(type: TokenType | undefined): TokenType | undefined {
  switch (type) {
    case TokenType.OpenCurly:
      return TokenType.CloseCurly
    case TokenType.OpenParen:
    case TokenType.Function:
      return TokenType.CloseParen
    case TokenType.OpenSquare:
      return TokenType.CloseSquare
    default:
      return undefined
  }
}
