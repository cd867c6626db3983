import { NumberType, TokenType } from '@csstools/css-tokenizer'
import type { Span } from '../../base/source.js'
import type { CssMode, Declaration } from '../properties/declaration.js'
import { parseDeclaration, trimBlanks } from '../properties/parse-declaration.js'
import { type CSSToken, tokenizeCss } from '../values/value-cursor.js'

/** An attribute that is a property of CSS. */
export interface PropertyAttribute {
  readonly property: string
  readonly value: string
  /** Numbers in it are lengths in px (SVG 2 §8.9), as far as they do not stand in a function. */
  readonly numbersAreLengths: boolean
}

/**
 * Parses the value of a presentation attribute (SVG 2 §6.6) by itself: nothing in it begins another declaration or makes
 * it important, and its end closes what is open. What is wrong counts as absent, as it does in browsers.
 */
export function parsePropertyAttribute(
  { property, value, numbersAreLengths }: PropertyAttribute,
  span: Span,
  mode: CssMode,
): readonly Declaration[] {
  const tokens = trimBlanks(tokenizeCss(value))
  const raw = {
    name: property,
    tokens: numbersAreLengths ? withUnits(tokens) : tokens,
    important: false,
    written: { text: value, start: 0, end: value.length },
    span: () => span,
  }
  return tokens.length === 0 ? [] : parseDeclaration(raw, silent, mode)
}

function silent(): void {}

function withUnits(tokens: readonly CSSToken[]): readonly CSSToken[] {
  let depth = 0
  return tokens.map((token): CSSToken => {
    if (token[0] === TokenType.Function || token[0] === TokenType.OpenParen) depth++
    else if (token[0] === TokenType.CloseParen) depth--
    if (token[0] !== TokenType.Number || depth > 0) return token
    const length = { value: token[4].value, type: NumberType.Number, unit: 'px' }
    return [TokenType.Dimension, `${token[1]}px`, token[2], token[3], length]
  })
}
