import type { ValueCursor } from '../values/value-cursor.js'
import { keywords } from '../values/value-parsers.js'
import { property } from './property.js'

/** The metrics of text to which boxes are trimmed, above and below the baseline. */
export type TextEdges = 'auto' | { readonly over: 'text' | 'cap' | 'ex'; readonly under: 'text' | 'alphabetic' }

/**
 * css-inline-3 §5.2.
 *
 * UNSUPPORTED: the edges of ideographs, which browsers do not have either.
 */
export function textBoxEdge(cursor: ValueCursor): TextEdges | undefined {
  if (cursor.keyword(['auto'])) return 'auto'
  const over = cursor.keyword(['text', 'cap', 'ex'])
  const under = over && cursor.keyword(['text', 'alphabetic'])
  if (under) return { over, under }
  return over === 'text' ? { over, under: over } : undefined
}

export const textBoxTrim = keywords('none', 'trim-start', 'trim-end', 'trim-both')

export const TEXT_BOX_PROPERTIES = {
  'text-box-trim': property({ parse: textBoxTrim, initial: 'none' }),
  'text-box-edge': property({ parse: textBoxEdge, initial: 'auto', inherited: true }),
  /** Which baseline of a box in a line is aligned with that of the line (css-inline-3 §4.2). */
  'baseline-source': property({ parse: keywords('auto', 'first', 'last'), initial: 'auto' }),
} as const
