import { parseNumber } from '../values/numeric-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { property } from './property.js'

/** How large an initial letter is, and how deep it sinks, in lines. */
export type InitialLetter = 'normal' | { readonly size: number; readonly sink: number }

/** More lines than any page has. */
const MOST_LINES = 200

/** css-inline-3 §7.2. */
function initialLetter(cursor: ValueCursor): InitialLetter | undefined {
  if (cursor.keyword(['normal'])) return 'normal'
  const before = cursor.keyword(['drop', 'raise'])
  const number = parseNumber(cursor)
  if (number === undefined || number < 1) return undefined
  const size = Math.min(number, MOST_LINES)
  const lines = before ? undefined : cursor.integer()
  if (lines !== undefined) return lines < 1 ? undefined : { size, sink: Math.min(lines, MOST_LINES) }
  const word = before ?? cursor.keyword(['drop', 'raise'])
  return { size, sink: word === 'raise' ? 1 : Math.floor(size) }
}

export const INITIAL_LETTER_PROPERTIES = {
  'initial-letter': property({ parse: initialLetter, initial: 'normal' }),
} as const
