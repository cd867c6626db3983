import type { InlineRootBox } from '../../boxes/box-tree.js'
import { APPEAL, type Appeal, type Breakpoint } from '../break-token.js'
import type { PagedFragmentation } from '../constraint-space.js'

/** Where each line of a paragraph begins; the last element is the height of all. */
export type LineTops = readonly number[]

/** The lines that go onto one page. */
export interface LineSlice {
  /** Index behind the last line placed. */
  readonly end: number
  readonly appeal: Appeal
  readonly breakpoint: Breakpoint | undefined
  /** A single line is taller than the room, and had to be placed. */
  readonly overflows: boolean
}

/** Decides how many lines from `start` on stay on this page (css-break-3 §3.3, §4.4); undefined: none fits. */
export function sliceLines(
  root: InlineRootBox,
  tops: LineTops,
  start: number,
  space: PagedFragmentation,
): LineSlice | undefined {
  const total = tops.length - 1
  const { imposed } = space
  if (imposed?.kind === 'line') return sliceAt(root, tops, start, imposed.line, APPEAL.perfect)

  const remaining = total - start
  const fitting = countFitting(tops, start, space.room)
  if (fitting >= remaining) return sliceAt(root, tops, start, total, APPEAL.perfect)
  const orphans = minimumBefore(root, start)
  if (fitting >= orphans) {
    // As in browsers, orphans win over widows, and a break that satisfies orphans is as good as any.
    const end = start + Math.max(orphans, Math.min(fitting, remaining - root.style.widows))
    return sliceAt(root, tops, start, end, APPEAL.perfect)
  }
  if (!space.atTop) return undefined
  if (fitting > 0) return sliceAt(root, tops, start, start + fitting, APPEAL.violatesOrphansOrWidows)
  const slice = sliceAt(root, tops, start, start + 1, remaining > 1 ? APPEAL.lastResort : APPEAL.perfect)
  return { ...slice, overflows: true }
}

/** Lines needed before a break; what goes on from another page has been broken before as well. */
function minimumBefore(root: InlineRootBox, start: number): number {
  const { orphans, widows } = root.style
  return start === 0 ? orphans : Math.max(orphans, widows)
}

function countFitting(tops: LineTops, start: number, room: number): number {
  const limit = (tops[start] ?? 0) + room
  let low = start
  let high = tops.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((tops[middle] as number) <= limit) low = middle
    else high = middle - 1
  }
  return low - start
}

function sliceAt(root: InlineRootBox, tops: LineTops, start: number, end: number, appeal: Appeal): LineSlice {
  return { end, appeal, breakpoint: bestBreakpoint(root, tops.length - 1, start, end), overflows: false }
}

/** The latest of the best places between the lines `start` to `end`. */
function bestBreakpoint(root: InlineRootBox, total: number, start: number, end: number): Breakpoint | undefined {
  const latest = end - 1
  if (latest <= start) return undefined
  const perfect = Math.min(latest, total - root.style.widows)
  if (perfect - start >= minimumBefore(root, start)) {
    return { appeal: APPEAL.perfect, path: { kind: 'line', line: perfect } }
  }
  return { appeal: APPEAL.violatesOrphansOrWidows, path: { kind: 'line', line: latest } }
}
