import { isEqualToken } from '../break-token.js'
import type { ColumnContent, FilledColumns, FillOptions } from './fill-columns.js'

interface Fill {
  readonly content: ColumnContent
  readonly options: FillOptions
  readonly filled: FilledColumns | undefined
}

/** Fills kept at once, some 100 MB of them: columns within each other by the dozen begin anew beyond that. */
const KEPT = 65_536

/**
 * Filled columns, kept while the outermost columns are laid out. They are filled several times until they are
 * balanced, and columns within them each time anew: without this, the work would multiply with every level.
 */
export class ColumnFills {
  #depth = 0
  #count = 0
  /** By the box, the heights and the widths: those that differ in their token or in what their page may do. */
  readonly #fills = new Map<string, Fill[]>()

  /** Lays out a set of columns; what was kept goes with the outermost one. */
  within<T>(layout: () => T): T {
    this.#depth++
    try {
      return layout()
    } finally {
      this.#depth--
      if (this.#depth === 0) this.#forget()
    }
  }

  /** @param fill fills the columns if they were not filled in the same way before */
  get(content: ColumnContent, options: FillOptions, fill: () => FilledColumns | undefined): FilledColumns | undefined {
    // Outermost columns are not filled twice in one way, and may be as long as a document.
    if (this.#depth < 2) return fill()
    const key = `${content.box.id} ${options.height} ${content.width} ${content.height} ${content.freshRoom}`
    const known = this.#fills
      .get(key)
      ?.find((each) => sameContent(each.content, content) && sameOptions(each.options, options))
    if (known) return known.filled
    const filled = fill()
    this.#keep(key, { content, options, filled })
    return filled
  }

  #keep(key: string, fill: Fill): void {
    if (++this.#count > KEPT) this.#forget()
    const fills = this.#fills.get(key)
    if (fills) fills.push(fill)
    else this.#fills.set(key, [fill])
  }

  #forget(): void {
    this.#fills.clear()
    this.#count = 0
  }
}

export function createColumnFills(): ColumnFills {
  return new ColumnFills()
}

/** Of those that have one key. */
function sameContent(a: ColumnContent, b: ColumnContent): boolean {
  return a.pageless === b.pageless && isEqualToken(a.token, b.token)
}

function sameOptions(a: FillOptions, b: FillOptions): boolean {
  return (
    a.count === b.count &&
    a.page.atTop === b.page.atTop &&
    a.page.policy.strict === b.page.policy.strict &&
    a.page.policy.evensColumns === b.page.policy.evensColumns &&
    a.page.policy.asksForRoom === b.page.policy.asksForRoom &&
    a.page.policy.takesCall === b.page.policy.takesCall
  )
}
