import { computedNonNegativeLength } from '../values/compute-values.js'
import type { LengthValue } from '../values/length-value.js'
import { parseLength } from '../values/numeric-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { keywords } from '../values/value-parsers.js'
import { property, propertyOfFields } from './property.js'

function borderSpacing(cursor: ValueCursor): readonly [LengthValue, LengthValue] | undefined {
  const horizontal = parseLength(cursor, { nonNegative: true })
  if (!horizontal) return undefined
  return [horizontal, parseLength(cursor, { nonNegative: true }) ?? horizontal]
}

/** Tables (CSS 2.2 §17). */
export const TABLE_PROPERTIES = {
  'table-layout': property({ parse: keywords('auto', 'fixed'), initial: 'auto' }),
  'border-collapse': property({ parse: keywords('separate', 'collapse'), initial: 'separate', inherited: true }),
  'border-spacing': propertyOfFields({
    parse: borderSpacing,
    initial: '0',
    inherited: true,
    quirk: 'length',
    compute: ([horizontal, vertical], context) => ({
      borderSpacingX: computedNonNegativeLength(horizontal, context),
      borderSpacingY: computedNonNegativeLength(vertical, context),
    }),
  }),
  'caption-side': property({ parse: keywords('top', 'bottom'), initial: 'top', inherited: true }),
  'empty-cells': property({ parse: keywords('show', 'hide'), initial: 'show', inherited: true }),
} as const
