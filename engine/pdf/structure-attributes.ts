import type { CellProperties, PrintField, StructureProperties } from '../tags/structure-element.js'
import { hexUtf16 } from './to-unicode.js'

/** What is written of an element besides its place and content. */
export interface WrittenProperties {
  readonly properties: StructureProperties | undefined
  readonly bounds: readonly number[] | undefined
  /** The names of a cell's headings. */
  readonly headers: readonly string[] | undefined
}

/** Properties of an element, with standard structure attributes (§14.8.5). */
export function propertiesText(written: WrittenProperties): string {
  const { properties } = written
  if (!properties) return attributesText(written)
  const { alternative, expansion, language, title } = properties
  return (
    attributesText(written) +
    (alternative === undefined ? '' : `/Alt${textString(alternative)}`) +
    (title === undefined ? '' : `/T${textString(title)}`) +
    (expansion === undefined ? '' : `/E${textString(expansion)}`) +
    (language === undefined ? '' : `/Lang${textString(language)}`)
  )
}

function attributesText({ properties, bounds, headers }: WrittenProperties): string {
  const owners: string[] = []
  if (bounds) owners.push(`<</O/Layout/BBox[${bounds.join(' ')}]>>`)
  if (properties?.numbering && properties.numbering !== 'None')
    owners.push(`<</O/List/ListNumbering/${properties.numbering}>>`)
  if (properties?.cell || headers) owners.push(cellText(properties?.cell, headers))
  if (properties?.printField) owners.push(printFieldText(properties.printField))
  if (owners.length === 0) return ''
  return owners.length === 1 ? `/A${owners[0]}` : `/A[${owners.join('')}]`
}

function cellText(cell: CellProperties | undefined, headers: readonly string[] | undefined): string {
  const { rowSpan = 1, colSpan = 1, scope } = cell ?? {}
  const rows = rowSpan > 1 ? `/RowSpan ${rowSpan}` : ''
  const columns = colSpan > 1 ? `/ColSpan ${colSpan}` : ''
  const named = headers ? `/Headers[${headers.join('')}]` : ''
  return `<</O/Table${rows}${columns}${scope ? `/Scope/${scope}` : ''}${named}>>`
}

/** §14.8.5.6. */
function printFieldText({ role, checked, description }: PrintField): string {
  const state = checked === undefined ? '' : `/checked/${checked}`
  return `<</O/PrintField/Role/${role}${state}${description === undefined ? '' : `/Desc${textString(description)}`}>>`
}

/** A text string (§7.9.2.2): ASCII as it is, all else as UTF-16. */
function textString(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? `(${text.replace(/[\\()]/g, '\\$&')})` : `<feff${hexUtf16(text)}>`
}
