import type { InsertedOnPage } from './layout/page.js'
import type { PlacedBookmark } from './layout/pages/page-log.js'
import type { ImportedBookmark } from './pdf-input/imported-document.js'

/** The bookmarks of pages of other documents, which stand below the last one before these pages. */
export class InsertedBookmarks {
  readonly #runs: { readonly first: number; readonly bookmarks: PlacedBookmark[] }[] = []
  /** The numbers of pages by those in their own document, for what is inserted last. */
  #current:
    | { readonly inserted: InsertedOnPage; readonly pages: Map<number, number>; readonly first: number }
    | undefined

  /** Takes down a page. @param number in this document */
  add(number: number, inserted: InsertedOnPage): void {
    if (this.#current?.inserted.insertion !== inserted.insertion) {
      this.#end()
      this.#current = { inserted, pages: new Map(), first: number }
    }
    this.#current?.pages.set(inserted.page.number, number)
  }

  /** All bookmarks in their order. @param bookmarks those of this document */
  *among(bookmarks: Iterable<PlacedBookmark>): Generator<PlacedBookmark, void> {
    this.#end()
    const runs = this.#runs.values()
    let next = runs.next()
    let level = 0
    for (const bookmark of bookmarks) {
      for (; !next.done && next.value.first < bookmark.page; next = runs.next())
        yield* below(next.value.bookmarks, level)
      level = bookmark.level
      yield bookmark
    }
    for (; !next.done; next = runs.next()) yield* below(next.value.bookmarks, level)
  }

  #end(): void {
    const current = this.#current
    this.#current = undefined
    if (!current) return
    const { inserted, pages, first } = current
    const placed = inserted.insertion.document.bookmarks.flatMap((bookmark) => placedAt(bookmark, pages) ?? [])
    this.#runs.push({ first, bookmarks: placed })
  }
}

/** Undefined on pages that were left out with the rest of the document. */
function placedAt(
  { level, title, isOpen, page, x, y }: ImportedBookmark,
  pages: ReadonlyMap<number, number>,
): PlacedBookmark | undefined {
  const number = pages.get(page)
  return number === undefined
    ? undefined
    : { level, label: title, state: isOpen ? 'open' : 'closed', page: number, x, y }
}

function* below(bookmarks: readonly PlacedBookmark[], level: number): Generator<PlacedBookmark, void> {
  for (const bookmark of bookmarks) yield { ...bookmark, level: level + bookmark.level }
}
