import { assertNever } from '../../base/invariant.js'
import type { ContentAlignment, SelfAlignment } from '../../css/values/alignment-value.js'

/** The axis along which something is aligned. Distances are counted from its flex-relative start. */
export interface AlignmentAxis {
  /** That start is the end of the writing mode: in `row-reverse`, `column-reverse` and `wrap-reverse` containers. */
  readonly reversed: boolean
  /** The physical side at which the container's writing mode starts along this axis. */
  readonly startSide: StartSide
}

export type StartSide = 'left' | 'right' | 'top'

/** The axis of lines and blocks, from top to bottom. */
export const BLOCK_AXIS: AlignmentAxis = { reversed: false, startSide: 'top' }

/** An alignment keyword without its dependence on writing modes: where the free space goes. */
export type AxisPosition = 'flex-start' | 'center' | 'flex-end'

/** `start` and `end` of the writing mode as ends of the axis. */
export function logicalPosition(keyword: 'start' | 'end', { reversed }: AlignmentAxis): AxisPosition {
  return (keyword === 'start') === reversed ? 'flex-end' : 'flex-start'
}

/** `left` and `right`, which mean `start` on a vertical axis (css-align-3 §4.1). */
function physicalPosition(keyword: 'left' | 'right', axis: AlignmentAxis): AxisPosition {
  const atStart = axis.startSide === 'top' || axis.startSide === keyword
  return logicalPosition(atStart ? 'start' : 'end', axis)
}

/** The keywords that mean the same for the alignment of content and of items. */
type PositionKeyword = Extract<ContentAlignment['keyword'], SelfAlignment['keyword']>

/** Where a keyword puts something (css-align-3 §4). What is stretched and does not fill the axis begins at its start. */
export function keywordPosition(keyword: PositionKeyword, axis: AlignmentAxis): AxisPosition {
  switch (keyword) {
    case 'normal':
    case 'stretch':
    case 'flex-start':
      return 'flex-start'
    case 'flex-end':
    case 'center':
      return keyword
    case 'baseline':
      return logicalPosition('start', axis)
    case 'last-baseline':
      return logicalPosition('end', axis)
    case 'start':
    case 'end':
      return logicalPosition(keyword, axis)
    case 'left':
    case 'right':
      return physicalPosition(keyword, axis)
    default:
      return assertNever(keyword)
  }
}
