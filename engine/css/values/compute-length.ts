import type { Size } from '../../base/geometry.js'
import { assertNever } from '../../base/invariant.js'
import { snapDown } from '../../base/units.js'
import type { CharacterWidths, LineMetrics } from './face-heights.js'
import {
  applyFunction,
  clampPx,
  hasPercentage,
  type LengthFunction,
  type LengthValue,
  type RelativeUnit,
} from './length-value.js'

/** Either px, or a sum of px and a percentage of something that layout knows. `resolveLength` gives px. */
export type LengthPercentage = number | PercentageLength

export interface PercentageLength {
  readonly kind: 'percentage'
  readonly px: number
  /** 50 for 50 %. */
  readonly percent: number
  /** A length that no sum of px and percent can express, such as `min(50%, 10cm)`; both are zero then. */
  readonly expression?: LengthExpression
  /** A default margin that vanishes at the start and end of some boxes in quirks mode (HTML §15.3.10). */
  readonly quirky?: true
}

/** A math function whose operands are known in layout only. */
export type LengthExpression =
  | { readonly kind: 'linear'; readonly px: number; readonly percent: number }
  | { readonly kind: 'sum'; readonly terms: readonly LengthExpression[] }
  | { readonly kind: 'product'; readonly factor: number; readonly operand: LengthExpression }
  | { readonly kind: 'function'; readonly name: LengthFunction; readonly operands: readonly LengthExpression[] }

/** The sizes of `ex`, `cap` and `ch`, of characters in fields and of lines, as parts of the font size. */
interface FontUnits {
  readonly primary: {
    readonly metrics: LineMetrics &
      CharacterWidths & {
        readonly xHeight: number
        readonly capHeight: number
      }
  }
}

/** The sizes that relative units refer to, all in px. */
export interface UnitContext {
  /** The font size that `em` refers to: the parent's for `font-size`, else the element's own. */
  readonly fontSize: number
  /** The size of its letters, to which `ex`, `cap` and `ch` refer, where `font-size-adjust` makes it another. */
  readonly letterSize?: number | undefined
  readonly font: FontUnits
  /** Used line height for `lh`. */
  readonly lineHeight: number
  /** Of the root element, as if it was not zoomed. */
  readonly rootFontSize: number
  readonly rootLineHeight: number
  /** What lengths grow by that are not relative to the font of the element (css-viewport-1 §5). */
  readonly zoom: number
  /** The page's content area. */
  readonly viewport: Size
}

function letterSize({ letterSize, fontSize }: UnitContext): number {
  return letterSize ?? fontSize
}

function unitPx(unit: RelativeUnit, context: UnitContext): number {
  switch (unit) {
    case 'em':
    case '__qem':
      return context.fontSize
    case 'rem':
      return context.rootFontSize * context.zoom
    case 'ex':
      return letterSize(context) * context.font.primary.metrics.xHeight
    case 'cap':
      return letterSize(context) * context.font.primary.metrics.capHeight
    // AD-HOC: the advance of an ideograph, which is an em where the font does not say otherwise.
    case 'ic':
      return context.fontSize
    case 'ch':
      return letterSize(context) * context.font.primary.metrics.zeroAdvance
    case 'lh':
      return context.lineHeight
    case 'rlh':
      return context.rootLineHeight * context.zoom
    case 'vw':
      return (context.viewport.width / 100) * context.zoom
    case 'vh':
      return (context.viewport.height / 100) * context.zoom
    case 'vmin':
      return (Math.min(context.viewport.width, context.viewport.height) / 100) * context.zoom
    case 'vmax':
      return (Math.max(context.viewport.width, context.viewport.height) / 100) * context.zoom
    default:
      return assertNever(unit)
  }
}

/**
 * A declared length in px, unrounded.
 * @param base what percentages refer to, in px
 */
export function lengthPx(value: LengthValue, context: UnitContext, base = 0): number {
  return clampPx(evaluate(value, context, base))
}

function evaluate(value: LengthValue, context: UnitContext, base: number): number {
  switch (value.kind) {
    case 'px':
      return value.value * context.zoom
    case 'relative':
      return value.value * unitPx(value.unit, context)
    case 'percentage':
      return (value.value * base) / 100
    case 'sum':
      return value.terms.reduce((sum, term) => sum + evaluate(term, context, base), 0)
    case 'product':
      return value.factor * evaluate(value.operand, context, base)
    case 'function':
      return applyFunction(
        value.name,
        value.operands.map((operand) => evaluate(operand, context, base)),
      )
    default:
      return assertNever(value)
  }
}

/**
 * A declared length with its relative units in px; percentages stay for layout.
 * @param toGrid how it comes to the grid of layout: towards zero, as in browsers
 */
export function computeLengthPercentage(value: LengthValue, context: UnitContext, toGrid = snapDown): LengthPercentage {
  if (value.kind === 'relative' && value.unit === '__qem')
    return { kind: 'percentage', px: toGrid(lengthPx(value, context)), percent: 0, quirky: true }
  if (!hasPercentage(value)) return toGrid(lengthPx(value, context))
  const expression = toExpression(value, context)
  if (expression.kind !== 'linear') return { kind: 'percentage', px: 0, percent: 0, expression }
  // A division by zero gives the largest number that layout can count with (css-values-4 §10.9).
  return { kind: 'percentage', px: toGrid(clampPx(expression.px)), percent: clampPx(expression.percent) }
}

/** As above, a negative result of a math function becoming zero where layout does not have to add anything. */
export function computeNonNegative(value: LengthValue, context: UnitContext): LengthPercentage {
  const computed = computeLengthPercentage(value, context)
  if (typeof computed === 'number') return Math.max(0, computed)
  if (computed.expression) {
    return { ...computed, expression: { kind: 'function', name: 'max', operands: [NOTHING, computed.expression] } }
  }
  return computed.px === 0 && computed.percent < 0 ? { ...computed, percent: 0 } : computed
}

const NOTHING: LengthExpression = { kind: 'linear', px: 0, percent: 0 }

function toExpression(value: LengthValue, context: UnitContext): LengthExpression {
  switch (value.kind) {
    case 'px':
    case 'relative':
      return { kind: 'linear', px: evaluate(value, context, 0), percent: 0 }
    case 'percentage':
      return { kind: 'linear', px: 0, percent: value.value }
    case 'sum':
      return sumOf(value.terms.map((term) => toExpression(term, context)))
    case 'product': {
      const operand = toExpression(value.operand, context)
      if (operand.kind !== 'linear') return { kind: 'product', factor: value.factor, operand }
      return { kind: 'linear', px: operand.px * value.factor, percent: operand.percent * value.factor }
    }
    case 'function':
      return functionOf(
        value.name,
        value.operands.map((operand) => toExpression(operand, context)),
      )
    default:
      return assertNever(value)
  }
}

/** The terms that are sums of px and percent in one. */
function sumOf(terms: readonly LengthExpression[]): LengthExpression {
  let px = 0
  let percent = 0
  const others: LengthExpression[] = []
  for (const term of terms) {
    if (term.kind === 'linear') {
      px += term.px
      percent += term.percent
    } else {
      others.push(term)
    }
  }
  const linear: LengthExpression = { kind: 'linear', px, percent }
  return others.length === 0 ? linear : { kind: 'sum', terms: [linear, ...others] }
}

/** A function of px alone is px; one of percentages alone is a percentage, as all refer to the same. */
function functionOf(name: LengthFunction, operands: readonly LengthExpression[]): LengthExpression {
  const linear = operands.flatMap((operand) => (operand.kind === 'linear' ? [operand] : []))
  if (linear.length === operands.length) {
    const pxs = linear.map(({ px }) => px)
    const percents = linear.map(({ percent }) => percent)
    if (percents.every((percent) => percent === 0)) {
      return { kind: 'linear', px: clampPx(applyFunction(name, pxs)), percent: 0 }
    }
    if (pxs.every((px) => px === 0)) return { kind: 'linear', px: 0, percent: applyFunction(name, percents) }
  }
  return { kind: 'function', name, operands }
}
