import type { Span } from '../../base/source.js'
import type { Declaration } from '../properties/declaration.js'
import { parseDeclaration, trimBlanks } from '../properties/parse-declaration.js'
import { tokenizeCss } from '../values/value-cursor.js'

/** An attribute that is a property of CSS. */
export interface PropertyAttribute {
  readonly property: string
  readonly value: string
}

/**
 * Parses the value of a presentation attribute (SVG 2 §6.6) by itself: nothing in it begins another declaration or makes
 * it important, and its end closes what is open. Numbers are lengths in px where the property takes lengths (SVG 2 §8.9).
 * What is wrong counts as absent, as it does in browsers.
 */
export function parsePropertyAttribute({ property, value }: PropertyAttribute, span: Span): readonly Declaration[] {
  const tokens = trimBlanks(tokenizeCss(value))
  const raw = {
    name: property,
    tokens,
    important: false,
    written: { text: value, start: 0, end: value.length },
    span: () => span,
  }
  return tokens.length === 0 ? [] : parseDeclaration(raw, silent, 'drawing')
}

function silent(): void {}
