import { assertNever } from '../base/invariant.js'
import type {
  Box,
  BoxTree,
  FlowChild,
  InlineBox,
  InlineItem,
  InlineRootBox,
  TableCellBox,
  TableColumn,
} from '../boxes/box-tree.js'

/**
 * A text picture of a box tree, one line per box, anonymous boxes without a name:
 *
 *     block html
 *       block
 *         inline-root "text " <span "bold"> [break]
 *       block p
 */
export function dumpBoxes(tree: BoxTree): string {
  return dumpBox(tree.root)
}

export function dumpBox(box: Box): string {
  const lines: string[] = []
  dump(box, '', lines)
  return lines.join('\n')
}

function dump(box: Box, indent: string, lines: string[]): void {
  const line = (text: string): void => {
    lines.push(`${indent}${text}`)
  }
  const inner = `${indent}  `
  switch (box.kind) {
    case 'block':
      line(`${named('block', box.node?.name)}${box.formattingContext ? ' (context)' : ''}`)
      if (box.marker) lines.push(`${inner}marker ${inline(box.marker, inner)}`)
      dumpFlow(box.children, inner, lines)
      return
    case 'inline-root':
      line(`inline-root ${inline(box, indent)}`)
      return
    case 'flex':
    case 'grid':
      line(named(box.kind, box.node?.name))
      dumpFlow(box.children, inner, lines)
      return
    case 'replaced':
      line(named('replaced', box.node?.name))
      return
    case 'table-wrapper':
      line(named('table-wrapper', box.node?.name))
      for (const caption of box.captions) dump(caption, inner, lines)
      dump(box.table, inner, lines)
      return
    case 'table':
      line(`table ${box.columns.map(column).join(' ')}`.trimEnd())
      for (const section of box.sections) dump(section, inner, lines)
      return
    case 'table-section':
      line(named(box.role, box.node?.name))
      for (const row of box.rows) dump(row, inner, lines)
      return
    case 'table-row':
      line(`${named('row', box.node?.name)}${box.spannedInto ? ' (spanned into)' : ''}`)
      for (const cell of box.cells) dump(cell, inner, lines)
      return
    case 'column-set':
      line('columns')
      dump(box.content, inner, lines)
      return
    case 'enclosed':
      line(`turned ${box.container.contentMode}`)
      dump(box.content, inner, lines)
      return
    case 'table-cell':
      line(named(`cell@${box.column}${spans(box)}`, box.node?.name))
      dumpFlow(box.children, inner, lines)
      return
    default:
      assertNever(box)
  }
}

function dumpFlow(children: readonly FlowChild[], indent: string, lines: string[]): void {
  for (const child of children) dump(child, indent, lines)
}

function inline(root: InlineRootBox, indent: string): string {
  let text = ''
  let glue = ''
  for (const item of root.items) {
    if (item.kind === 'close') {
      text += item.box.slice === 'first' || item.box.slice === 'middle' ? '…>' : '>'
      glue = ' '
    } else {
      text += glue + opening(item, indent)
      glue = ' '
    }
  }
  return text
}

function opening(item: Exclude<InlineItem, { kind: 'close' }>, indent: string): string {
  switch (item.kind) {
    case 'text':
      return JSON.stringify(item.text)
    case 'open':
      return `<${name(item.box)}${item.box.slice === 'last' || item.box.slice === 'middle' ? ' …' : ''}`
    case 'atomic':
      return `[\n${dumpBox(item.box).replace(/^/gm, `${indent}    `)} ]`
    case 'out-of-flow':
      return `[beside\n${dumpBox(item.box).replace(/^/gm, `${indent}    `)} ]`
    case 'break':
      return '[break]'
    case 'leader':
      return `[leader ${JSON.stringify(item.pattern)}]`
    case 'opportunity':
      return '[opportunity]'
    default:
      return assertNever(item)
  }
}

function name(box: InlineBox): string {
  return box.node?.name ?? ''
}

function named(kind: string, element: string | undefined): string {
  return element === undefined ? kind : `${kind} ${element}`
}

function spans(cell: TableCellBox): string {
  return cell.colSpan === 1 && cell.rowSpan === 1 ? '' : ` ${cell.colSpan}×${cell.rowSpan}`
}

function column({ node, group }: TableColumn): string {
  return (node?.name ?? '-') + (group === undefined ? '' : '*')
}
