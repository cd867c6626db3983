import type { SelfAlignment } from '../../css/values/alignment-value.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { selfOffset } from '../align/align-self.js'
import { BLOCK_AXIS, type StartSide } from '../align/alignment-axis.js'

/** How an absolutely positioned box is aligned between two insets (css-position-4 §4.3). */
export interface AbsoluteAlignment extends SelfAlignment {
  /** The side at which the containing block's writing mode starts along the axis. */
  readonly startSide: StartSide
  /** The same for the box itself. */
  readonly itemStart: StartSide
}

/** The alignments of a box along both axes; `auto` means `normal`. */
export function absoluteAlignments(
  { justifySelf, alignSelf, direction }: ComputedStyle,
  containerDirection: ComputedStyle['direction'],
): { readonly x: AbsoluteAlignment; readonly y: AbsoluteAlignment } {
  const { startSide: top } = BLOCK_AXIS
  return {
    x: { ...justifySelf, startSide: startOf(containerDirection), itemStart: startOf(direction) },
    y: { ...alignSelf, startSide: top, itemStart: top },
  }
}

function startOf(direction: ComputedStyle['direction']): StartSide {
  return direction === 'rtl' ? 'right' : 'left'
}

/** Whether the alignment leaves a box its place and lets it fill what is between the insets. */
export function fillsInsets({ keyword }: SelfAlignment): boolean {
  return keyword === 'auto' || keyword === 'normal' || keyword === 'stretch'
}

/** The containing block along an axis, and the insets within it. */
interface InsetRoom {
  readonly size: number
  readonly start: number
  readonly end: number
}

/**
 * Where a margin box of some length begins that is aligned between two insets. One that overflows them is moved into the
 * containing block unless it says `safe` or `unsafe` (css-align-3 §4.4.1).
 */
export function alignBetween({ size, start, end }: InsetRoom, length: number, alignment: AbsoluteAlignment): number {
  const isMirrored = alignment.startSide === 'right'
  const [before, after] = isMirrored ? [end, start] : [start, end]
  const free = size - before - after - length
  const axis = { reversed: false, startSide: alignment.startSide }
  const aligned = before + selfOffset(alignment, axis, free, alignment.itemStart)
  const offset = alignment.overflow === 'default' && free < 0 ? within(aligned, length, size, before, after) : aligned
  return isMirrored ? size - offset - length : offset
}

function within(offset: number, length: number, size: number, before: number, after: number): number {
  return Math.max(Math.min(0, before), Math.min(offset, size - Math.min(0, after) - length))
}
