import type { Box, Footnote, InlineBox, PageMark } from '../../boxes/box-tree.js'
import { eachMarkWithin } from '../../boxes/box-walk.js'
import type { PagedFragmentation } from '../constraint-space.js'
import type { Fragment, OutOfFlowPlace } from '../fragment-tree.js'

/**
 * Calls of footnotes whose notes a page has no room for: what holds one of them and cannot be broken above it continues on
 * the next page, however much room there is.
 */

type Page = Pick<PagedFragmentation, 'policy'>

/** Whether something that is laid out holds such a call. */
export function isBarred(page: Page, fragment: Fragment): boolean {
  return barringNote(page, fragment) !== undefined
}

/** The note of the first such call in something that is laid out. */
export function barringNote(page: Page, fragment: Fragment): Footnote | undefined {
  if (!page.policy.takesCall || fragment.kind === 'text' || fragment.kind === 'decoration') return undefined
  const own = fragment.kind === 'box' ? ownBarringNote(page, fragment.box) : undefined
  if (own) return own
  for (const child of fragment.children) {
    const within = barringNote(page, child.fragment)
    if (within) return within
  }
  for (const { box } of fragment.outOfFlow ?? []) {
    const within = barringNoteWithin(page, box)
    if (within) return within
  }
  return undefined
}

/** Whether a box holds such a call, wherever it is broken. */
export function isBoxBarred(page: Page, box: Box): boolean {
  return page.policy.takesCall !== undefined && barringNoteWithin(page, box) !== undefined
}

/** Whether a box may not even begin on the page: such a call stands at the box itself. */
export function isBeginningBarred(page: Page, box: Box): boolean {
  return page.policy.takesCall !== undefined && ownBarringNote(page, box) !== undefined
}

/** Whether one of some positioned boxes, which call their notes where they would be in the flow, holds such a call. */
export function arePlacesBarred(page: Page, places: readonly OutOfFlowPlace[] | undefined): boolean {
  return places?.some(({ box }) => isBoxBarred(page, box)) ?? false
}

function barringNoteWithin(page: Page, box: Box): Footnote | undefined {
  let found: Footnote | undefined
  eachMarkWithin(box, (mark) => {
    found ??= barredNote(page, mark)
  })
  return found
}

function ownBarringNote(page: Page, box: Box | InlineBox): Footnote | undefined {
  for (const mark of box.marks ?? []) {
    const note = barredNote(page, mark)
    if (note) return note
  }
  return undefined
}

function barredNote({ policy: { takesCall } }: Page, mark: PageMark): Footnote | undefined {
  return mark.footnote && takesCall && !takesCall(mark) ? mark.footnote : undefined
}
