import type { BoundElement } from '../../template/bound-tree.js'

/**
 * HTML's rules for parsing integers (§2.3.4.1): leading white space and a sign are allowed, what follows the
 * digits is ignored. Undefined when there is no number, or one beyond 32 bits.
 */
export function parseHtmlInteger(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const match = /^[\t\n\f\r ]*([+-]?\d+)/.exec(text)
  if (!match) return undefined
  const value = Number(match[1])
  return Math.abs(value) <= 0x7fffffff ? value : undefined
}

/** HTML §4.9.11: greater spans are cut to these. */
const MAX_COL_SPAN = 1000
const MAX_ROW_SPAN = 65534

/** `rowspan=0`: more rows than any section has, to be cut to its end. */
const TO_SECTION_END = 0x7fffffff

/**
 * AD-HOC: columns beyond this number come one by one, so that a few cells or columns with great spans cannot make
 * millions of columns.
 */
const MAX_SPANNED_COLUMN = 10_000

/** `colspan` of a `td` or `th`. Other elements with `display: table-cell` span one column. */
export function colSpanOf(cell: BoundElement): number {
  if (!isTableCell(cell)) return 1
  return clampColSpan(parseHtmlInteger(cell.attributes.get('colspan')))
}

/** `rowspan` of a `td` or `th`, not yet cut to the end of the section, to which a span of zero reaches. */
export function rowSpanOf(cell: BoundElement): number {
  if (!isTableCell(cell)) return 1
  const span = parseHtmlInteger(cell.attributes.get('rowspan')) ?? 1
  if (span < 0) return 1
  return span === 0 ? TO_SECTION_END : Math.min(span, MAX_ROW_SPAN)
}

/** `span` of a `col` or `colgroup`. */
export function columnSpanOf(element: BoundElement): number {
  if (element.name !== 'col' && element.name !== 'colgroup') return 1
  return clampColSpan(parseHtmlInteger(element.attributes.get('span')))
}

/** Cuts the span of something that begins at `column`. */
export function limitSpan(column: number, span: number): number {
  return Math.max(1, Math.min(span, MAX_SPANNED_COLUMN - column))
}

function isTableCell(element: BoundElement): boolean {
  return element.name === 'td' || element.name === 'th'
}

function clampColSpan(span: number | undefined): number {
  return span === undefined || span < 1 ? 1 : Math.min(span, MAX_COL_SPAN)
}
