import { assertNever } from '../base/invariant.js'
import { snap } from '../base/units.js'
import { hasPercentage, type LengthValue, type RelativeUnit } from '../css/numeric-value.js'
import type { FontSelection } from '../fonts/font-types.js'
import type { ComputedStyle, LengthPercentage } from './computed-style.js'

/** What relative units refer to, all in px. */
export interface UnitContext {
  /** The font size that `em` refers to: the parent's for `font-size`, else the element's own. */
  readonly fontSize: number
  readonly font: FontSelection
  /** Used line height for `lh`. */
  readonly lineHeight: number
  readonly rootFontSize: number
  readonly rootLineHeight: number
  /** The page's content area. */
  readonly viewportWidth: number
  readonly viewportHeight: number
}

function unitPx(unit: RelativeUnit, context: UnitContext): number {
  switch (unit) {
    case 'em':
      return context.fontSize
    case 'rem':
      return context.rootFontSize
    case 'ex':
      return context.fontSize * context.font.primary.metrics.xHeight
    case 'ch':
      return context.fontSize * context.font.primary.metrics.zeroAdvance
    case 'lh':
      return context.lineHeight
    case 'rlh':
      return context.rootLineHeight
    case 'vw':
      return context.viewportWidth / 100
    case 'vh':
      return context.viewportHeight / 100
    case 'vmin':
      return Math.min(context.viewportWidth, context.viewportHeight) / 100
    case 'vmax':
      return Math.max(context.viewportWidth, context.viewportHeight) / 100
    default:
      return assertNever(unit)
  }
}

/** The px part of a declared length, unrounded. */
export function pxPart(value: LengthValue, context: UnitContext): number {
  return part(value, context, false)
}

/** The percentage part of a declared length: 50 for `calc(50% + 1em)`. */
export function percentPart(value: LengthValue, context: UnitContext): number {
  return part(value, context, true)
}

function part(value: LengthValue, context: UnitContext, percent: boolean): number {
  switch (value.kind) {
    case 'px':
      return percent ? 0 : value.value
    case 'relative':
      return percent ? 0 : value.value * unitPx(value.unit, context)
    case 'percentage':
      return percent ? value.value : 0
    case 'sum':
      return value.terms.reduce((sum, term) => sum + part(term, context, percent), 0)
    case 'product':
      return value.factor * part(value.operand, context, percent)
    case 'min':
      return value.operands.reduce((least, item) => Math.min(least, part(item, context, percent)), Infinity)
    case 'max':
      return value.operands.reduce((most, item) => Math.max(most, part(item, context, percent)), -Infinity)
    default:
      return assertNever(value)
  }
}

export function computeLengthPercentage(value: LengthValue, context: UnitContext): LengthPercentage {
  const px = snap(pxPart(value, context))
  return hasPercentage(value) ? { kind: 'percentage', px, percent: percentPart(value, context) } : px
}

/** As above, a negative result of a math function becoming zero where layout does not have to add anything. */
export function computeNonNegative(value: LengthValue, context: UnitContext): LengthPercentage {
  const computed = computeLengthPercentage(value, context)
  if (typeof computed === 'number') return Math.max(0, computed)
  return computed.px === 0 && computed.percent < 0 ? { ...computed, percent: 0 } : computed
}

/** Used line height in px (CSS 2.2 §10.8.1). */
export function usedLineHeight(style: Pick<ComputedStyle, 'lineHeight' | 'fontSize' | 'font'>): number {
  const { lineHeight, fontSize } = style
  if (lineHeight === 'normal') {
    const { ascent, descent, lineGap } = style.font.primary.metrics
    return (ascent + descent + lineGap) * fontSize
  }
  return lineHeight.kind === 'number' ? lineHeight.value * fontSize : lineHeight.px
}
