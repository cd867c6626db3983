import type { LengthPercentage } from '../values/compute-length.js'
import {
  type ComputeContext,
  computedColor,
  computedNonNegative,
  computedNonNegativeLength,
} from '../values/compute-values.js'
import type { LengthValue } from '../values/length-value.js'
import { parseLength } from '../values/numeric-value.js'
import type { ValueCursor } from '../values/value-cursor.js'
import { color, keywords, nonNegativeLengthPercentage, type ValueParser } from '../values/value-parsers.js'
import { property } from './property.js'

const BORDER_STYLES = [
  'none',
  'hidden',
  'solid',
  'dashed',
  'dotted',
  'double',
  'groove',
  'ridge',
  'inset',
  'outset',
] as const

/** CSS 2.2 §8.5.1 leaves the widths open; all browsers use these. */
const LINE_WIDTHS = { thin: 1, medium: 3, thick: 5 } as const

export const borderWidth: ValueParser<LengthValue> = (cursor) => {
  const word = cursor.keyword(['thin', 'medium', 'thick'])
  return word ? { kind: 'px', value: LINE_WIDTHS[word] } : parseLength(cursor, { nonNegative: true })
}

export const borderStyle: ValueParser<(typeof BORDER_STYLES)[number]> = keywords(...BORDER_STYLES)

/** A corner's radii; the vertical one repeats the horizontal one when it is left out. */
export interface RadiusDeclaration {
  readonly horizontal: LengthValue
  readonly vertical: LengthValue
}

function cornerRadius(cursor: ValueCursor): RadiusDeclaration | undefined {
  const horizontal = nonNegativeLengthPercentage(cursor)
  if (!horizontal) return undefined
  return { horizontal, vertical: nonNegativeLengthPercentage(cursor) ?? horizontal }
}

export interface CornerRadius {
  readonly horizontal: LengthPercentage
  readonly vertical: LengthPercentage
}

function computeRadius({ horizontal, vertical }: RadiusDeclaration, context: ComputeContext): CornerRadius {
  return { horizontal: computedNonNegative(horizontal, context), vertical: computedNonNegative(vertical, context) }
}

/** Of a border or a rule. The computed width is zero when the style is `none` or `hidden`. */
export const lineWidth = { parse: borderWidth, initial: 'medium', compute: computedNonNegativeLength } as const
export const lineStyle = { parse: borderStyle, initial: 'none' } as const
export const lineColor = { parse: color, initial: 'currentcolor', compute: computedColor } as const

const widthOf = (side: string) => property({ ...lineWidth, quirk: 'length', aliases: [`border-${side}-width`] })

const styleOf = (side: string) => property({ ...lineStyle, aliases: [`border-${side}-style`] })

const colorOf = (side: string) => property({ ...lineColor, quirk: 'color', aliases: [`border-${side}-color`] })

const radius = (...aliases: readonly string[]) =>
  property({ parse: cornerRadius, initial: '0', aliases, compute: computeRadius })

/** Borders and their corners (css-backgrounds-3 §3, §4). */
export const BORDER_PROPERTIES = {
  'border-top-style': styleOf('block-start'),
  'border-right-style': styleOf('inline-end'),
  'border-bottom-style': styleOf('block-end'),
  'border-left-style': styleOf('inline-start'),
  'border-top-width': widthOf('block-start'),
  'border-right-width': widthOf('inline-end'),
  'border-bottom-width': widthOf('block-end'),
  'border-left-width': widthOf('inline-start'),
  'border-top-color': colorOf('block-start'),
  'border-right-color': colorOf('inline-end'),
  'border-bottom-color': colorOf('block-end'),
  'border-left-color': colorOf('inline-start'),
  'border-top-left-radius': radius('border-start-start-radius', '-webkit-border-top-left-radius'),
  'border-top-right-radius': radius('border-start-end-radius', '-webkit-border-top-right-radius'),
  'border-bottom-right-radius': radius('border-end-end-radius', '-webkit-border-bottom-right-radius'),
  'border-bottom-left-radius': radius('border-end-start-radius', '-webkit-border-bottom-left-radius'),
} as const
