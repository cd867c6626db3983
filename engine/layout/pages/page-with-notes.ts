import type { PageMark } from '../../boxes/box-tree.js'
import type { TakesCall } from '../constraint-space.js'
import { clipsBelow } from '../flow/pieces.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext, PlacedResult } from '../layout-types.js'
import { type FootnoteCall, findCalls } from './find-calls.js'
import {
  type FootnoteArea,
  NO_NOTES,
  type Notes,
  noteBoxes,
  notesHeight,
  type PlacedNotes,
  placeNotes,
  verticalMargins,
} from './footnote-area.js'

/** Lays out the content of a page. */
interface PageLayout {
  /** On the whole page: something is always placed. */
  whole(): PlacedResult
  /**
   * In so much room from its top, without calls that may not stand there; undefined when not even the first piece of
   * the content fits.
   */
  within(room: number, takesCall?: TakesCall): PlacedResult | undefined
  /** Whether some of the content was placed, not only height that continues without any. */
  progresses(result: PlacedResult): boolean
}

export interface PageWithNotes {
  readonly content: PlacedResult | undefined
  /** The footnote area's border box. */
  readonly notes: { readonly fragment: BoxFragment; readonly y: number } | undefined
  /** For the next page. */
  readonly rest: Notes
  /** Calls on the page. */
  readonly calls: readonly PageMark[]
}

export interface NotesInput {
  readonly area: FootnoteArea
  /** Height of the page area. */
  readonly height: number
  /** The notes that the page before has left over. */
  readonly carried: Notes
  /** Calls on earlier pages. */
  readonly seen: ReadonlySet<PageMark>
  /** Content that a page must have room for, whatever notes are waiting. */
  readonly leastContent: number
}

/**
 * Lays out a page with footnotes (css-gcpm-3 §2): a call and at least the beginning of its note stand on one page,
 * notes that are too long continue on the next. The content is laid out at most twice: with the room that notes from
 * earlier pages leave, and, if its own notes do not fit below that, once more with the room that is right for them and
 * without the lines that continue to the next page with their notes.
 * Where notes would leave no room for even the first piece of the content, they give way to it and continue on later pages.
 */
export function layoutPageWithNotes(ctx: LayoutContext, layout: PageLayout, input: NotesInput): PageWithNotes {
  const { area, height, carried, seen } = input
  const reserved = Math.min(notesHeight(ctx, area, carried), Math.max(0, height - input.leastContent))
  const beside = reserved > 0 ? layout.within(height - reserved) : undefined
  const first = beside ?? layout.whole()
  const calls = findCalls(first.fragment, seen)
  const used = usedHeight(first, beside ? height - reserved : height)
  if (calls.length === 0) return finish(ctx, input, first, used, [])
  if (haveRoom(ctx, input, calls, height - used)) return finish(ctx, input, first, used, calls)

  ctx.stats.reruns++
  const { room, whole, taken } = limitsOf(ctx, input, calls)
  const second = layout.within(room, (call) => taken.has(call) || seen.has(call))
  // A page is not cut to the empty height above its first call: it would be so again and again.
  if (!second || !layout.progresses(second)) return finish(ctx, input, first, used, calls)
  const own = findCalls(second.fragment, seen)
  const fitting = own.filter(({ mark }) => whole.has(mark))
  const others = own.filter(({ mark }) => !whole.has(mark))
  return finish(ctx, input, second, usedHeight(second, room), [...fitting, ...others])
}

/** How much of the room the content takes: what continues takes all of it, and what overflows boxes counts as well. */
function usedHeight({ token, fragment }: PlacedResult, room: number): number {
  return token ? room : Math.min(Math.max(fragment.height, lowestLine(fragment, 0)), room)
}

/** Bottom edge of the lowest line in a fragment at `y` that shows. */
function lowestLine({ children }: BoxFragment, y: number): number {
  let lowest = 0
  for (const { y: top, fragment } of children) {
    if (fragment.kind === 'line') lowest = Math.max(lowest, y + top + fragment.height)
    else if (fragment.kind === 'box') {
      const { box } = fragment
      const bottom = box.kind === 'inline' || clipsBelow(box) ? fragment.height : lowestLine(fragment, 0)
      lowest = Math.max(lowest, y + top + bottom)
    }
  }
  return lowest
}

/** A page after the last content: notes that are still waiting. */
export function layoutRestOfNotes(ctx: LayoutContext, input: NotesInput): PageWithNotes {
  return finish(ctx, input, undefined, 0, [])
}

function finish(
  ctx: LayoutContext,
  { area, height, carried }: NotesInput,
  content: PlacedResult | undefined,
  used: number,
  calls: readonly FootnoteCall[],
): PageWithNotes {
  const notes = notesOf(ctx, area, carried, calls)
  const { fragment, rest }: PlacedNotes = placeNotes(ctx, area, notes, { room: height - used, atTop: !content })
  const below = verticalMargins({ ...area, style: { ...area.style, marginTop: 0 } })
  return {
    content,
    notes: fragment && { fragment, y: height - below - fragment.height },
    rest: fragment || notes.boxes.length > 0 ? rest : NO_NOTES,
    calls: calls.map(({ mark }) => mark),
  }
}

/** Notes that are tried before all of them are: a line may hold more calls than a page has room for notes. */
const FEW_NOTES = 32

/** Whether the notes of all calls fit into some room. */
function haveRoom(
  ctx: LayoutContext,
  { area, carried }: NotesInput,
  calls: readonly FootnoteCall[],
  room: number,
): boolean {
  for (let count = FEW_NOTES; count < calls.length; count *= 2) {
    if (notesHeight(ctx, area, notesOf(ctx, area, carried, calls.slice(0, count))) > room) return false
  }
  return notesHeight(ctx, area, notesOf(ctx, area, carried, calls)) <= room
}

function notesOf(ctx: LayoutContext, area: FootnoteArea, carried: Notes, calls: readonly FootnoteCall[]): Notes {
  const own = noteBoxes(
    ctx,
    area,
    calls.map(({ footnote }) => footnote),
  )
  return { boxes: [...carried.boxes, ...own], token: carried.token }
}

/** The limits under which a page is laid out for the second time. */
interface PageLimits {
  /** Where the content has to end. */
  readonly room: number
  /** The calls whose notes have room below that. */
  readonly whole: ReadonlySet<PageMark>
  /** Those and others that may stand on the page. */
  readonly taken: ReadonlySet<PageMark>
}

/**
 * The room that content may take so that its notes fit. Calls are tried from top to bottom: each takes its line and its
 * note. The first whose note does not fit whole stays with the beginning of it, if its `footnote-policy` lets that be and
 * there is room for a line, and ends the page; else it continues to the next page with all that come after it. In the
 * footer of a table it could not go without the table, so that its note waits.
 */
function limitsOf(
  ctx: LayoutContext,
  { area, height, carried }: NotesInput,
  calls: readonly FootnoteCall[],
): PageLimits {
  const fitting: FootnoteCall[] = []
  const waiting: FootnoteCall[] = []
  const limits = (room: number): PageLimits => ({
    room: Math.max(0, Math.min(room, height)),
    whole: marksOf(fitting),
    taken: marksOf([...fitting, ...waiting]),
  })
  const sorted = [...calls].sort((a, b) => a.highest.bottom - b.highest.bottom)
  const roomAbove = (count: number) =>
    height - notesHeight(ctx, area, notesOf(ctx, area, carried, sorted.slice(0, count)))
  fitting.push(...sorted.slice(0, countFitting(sorted, roomAbove)))
  let room = roomAbove(fitting.length)
  for (const call of sorted.slice(fitting.length)) {
    const { top, bottom } = call.highest
    const notes = notesOf(ctx, area, carried, [...fitting, call])
    const left = height - notesHeight(ctx, area, notes)
    if (bottom <= left) {
      fitting.push(call)
      room = left
      continue
    }
    const begins = call.footnote.policy === 'auto' && beginsBelow(ctx, area, notes, height - bottom)
    if (!call.inFooter && !begins && top > 0) return limits(room)
    waiting.push(call)
    if (!call.inFooter) return limits(bottom)
  }
  return limits(room)
}

/**
 * How many of the first calls fit with their notes, each with those before it: lines stand lower and notes take more
 * room with each of them, so that halving what is left to be tried finds out.
 * @param roomAbove where content must end that so many notes stand below
 */
function countFitting(sorted: readonly FootnoteCall[], roomAbove: (count: number) => number): number {
  let fit = 0
  for (let step = 1, end = sorted.length; fit < end; ) {
    const count = Math.min(fit + step, end)
    const last = sorted[count - 1]
    if (last && last.highest.bottom <= roomAbove(count)) {
      fit = count
      step *= 2
    } else {
      end = count - 1
      step = Math.max(1, step >> 1)
    }
  }
  return fit
}

function marksOf(calls: readonly FootnoteCall[]): ReadonlySet<PageMark> {
  return new Set(calls.map(({ mark }) => mark))
}

/** Whether some of the last note fits into `room` below those before it. */
function beginsBelow(ctx: LayoutContext, area: FootnoteArea, notes: Notes, room: number): boolean {
  const { fragment, rest } = placeNotes(ctx, area, notes, { room, atTop: false })
  if (!fragment) return false
  return rest.boxes.length === 0 || (rest.boxes.length === 1 && rest.token !== undefined)
}
