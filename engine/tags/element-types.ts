import type { Box, InlineBox } from '../boxes/box-tree.js'
import type { BoundElement } from '../template/bound-tree.js'
import { printedRole } from './print-fields.js'
import type { CellProperties, ListNumbering, StructureType } from './structure-element.js'

/** How an HTML element without a role is told (standard structure types of ISO 32000-1 §14.8.4). */
const BY_NAME: ReadonlyMap<string, StructureType> = new Map([
  ['html', 'Document'],
  ['article', 'Art'],
  ['section', 'Sect'],
  ['nav', 'Sect'],
  ['aside', 'Sect'],
  ['main', 'Sect'],
  ['blockquote', 'BlockQuote'],
  ['p', 'P'],
  ['pre', 'P'],
  ['address', 'P'],
  ['summary', 'P'],
  ['h1', 'H1'],
  ['h2', 'H2'],
  ['h3', 'H3'],
  ['h4', 'H4'],
  ['h5', 'H5'],
  ['h6', 'H6'],
  ['ul', 'L'],
  ['ol', 'L'],
  ['menu', 'L'],
  ['dl', 'L'],
  ['li', 'LBody'],
  ['dt', 'Lbl'],
  ['dd', 'LBody'],
  ['table', 'Table'],
  ['caption', 'Caption'],
  ['thead', 'THead'],
  ['tbody', 'TBody'],
  ['tfoot', 'TFoot'],
  ['tr', 'TR'],
  ['th', 'TH'],
  ['td', 'TD'],
  ['figure', 'Figure'],
  ['figcaption', 'Caption'],
  ['img', 'Figure'],
  ['svg', 'Figure'],
  ['platen-qr', 'Figure'],
  ['platen-barcode', 'Figure'],
  ['platen-pages', 'Part'],
  ['progress', 'Figure'],
  ['meter', 'Figure'],
  ['em', 'Em'],
  ['strong', 'Strong'],
  ['code', 'Code'],
  ['kbd', 'Code'],
  ['samp', 'Code'],
  ['q', 'Quote'],
  ['input', 'Form'],
  ['textarea', 'Form'],
  ['select', 'Form'],
  ['button', 'Form'],
])

/** Roles of WAI-ARIA that say another thing than the element's name. */
const BY_ROLE: ReadonlyMap<string, StructureType> = new Map([
  ['article', 'Art'],
  ['region', 'Sect'],
  ['navigation', 'Sect'],
  ['complementary', 'Sect'],
  ['main', 'Sect'],
  ['group', 'Div'],
  ['blockquote', 'BlockQuote'],
  ['paragraph', 'P'],
  ['list', 'L'],
  ['listitem', 'LBody'],
  ['table', 'Table'],
  ['caption', 'Caption'],
  ['rowgroup', 'TBody'],
  ['row', 'TR'],
  ['columnheader', 'TH'],
  ['rowheader', 'TH'],
  ['cell', 'TD'],
  ['img', 'Figure'],
  ['image', 'Figure'],
  ['figure', 'Figure'],
  ['strong', 'Strong'],
  ['emphasis', 'Em'],
  ['code', 'Code'],
])

/** Elements that stand in a paragraph also where they float or are positioned. */
const PHRASING: ReadonlySet<string> = new Set([
  'a',
  'abbr',
  'b',
  'big',
  'em',
  'font',
  'i',
  'img',
  'object',
  'small',
  'span',
  'strong',
  'svg',
])

export function isPhrasing({ name }: BoundElement): boolean {
  return PHRASING.has(name)
}

const HEADINGS: readonly StructureType[] = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6']

/** Whether no attribute of an element can say what it means: most have a class at most. */
export function isPlain({ attributes }: BoundElement): boolean {
  return attributes.size === 0 || (attributes.size === 1 && attributes.has('class'))
}

/** The structure type of an element by its name and role, wherever it stands; undefined where it has none of its own. */
export function structureType(node: BoundElement): StructureType | undefined {
  const { name, attributes } = node
  if (isPlain(node)) return BY_NAME.get(name)
  const role = attributes.get('role')?.trim().toLowerCase()
  if (role === 'heading') return headingOf(attributes.get('aria-level'))
  const byRole = role === undefined ? undefined : BY_ROLE.get(role)
  if (byRole) return byRole
  if (role === 'presentation' || role === 'none') return undefined
  if (name === 'a') return attributes.get('href')?.trim() ? 'Link' : undefined
  if (name === 'abbr') return attributes.get('title') ? 'Span' : undefined
  if (name === 'input' && printedRole(node) === undefined) return undefined
  return BY_NAME.get(name)
}

/** `aria-level` is 2 where it is missing, as WAI-ARIA has it; PDF has six levels. */
function headingOf(level: string | undefined): StructureType {
  const number = Number(level ?? 2)
  return HEADINGS[Math.min(Math.max(Number.isInteger(number) ? number : 2, 1), HEADINGS.length) - 1] ?? 'H2'
}

/** Whether the content of an element belongs to another structure element than that around it. */
export function isTagged(node: BoundElement): boolean {
  return node.attributes.has('lang') || structureType(node) !== undefined || isHidden(node)
}

const CODES: ReadonlySet<string> = new Set(['platen-qr', 'platen-barcode'])

/** Whether an element and all in it is nothing but ornament. */
export function isHidden({ name, attributes }: BoundElement): boolean {
  if (attributes.get('aria-hidden')?.trim().toLowerCase() === 'true') return true
  if (name === 'img' || CODES.has(name)) return attributes.get('alt') === '' || isPresentation(attributes)
  return name === 'svg' && isPresentation(attributes)
}

export function isPresentation(attributes: ReadonlyMap<string, string>): boolean {
  const role = attributes.get('role')?.trim().toLowerCase()
  return role === 'presentation' || role === 'none'
}

/** Elements that hold other elements, and no text of their own: that is a paragraph in them. */
const GROUPS: ReadonlySet<StructureType> = new Set([
  'Document',
  'Part',
  'Art',
  'Sect',
  'Div',
  'BlockQuote',
  'TOC',
  'L',
  'LI',
  'Table',
  'THead',
  'TBody',
  'TFoot',
  'TR',
])

export function holdsText(type: StructureType): boolean {
  return !GROUPS.has(type)
}

/** Elements within the text of others. */
const INLINE_TYPES: ReadonlySet<StructureType> = new Set([
  'Span',
  'Em',
  'Strong',
  'Quote',
  'Code',
  'Reference',
  'Link',
  'Form',
])

export function isInlineType(type: StructureType): boolean {
  return INLINE_TYPES.has(type)
}

/** Whether paragraphs, headings and the like stand in an element, as they may in an `<address>` or a `<summary>`. */
export function holdsBlocks(node: BoundElement): boolean {
  const open: BoundElement[] = [node]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const child of next.children) {
      if (child.kind === 'text') continue
      const type = structureType(child)
      if (type !== undefined && type !== 'Figure' && !isInlineType(type)) return true
      open.push(child)
    }
  }
  return false
}

/** Elements that hold either text or paragraphs. */
export function holdsParagraphs(type: StructureType): boolean {
  return type === 'TD' || type === 'TH' || type === 'LBody'
}

/** In which elements a part of a table or list may stand (ISO 32000-1 §14.8.4.3); elsewhere it means nothing. */
const PARENTS: ReadonlyMap<StructureType, readonly StructureType[]> = new Map([
  ['THead', ['Table']],
  ['TBody', ['Table']],
  ['TFoot', ['Table']],
  ['TR', ['Table', 'THead', 'TBody', 'TFoot']],
  ['TH', ['TR']],
  ['TD', ['TR']],
  ['Lbl', ['L']],
  ['LBody', ['L', 'TOC']],
  ['Caption', ['Table', 'Figure']],
])

export function mayStandIn(type: StructureType, parent: StructureType): boolean {
  // Most are cells.
  if (type === 'TD') return parent === 'TR'
  return PARENTS.get(type)?.includes(parent) ?? true
}

/** What groups consist of (ISO 32000-1 tables 333, 336 and 337), and the part of them that holds all else. */
const PARTS: ReadonlyMap<StructureType, { readonly parts: readonly StructureType[]; readonly holder: StructureType }> =
  new Map([
    ['L', { parts: ['L', 'LI', 'Lbl', 'LBody'], holder: 'LI' }],
    ['LI', { parts: ['Lbl', 'LBody'], holder: 'LBody' }],
    ['TOC', { parts: ['TOC', 'TOCI', 'Lbl', 'LBody'], holder: 'TOCI' }],
    ['Table', { parts: ['Caption', 'THead', 'TBody', 'TFoot', 'TR'], holder: 'TR' }],
    ['THead', { parts: ['TR'], holder: 'TR' }],
    ['TBody', { parts: ['TR'], holder: 'TR' }],
    ['TFoot', { parts: ['TR'], holder: 'TR' }],
    ['TR', { parts: ['TH', 'TD'], holder: 'TD' }],
  ])

/** Whether a list, a table or a part of one consists of such elements. */
export function isPartOf(parent: StructureType, type: StructureType): boolean {
  return PARTS.get(parent)?.parts.includes(type) ?? false
}

/** What an element has to stand in to be in another one: an item of a list, or a cell of a table; undefined for nothing. */
export function holderIn(parent: StructureType, type: StructureType): StructureType | undefined {
  const group = PARTS.get(parent)
  return group && !group.parts.includes(type) ? group.holder : undefined
}

const NUMBERINGS: ReadonlyMap<string, ListNumbering> = new Map([
  ['disc', 'Disc'],
  ['circle', 'Circle'],
  ['square', 'Square'],
  ['decimal', 'Decimal'],
  ['decimal-leading-zero', 'Decimal'],
  ['upper-roman', 'UpperRoman'],
  ['lower-roman', 'LowerRoman'],
  ['upper-alpha', 'UpperAlpha'],
  ['upper-latin', 'UpperAlpha'],
  ['lower-alpha', 'LowerAlpha'],
  ['lower-latin', 'LowerAlpha'],
])

/** How the items of a list are counted; `None` for symbols that PDF has no name for. */
export function listNumbering(counterStyle: string | undefined): ListNumbering {
  return NUMBERINGS.get(counterStyle ?? '') ?? 'None'
}

/** The attributes of a cell about its place; undefined when it is a plain one. */
export function cellProperties(
  node: BoundElement,
  type: 'TH' | 'TD',
  box: Box | InlineBox | undefined,
): CellProperties | undefined {
  const { rowSpan, colSpan } = box?.kind === 'table-cell' ? box : spansByAria(node)
  if (type === 'TH') return { rowSpan, colSpan, scope: headerScope(node) }
  return rowSpan === 1 && colSpan === 1 ? undefined : { rowSpan, colSpan, scope: undefined }
}

function spansByAria({ attributes }: BoundElement) {
  const span = (name: string): number => {
    const number = Number(attributes.get(name) ?? 1)
    return Number.isInteger(number) && number >= 1 && number <= MOST_SPANNED ? number : 1
  }
  return { rowSpan: span('aria-rowspan'), colSpan: span('aria-colspan') }
}

/** Of a cell's `colspan` HTML takes no more. */
const MOST_SPANNED = 1000

/** HTML §4.9.12: as `scope` says; else a head's cell is for its column, and one before the data of a row for that row. */
function headerScope({ attributes, parent, index }: BoundElement): CellProperties['scope'] {
  switch (attributes.get('role')?.trim().toLowerCase()) {
    case 'rowheader':
      return 'Row'
    case 'columnheader':
      return 'Column'
    default:
  }
  switch (attributes.get('scope')?.trim().toLowerCase()) {
    case 'row':
    case 'rowgroup':
      return 'Row'
    case 'col':
    case 'colgroup':
      return 'Column'
    default:
      return parent && parent.parent?.name !== 'thead' && isBeforeData(parent, index) ? 'Row' : 'Column'
  }
}

/** Whether a heading at this place begins a row with data, or the row ends with some. */
function isBeforeData({ children }: BoundElement, index: number): boolean {
  const last = children.findLast((child) => child.kind === 'element')
  return (
    last?.name === 'td' || (index === 0 && children.some((child) => child.kind === 'element' && child.name === 'td'))
  )
}
