import { snap } from '../../base/units.js'
import type { InlineItem, InlineRootBox } from '../../boxes/box-tree.js'
import type { LayoutContext } from '../layout-types.js'
import type { BreakOpportunities } from './line-breaks.js'
import type { LineItem } from './line-items.js'
import type { InlineRun, LeaderUnit } from './paragraph.js'
import { measureWord, shapeText } from './shape-text.js'
import { itemizeText, plainRun, ScriptReader } from './text-runs.js'
import { textStyleOf } from './text-style.js'

/** Leaders (css-content-3 §3): text that repeats to fill what the rest of the line leaves. */

type LeaderItem = Extract<InlineItem, { readonly kind: 'leader' }>

export function leaderUnit(ctx: LayoutContext, { pattern, style }: LeaderItem, level: number): LeaderUnit {
  const textStyle = textStyleOf(ctx, style)
  const runs = itemizeText(ctx, pattern, textStyle, new ScriptReader(pattern))
  const only = runs.length === 1 ? runs[0] : undefined
  const run: InlineRun = { ...(only?.run ?? plainRun(textStyle)), level }
  const word = shapeText(ctx, run, pattern)
  const width = measureWord(run, word) + run.style.wordSpacing * (pattern.split(' ').length - 1)
  return { kind: 'leader', run, word, space: shapeText(ctx, run, ' '), width: Math.max(snap(width), 1) }
}

/**
 * A line may break before a leader. What follows it stays with it up to the end of the paragraph or a forced break:
 * a page number never stands alone at the start of a line.
 */
export function adjustLeaderBreaks(
  root: InlineRootBox,
  breaks: BreakOpportunities,
  lengthOf: (item: InlineItem) => number,
): void {
  let offset = 0
  let inLeader = false
  for (const item of root.items) {
    const end = offset + lengthOf(item)
    if (item.kind === 'leader') inLeader = true
    else if (item.kind === 'break') inLeader = false
    else if (inLeader) breaks.fill(0, offset, end)
    if (item.kind === 'leader') breaks[offset] = 1
    offset = end
  }
}

/** Gives the leaders of a line what it has left, in equal parts. Returns whether there are any. */
export function stretchLeaders(items: readonly LineItem[], free: number): boolean {
  let count = 0
  for (const { unit } of items) if (unit.kind === 'leader') count++
  if (count === 0 || free <= 0) return false
  let given = 0
  let index = 0
  for (const item of items) {
    if (item.unit.kind !== 'leader') continue
    index++
    const upTo = index === count ? free : snap((free * index) / count)
    item.width += upTo - given
    given = upTo
  }
  return true
}

/** Repetitions of one leader: more of them than the widest page shows. */
const MOST_REPETITIONS = 20_000

/**
 * Left edges of the repetitions of a leader between `start` and `end`. They stand on a grid that begins at the end
 * edge of the line, so that those of all lines are aligned.
 */
export function leaderPositions(
  width: number,
  start: number,
  end: number,
  lineWidth: number,
  direction: 'ltr' | 'rtl',
): readonly number[] {
  const origin =
    direction === 'ltr' ? lineWidth - Math.floor((lineWidth - start) / width) * width : Math.ceil(start / width) * width
  const positions: number[] = []
  for (let at = origin; at + width <= end && positions.length < MOST_REPETITIONS; at += width) positions.push(at)
  return positions
}
