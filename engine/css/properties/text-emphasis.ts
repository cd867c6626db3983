import { graphemeClusters } from '../../base/segment-text.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { letterColor } from './letter-paint.js'
import { property } from './property.js'

const SHAPES = ['dot', 'circle', 'double-circle', 'triangle', 'sesame'] as const

export type EmphasisShape = (typeof SHAPES)[number]

/** What stands beside each character of emphasized text. */
export type EmphasisStyle =
  | 'none'
  /** `auto` is a circle, in vertical lines a sesame. */
  | { readonly kind: 'shape'; readonly isOpen: boolean; readonly shape: EmphasisShape | 'auto' }
  | { readonly kind: 'text'; readonly text: string }

/** css-text-decor-4 §3.1: a string, or a shape and how it is drawn in any order. */
export function textEmphasisStyle(cursor: ValueCursor): EmphasisStyle | undefined {
  if (cursor.keyword(['none'])) return 'none'
  const text = cursor.string()
  if (text !== undefined) return emphasisText(text)
  const fills = ['filled', 'open'] as const
  const before = cursor.keyword(fills)
  const shape = cursor.keyword(SHAPES)
  const fill = before ?? cursor.keyword(fills)
  if (!fill && !shape) return undefined
  return { kind: 'shape', isOpen: fill === 'open', shape: shape ?? 'auto' }
}

/** Code units of the longest sequence that is one emoji. Letters with more marks on them than that lose these. */
const LONGEST_MARK = 16

/** Of a text only the first character is shown, as in browsers; without any there are no marks. */
function emphasisText(text: string): EmphasisStyle {
  for (const { segment } of graphemeClusters(text.slice(0, LONGEST_MARK))) return { kind: 'text', text: segment }
  return 'none'
}

/** The sides of lines at which marks stand: in horizontal lines, and in those that run down. */
export interface EmphasisPosition {
  readonly side: 'over' | 'under'
  readonly verticalSide: 'left' | 'right'
}

/** css-text-decor-4 §3.4. */
function textEmphasisPosition(cursor: ValueCursor): EmphasisPosition | undefined {
  const sides = ['left', 'right'] as const
  const before = cursor.keyword(sides)
  const side = cursor.keyword(['over', 'under'])
  return side && { side, verticalSide: before ?? cursor.keyword(sides) ?? 'right' }
}

/** Emphasis marks (css-text-decor-4 §3). */
export const EMPHASIS_PROPERTIES = {
  'text-emphasis-style': property({ parse: textEmphasisStyle, initial: 'none', inherited: true }),
  'text-emphasis-color': property(letterColor),
  'text-emphasis-position': property({ parse: textEmphasisPosition, initial: 'over right', inherited: true }),
} as const
