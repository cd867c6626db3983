import { snap, snapDown } from '../base/units.js'
import type { FaceHeights } from '../css/values/face-heights.js'
import type { ComputedStyle } from './computed-style.js'

/** The used `line-height` in px (CSS 2.2 §10.8): browsers round the size to the grid and cut the product off to it. */
export function usedLineHeight({ lineHeight, fontSize }: ComputedStyle, normal: FaceHeights): number {
  if (lineHeight === 'normal') return normal.lineHeight
  return lineHeight.kind === 'length' ? lineHeight.px : snapDown(lineHeight.value * snap(fontSize))
}

/** Half-leading above the content area; browsers round it down to whole px. The rest goes below. */
export function leadingAbove(lineHeight: number, ascent: number, descent: number): number {
  return Math.floor((lineHeight - ascent - descent) / 2)
}
