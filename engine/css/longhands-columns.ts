import type { LengthValue } from './length-value.js'
import { borderStyle, borderWidth } from './longhands-box.js'
import { parseInteger, parseLength } from './numeric-value.js'
import type { ValueCursor } from './value-cursor.js'
import { color, either, keywords, type ValueParser } from './value-parsers.js'

function columnNumber(cursor: ValueCursor): number | undefined {
  const count = parseInteger(cursor)
  return count !== undefined && count >= 1 ? count : undefined
}

export const columnCount: ValueParser<number | 'auto'> = either(keywords('auto'), columnNumber)

export const columnWidth: ValueParser<LengthValue | 'auto'> = either(keywords('auto'), (cursor) =>
  parseLength(cursor, { nonNegative: true }),
)

/** Parsers of the properties of multi-column layout (css-multicol-1). */
export const COLUMN_LONGHANDS = {
  'column-count': columnCount,
  'column-width': columnWidth,
  'column-rule-style': borderStyle,
  'column-rule-width': borderWidth,
  'column-rule-color': color,
  'column-fill': keywords('balance', 'balance-all', 'auto'),
  'column-span': keywords('none', 'all'),
} as const
