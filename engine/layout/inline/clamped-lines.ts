import type { InlineRootBox } from '../../boxes/box-tree.js'
import type { InlinePosition } from '../break-token.js'

/**
 * How many lines of a paragraph are shown from some place on (css-overflow-4 §5): it may share them with others in a box
 * around it.
 */
export function linesLeft({ clampedTo, style }: InlineRootBox, { line = 0 }: InlinePosition): number | 'none' {
  const most = clampedTo ?? style.maxLines
  return most === 'none' ? 'none' : Math.max(0, most - line)
}

/** A place `count` lines behind where lines were broken from. */
export function countedFrom({ line = 0 }: InlinePosition, position: InlinePosition, count: number): InlinePosition {
  return { ...position, line: line + count }
}

/** Whether something comes behind the last line that is shown, in the paragraph or below it. */
export function goesOn({ clampedTo }: InlineRootBox, hasMore: boolean): boolean {
  return hasMore || clampedTo !== undefined
}
