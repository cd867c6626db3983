import type { Fragment } from '../../../../engine/layout/fragment-tree.js'
import type { LaidOutPage } from '../../../../engine/layout/page.js'
import { contentOffset, pageRoom } from '../../../../engine/layout/pages/page-area.js'

/**
 * Throws what of the flow ends below the area of its page, or over the footnotes there: lines and images. Only what
 * stands in a box that is taller than a page and cannot be broken may do so: such a box is reported.
 */
export function checkArea({ pages }: { readonly pages: readonly LaidOutPage[] }): void {
  for (const page of pages) {
    if (!page.content) continue
    const end = page.notes?.y ?? contentOffset(page.style).top + pageRoom(page.style)
    checkEnd(page.content.fragment, page.content.y, { end, number: page.number })
  }
}

interface PageEnd {
  readonly end: number
  readonly number: number
}

function checkEnd(fragment: Fragment, y: number, page: PageEnd, isMarker = false): void {
  if (fragment.kind === 'text' || fragment.kind === 'decoration') return
  if (fragment.kind === 'box' && fragment.overflow !== undefined) return
  const isContent = fragment.kind === 'line' || fragment.box.kind === 'replaced'
  const bottom = y + fragment.height
  if (isContent && (isMarker ? y >= page.end : bottom > page.end)) {
    throw new Error(`${wordsOf(fragment)} on page ${page.number} ends at ${bottom}, its area at ${page.end}`)
  }
  // Absolutely positioned boxes may stand anywhere.
  if (fragment.kind === 'box' && fragment.style.position === 'absolute') return
  for (const child of fragment.children) {
    checkEnd(child.fragment, y + child.y, page, isMarker || isMarkerOf(fragment, child.fragment))
  }
}

/** The marker of a list item stands on the baseline of something else, and takes no room of its own below it. */
export function isMarkerOf(item: Fragment, child: Fragment): boolean {
  if (item.kind !== 'box' || child.kind !== 'box' || item.box.kind !== 'block') return false
  return item.box.marker !== undefined && item.box.marker.id === child.box.id
}

function wordsOf(fragment: Fragment): string {
  if (fragment.kind === 'text') return fragment.words.map(({ text }) => text).join('')
  if (fragment.kind === 'decoration') return ''
  if (fragment.kind === 'box' && fragment.box.kind === 'replaced') return 'an image'
  return fragment.children.map((child) => wordsOf(child.fragment)).join('')
}
