import { SIDES } from '../base/geometry.js'
import { TRANSPARENT } from '../base/rgb-color.js'
import type { LonghandName } from '../css/properties/longhands.js'
import type { LengthPercentage } from '../css/values/compute-length.js'
import type { CascadedDeclaration } from './cascade.js'
import type { MutableStyle } from './initial-style.js'

/**
 * What a control draws itself (HTML §15.5.1): a bar, and the frame of a field or button, give way to a background or border
 * of the author's; check boxes, radio buttons and ranges are drawn in place of theirs. The frame is a plain line half as wide
 * as the border that the default style sheet has for authors who style a part of it.
 */
export function resolveLook(style: MutableStyle, winners: ReadonlyMap<LonghandName, CascadedDeclaration>): void {
  switch (style.appearance) {
    case 'none':
      return
    case 'drawn':
      hideOwn(style)
      return
    case 'progress-bar':
      if (isStyledByAuthor(winners)) style.appearance = 'none'
      return
    default:
      if (style.borderTopStyle === 'none' || isStyledByAuthor(winners)) return
      if (style.borderTopStyle === 'solid') {
        roundCorners(style)
        return
      }
      if (style.appearance === 'input-button') style.lineHeight = 'normal'
      drawFrame(style)
  }
}

function hideOwn(style: MutableStyle): void {
  style.backgroundColor = TRANSPARENT
  style.backgroundImage = []
  for (const side of SIDES) style[EDGES[side].color] = TRANSPARENT
}

const BACKGROUND_OR_BORDER = /^(?:background-(?:color|image)$|border-)/

function isStyledByAuthor(winners: ReadonlyMap<LonghandName, CascadedDeclaration>): boolean {
  for (const [name, { step }] of winners) {
    if (step.origin === 'author' && BACKGROUND_OR_BORDER.test(name)) return true
  }
  return false
}

function drawFrame(style: MutableStyle): void {
  for (const side of SIDES) {
    const { style: line, width, padding } = EDGES[side]
    const half = style[width] / 2
    style[line] = 'solid'
    style[width] = half
    style[padding] = widened(style[padding], half)
  }
  roundCorners(style)
}

function roundCorners(style: MutableStyle): void {
  const corner = { horizontal: CORNER * style.zoom, vertical: CORNER * style.zoom }
  style.borderTopLeftRadius = style.borderTopRightRadius = corner
  style.borderBottomLeftRadius = style.borderBottomRightRadius = corner
}

/** Radius of the corners that browsers draw, in px. */
const CORNER = 2

const EDGES = {
  top: { style: 'borderTopStyle', color: 'borderTopColor', width: 'borderTopWidth', padding: 'paddingTop' },
  right: { style: 'borderRightStyle', color: 'borderRightColor', width: 'borderRightWidth', padding: 'paddingRight' },
  bottom: {
    style: 'borderBottomStyle',
    color: 'borderBottomColor',
    width: 'borderBottomWidth',
    padding: 'paddingBottom',
  },
  left: { style: 'borderLeftStyle', color: 'borderLeftColor', width: 'borderLeftWidth', padding: 'paddingLeft' },
} as const

/** AD-HOC: functions that are no sums stay as they are. */
function widened(padding: LengthPercentage, by: number): LengthPercentage {
  if (typeof padding === 'number') return padding + by
  return padding.expression ? padding : { ...padding, px: padding.px + by }
}
