import { assertNever } from '../../base/invariant.js'
import type { Box, TableRowBox } from '../../boxes/box-tree.js'
import { type BreakToken, type FlowBreakToken, firstChild, openToken, type ParallelBreakToken } from '../break-token.js'
import { stackedItems } from '../flow/flex-direction.js'
import { edgeChild, endPageName, namingCell, startPageName } from '../flow/page-names.js'
import type { LayoutContext } from '../layout-types.js'
import { firstRowOf } from '../table/layout-section.js'
import { tableModel } from '../table/table-geometry.js'
import { tableParts } from '../table/table-parts.js'

/** The name of the page on which a document continues at `token` (css-page-3 §6). */
export function resumedPageName(ctx: LayoutContext, root: Box, token: BreakToken): string {
  const { box, state } = resumption(ctx, root, token)
  switch (state) {
    case 'begins':
      return startPageName(box, ctx.profile)
    case 'goes-on':
      return hasItems(box) ? startPageName(box, ctx.profile) : box.style.page
    case 'ended':
      return endPageName(box, ctx.profile)
  }
}

/** The box that begins where a document continues at `token`; undefined where one goes on or has ended. */
export function resumedBox(ctx: LayoutContext, root: Box, token: BreakToken): Box | undefined {
  const { box, state } = resumption(ctx, root, token)
  return state === 'begins' ? box : undefined
}

/** Whether what stands side by side in a box has one page name with it. */
function hasItems({ kind }: Box): boolean {
  return kind === 'flex' || kind === 'grid'
}

/**
 * Whether a box that asks for pages of its own begins on the page on which the document continues at `token`: with it
 * begins a page group (css-gcpm-3 §4), also behind pages of the same name.
 */
export function startsPageGroup(ctx: LayoutContext, root: Box, token: BreakToken): boolean {
  const { parent, box, state } = resumption(ctx, root, token)
  if (state !== 'begins' || !parent) return false
  // One of the boxes that begin together has another page name than what is around it.
  let outer = parent
  for (let inner: Box | undefined = box; inner; inner = edgeChild(inner, 'first', ctx.profile)) {
    if (inner.style.page !== outer.style.page) return true
    outer = inner
  }
  return false
}

/** Where a document continues: in the innermost box that can be told, whose content may be about to end. */
interface Resumption {
  readonly parent: Box | undefined
  readonly box: Box
  readonly state: 'begins' | 'goes-on' | 'ended'
}

function resumption(ctx: LayoutContext, root: Box, token: BreakToken): Resumption {
  let parent: Box | undefined
  let box = root
  let at: BreakToken | undefined = token
  while (at && at.kind !== 'inline') {
    const inner = stepInto(ctx, box, at)
    if (!inner) break
    if (!inner.box) return { parent, box, state: 'ended' }
    parent = box
    box = inner.box
    at = inner.token
  }
  return { parent, box, state: at ? 'goes-on' : 'begins' }
}

interface Step {
  /** Undefined when all children have ended. */
  readonly box: Box | undefined
  readonly token: BreakToken | undefined
}

/** The child at which a box continues; undefined for boxes whose children have no page names. */
function stepInto(ctx: LayoutContext, box: Box, at: FlowBreakToken | ParallelBreakToken): Step | undefined {
  if (at.kind === 'parallel') return box.kind === 'table-row' ? stepIntoRow(box, at) : undefined
  switch (box.kind) {
    case 'block':
    case 'table-cell': {
      const { index, child } = firstChild(at)
      return { box: box.children[index], token: child }
    }
    case 'column-set':
      // Its token is that of its content.
      return { box: box.content, token: at }
    case 'table-wrapper':
      return { box: tableParts(box)[at.index], token: at.child }
    case 'table':
      return { box: box.sections[tableModel(ctx, box).sections[at.index] ?? -1], token: at.child }
    case 'table-section':
      return { box: box.rows[firstRowOf(ctx, box, at)], token: tokenOfRow(at.child) }
    case 'flex': {
      const items = stackedItems(box)
      const { index, child } = firstChild(at)
      return items && { box: items[index], token: child }
    }
    case 'grid':
    case 'enclosed':
    case 'inline-root':
    case 'replaced':
    case 'table-row':
      return undefined
    default:
      return assertNever(box)
  }
}

function stepIntoRow(row: TableRowBox, { children }: ParallelBreakToken): Step | undefined {
  const cell = namingCell(row)
  if (!cell) return undefined
  const state = children[cell.column]
  return { box: state === 'done' ? undefined : cell, token: openToken(state) }
}

/** A row is broken inside once something of it was placed. */
function tokenOfRow(group: BreakToken | undefined): ParallelBreakToken | undefined {
  const row = group?.kind === 'flow' ? group.child : undefined
  return row?.kind === 'parallel' && row.consumed > 0 ? row : undefined
}
