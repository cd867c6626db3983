import type { InlineRootBox } from '../../boxes/box-tree.js'
import { APPEAL, type Appeal, type Breakpoint } from '../break-token.js'
import type { PagedFragmentation } from '../constraint-space.js'
import { barringNote } from '../flow/barred-calls.js'
import type { LineFragment } from '../fragment-tree.js'

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

/** The lines that are still to be placed. */
export interface LineTail {
  readonly root: InlineRootBox
  readonly lines: readonly LineFragment[]
  readonly tops: LineTops
  /** Index of the first of them. */
  readonly start: number
  /** Earlier lines of the paragraph stand on another page. */
  readonly continued: boolean
  /** A break before the paragraph is better than one that leaves fewer than `widows` lines (`Profile.keepsWidows`). */
  readonly keepsWidows: boolean
}

/**
 * Decides how many lines stay on this page (css-break-3 §3.3, §4.4); undefined: none fits. Fewer than `orphans` are for
 * those around to judge: they stay only where all other places are worse.
 */
export function sliceLines(tail: LineTail, space: PagedFragmentation): LineSlice | undefined {
  const { root, tops, start, continued, keepsWidows } = tail
  const total = tops.length - 1
  const { imposed } = space
  if (imposed?.kind === 'line') return sliceAt(tail, imposed.line, APPEAL.perfect)

  const remaining = total - start
  const held = countStaying(tail, space)
  const isHeld = held >= remaining && countFitting(tops, start, space.room - space.reserve) >= remaining
  if (isHeld) return sliceAt(tail, total, APPEAL.perfect)
  // The last line may not stay without what ends with the paragraph.
  const fitting = Math.min(held, remaining - 1)
  const { orphans, widows } = root.style
  if (fitting >= orphans) {
    // Orphans win over widows where one of them must give way, and the part of a paragraph between two breaks need not
    // have as many lines as its last one.
    const taken = Math.max(orphans, Math.min(fitting, remaining - widows))
    const mayMove = keepsWidows && !continued && !space.policy.evensColumns
    const leavesTooFew = mayMove && remaining - taken < widows
    return sliceAt(tail, start + taken, leavesTooFew ? APPEAL.violatesOrphansOrWidows : APPEAL.perfect)
  }
  if (fitting > 0) return sliceAt(tail, start + fitting, APPEAL.violatesOrphansOrWidows)
  if (!space.atTop || space.policy.strict) return undefined
  const slice = sliceAt(tail, start + 1, remaining > 1 ? APPEAL.lastResort : APPEAL.perfect)
  return { ...slice, overflows: true }
}

/** How many lines can stay, whatever is asked of those before and after a break. */
export function countStaying(tail: LineTail, space: PagedFragmentation): number {
  return Math.min(countHeld(tail, space), countTaken(tail, space))
}

/** How many lines fit with what is longer than an atomic inline in them. */
function countHeld({ lines, tops, start }: LineTail, { room }: PagedFragmentation): number {
  const fitting = countFitting(tops, start, room)
  const limit = (tops[start] ?? 0) + room
  for (let line = start; line < start + fitting; line++) {
    const spill = lines[line]?.spill
    if (spill !== undefined && (tops[line + 1] as number) + spill > limit) return line - start
  }
  return fitting
}

/** How many lines come before the first with the call of a note that the page has no room for. */
function countTaken({ lines, tops, start, continued }: LineTail, space: PagedFragmentation): number {
  if (!space.policy.takesCall) return lines.length - start
  const fitting = countFitting(tops, start, space.room)
  for (let line = start; line < start + fitting; line++) {
    const note = barringNote(space, lines[line] as LineFragment)
    if (!note) continue
    // A paragraph that begins the page would be no higher on the next one.
    return note.policy === 'block' && !continued && !space.atTop ? 0 : line - start
  }
  return fitting
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

function sliceAt(tail: LineTail, end: number, appeal: Appeal): LineSlice {
  return { end, appeal, breakpoint: bestBreakpoint(tail, end), overflows: false }
}

/** The latest of the best places before the line `end`. */
function bestBreakpoint(tail: LineTail, end: number): Breakpoint | undefined {
  const { root, tops, start } = tail
  const latest = end - 1
  if (latest <= start) return undefined
  const perfect = Math.min(latest, tops.length - 1 - root.style.widows)
  if (perfect - start >= root.style.orphans) {
    return { appeal: APPEAL.perfect, path: { kind: 'line', line: perfect } }
  }
  return { appeal: APPEAL.violatesOrphansOrWidows, path: { kind: 'line', line: latest } }
}
