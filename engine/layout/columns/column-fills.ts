import type { ColumnContent, FilledColumns, FillOptions } from './fill-columns.js'

interface Fill {
  readonly content: ColumnContent
  readonly options: FillOptions
  readonly filled: FilledColumns | undefined
}

/** Fills of one content that are kept: those of a search for the height at which its columns are balanced. */
const KEPT = 64

/**
 * Filled columns, kept while the outermost columns are laid out. They are filled several times until they are
 * balanced, and columns within them each time anew: without this, the work would multiply with every level.
 */
export class ColumnFills {
  #depth = 0
  readonly #fills = new Map<number, Fill[]>()

  /** Lays out a set of columns; what was kept goes with the outermost one. */
  within<T>(layout: () => T): T {
    this.#depth++
    try {
      return layout()
    } finally {
      this.#depth--
      if (this.#depth === 0) this.#fills.clear()
    }
  }

  /** @param fill fills the columns if they were not filled in the same way before */
  get(content: ColumnContent, options: FillOptions, fill: () => FilledColumns | undefined): FilledColumns | undefined {
    // Outermost columns are not filled twice in one way, and may be as long as a document.
    if (this.#depth < 2) return fill()
    const { id } = content.box
    const fills = this.#fills.get(id) ?? []
    const known = fills.find((each) => sameContent(each.content, content) && sameOptions(each.options, options))
    if (known) return known.filled
    const filled = fill()
    if (fills.push({ content, options, filled }) > KEPT) fills.shift()
    this.#fills.set(id, fills)
    return filled
  }
}

export function createColumnFills(): ColumnFills {
  return new ColumnFills()
}

function sameContent(a: ColumnContent, b: ColumnContent): boolean {
  return (
    a.width === b.width &&
    a.token === b.token &&
    a.height === b.height &&
    a.freshRoom === b.freshRoom &&
    a.pageless === b.pageless
  )
}

function sameOptions(a: FillOptions, b: FillOptions): boolean {
  return (
    a.height === b.height &&
    a.count === b.count &&
    a.page.atTop === b.page.atTop &&
    a.page.policy.strict === b.page.policy.strict &&
    a.page.policy.takesCall === b.page.policy.takesCall
  )
}
