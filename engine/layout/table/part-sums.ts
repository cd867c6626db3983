import type { TableSectionBox } from '../../boxes/box-tree.js'
import type { TableSums } from '../../template/bound-tree.js'
import type { FlowBreakToken } from '../break-token.js'
import type { FlowPlaced } from '../flow/block-flow.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { firstRowOf } from './layout-section.js'
import type { TableModel } from './table-geometry.js'

/**
 * The running totals of a table at the end of each part of it. Each row knows the sums with itself, so a part asks
 * its last row only. A row that is broken counts where it begins.
 */

export const NO_SUMS: TableSums = []

/** With the rows that began before the part that continues with `token`. */
export function sumsBefore(ctx: LayoutContext, model: TableModel, token: FlowBreakToken | undefined): TableSums {
  if (!token) return NO_SUMS
  const at = sectionOf(model, token.index)
  if (!at) return NO_SUMS
  const first = firstRowOf(ctx, at, token.child)
  return lastSums(model, token.index, hasBegun(token) ? first : first - 1)
}

/** With all rows of the table. */
export function sumsOfAll(model: TableModel): TableSums {
  return lastSums(model, model.sections.length, -1)
}

/** With the rows of a part. */
export function sumsWith(flow: FlowPlaced, before: TableSums): TableSums {
  for (let index = flow.children.length - 1; index >= 0; index--) {
    const section = flow.children[index]?.fragment
    const sums = section?.kind === 'box' ? sumsOfRows(section) : undefined
    if (sums) return sums
  }
  return before
}

function sumsOfRows({ children }: BoxFragment): TableSums | undefined {
  for (let index = children.length - 1; index >= 0; index--) {
    const row = children[index]?.fragment
    const sums = row?.kind === 'box' && row.box.kind === 'table-row' ? row.box.node?.sums : undefined
    if (sums) return sums
  }
  return undefined
}

/** The sums at a row of a section. A row that none were bound to has those of the rows above it. */
function lastSums(model: TableModel, section: number, row: number): TableSums {
  for (let at = section; at >= 0; at--) {
    const { rows } = sectionOf(model, at) ?? { rows: [] }
    for (let index = at === section ? row : rows.length - 1; index >= 0; index--) {
      const sums = rows[index]?.node?.sums
      if (sums) return sums
    }
  }
  return NO_SUMS
}

function sectionOf({ table, sections }: TableModel, index: number): TableSectionBox | undefined {
  return table.sections[sections[index] ?? -1]
}

/** A part of the row that the table continues with stands on an earlier page. */
function hasBegun({ child }: FlowBreakToken): boolean {
  const group = child?.kind === 'flow' ? child.child : undefined
  return group?.kind === 'flow' && (group.child?.kind === 'parallel' ? group.child.consumed > 0 : false)
}
