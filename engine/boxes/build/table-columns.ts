import type { StyledTree } from '../../style/styled-tree.js'
import type { BoundElement } from '../../template/bound-tree.js'
import { columnSpanOf } from './html-spans.js'
import type { CellContent } from './section-builder.js'
import type { TableBuilder } from './table-builder.js'

/**
 * Adds the columns of a `col`, or of a `colgroup`: those of its `col` children, else as many as its own `span` says
 * (HTML §4.9.3). All other content of columns generates nothing (CSS 2.2 §17.2.1, rules 1.1 and 1.2).
 */
export function addColumns<F extends CellContent>(
  table: TableBuilder<F>,
  element: BoundElement,
  styled: StyledTree,
): void {
  const style = styled.styles[element.id]
  if (style?.display === 'table-column') {
    table.addColumn({ style, group: undefined, node: element }, columnSpanOf(element))
    return
  }
  let any = false
  for (const child of element.children) {
    const childStyle = child.kind === 'element' ? styled.styles[child.id] : undefined
    if (child.kind !== 'element' || childStyle?.display !== 'table-column') continue
    any = true
    table.addColumn({ style: childStyle, group: style, node: child }, columnSpanOf(child))
  }
  if (!any) table.addColumn({ style: undefined, group: style, node: element }, columnSpanOf(element))
}
