import type { BlockBox } from '../../boxes/box-tree.js'
import { APPEAL, type Appeal, type FlowBreakToken, firstChild, flowToken } from '../break-token.js'
import { emptyPage, flowSpace, type PagedFragmentation, PLAIN_POLICY } from '../constraint-space.js'
import { clipsBelow } from '../flow/pieces.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { createColumnFills } from './column-fills.js'

/** The content that is laid out in columns. */
export interface ColumnContent {
  readonly box: BlockBox
  readonly width: number
  /** Where it continues from the page before. */
  readonly token: FlowBreakToken | undefined
  /** Height that percentages refer to. */
  readonly height: number | undefined
  /** Room of a column on a fresh page. */
  readonly freshRoom: number
  /** Breaks of pages break columns only: they do not continue on another page. */
  readonly pageless: boolean
}

/** Columns filled one after the other. */
export interface FilledColumns {
  readonly columns: readonly BoxFragment[]
  /** Height of the columns. */
  readonly height: number
  /** Where the content continues; undefined when all of it is placed. */
  readonly token: FlowBreakToken | undefined
  /** Height of the tallest column's content. Margins at the ends of columns are truncated (css-break-3 §5.2). */
  readonly tallest: number
  /** Something is taller than the columns. */
  readonly overflows: boolean
  /** A float is taller than the column that a forced break behind it ends, and continues in the next. */
  readonly tearsFloat: boolean
  /** A forced page break ended the columns. */
  readonly pageBreak: boolean
  /** That of the worst break between two columns, or after the last. */
  readonly appeal: Appeal
}

export interface FillOptions {
  readonly height: number
  /** As many columns as it takes when undefined. */
  readonly count: number | undefined
  /** The page on which the columns stand. */
  readonly page: Pick<PagedFragmentation, 'atTop' | 'policy'>
}

/** Fills columns of one height (css-multicol-1 §7); undefined when not even the first piece of the content fits. */
export function fillColumns(
  ctx: LayoutContext,
  content: ColumnContent,
  options: FillOptions,
): FilledColumns | undefined {
  return ctx.cache(createColumnFills).get(content, options, () => fill(ctx, content, options))
}

function fill(
  ctx: LayoutContext,
  content: ColumnContent,
  { height, count, page: { atTop, policy } }: FillOptions,
): FilledColumns | undefined {
  const { strict, takesCall, evensColumns, asksForRoom } = policy
  const column: PagedFragmentation = {
    ...emptyPage(height, {
      ...PLAIN_POLICY,
      strict,
      takesCall,
      letsOverflow: true,
      evensColumns,
      asksForRoom,
      columnHeight: height,
    }),
    freshRoom: content.freshRoom,
    atTop,
  }
  const columns: BoxFragment[] = []
  let { token } = content
  let tallest = 0
  let tearsFloat = false
  let pageBreak = false
  let appeal: Appeal = APPEAL.perfect
  while (count === undefined || columns.length < count) {
    const result = ctx.layout(content.box, flowSpace(content.width, content.height, column), token)
    if (result.kind === 'no-room') {
      if (columns.length === 0) return undefined
      break
    }
    columns.push(result.fragment)
    tallest = Math.max(tallest, contentBottom(result.fragment))
    token = unended(flowToken(result.token))
    if (!token) break
    if (result.appeal < appeal) appeal = result.appeal
    const forced = innermostForced(token)
    if (forced !== undefined && token.floats) tearsFloat = true
    pageBreak = !content.pageless && forced !== undefined && forced !== 'column'
    if (pageBreak) break
  }
  return { columns, height, token, tallest, overflows: tallest > height, tearsFloat, pageBreak, appeal }
}

/** Columns continue with all that is left of their content, also where that has ended but for what overflows it. */
function unended(token: FlowBreakToken | undefined): FlowBreakToken | undefined {
  return token?.ended ? { ...token, ended: undefined } : token
}

function contentBottom({ children }: BoxFragment): number {
  let bottom = 0
  for (const { y, fragment } of children) {
    if (fragment.kind === 'box' || fragment.kind === 'line') bottom = Math.max(bottom, y + placedHeight(fragment))
  }
  return bottom
}

const FILLING: ReadonlySet<string> = new Set(['block', 'inline-root', 'flex', 'grid'])

/** A broken box fills its column; what counts is what is in it, also what overflows the height that it is given. */
function placedHeight(fragment: BoxFragment | { readonly kind: 'line'; readonly height: number }): number {
  if (fragment.kind === 'line' || fragment.children.length === 0) return fragment.height
  const { box } = fragment
  if (box.kind === 'inline' || !FILLING.has(box.kind)) return fragment.height
  const filled = fragment.style.height === 'auto' && fragment.border.bottom === 0 && fragment.padding.bottom === 0
  if (filled) return contentBottom(fragment)
  return clipsBelow(box) ? fragment.height : Math.max(fragment.height, contentBottom(fragment))
}

function innermostForced(token: FlowBreakToken): FlowBreakToken['forced'] {
  const { child } = firstChild(token)
  return child?.kind === 'flow' ? innermostForced(child) : token.forced
}
