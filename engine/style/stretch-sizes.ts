import { STRETCHED } from '../css/properties/box.js'
import type { LengthExpression, LengthPercentage } from '../css/values/compute-length.js'
import { needsBase } from '../css/values/resolve-length.js'
import type { ComputedStyle } from './computed-style.js'
import type { MutableStyle } from './initial-style.js'

/**
 * Makes what `stretch` means of the sizes of a box: all that its containing block has, less its margins, and if it is
 * absolutely positioned its insets (css-sizing-4 §6.1). As a percentage it is automatic wherever these are.
 *
 * AD-HOC: heights leave margins and padding out of account that are percentages, for these refer to widths.
 */
export function resolveStretchedSizes(style: MutableStyle, parent: ComputedStyle): void {
  if (style.width === STRETCHED) style.width = stretchedWidth(style)
  if (style.minWidth === STRETCHED) style.minWidth = stretchedWidth(style)
  if (style.maxWidth === STRETCHED) style.maxWidth = stretchedWidth(style)
  if (style.height === STRETCHED) style.height = stretchedHeight(style, parent)
  if (style.minHeight === STRETCHED) style.minHeight = stretchedHeight(style, parent)
  if (style.maxHeight === STRETCHED) style.maxHeight = stretchedHeight(style, parent)
}

type Edge = LengthPercentage | 'auto'

function stretchedWidth(style: ComputedStyle): LengthPercentage {
  const edges: Edge[] = [style.marginLeft, style.marginRight]
  if (isAbsolute(style)) edges.push(style.left, style.right)
  if (style.boxSizing === 'content-box')
    edges.push(style.paddingLeft, style.paddingRight, style.borderLeftWidth, style.borderRightWidth)
  return wholeWithout(edges)
}

function stretchedHeight(style: ComputedStyle, parent: ComputedStyle): LengthPercentage {
  const edges: Edge[] = []
  const collapses = collapsesMargins(style, parent)
  if (!collapses || parts(parent.paddingTop, parent.borderTopWidth)) edges.push(style.marginTop)
  if (!collapses || parts(parent.paddingBottom, parent.borderBottomWidth)) edges.push(style.marginBottom)
  if (isAbsolute(style)) edges.push(style.top, style.bottom)
  if (style.boxSizing !== 'border-box')
    edges.push(style.paddingTop, style.paddingBottom, style.borderTopWidth, style.borderBottomWidth)
  return wholeWithout(edges.filter((edge) => edge === 'auto' || !needsBase(edge)))
}

function isAbsolute({ position }: ComputedStyle): boolean {
  return position === 'absolute' || position === 'fixed'
}

/**
 * Whether the margins of a box may collapse with those of its parent, which makes them count for nothing where no edge
 * of the parent parts them.
 */
function collapsesMargins(style: ComputedStyle, parent: ComputedStyle): boolean {
  return (
    parent.display === 'block' &&
    parent.float === 'none' &&
    !isAbsolute(parent) &&
    parent.overflow === 'visible' &&
    style.float === 'none' &&
    !isAbsolute(style)
  )
}

function parts(padding: LengthPercentage, border: number): boolean {
  return padding !== 0 || border !== 0
}

/** All of what percentages refer to but for some edges, and at least nothing. */
function wholeWithout(edges: readonly Edge[]): LengthPercentage {
  const terms: LengthExpression[] = [{ kind: 'linear', px: 0, percent: 100 }]
  for (const edge of edges)
    if (edge !== 'auto') terms.push({ kind: 'product', factor: -1, operand: expressionOf(edge) })
  const nothing = { kind: 'linear', px: 0, percent: 0 } as const
  const expression = { kind: 'function', name: 'max', operands: [nothing, { kind: 'sum', terms }] } as const
  return { kind: 'percentage', px: 0, percent: 0, expression }
}

export function expressionOf(value: LengthPercentage): LengthExpression {
  if (typeof value === 'number') return { kind: 'linear', px: value, percent: 0 }
  return value.expression ?? { kind: 'linear', px: value.px, percent: value.percent }
}
