import type { Destinations } from './destinations.js'
import type { ImportedBookmark } from './imported-document.js'
import type { Dictionary } from './pdf-object.js'
import type { PdfSource } from './pdf-source.js'
import { textOfString } from './text-string.js'

/** Bookmarks within each other. */
const DEEPEST = 64

/** Characters of names and titles. */
const LONGEST_TITLE = 2_000

/**
 * The entries of the outline (ISO 32000-1 §12.3.3) that lead to pages which are inserted. One that leads elsewhere stays
 * where others in it are kept, and leads where the first of these does.
 */
export function readOutline(source: PdfSource, destinations: Destinations): readonly ImportedBookmark[] {
  const root = source.dictionary(source.catalog, 'Outlines')
  return root ? entriesIn(source, destinations, root, 1, new Set([root])) : []
}

function entriesIn(
  source: PdfSource,
  destinations: Destinations,
  parent: Dictionary,
  level: number,
  known: Set<Dictionary>,
): readonly ImportedBookmark[] {
  const found: ImportedBookmark[] = []
  if (level > DEEPEST) return found
  for (
    let item = source.dictionary(parent, 'First');
    item && !known.has(item);
    item = source.dictionary(item, 'Next')
  ) {
    known.add(item)
    source.budget.readValues(1)
    const inner = entriesIn(source, destinations, item, level + 1, known)
    const place = destinations.placeOf(item)
    const at = place && destinations.isInserted(place) ? destinations.pointOf(place) : inner[0]
    if (!at) {
      found.push(...inner)
      continue
    }
    const count = source.get(item, 'Count')
    found.push({
      level,
      title: textEntry(source, item, 'Title'),
      isOpen: typeof count === 'number' && count > 0,
      page: at.page,
      x: at.x,
      y: at.y,
    })
    found.push(...inner)
  }
  return found
}

/** What a dictionary of a file says as text under a name; empty where it says nothing. */
export function textEntry(source: PdfSource, dictionary: Dictionary | undefined, name: string): string {
  const value = source.get(dictionary, name)
  return value instanceof Uint8Array ? textOfString(value.subarray(0, 2 * LONGEST_TITLE)).slice(0, LONGEST_TITLE) : ''
}
