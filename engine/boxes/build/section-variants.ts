import type { DiagnosticSink } from '../../base/diagnostics.js'
import { assertNever } from '../../base/invariant.js'
import type { FlowChild, SectionVariants, TablePart, TableRowBox, TableSectionBox } from '../box-tree.js'

/**
 * The content of a header or footer that depends on its part of the table: rows with `data-table-part`, and text
 * with running totals. Undefined for sections that are the same everywhere, and for bodies.
 */
export function sectionVariants(
  role: TableSectionBox['role'],
  rows: readonly TableRowBox[],
  diagnostics: DiagnosticSink,
): SectionVariants | undefined {
  let any = false
  let hasTotals = false
  const rowParts: (TablePart | undefined)[] = []
  for (const row of rows) {
    const part = partOf(row, role, diagnostics)
    if (role === 'body') continue
    rowParts.push(part)
    if (part) any = true
    if (!hasTotals && row.cells.some(({ children }) => children.some(dependsOnPart))) hasTotals = true
  }
  return any || hasTotals ? { rowParts, hasTotals } : undefined
}

function partOf(
  { node }: TableRowBox,
  role: TableSectionBox['role'],
  diagnostics: DiagnosticSink,
): TablePart | undefined {
  const value = node?.attributes.get('data-table-part')
  if (node === undefined || value === undefined) return undefined
  const part = value.trim().toLowerCase()
  const { span } = node.template
  if (part !== 'first' && part !== 'last' && part !== 'continued' && part !== 'continuing') {
    const message = `data-table-part is "first", "last", "continued" or "continuing", not "${value}"`
    diagnostics.warn('unknown-table-part', message, span)
    return undefined
  }
  if (role !== 'body') return part
  diagnostics.warn('misplaced-table-part', 'data-table-part counts for rows of the thead and tfoot only', span)
  return undefined
}

/** Whether there is text with running totals in a box. */
function dependsOnPart(box: FlowChild): boolean {
  switch (box.kind) {
    case 'inline-root':
      return box.items.some(
        (item) =>
          (item.kind === 'text' && item.running !== undefined) || (item.kind === 'atomic' && dependsOnPart(item.box)),
      )
    case 'block':
    case 'flex':
    case 'grid':
      return box.children.some(dependsOnPart)
    case 'column-set':
    case 'enclosed':
      return dependsOnPart(box.content)
    case 'replaced':
    case 'table-wrapper':
      return false
    default:
      return assertNever(box)
  }
}
