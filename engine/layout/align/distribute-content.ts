import { snap } from '../../base/units.js'
import type { ContentAlignment } from '../../css/values/alignment-value.js'
import { type AlignmentAxis, type AxisPosition, keywordPosition, logicalPosition } from './alignment-axis.js'

/** Where a row of things begins on its axis, and what stands between two of them besides gaps, in px. */
interface Distribution {
  readonly offset: number
  readonly between: number
}

/**
 * Distributes free space along an axis (css-align-3 §5): `align-content` and `justify-content` for things whose sizes
 * are known. Stretching comes before: `stretch` and `normal` only say where stretched things begin.
 * @param free may be negative
 * @param count of the things; the free space does not contain the gaps between them
 */
export function distributeContent(
  alignment: ContentAlignment,
  axis: AlignmentAxis,
  free: number,
  count: number,
): Distribution {
  const { keyword } = alignment
  // §5.1: the fallback alignments. AD-HOC: that of `space-between` is not safe, as in browsers.
  switch (keyword) {
    case 'space-between':
      if (free > 0 && count > 1) return { offset: 0, between: free / (count - 1) }
      return positioned('flex-start', axis, free, false)
    case 'space-around': {
      const between = free > 0 && count > 0 ? free / count : 0
      return between > 0 ? { offset: snap(between / 2), between } : positioned('center', axis, free, true)
    }
    case 'space-evenly': {
      const between = free > 0 ? free / (count + 1) : 0
      return between > 0 ? { offset: snap(between), between } : positioned('center', axis, free, true)
    }
    default:
      return positioned(keywordPosition(keyword, axis), axis, free, alignment.overflow === 'safe')
  }
}

function positioned(position: AxisPosition, axis: AlignmentAxis, free: number, safe: boolean): Distribution {
  return { offset: positionOffset(position, axis, free, safe), between: 0 }
}

/**
 * How far from the flex-relative start something begins that has `free` space around it.
 * @param safe what overflows does so at the end of the writing mode only
 */
export function positionOffset(position: AxisPosition, axis: AlignmentAxis, free: number, safe: boolean): number {
  switch (safe && free < 0 ? logicalPosition('start', axis) : position) {
    case 'flex-start':
      return 0
    case 'center':
      return snap(free / 2)
    case 'flex-end':
      return free
  }
}

/** Where a single thing goes whose size is not known yet (css-align-3 §5.1: one thing takes the fallback alignment). */
export function singlePosition({ keyword }: ContentAlignment, axis: AlignmentAxis): AxisPosition {
  switch (keyword) {
    case 'space-between':
      return 'flex-start'
    case 'space-around':
    case 'space-evenly':
      return 'center'
    default:
      return keywordPosition(keyword, axis)
  }
}
