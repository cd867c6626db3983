import type { DiagnosticSink } from '../base/diagnostics.js'
import { StructureElement } from '../tags/structure-element.js'

/**
 * Reports what a reader who cannot see the document would miss in its structure (ISO 14289-1 §7): images without a text
 * in their place, headings that skip a level, and tables whose rows do not match or which have no headings.
 *
 * @param report told of each fault
 */
export function checkStructure(root: StructureElement, diagnostics: DiagnosticSink): void {
  let level = 0
  const open: StructureElement[] = [root]
  for (let element = open.pop(); element; element = open.pop()) {
    if (element.type === 'Figure') checkFigure(element, diagnostics)
    if (element.type === 'Table') checkTable(element, diagnostics)
    const heading = /^H(\d)$/.exec(element.type)?.[1]
    if (heading !== undefined) {
      checkHeading(element, level, diagnostics)
      level = Number(heading)
    }
    // One by one: a table may have more rows than a call takes arguments.
    for (const kid of elementsOf(element).toReversed()) open.push(kid)
  }
}

function elementsOf({ kids }: StructureElement): readonly StructureElement[] {
  return kids.filter((kid) => kid instanceof StructureElement)
}

/** Characters that describe a picture; more are the text of a document, which nobody can walk through or search in there. */
const LONGEST_ALTERNATIVE = 1_000

/** How to mend an image without a text in its place. */
export const ALTERNATIVE_ADVICE = 'say in alt what it shows, or alt="" if it is ornament'

const OTHER_ADVICE: ReadonlyMap<string, string> = new Map([
  ['svg', 'give it a <title>, or aria-hidden="true" if it is ornament'],
  ['object', 'say between its tags what it shows, or aria-hidden="true" if it is ornament'],
])

function checkFigure({ properties, template }: StructureElement, diagnostics: DiagnosticSink): void {
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

function checkHeading({ type, template }: StructureElement, before: number, diagnostics: DiagnosticSink): void {
  const level = Number(type.slice(1))
  if (level <= before + 1) return
  const after = before === 0 ? 'is the first heading' : `follows <h${before}>`
  const message = `<h${level}> ${after}: a level is skipped; begin with <h1> and go down one level at a time`
  diagnostics.error('skipped-heading', message, template?.span)
}

function checkTable(table: StructureElement, diagnostics: DiagnosticSink): void {
  const rows = rowsOf(table)
  const span = table.template?.span
  if (!rows.some((row) => elementsOf(row).some(({ type }) => type === 'TH'))) {
    const message = 'the table has no headings: make them <th>, or say role="presentation" if it only lays out'
    diagnostics.error('table-without-headings', message, span)
  }
  const widths = columnsOf(rows)
  const index = widths.findIndex((width) => width !== widths[0])
  if (index < 0) return
  const message = `row ${index + 1} of the table covers ${widths[index]} columns and the first one ${widths[0]}: add the cells that are missing, or colspan`
  diagnostics.error('irregular-table', message, rows[index]?.template?.span ?? span)
}

function rowsOf(table: StructureElement): readonly StructureElement[] {
  return elementsOf(table).flatMap((part) =>
    part.type === 'TR' ? [part] : part.type === 'Caption' ? [] : rowsOf(part),
  )
}

/** How many columns the cells of each row cover, with those that reach into it from above. */
function columnsOf(rows: readonly StructureElement[]): readonly number[] {
  let reaching: { readonly columns: number; readonly until: number }[] = []
  return rows.map((row, index) => {
    reaching = reaching.filter(({ until }) => until > index)
    let width = reaching.reduce((sum, { columns }) => sum + columns, 0)
    for (const { properties } of elementsOf(row)) {
      const { rowSpan = 1, colSpan = 1 } = properties?.cell ?? {}
      width += colSpan
      if (rowSpan > 1) reaching.push({ columns: colSpan, until: index + rowSpan })
    }
    return width
  })
}
