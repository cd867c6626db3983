import type { Span } from '../../base/source.js'
import { clipsContent } from '../clips-content.js'
import type { BoxFragment, TextFragment } from '../fragment-tree.js'

/**
 * The rectangle beyond which nothing shows of what stands in boxes that clip, on the page in px. An edge that nothing
 * clips is infinitely far away.
 */
export interface CutEdges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** The element of the innermost box that clips. */
  readonly span: Span | undefined
  /** What stands wholly above is lost too: the rows of a list box that is scrolled. */
  readonly losesAbove: boolean
  /** Which of the sides lines begin at. */
  readonly direction: 'ltr' | 'rtl'
}

export const NOTHING_CUT: CutEdges = {
  left: Number.NEGATIVE_INFINITY,
  top: Number.NEGATIVE_INFINITY,
  right: Number.POSITIVE_INFINITY,
  bottom: Number.POSITIVE_INFINITY,
  span: undefined,
  losesAbove: false,
  direction: 'ltr',
}

/** Boxes of no more than this width or height hide their content on purpose, for those who listen or until it opens. */
const CLOSED = 1

/**
 * The edges within a box at (x, y), in those around it. Undefined where the box hides all of its content on purpose, or
 * shows a part of a list by its nature: drop-down lists show what is chosen.
 */
export function edgesWithin(
  fragment: BoxFragment,
  x: number,
  y: number,
  around: CutEdges,
  span: Span | undefined,
): CutEdges | undefined {
  if (!clipsContent(fragment)) return around
  const { border, width, height, style, box } = fragment
  const inner = { width: width - border.left - border.right, height: height - border.top - border.bottom }
  if (inner.width <= CLOSED || inner.height <= CLOSED) return undefined
  const losesAbove = style.contain.rows !== undefined
  if (box.node?.name === 'select' && !losesAbove) return undefined
  const margin = style.overflow === 'clip' ? style.overflowClipMargin.length : 0
  let { left, top, right, bottom } = around
  if (style.overflowX !== 'visible') {
    left = Math.max(left, x + border.left - margin)
    right = Math.min(right, x + border.left + inner.width + margin)
  }
  if (style.overflowY !== 'visible') {
    top = Math.max(top, y + border.top - margin)
    bottom = Math.min(bottom, y + border.top + inner.height + margin)
  }
  return { left, top, right, bottom, span, losesAbove, direction: style.direction }
}

/** Error that rounding may add, in px. */
const TOLERANCE = 1

/** How much of an em small letters rise above the baseline at least. */
const SMALL_LETTERS = 0.4

/** Whether text at (x, y) may be cut off at all, without a look at what it says. */
export function mayBeCut({ width, ascent, fontSize }: TextFragment, x: number, y: number, edges: CutEdges): boolean {
  const baseline = y + ascent
  return (
    x + width > edges.right + TOLERANCE ||
    x < edges.left - TOLERANCE ||
    baseline > edges.bottom + TOLERANCE ||
    baseline - SMALL_LETTERS * fontSize < edges.top - TOLERANCE
  )
}

/**
 * The side at which text at (x, y) is cut off so that it cannot be read: above and below, letters are cut. Text wholly before the
 * box was moved there on purpose.
 */
export function cutSide(
  text: TextFragment,
  x: number,
  y: number,
  edges: CutEdges,
): 'left' | 'top' | 'right' | 'bottom' | undefined {
  const ink = inkOf(text)
  if (!ink) return undefined
  const { left, top, right, bottom, losesAbove, direction } = edges
  const start = x + ink.left
  const end = x + ink.right
  const baseline = y + text.ascent
  const isBefore = direction === 'ltr' ? end <= left : start >= right
  if (isBefore) return undefined
  if (baseline <= top) return losesAbove ? 'top' : undefined
  if (baseline > bottom + TOLERANCE) return 'bottom'
  if (end > right + TOLERANCE) return 'right'
  if (start < left - TOLERANCE) return 'left'
  return baseline - SMALL_LETTERS * text.fontSize < top - TOLERANCE ? 'top' : undefined
}

/** From the first word to the end of the last one, blanks left out; undefined for blanks alone. */
function inkOf({ words, positions, width }: TextFragment): { left: number; right: number } | undefined {
  const isInk = (index: number) => (words[index]?.text ?? '').trim() !== ''
  let first = 0
  while (first < words.length && !isInk(first)) first++
  if (first === words.length) return undefined
  let last = words.length - 1
  while (!isInk(last)) last--
  return { left: positions[first] ?? 0, right: positions[last + 1] ?? width }
}
