import type { LengthValue } from '../css/length-value.js'
import type { BOX_LONGHANDS, RadiusDeclaration } from '../css/longhands-box.js'
import { computeLengthPercentage, computeNonNegative, type UnitContext } from './compute-length.js'
import { color, nonNegativeLength, size } from './compute-values.js'
import type { CornerRadius, LengthPercentage } from './computed-style.js'
import type { Computation } from './longhand-context.js'

function margin(value: LengthValue | 'auto', units: UnitContext): LengthPercentage | 'auto' {
  return value === 'auto' ? value : computeLengthPercentage(value, units)
}

function radius(value: RadiusDeclaration, units: UnitContext): CornerRadius {
  return {
    horizontal: computeNonNegative(value.horizontal, units),
    vertical: computeNonNegative(value.vertical, units),
  }
}

/** From declared to computed values of boxes: sizes, edges, tables, images, breaks. */
export const BOX_COMPUTATIONS: { readonly [P in keyof typeof BOX_LONGHANDS]: Computation<P> } = {
  display: (style, value) => {
    style.display = value
  },
  'box-sizing': (style, value) => {
    style.boxSizing = value
  },
  width: (style, value, { units }) => {
    style.width = size(value, units)
  },
  height: (style, value, { units }) => {
    style.height = size(value, units)
  },
  'min-width': (style, value, { units }) => {
    style.minWidth = size(value, units)
  },
  'min-height': (style, value, { units }) => {
    style.minHeight = size(value, units)
  },
  'max-width': (style, value, { units }) => {
    style.maxWidth = value === 'none' ? value : size(value, units)
  },
  'max-height': (style, value, { units }) => {
    style.maxHeight = value === 'none' ? value : size(value, units)
  },
  'margin-top': (style, value, { units }) => {
    style.marginTop = margin(value, units)
  },
  'margin-right': (style, value, { units }) => {
    style.marginRight = margin(value, units)
  },
  'margin-bottom': (style, value, { units }) => {
    style.marginBottom = margin(value, units)
  },
  'margin-left': (style, value, { units }) => {
    style.marginLeft = margin(value, units)
  },
  'padding-top': (style, value, { units }) => {
    style.paddingTop = computeNonNegative(value, units)
  },
  'padding-right': (style, value, { units }) => {
    style.paddingRight = computeNonNegative(value, units)
  },
  'padding-bottom': (style, value, { units }) => {
    style.paddingBottom = computeNonNegative(value, units)
  },
  'padding-left': (style, value, { units }) => {
    style.paddingLeft = computeNonNegative(value, units)
  },
  'border-top-style': (style, value) => {
    style.borderTopStyle = value
  },
  'border-right-style': (style, value) => {
    style.borderRightStyle = value
  },
  'border-bottom-style': (style, value) => {
    style.borderBottomStyle = value
  },
  'border-left-style': (style, value) => {
    style.borderLeftStyle = value
  },
  'border-top-width': (style, value, { units }) => {
    style.borderTopWidth = nonNegativeLength(value, units)
  },
  'border-right-width': (style, value, { units }) => {
    style.borderRightWidth = nonNegativeLength(value, units)
  },
  'border-bottom-width': (style, value, { units }) => {
    style.borderBottomWidth = nonNegativeLength(value, units)
  },
  'border-left-width': (style, value, { units }) => {
    style.borderLeftWidth = nonNegativeLength(value, units)
  },
  'border-top-color': (style, value) => {
    style.borderTopColor = color(value, style)
  },
  'border-right-color': (style, value) => {
    style.borderRightColor = color(value, style)
  },
  'border-bottom-color': (style, value) => {
    style.borderBottomColor = color(value, style)
  },
  'border-left-color': (style, value) => {
    style.borderLeftColor = color(value, style)
  },
  'border-top-left-radius': (style, value, { units }) => {
    style.borderTopLeftRadius = radius(value, units)
  },
  'border-top-right-radius': (style, value, { units }) => {
    style.borderTopRightRadius = radius(value, units)
  },
  'border-bottom-right-radius': (style, value, { units }) => {
    style.borderBottomRightRadius = radius(value, units)
  },
  'border-bottom-left-radius': (style, value, { units }) => {
    style.borderBottomLeftRadius = radius(value, units)
  },
  'overflow-x': (style, value) => {
    style.overflowX = value
  },
  'overflow-y': (style, value) => {
    style.overflowY = value
  },
  'aspect-ratio': (style, value) => {
    style.aspectRatio = value
  },
  visibility: (style, value) => {
    style.visibility = value
  },
  opacity: (style, value) => {
    style.opacity = value
  },
  'background-color': (style, value) => {
    style.backgroundColor = color(value, style)
  },
  'table-layout': (style, value) => {
    style.tableLayout = value
  },
  'border-collapse': (style, value) => {
    style.borderCollapse = value
  },
  'border-spacing': (style, [horizontal, vertical], { units }) => {
    style.borderSpacingX = nonNegativeLength(horizontal, units)
    style.borderSpacingY = nonNegativeLength(vertical, units)
  },
  'caption-side': (style, value) => {
    style.captionSide = value
  },
  'empty-cells': (style, value) => {
    style.emptyCells = value
  },
  'object-fit': (style, value) => {
    style.objectFit = value
  },
  'object-position': (style, { x, y }, { units }) => {
    style.objectPosition = { x: computeLengthPercentage(x, units), y: computeLengthPercentage(y, units) }
  },
  'break-before': (style, value) => {
    style.breakBefore = value
  },
  'break-after': (style, value) => {
    style.breakAfter = value
  },
  'break-inside': (style, value) => {
    style.breakInside = value
  },
  page: (style, value, { parent }) => {
    style.page = value === '' ? parent.page : value
  },
  orphans: (style, value) => {
    style.orphans = value
  },
  widows: (style, value) => {
    style.widows = value
  },
  'box-decoration-break': (style, value) => {
    style.boxDecorationBreak = value
  },
}
