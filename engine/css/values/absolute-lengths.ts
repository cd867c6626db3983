import { NumberType, TokenType } from '@csstools/css-tokenizer'
import { lengthPx, type UnitContext } from './compute-length.js'
import { dimensionLength, type LengthValue } from './length-value.js'
import type { CSSToken } from './value-cursor.js'

/** Whether a length among the tokens refers to a font, a line or a page. */
export function hasRelativeLength(tokens: readonly CSSToken[]): boolean {
  return tokens.some((token) => relativeLength(token) !== undefined)
}

/** The tokens with all relative lengths in px, as if nothing was zoomed: they grow where they are used. */
export function absoluteLengths(tokens: readonly CSSToken[], units: UnitContext): readonly CSSToken[] {
  if (!hasRelativeLength(tokens)) return tokens
  return tokens.map((token): CSSToken => {
    const length = relativeLength(token)
    if (!length) return token
    const value = lengthPx(length, units) / units.zoom
    return [TokenType.Dimension, `${value}px`, token[2], token[3], { value, type: NumberType.Number, unit: 'px' }]
  })
}

function relativeLength(token: CSSToken): LengthValue | undefined {
  if (token[0] !== TokenType.Dimension) return undefined
  const length = dimensionLength(token[4].value, token[4].unit)
  return length?.kind === 'relative' ? length : undefined
}
