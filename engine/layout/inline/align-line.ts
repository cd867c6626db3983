import { snap } from '../../base/units.js'
import type { InlineRootBox } from '../../boxes/box-tree.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { BrokenLine } from './break-lines.js'

/** The place at which a line starts. */
export type LineStart = 'paragraph' | 'forced-break' | 'line'

/** `text-indent` of a line in px (css-text-3 §7.1). Percentages are of the line's room. */
export function textIndent(
  { style, followsBlocks, indentsLetter }: InlineRootBox,
  start: LineStart,
  availableWidth: number,
): number {
  const isFirst = start === 'paragraph' && !followsBlocks
  if (isFirst && indentsLetter) return 0
  const isChosen = isFirst || (start === 'forced-break' && style.textIndentEachLine)
  return isChosen === style.textIndentHanging ? 0 : resolveLength(style.textIndent, availableWidth)
}

type Alignment = 'left' | 'right' | 'center' | 'justify'

/** How a line is aligned (css-text-3 §6.1, §6.3): the last line and lines before a forced break by `text-align-last`. */
export function lineAlignment(style: ComputedStyle, end: BrokenLine['end'], direction: 'ltr' | 'rtl'): Alignment {
  const { textAlign, textAlignLast } = style
  if (end === 'soft') return physical(textAlign, direction)
  if (textAlignLast !== 'auto') return physical(textAlignLast, direction)
  return physical(textAlign === 'justify' ? 'start' : textAlign, direction)
}

function physical(value: ComputedStyle['textAlign'], direction: 'ltr' | 'rtl'): Alignment {
  if (value === 'start') return direction === 'ltr' ? 'left' : 'right'
  if (value === 'end') return direction === 'ltr' ? 'right' : 'left'
  return value
}

/**
 * Left edge of a line's content from the left edge of the room it has. What is too wide overflows at the end
 * of the base direction, whatever the alignment.
 * @param free what the content leaves of the room; negative when it overflows
 */
export function alignmentOffset(alignment: Alignment, free: number, direction: 'ltr' | 'rtl'): number {
  if (direction === 'ltr') {
    if (free <= 0 || alignment === 'left' || alignment === 'justify') return 0
    return alignment === 'right' ? free : snap(free / 2)
  }
  if (free <= 0 || alignment === 'right' || alignment === 'justify') return free
  return alignment === 'left' ? 0 : snap(free / 2)
}
