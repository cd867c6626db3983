import type { DiagnosticSink } from '../base/diagnostics.js'
import type { BoundElement } from '../template/bound-tree.js'
import type { StructureElement, Tag } from './structure-element.js'
import type { StructureTree } from './structure-tree.js'

/** A cell that names the headings which it belongs to. */
interface AskingCell {
  readonly node: BoundElement
  readonly element: StructureElement
}

/** By what the cells of a table are called, those that are first to have the name. */
type NamedCells = ReadonlyMap<string, BoundElement>

/** The headings that cells name in their `headers` (HTML §4.9.13), which are known when the whole table is painted. */
export class HeaderCells {
  readonly #asking: AskingCell[] = []

  /** @param element that of the cell in the structure */
  note(node: BoundElement, element: StructureElement): void {
    if (node.attributes.has('headers')) this.#asking.push({ node, element })
  }

  /**
   * Leads cells to their headings.
   * @param tagOf what is told of an element of the document
   */
  resolve(tree: StructureTree, tagOf: (node: BoundElement) => Tag | undefined, diagnostics: DiagnosticSink): void {
    const named = new Map<number, NamedCells>()
    for (const { node, element } of this.#asking) {
      const table = tableOf(node)
      if (!table) continue
      let cells = named.get(table.id)
      if (!cells) {
        cells = namedCells(table)
        named.set(table.id, cells)
      }
      const headers = new Set<StructureElement>()
      for (const name of namesIn(node)) {
        const cell = cells.get(name)
        const header = cell && tagOf(cell)
        if (typeof header === 'number' && header !== element && tree.isAttached(header) && tree.typeOf(header) === 'TH')
          headers.add(header)
        else reportMissing(node, name, diagnostics)
      }
      if (headers.size > 0) tree.setHeaders(element, [...headers])
    }
    this.#asking.length = 0
  }
}

function namesIn({ attributes }: BoundElement): readonly string[] {
  return attributes.get('headers')?.match(/\S+/g) ?? []
}

function reportMissing({ template }: BoundElement, name: string, diagnostics: DiagnosticSink): void {
  const message = `headers names ${JSON.stringify(name)}, which is the id of no other heading in the table: give it to the <th> that is meant`
  diagnostics.warn('missing-header-cell', message, template.span)
}

function tableOf(cell: BoundElement): BoundElement | undefined {
  let node = cell.parent
  while (node && node.name !== 'table') node = node.parent
  return node
}

/** Those of a table itself, not of tables in its cells. Not by recursion, for documents are as deep as they like. */
function namedCells(table: BoundElement): NamedCells {
  const named = new Map<string, BoundElement>()
  const open: BoundElement[] = [table]
  for (let node = open.pop(); node; node = open.pop()) {
    const name = isCell(node) ? node.attributes.get('id') : undefined
    if (name !== undefined && !named.has(name)) named.set(name, node)
    if (isCell(node) || (node !== table && node.name === 'table')) continue
    for (let i = node.children.length - 1; i >= 0; i--) {
      const child = node.children[i]
      if (child?.kind === 'element') open.push(child)
    }
  }
  return named
}

function isCell({ name }: BoundElement): boolean {
  return name === 'th' || name === 'td'
}
