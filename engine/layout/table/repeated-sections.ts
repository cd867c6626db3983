import type { TableBox } from '../../boxes/box-tree.js'
import type { FlowBreakToken } from '../break-token.js'
import type { Fragmentation } from '../constraint-space.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import type { SectionSource } from './table-part.js'

/** Headers and footers that stand on every page of a table (CSS 2.2 §17.2: `table-header-group`). */
export interface RepeatedSections {
  readonly header: BoxFragment | undefined
  readonly footer: BoxFragment | undefined
  /** Some would have to repeat but are too tall for it: they stand once, in the flow of sections. */
  readonly gaveWay: boolean
}

/**
 * How much of a page header and footer may take together. Browsers stop at a quarter each; templates of forms and
 * delivery notes go beyond that, and what still leaves a quarter of each page for rows is worth repeating.
 */
const MAX_SHARE = 0.75

const NONE: RepeatedSections = { header: undefined, footer: undefined, gaveWay: false }

export function repeatedSections(
  source: SectionSource,
  fragmentation: Fragmentation,
  token: FlowBreakToken | undefined,
): RepeatedSections {
  const last = source.count - 1
  if (fragmentation.kind === 'none' || last < 1) return NONE
  // A header or footer that is in the flow already stays there.
  const hasHeader = source.section(0).section.role === 'header' && token?.index !== 0
  const hasFooter = source.section(last).section.role === 'footer' && token?.index !== last
  const bodies = source.count - (source.section(0).section.role === 'header' ? 1 : 0) - (hasFooter ? 1 : 0)
  if (bodies < 1 || (!hasHeader && !hasFooter)) return NONE
  const limit = fragmentation.freshRoom * MAX_SHARE
  const header = hasHeader ? source.layoutWhole(0) : undefined
  const footer = hasFooter ? source.layoutWhole(last) : undefined
  const headerHeight = header?.height ?? 0
  if (headerHeight > limit) return { header: undefined, footer: undefined, gaveWay: true }
  if (headerHeight + (footer?.height ?? 0) > limit) return { header, footer: undefined, gaveWay: true }
  return { header, footer, gaveWay: false }
}

export function tooTallToRepeat(ctx: LayoutContext, table: TableBox): void {
  ctx.diagnostics.warn(
    'repeated-header-too-tall',
    'the header and footer of this table leave too little of a page for its rows and are not repeated on every page',
    table.node?.template.span,
  )
}
