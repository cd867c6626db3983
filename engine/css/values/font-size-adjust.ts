import { parseNumber } from './numeric-value.js'
import type { ValueCursor } from './value-cursor.js'

/** The metric of each font that is to have a certain size, as a part of the font size (css-fonts-5 §4.5). */
const METRICS = ['ex-height', 'cap-height', 'ch-width', 'ic-width', 'ic-height'] as const

type Metric = (typeof METRICS)[number]

export type DeclaredFontSizeAdjust = 'none' | { readonly metric: Metric; readonly value: number | 'from-font' }

/** `none`, or what the metric is to be in every font. */
export type FontSizeAdjust = 'none' | { readonly metric: Metric; readonly value: number }

/** The metrics of a face, as parts of an em. */
export interface AdjustedMetrics {
  readonly xHeight: number
  readonly capHeight: number
  readonly zeroAdvance: number
}

interface AdjustedStyle {
  readonly fontSize: number
  readonly fontSizeAdjust: FontSizeAdjust
}

/** So many times the font size letters may be drawn at most: more are of no use, and sums of them are not exact. */
const MOST = 1000

export function fontSizeAdjust(cursor: ValueCursor): DeclaredFontSizeAdjust | undefined {
  if (cursor.keyword(['none'])) return 'none'
  const metric = cursor.keyword(METRICS) ?? 'ex-height'
  if (cursor.keyword(['from-font'])) return { metric, value: 'from-font' }
  const value = parseNumber(cursor)
  return value === undefined || value < 0 ? undefined : { metric, value }
}

/** `from-font` is what the metric is in the first font that is available. */
export function computeFontSizeAdjust(
  declared: DeclaredFontSizeAdjust,
  { primary }: { readonly primary: { readonly metrics: AdjustedMetrics } },
): FontSizeAdjust {
  if (declared === 'none') return 'none'
  const { metric, value } = declared
  if (value !== 'from-font') return { metric, value }
  const own = metricOf(metric, primary.metrics)
  return own > 0 ? { metric, value: own } : 'none'
}

/** The size in which a face draws the text of a style. A face that lacks the metric is as large as it is. */
export function usedFontSize(
  { fontSize, fontSizeAdjust }: AdjustedStyle,
  { metrics }: { readonly metrics: AdjustedMetrics },
): number {
  if (fontSizeAdjust === 'none') return fontSize
  const own = metricOf(fontSizeAdjust.metric, metrics)
  return own > 0 ? fontSize * Math.min(MOST, fontSizeAdjust.value / own) : fontSize
}

/** AD-HOC: an ideograph is an em wide and high, as for the unit `ic`. */
function metricOf(metric: Metric, { xHeight, capHeight, zeroAdvance }: AdjustedMetrics): number {
  switch (metric) {
    case 'ex-height':
      return xHeight
    case 'cap-height':
      return capHeight
    case 'ch-width':
      return zeroAdvance
    case 'ic-width':
    case 'ic-height':
      return 1
  }
}
