import type { PageMark } from '../../boxes/page-mark.js'
import { clipsBelow } from '../flow/ended-box.js'
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
  /** In so much room from its top; undefined when not even the first piece of the content fits there. */
  within(room: number): PlacedResult | undefined
  /** Whether some of the content was placed, not only height that goes on without any. */
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
  /** What the page before left. */
  readonly carried: Notes
  /** Calls on earlier pages. */
  readonly seen: ReadonlySet<PageMark>
  /** Content that a page must have room for, whatever notes are waiting. */
  readonly leastContent: number
}

/**
 * Lays out a page with footnotes (css-gcpm-3 §2): a call and at least the beginning of its note stand on one page,
 * notes that are too long go on on the next. The content is laid out at most twice: with the room that notes from
 * earlier pages leave, and, if its own notes do not fit below that, once more with the room that is right for them.
 * Where notes would leave no room for even the first piece of the content, they give way to it and go on on later pages.
 */
export function layoutPageWithNotes(ctx: LayoutContext, layout: PageLayout, input: NotesInput): PageWithNotes {
  const { area, height, carried, seen } = input
  const reserved = Math.min(notesHeight(ctx, area, carried), Math.max(0, height - input.leastContent))
  const beside = reserved > 0 ? layout.within(height - reserved) : undefined
  const first = beside ?? layout.whole()
  const calls = findCalls(first.fragment, seen)
  const used = usedHeight(first, beside ? height - reserved : height)
  if (calls.length === 0) return finish(ctx, input, first, used, [])
  const all = notesOf(ctx, area, carried, calls)
  if (used + notesHeight(ctx, area, all) <= height) return finish(ctx, input, first, used, calls)

  ctx.stats.reruns++
  const room = roomForContent(ctx, input, calls, used)
  const second = layout.within(room)
  // A page is not cut to the empty height above its first call: it would be so again and again.
  return second && layout.progresses(second)
    ? finish(ctx, input, second, usedHeight(second, room), findCalls(second.fragment, seen))
    : finish(ctx, input, first, used, calls)
}

/** How much of the room the content takes: what goes on takes all of it, and what overflows boxes counts as well. */
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

function notesOf(ctx: LayoutContext, area: FootnoteArea, carried: Notes, calls: readonly FootnoteCall[]): Notes {
  const own = noteBoxes(
    ctx,
    area,
    calls.map(({ footnote }) => footnote),
  )
  return { boxes: [...carried.boxes, ...own], token: carried.token }
}

/**
 * Where the content has to end so that its notes have room. Calls are tried from top to bottom: each takes the line
 * that it stands on and its note. The first that does not fit whole ends the page, with the beginning of its note if
 * its `footnote-policy` lets that be and there is room for a line of it, else before it.
 */
function roomForContent(
  ctx: LayoutContext,
  { area, height, carried }: NotesInput,
  calls: readonly FootnoteCall[],
  used: number,
): number {
  if (calls.some(({ inColumns }) => inColumns)) {
    return Math.max(0, Math.min(used, height - notesHeight(ctx, area, notesOf(ctx, area, carried, calls))))
  }
  let fitting = used
  for (let count = 1; count <= calls.length; count++) {
    const call = calls[count - 1]
    if (!call) break
    const notes = notesOf(ctx, area, carried, calls.slice(0, count))
    const room = height - notesHeight(ctx, area, notes)
    if (call.bottom <= room) {
      fitting = Math.min(fitting, room)
      continue
    }
    const isFirst = call.top <= 0
    if (isFirst || (call.footnote.policy === 'auto' && beginsBelow(ctx, area, notes, height - call.bottom))) {
      return Math.max(0, Math.min(call.bottom, height))
    }
    const before = call.footnote.policy === 'block' && call.blockTop > 0 ? call.blockTop : call.top
    return Math.max(0, Math.min(fitting, before))
  }
  return Math.max(0, fitting)
}

/** Whether some of the last note fits into `room` below those before it. */
function beginsBelow(ctx: LayoutContext, area: FootnoteArea, notes: Notes, room: number): boolean {
  const { fragment, rest } = placeNotes(ctx, area, notes, { room, atTop: false })
  if (!fragment) return false
  return rest.boxes.length === 0 || (rest.boxes.length === 1 && rest.token !== undefined)
}
