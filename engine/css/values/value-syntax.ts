import { parseColor } from './color-value.js'
import {
  parseAngle,
  parseInteger,
  parseLength,
  parseLengthPercentage,
  parseNumber,
  parsePercentage,
  parseResolution,
} from './numeric-value.js'
import { type CSSToken, type ValueCursor, valueCursor } from './value-cursor.js'

type Component = (cursor: ValueCursor) => unknown

/** The types of values that a syntax may name (css-values-5 §10). */
export const VALUE_TYPES: ReadonlyMap<string, Component> = new Map<string, Component>([
  ['length', (cursor) => parseLength(cursor)],
  ['percentage', parsePercentage],
  ['length-percentage', (cursor) => parseLengthPercentage(cursor)],
  ['number', (cursor) => parseNumber(cursor)],
  ['integer', parseInteger],
  ['angle', parseAngle],
  ['resolution', parseResolution],
  ['color', parseColor],
  ['string', (cursor) => cursor.string()],
  ['custom-ident', (cursor) => cursor.customIdent()],
])

/** Whether tokens are a value of a syntax. */
export type ValueSyntax = (tokens: readonly CSSToken[]) => boolean

/** Alternatives of a syntax; a rule with more says nothing that anybody would write. */
const MOST_ALTERNATIVES = 64

/**
 * A syntax such as `<length> | auto` or `<color>#` (css-properties-values-api-1 §5); undefined where anything is of it.
 * UNSUPPORTED: types that are not in the table, of which every value counts as one.
 */
export function parseValueSyntax(text: string): ValueSyntax | undefined {
  const parts = text.split('|').map((part) => part.trim())
  if (parts.length > MOST_ALTERNATIVES) return undefined
  const alternatives: ValueSyntax[] = []
  for (const part of parts) {
    const [, type, keyword, multiplier] = /^(?:<([a-z-]+)>|([\w-]+))([+#])?$/i.exec(part) ?? []
    const component = type === undefined ? keyword && ident(keyword) : VALUE_TYPES.get(type.toLowerCase())
    if (!component) return undefined
    alternatives.push((tokens) => matches(component, multiplier, valueCursor(tokens)))
  }
  return (tokens) => alternatives.some((alternative) => alternative(tokens))
}

function ident(keyword: string): Component {
  return (cursor) => (cursor.customIdent() === keyword ? keyword : undefined)
}

function matches(component: Component, multiplier: string | undefined, cursor: ValueCursor): boolean {
  do {
    if (component(cursor) === undefined) return false
  } while (multiplier !== undefined && !cursor.done && (multiplier === '+' || cursor.comma()))
  return cursor.done
}
