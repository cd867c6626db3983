import { snap } from '../../base/units.js'
import { usedFontSize } from '../../css/values/font-size-adjust.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import type { BrokenLine } from './break-lines.js'
import type { AlignedSubtree } from './inline-box-state.js'
import type { TextStyle } from './text-style.js'

/** The edges above and below the baseline that `text-box-edge` names (css-inline-3 §5.2). */
export function textEdges(
  style: ComputedStyle,
  { ascent, descent }: { readonly ascent: number; readonly descent: number },
): { readonly over: number; readonly under: number } {
  const { textBoxEdge, font } = style
  const { over, under } = textBoxEdge === 'auto' ? TEXT : textBoxEdge
  const { capHeight, xHeight } = font.primary.metrics
  return {
    over: over === 'text' ? ascent : snap((over === 'cap' ? capHeight : xHeight) * usedFontSize(style, font.primary)),
    under: under === 'text' ? descent : 0,
  }
}

const TEXT = { over: 'text', under: 'text' } as const

interface LineHeights {
  readonly height: number
  readonly baseline: number
}

/**
 * A line of these heights without what is above and below the edges of its root inline box, if it is the first or last
 * of a box that is trimmed (css-inline-3 §5.1): content that is taller overflows.
 * @param subtrees move with the upper edge
 */
export function trimLine(
  { paragraph: { root, rootStyle }, isFirst, isLast, clamped }: BrokenLine,
  { height, baseline }: LineHeights,
  subtrees: readonly AlignedSubtree[],
): LineHeights {
  const { edgeOver, edgeUnder }: TextStyle = rootStyle
  const over = isFirst && root.trim !== 'end' ? baseline - edgeOver : 0
  const under = (isLast || clamped) && root.trim !== 'start' ? height - baseline - edgeUnder : 0
  for (const subtree of subtrees) subtree.baseline -= over
  return { height: height - over - under, baseline: baseline - over }
}
