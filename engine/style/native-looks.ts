import { SIDES } from '../base/geometry.js'
import type { LonghandName } from '../css/properties/longhands.js'
import type { LengthPercentage } from '../css/values/compute-length.js'
import type { CascadedDeclaration } from './cascade.js'
import type { MutableStyle } from './initial-style.js'

/**
 * What a progress bar, or the frame of a field or button, draws itself gives way to a background or border of the author's
 * (HTML §15.5.1). The frame is a plain line half as wide as the border that the default style sheet has for such authors.
 */
export function resolveLook(style: MutableStyle, winners: ReadonlyMap<LonghandName, CascadedDeclaration>): void {
  const { appearance } = style
  if (appearance !== 'progress-bar' && appearance !== 'frame') return
  if (isStyledByAuthor(winners)) {
    if (appearance === 'progress-bar') style.appearance = 'none'
  } else if (appearance === 'frame') drawFrame(style)
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
}

const EDGES = {
  top: { style: 'borderTopStyle', width: 'borderTopWidth', padding: 'paddingTop' },
  right: { style: 'borderRightStyle', width: 'borderRightWidth', padding: 'paddingRight' },
  bottom: { style: 'borderBottomStyle', width: 'borderBottomWidth', padding: 'paddingBottom' },
  left: { style: 'borderLeftStyle', width: 'borderLeftWidth', padding: 'paddingLeft' },
} as const

/** AD-HOC: functions that are no sums stay as they are. */
function widened(padding: LengthPercentage, by: number): LengthPercentage {
  if (typeof padding === 'number') return padding + by
  return padding.expression ? padding : { ...padding, px: padding.px + by }
}
