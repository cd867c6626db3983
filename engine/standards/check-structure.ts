import type { DiagnosticSink } from '../base/diagnostics.js'
import type { StructureElement } from '../tags/structure-element.js'
import { isElement, type StructurePlace, type StructureTree } from '../tags/structure-tree.js'
import type { TemplateElement } from '../template/template-tree.js'

/**
 * Reports what a reader who cannot see the document would miss in its structure (ISO 14289-1 §7): images without a text
 * in their place, headings that skip a level, and tables whose rows do not match or which have no headings.
 *
 * @param diagnostics told of each fault
 */
export function checkStructure({ tree, root }: StructurePlace, diagnostics: DiagnosticSink): void {
  let level = 0
  for (const element of tree.inOrder(root)) {
    const type = tree.typeOf(element)
    if (type === 'Figure') checkFigure(tree, element, diagnostics)
    if (type === 'Table') checkTable(tree, element, diagnostics)
    const heading = /^H(\d)$/.exec(type)?.[1]
    if (heading !== undefined) {
      checkHeading(Number(heading), level, tree.templateOf(element), diagnostics)
      level = Number(heading)
    }
    for (const inserted of tree.graftedHeadings(element)) {
      checkHeading(inserted, level, tree.templateOf(element), diagnostics)
      level = inserted
    }
  }
}

function elementsOf(tree: StructureTree, element: StructureElement): readonly StructureElement[] {
  return tree.kidsOf(element).filter(isElement)
}

/** Characters that describe a picture; more are the text of a document, which nobody can walk through or search in there. */
const LONGEST_ALTERNATIVE = 1_000

/** How to mend an image without a text in its place. */
export const ALTERNATIVE_ADVICE = 'say in alt what it shows, or alt="" if it is ornament'

const OTHER_ADVICE: ReadonlyMap<string, string> = new Map([
  ['svg', 'give it a <title>, or aria-hidden="true" if it is ornament'],
  ['progress', 'write between its tags how far it is'],
  ['meter', 'write between its tags what it shows'],
  ['platen-pages', 'say in alt what its pages are: their file tells nothing of them'],
  ['object', 'say between its tags what it shows, or aria-hidden="true" if it is ornament'],
])

function checkFigure(tree: StructureTree, figure: StructureElement, diagnostics: DiagnosticSink): void {
  const template = tree.templateOf(figure)
  const properties = tree.propertiesOf(figure)
  const name = template?.name ?? 'img'
  const { length } = properties?.alternative ?? ''
  if (length > LONGEST_ALTERNATIVE) {
    const message = `the text in the place of <${name}> has ${length} characters: write what it says as text of the document, and in alt what it is`
    diagnostics.error('long-alternative', message, template?.span)
  }
  if (properties?.alternative !== undefined) return
  const advice = OTHER_ADVICE.get(name) ?? ALTERNATIVE_ADVICE
  diagnostics.error('missing-alternative', `<${name}> has no text in its place: ${advice}`, template?.span)
}

function checkHeading(
  level: number,
  before: number,
  template: TemplateElement | undefined,
  diagnostics: DiagnosticSink,
): void {
  if (level <= before + 1) return
  const after = before === 0 ? 'is the first heading' : `follows <h${before}>`
  const message = `<h${level}> ${after}: a level is skipped; begin with <h1> and go down one level at a time`
  diagnostics.error('skipped-heading', message, template?.span)
}

function checkTable(tree: StructureTree, table: StructureElement, diagnostics: DiagnosticSink): void {
  const rows = rowsOf(tree, table)
  const span = tree.templateOf(table)?.span
  if (!rows.some((row) => elementsOf(tree, row).some((cell) => tree.typeOf(cell) === 'TH'))) {
    const message = 'the table has no headings: make them <th>, or say role="presentation" if it only lays out'
    diagnostics.error('table-without-headings', message, span)
  }
  const widths = columnsOf(tree, rows)
  const index = widths.findIndex((width) => width !== widths[0])
  if (index < 0) return
  const message = `row ${index + 1} of the table covers ${widths[index]} columns and the first one ${widths[0]}: add the cells that are missing, or colspan`
  diagnostics.error('irregular-table', message, tree.templateOf(rows[index] ?? table)?.span ?? span)
}

function rowsOf(tree: StructureTree, table: StructureElement): readonly StructureElement[] {
  return elementsOf(tree, table).flatMap((part) => {
    const type = tree.typeOf(part)
    return type === 'TR' ? [part] : type === 'Caption' ? [] : rowsOf(tree, part)
  })
}

/** How many columns the cells of each row cover, with those that reach into it from above. */
function columnsOf(tree: StructureTree, rows: readonly StructureElement[]): readonly number[] {
  let reaching: { readonly columns: number; readonly until: number }[] = []
  return rows.map((row, index) => {
    reaching = reaching.filter(({ until }) => until > index)
    let width = reaching.reduce((sum, { columns }) => sum + columns, 0)
    for (const cell of elementsOf(tree, row)) {
      const { rowSpan = 1, colSpan = 1 } = tree.propertiesOf(cell)?.cell ?? {}
      width += colSpan
      if (rowSpan > 1) reaching.push({ columns: colSpan, until: index + rowSpan })
    }
    return width
  })
}
