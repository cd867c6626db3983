import { BoundedCache } from '../../base/bounded-cache.js'
import { assertNever } from '../../base/invariant.js'
import type {
  FlowChild,
  InlineItem,
  ItemBox,
  SectionVariants,
  TableCellBox,
  TablePart,
  TableRowBox,
  TableSectionBox,
} from '../../boxes/box-tree.js'
import { transformText } from '../../boxes/text-transform.js'
import type { TableSums } from '../../template/bound-tree.js'
import { type CopyIds, copyIds } from '../copy-ids.js'
import type { LayoutContext } from '../layout-types.js'

/**
 * Headers and footers that differ from part to part of their table: rows with `data-table-part` stand at some parts
 * only, running totals tell what the rows placed so far come to, and page numbers count.
 */

/** Which part of its table a page holds. */
export interface PartPlace {
  readonly first: boolean
  readonly last: boolean
}

/** The part of a table that is not broken. */
export const WHOLE_TABLE: PartPlace = { first: true, last: true }

/** The running totals of a part. */
export interface PartSums {
  /** With the rows of earlier parts. */
  readonly before: TableSums
  /** With those that the text tells: all up to it. */
  readonly upTo: TableSums
}

/** A section as it stands at one part. */
export interface SectionAtPart {
  readonly section: TableSectionBox
  /** Where its rows stand in the whole section; undefined when they are all there. */
  readonly rowIndexes: readonly number[] | undefined
}

/**
 * The section at a part of its table. The boxes of rows and cells that are as everywhere are the same.
 * @param sums undefined to measure: then texts are as wide as they can be
 */
export function sectionAt(
  ctx: LayoutContext,
  whole: TableSectionBox,
  place: PartPlace,
  sums: PartSums | undefined,
): SectionAtPart {
  const section = onThisPage(ctx, whole)
  const { variants } = section
  if (!variants) return { section, rowIndexes: undefined }
  if (variants.hasTotals && sums) return new VariantBuilder(ctx, section, variants, place, sums).build()
  const known = ctx.cache(createVariantCache)
  const key = section.id * 4 + (place.first ? 2 : 0) + (place.last ? 1 : 0)
  let variant = known.get(key)
  if (!variant) {
    variant = new VariantBuilder(ctx, section, variants, place, undefined).build()
    known.set(key, variant)
  }
  return variant
}

/** The section with the numbers of the page that is being filled. */
function onThisPage(ctx: LayoutContext, section: TableSectionBox): TableSectionBox {
  const onPage = section.variants?.onPage
  if (!onPage) return section
  const { page } = ctx.work
  const known = ctx.cache(createPageCache)
  const last = known.get(section.id)
  if (last?.page === page) return last.section
  const made = onPage(ctx.pageCounters(page))
  known.set(section.id, { page, section: made })
  return made
}

function createPageCache(): BoundedCache<number, { readonly page: number; readonly section: TableSectionBox }> {
  return new BoundedCache(128)
}

function createVariantCache(): BoundedCache<number, SectionAtPart> {
  return new BoundedCache(128)
}

function isShown(part: TablePart | undefined, place: PartPlace): boolean {
  switch (part) {
    case undefined:
      return true
    case 'first':
      return place.first
    case 'last':
      return place.last
    case 'continued':
      return !place.first
    case 'continuing':
      return !place.last
    default:
      return assertNever(part)
  }
}

class VariantBuilder {
  readonly #ids: CopyIds
  /** Indexes of the rows that are shown. */
  readonly #shown: number[] = []

  constructor(
    ctx: LayoutContext,
    private readonly section: TableSectionBox,
    { rowParts }: SectionVariants,
    place: PartPlace,
    private readonly sums: PartSums | undefined,
  ) {
    this.#ids = copyIds(ctx)
    for (let row = 0; row < section.rows.length; row++) if (isShown(rowParts[row], place)) this.#shown.push(row)
  }

  build(): SectionAtPart {
    const { rows } = this.section
    const isWhole = this.#shown.length === rows.length
    const variant: TableRowBox[] = []
    let reach = 0
    for (const index of this.#shown) {
      const row = rows[index]
      if (!row) continue
      variant.push(this.#row(row, index, index < reach))
      for (const { rowSpan } of row.cells) reach = Math.max(reach, index + rowSpan)
    }
    return {
      section: { ...this.section, id: this.#nextId(), rows: variant },
      rowIndexes: isWhole ? undefined : this.#shown,
    }
  }

  #nextId(): number {
    return --this.#ids.last
  }

  #row(row: TableRowBox, index: number, spannedInto: boolean): TableRowBox {
    const cells = row.cells.map((cell) => this.#cell(cell, index))
    if (spannedInto === row.spannedInto && cells.every((cell, at) => cell === row.cells[at])) return row
    return { ...row, id: this.#nextId(), cells, spannedInto }
  }

  #cell(cell: TableCellBox, index: number): TableCellBox {
    const end = index + cell.rowSpan
    const rowSpan = cell.rowSpan === 1 ? 1 : this.#shown.filter((shown) => shown >= index && shown < end).length
    const children = cell.children.map((child) => this.#child(child))
    if (rowSpan === cell.rowSpan && children.every((child, at) => child === cell.children[at])) return cell
    return { ...cell, id: this.#nextId(), rowSpan, children }
  }

  #child<B extends FlowChild>(box: B): B
  #child(box: FlowChild): FlowChild {
    switch (box.kind) {
      case 'inline-root': {
        const items = this.#items(box.items)
        return items === box.items ? box : { ...box, id: this.#nextId(), items }
      }
      case 'block': {
        const children = box.children.map((child) => this.#child(child))
        return isSame(children, box.children) ? box : { ...box, id: this.#nextId(), children }
      }
      case 'enclosed': {
        const content = this.#child(box.content)
        return content === box.content ? box : { ...box, id: this.#nextId(), content }
      }
      case 'column-set': {
        const content = this.#child(box.content)
        return content === box.content ? box : { ...box, id: this.#nextId(), content }
      }
      case 'flex':
      case 'grid': {
        const children: ItemBox[] = box.children.map((child) => this.#child(child))
        return isSame(children, box.children) ? box : { ...box, id: this.#nextId(), children }
      }
      case 'replaced':
      case 'table-wrapper':
        return box
      default:
        return assertNever(box)
    }
  }

  /** The same list if nothing in it depends on the part. */
  #items(items: readonly InlineItem[]): readonly InlineItem[] {
    const { sums } = this
    if (!sums) return items
    const filled: InlineItem[] = []
    let any = false
    for (const item of items) {
      if (item.kind === 'text' && item.running) {
        any = true
        const text = transformText(item.running.format(sums.before, sums.upTo), item.style, '')
        if (text !== '') filled.push({ kind: 'text', text, style: item.style })
      } else if (item.kind === 'atomic') {
        const box = this.#child(item.box)
        any ||= box !== item.box
        filled.push({ kind: 'atomic', box })
      } else {
        filled.push(item)
      }
    }
    return any ? filled : items
  }
}

function isSame(copies: readonly FlowChild[], originals: readonly FlowChild[]): boolean {
  return copies.every((copy, at) => copy === originals[at])
}
