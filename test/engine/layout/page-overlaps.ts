import type { BoxFragment, PlacedFragment } from '../../../engine/layout/fragment-tree.js'
import type { LaidOutPage } from '../../../engine/layout/page.js'
import { isMarkerOf } from './pages/page-area.js'

/** A piece of text with its place on the page, in px. */
interface Text {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The width of all boxes around a fragment, from the left edge of the page. */
interface Sides {
  readonly left: number
  readonly right: number
}

/**
 * Throws which texts overlap on a page: of the flow, of floats and of footnotes. Not meant are texts that overflow:
 * those that are wider than a box around them, and those in boxes that are reported to be taller than a page. Nor are
 * those that are put elsewhere: positioned boxes and markers.
 */
export function checkOverlaps({ pages }: { readonly pages: readonly LaidOutPage[] }): void {
  for (const page of pages) {
    const texts: Text[] = []
    for (const placed of [page.content, page.notes]) if (placed) collect(placed, 0, 0, EVERYWHERE, texts)
    checkPage(texts, page.number)
  }
}

const EVERYWHERE: Sides = { left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY }

function checkPage(texts: Text[], number: number): void {
  texts.sort((a, b) => a.top - b.top)
  for (const [index, text] of texts.entries()) {
    for (let next = index + 1; next < texts.length; next++) {
      const other = texts[next] as Text
      if (other.top >= text.bottom) break
      if (other.left >= text.right || text.left >= other.right) continue
      throw new Error(
        `${text.text} at ${text.left},${text.top} and ${other.text} at ${other.left},${other.top} on page ${number}`,
      )
    }
  }
}

function collect({ x, y, fragment }: PlacedFragment, left: number, top: number, sides: Sides, texts: Text[]): void {
  const place = { left: left + x, top: top + y }
  if (fragment.kind === 'decoration') return
  if (fragment.kind === 'text') {
    const text = fragment.words
      .map((word) => word.text)
      .join('')
      .trim()
    const right = place.left + fragment.width
    const fits = place.left >= sides.left && right <= sides.right
    if (text !== '' && fits) texts.push({ text, ...place, right, bottom: place.top + fragment.height })
    return
  }
  if (fragment.kind === 'box' && isElsewhere(fragment)) return
  const inside = fragment.kind === 'box' ? within(sides, place.left, fragment.width) : sides
  for (const child of fragment.children) {
    if (!isMarkerOf(fragment, child.fragment)) collect(child, place.left, place.top, inside, texts)
  }
}

function isElsewhere({ style, overflow }: BoxFragment): boolean {
  return (
    overflow !== undefined || style.position === 'absolute' || (style.position === 'relative' && style.left !== 'auto')
  )
}

function within(sides: Sides, left: number, width: number): Sides {
  return { left: Math.max(sides.left, left), right: Math.min(sides.right, left + width) }
}
