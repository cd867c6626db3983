import type { SelfAlignment } from '../../css/values/alignment-value.js'
import {
  type AlignmentAxis,
  type AxisPosition,
  keywordPosition,
  logicalPosition,
  type StartSide,
} from './alignment-axis.js'
import { positionOffset } from './distribute-content.js'

/** The used alignment of an item: its own, or that of the container for `auto` (css-align-3 §6.1). */
export function usedSelfAlignment(own: SelfAlignment, container: SelfAlignment): SelfAlignment {
  return own.keyword === 'auto' ? container : own
}

/**
 * Aligns an item in its line or area (css-align-3 §6): how far its margin box stands from the flex-relative start.
 * `stretch` and `normal` begin there; so do baselines, by their fallback, for items that share none.
 * @param free the line's or area's size without the item's margin box; may be negative
 * @param itemStart the side at which the item's own writing mode starts along the axis
 */
export function selfOffset(alignment: SelfAlignment, axis: AlignmentAxis, free: number, itemStart: StartSide): number {
  const { keyword, overflow } = alignment
  const isBaseline = keyword === 'baseline' || keyword === 'last-baseline'
  return positionOffset(selfPosition(keyword, axis, itemStart), axis, free, overflow === 'safe' || isBaseline)
}

/** As above, for something whose size is not known yet. */
export function selfPosition(
  keyword: SelfAlignment['keyword'],
  axis: AlignmentAxis,
  itemStart: StartSide,
): AxisPosition {
  switch (keyword) {
    case 'auto':
      return 'flex-start'
    case 'self-start':
      return logicalPosition(itemStart === axis.startSide ? 'start' : 'end', axis)
    case 'self-end':
      return logicalPosition(itemStart === axis.startSide ? 'end' : 'start', axis)
    default:
      return keywordPosition(keyword, axis)
  }
}
