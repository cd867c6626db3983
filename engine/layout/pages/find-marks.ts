import { assertNever } from '../../base/invariant.js'
import type { PageMark } from '../../boxes/box-tree.js'
import type { Fragment } from '../fragment-tree.js'
import type { LaidOutPage } from '../page.js'

/** A mark at its place on a page, in px from the corner of the page box. */
export interface PlacedMark {
  readonly mark: PageMark
  readonly x: number
  readonly y: number
  /** Nothing stands before it on its page. */
  readonly atStart: boolean
}

/**
 * Finds marks in the pages of a document. Boxes that stand on several pages count on the first, also those that are built
 * once more for each; when all marks are found, later pages cost nothing.
 */
export class MarkFinder {
  readonly #seen = new Set<string>()

  /** @param count marks that boxes of the document bear */
  constructor(private readonly count: number) {}

  /** The marks that begin on this page, in document order. */
  find(page: LaidOutPage): readonly PlacedMark[] {
    if (this.#seen.size >= this.count) return NONE
    const found: PlacedMark[] = []
    const walk = new PageWalk(this.#seen, found)
    if (page.content) walk.visit(page.content.fragment, page.content.x, page.content.y)
    const begins = page.inserted?.begins
    if (begins) walk.visit(begins.fragment, begins.x, begins.y)
    if (page.notes) walk.visit(page.notes.fragment, page.notes.x, page.notes.y)
    return found
  }
}

const NONE: readonly PlacedMark[] = []

class PageWalk {
  #atStart = true

  constructor(
    private readonly seen: Set<string>,
    private readonly found: PlacedMark[],
  ) {}

  visit(fragment: Fragment, x: number, y: number): void {
    switch (fragment.kind) {
      case 'text':
      case 'decoration':
        this.#atStart = false
        return
      case 'box':
        if (fragment.box.marks) this.#place(fragment.box.marks, x, y)
        if (fragment.image) this.#atStart = false
        break
      case 'line':
        break
      default:
        assertNever(fragment)
    }
    for (const child of fragment.children) this.visit(child.fragment, x + child.x, y + child.y)
  }

  #place(marks: readonly PageMark[], x: number, y: number): void {
    for (const mark of marks) {
      if (this.seen.has(mark.key)) continue
      this.seen.add(mark.key)
      this.found.push({ mark, x, y, atStart: this.#atStart })
    }
  }
}
