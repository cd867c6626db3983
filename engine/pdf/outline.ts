import type { Destination } from './link-annotation.js'
import { destinationArray } from './link-annotation.js'
import type { PdfFile } from './pdf-file.js'
import { type PdfReference, pdfText } from './pdf-values.js'

/** An entry of the document outline, in document order. */
export interface OutlineEntry {
  /** From 1; an entry belongs to the nearest one before it that has a smaller level. */
  readonly level: number
  readonly title: string
  /** Entries below it are shown when the document is opened. */
  readonly open: boolean
  readonly destination: Destination
}

interface OutlineItem {
  readonly entry: OutlineEntry
  readonly reference: PdfReference
  readonly children: OutlineItem[]
}

/**
 * Writes the outline (ISO 32000-1 §12.3.3) below its root, which the file has already. PDFKit's entries lead to the right
 * edge of their pages and count their children only.
 */
export function writeOutline(file: PdfFile, entries: readonly OutlineEntry[]): void {
  if (entries.length === 0) return
  const root = file.outline.dictionary
  const items = nest(file, entries)
  writeItems(file, root, items)
  root.data = { Type: 'Outlines', ...ends(items), Count: shownBelow(items) }
  file.setCatalogEntry('Outlines', root)
}

/** Longer titles are cut: readers show one line of them. */
const LONGEST_TITLE = 2_000

/** Items within each other; what would be deeper stands beside the deepest. */
const MOST_LEVELS = 64

/** Levels that are left out make no items: an `h3` after an `h1` is its child. */
function nest(file: PdfFile, entries: readonly OutlineEntry[]): readonly OutlineItem[] {
  const top: OutlineItem[] = []
  const path: OutlineItem[] = []
  for (const entry of entries) {
    while (path.length >= MOST_LEVELS || (path.at(-1)?.entry.level ?? 0) >= entry.level) path.pop()
    const item: OutlineItem = { entry, reference: file.ref(), children: [] }
    const siblings = path.at(-1)?.children ?? top
    siblings.push(item)
    path.push(item)
  }
  return top
}

function writeItems(file: PdfFile, parent: PdfReference, items: readonly OutlineItem[]): void {
  for (const [index, { entry, reference, children }] of items.entries()) {
    const shown = shownBelow(children)
    file.define(reference, {
      Title: pdfText(entry.title.slice(0, LONGEST_TITLE).replace(/[\ud800-\udbff]$/, '')),
      Parent: parent,
      Prev: items[index - 1]?.reference,
      Next: items[index + 1]?.reference,
      ...ends(children),
      Count: children.length === 0 ? undefined : entry.open ? shown : -shown,
      Dest: destinationArray(entry.destination),
    })
    writeItems(file, reference, children)
  }
}

function ends(items: readonly OutlineItem[]): { readonly First?: PdfReference; readonly Last?: PdfReference } {
  const [first, last] = [items[0], items.at(-1)]
  return first && last ? { First: first.reference, Last: last.reference } : {}
}

/** Items that are visible when those around them are open. */
function shownBelow(items: readonly OutlineItem[]): number {
  let count = 0
  for (const { entry, children } of items) count += 1 + (entry.open ? shownBelow(children) : 0)
  return count
}
