import type { TableBox } from '../../boxes/box-tree.js'
import type { TableSums } from '../../template/bound-tree.js'
import type { FlowBreakToken } from '../break-token.js'
import type { Fragmentation } from '../constraint-space.js'
import type { LayoutContext } from '../layout-types.js'
import type { RepeatedSection, SectionSource } from './section-source.js'

/** Headers and footers that stand on every page of a table (CSS 2.2 §17.2: `table-header-group`). */
export interface RepeatedSections {
  readonly header: VariedSection | undefined
  /** As tall as it can be: what running totals in it come to is known when the rows above it are. */
  readonly footer: VariedSection | undefined
  /** Some would have to repeat but are too tall for it: they stand once, in the flow of sections. */
  readonly gaveWay: boolean
}

/** A header or footer as it would stand at this part of the table. The two are the same for most. */
export interface VariedSection {
  /** If the table continues. */
  readonly continuing: RepeatedSection
  /** If the table ends with this part. */
  readonly last: RepeatedSection
}

/**
 * How much of a page header and footer may take together. Browsers stop at a quarter each; templates of forms and
 * delivery notes go beyond that, and what still leaves a quarter of each page for rows is worth repeating.
 */
const MAX_SHARE = 0.75

const NONE: RepeatedSections = { header: undefined, footer: undefined, gaveWay: false }

/** The sections that may repeat on a page; others have given way to the rows. */
export type Repeating = 'all' | 'header' | 'nothing'

/** @param before what running totals come to with the rows of earlier parts */
export function repeatedSections(
  source: SectionSource,
  fragmentation: Fragmentation,
  token: FlowBreakToken | undefined,
  { before, repeating }: { readonly before: TableSums; readonly repeating: Repeating },
): RepeatedSections {
  const last = source.count - 1
  if (fragmentation.kind === 'none' || last < 1) return NONE
  // A header or footer that is in the flow already stays there.
  const hasHeader = source.roleOf(0) === 'header' && token?.index !== 0
  const hasFooter = source.roleOf(last) === 'footer' && token?.index !== last
  const bodies = source.count - (source.roleOf(0) === 'header' ? 1 : 0) - (hasFooter ? 1 : 0)
  if (bodies < 1 || (!hasHeader && !hasFooter)) return NONE
  const limit = fragmentation.freshRoom * MAX_SHARE
  const first = token === undefined
  const sums = { before, upTo: before }
  const varied = (index: number, known: typeof sums | undefined): VariedSection => {
    const continuing = source.repeated(index, { first, last: false }, known)
    const ending = source.isVaried(index) ? source.repeated(index, { first, last: true }, known) : continuing
    return { continuing, last: ending }
  }
  const header = hasHeader ? varied(0, sums) : undefined
  const footer = hasFooter ? varied(last, undefined) : undefined
  const headerHeight = greatestHeight(header)
  if (headerHeight > limit || repeating === 'nothing') return { header: undefined, footer: undefined, gaveWay: true }
  if (headerHeight + greatestHeight(footer) > limit || (footer && repeating === 'header')) {
    return { header, footer: undefined, gaveWay: true }
  }
  return { header, footer, gaveWay: false }
}

function greatestHeight(section: VariedSection | undefined): number {
  return section ? Math.max(section.continuing.fragment.height, section.last.fragment.height) : 0
}

export function tooTallToRepeat(ctx: LayoutContext, table: TableBox): void {
  ctx.diagnostics.warn(
    'repeated-header-too-tall',
    'the header and footer of this table leave too little of a page for its rows and are not repeated on every page',
    table.node?.template.span,
  )
}
