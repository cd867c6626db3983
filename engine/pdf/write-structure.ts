import { assertNever, invariant } from '../base/invariant.js'
import { type CellProperties, StructureElement, type StructureProperties } from '../tags/structure-element.js'
import type { ContentItem, MarkedContent } from './marked-content.js'
import type { PdfObjects, PdfReference } from './pdf-objects.js'
import { hexUtf16 } from './to-unicode.js'

/** The entries of the parent tree (ISO 32000-1 §14.7.4.4): what the content of a page or form, or an annotation, is in. */
export class StructureParents {
  readonly entries: (StructureElement | readonly StructureElement[])[] = []

  /** @returns the key, for `StructParents` of the content or `StructParent` of the annotation */
  add(entry: StructureElement | readonly StructureElement[]): number {
    return this.entries.push(entry) - 1
  }

  /** The key of a page or form; undefined when nothing there is content. */
  of({ elements }: MarkedContent): number | undefined {
    return elements.length > 0 ? this.add(elements) : undefined
  }
}

/** Types of HTML that PDF 1.7 has no name for. */
const ROLE_MAP = '/RoleMap<</Em/Span/Strong/Span>>'

/** Entries of a number tree that stand in one node. */
const ENTRIES_PER_NODE = 64

/**
 * Writes the structure tree (§14.7.2) and returns its root. Its elements are many and small: they are written as text,
 * into object streams as all objects without a stream, numbered in the order of the document. Yields after each.
 */
export function* writeStructure(
  objects: PdfObjects,
  document: StructureElement,
  parents: StructureParents,
): Generator<void, PdfReference> {
  const root = objects.reserveText()
  const elements = inOrder(document)
  const ids = new Map<StructureElement, number>()
  for (const element of elements) ids.set(element, objects.reserveText().id)
  let notes = 0
  for (const element of elements) {
    const parent = element.parent ? ids.get(element.parent) : root.id
    const id = element.type === 'Note' ? ++notes : undefined
    objects.addText(idOf(ids, element), elementText(element, parent ?? root.id, ids, id))
    yield
  }
  const tree = writeParentTree(objects, parents, ids)
  const names = notes > 0 ? `/IDTree<</Names[${noteNames(elements, ids)}]>>` : ''
  objects.addText(
    root.id,
    `<</Type/StructTreeRoot/K ${idOf(ids, document)} 0 R/ParentTree ${tree} 0 R/ParentTreeNextKey ${parents.entries.length}${ROLE_MAP}${names}>>`,
  )
  return root
}

/** Elements before their kids; not by recursion, for documents are as deep as they like. */
function inOrder(document: StructureElement): readonly StructureElement[] {
  const found: StructureElement[] = []
  const open: StructureElement[] = [document]
  for (let element = open.pop(); element; element = open.pop()) {
    found.push(element)
    for (let i = element.kids.length - 1; i >= 0; i--) {
      const kid = element.kids[i]
      if (kid instanceof StructureElement) open.push(kid)
    }
  }
  return found
}

function idOf(ids: ReadonlyMap<StructureElement, number>, element: StructureElement): number {
  const id = ids.get(element)
  invariant(id !== undefined, 'an element with content to be in the tree')
  return id
}

/** The dictionary of an element (§14.7.2, table 323). */
function elementText(
  element: StructureElement,
  parent: number,
  ids: ReadonlyMap<StructureElement, number>,
  note: number | undefined,
): string {
  const { type, kids, properties, bounds } = element
  const page = pageOf(kids)
  const kidTexts = kids.map((kid) =>
    kid instanceof StructureElement ? `${idOf(ids, kid)} 0 R` : itemText(kid as ContentItem, page),
  )
  const content = kidTexts.length === 1 ? ` ${kidTexts[0]}` : `[${kidTexts.join(' ')}]`
  const attributes = attributesText(properties, bounds)
  return (
    `<</S/${type}/P ${parent} 0 R${page ? `/Pg ${page.id} 0 R` : ''}${kidTexts.length > 0 ? `/K${content}` : ''}` +
    `${attributes}${properties ? propertiesText(properties) : ''}${note === undefined ? '' : `/ID(note ${note})`}>>`
  )
}

/** The page that content given by its number alone stands on. */
function pageOf(kids: StructureElement['kids']): PdfReference | undefined {
  for (const kid of kids) if (!(kid instanceof StructureElement)) return (kid as ContentItem).page
  return undefined
}

function itemText(item: ContentItem, page: PdfReference | undefined): string {
  switch (item.kind) {
    case 'marked': {
      if (item.page === page && !item.form) return String(item.mcid)
      const form = item.form ? `/Stm ${item.form.id} 0 R` : ''
      return `<</Type/MCR/Pg ${item.page.id} 0 R${form}/MCID ${item.mcid}>>`
    }
    case 'annotation':
      return `<</Type/OBJR/Pg ${item.page.id} 0 R/Obj ${item.annotation.id} 0 R>>`
    default:
      return assertNever(item)
  }
}

/** Standard structure attributes (§14.8.5). */
function attributesText(properties: StructureProperties | undefined, bounds: readonly number[] | undefined): string {
  const owners: string[] = []
  if (bounds) owners.push(`<</O/Layout/BBox[${bounds.join(' ')}]>>`)
  if (properties?.numbering && properties.numbering !== 'None')
    owners.push(`<</O/List/ListNumbering/${properties.numbering}>>`)
  if (properties?.cell) owners.push(cellText(properties.cell))
  if (owners.length === 0) return ''
  return owners.length === 1 ? `/A${owners[0]}` : `/A[${owners.join('')}]`
}

function cellText({ rowSpan, colSpan, scope }: CellProperties): string {
  const rows = rowSpan > 1 ? `/RowSpan ${rowSpan}` : ''
  const columns = colSpan > 1 ? `/ColSpan ${colSpan}` : ''
  return `<</O/Table${rows}${columns}${scope ? `/Scope/${scope}` : ''}>>`
}

function propertiesText({ alternative, expansion, language }: StructureProperties): string {
  return (
    (alternative === undefined ? '' : `/Alt${textString(alternative)}`) +
    (expansion === undefined ? '' : `/E${textString(expansion)}`) +
    (language === undefined ? '' : `/Lang${textString(language)}`)
  )
}

/** A text string (§7.9.2.2): ASCII as it is, all else as UTF-16. */
function textString(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? `(${text.replace(/[\\()]/g, '\\$&')})` : `<feff${hexUtf16(text)}>`
}

function noteNames(elements: readonly StructureElement[], ids: ReadonlyMap<StructureElement, number>): string {
  return elements
    .filter(({ type }) => type === 'Note')
    .map((note, index) => [`note ${index + 1}`, `(note ${index + 1})${idOf(ids, note)} 0 R`] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, text]) => text)
    .join('')
}

/** A number tree (§7.9.7) with a list of elements for each page and form, by the numbers of their content. */
function writeParentTree(
  objects: PdfObjects,
  { entries }: StructureParents,
  ids: ReadonlyMap<StructureElement, number>,
): number {
  const nodes: string[] = []
  for (let first = 0; first < entries.length; first += ENTRIES_PER_NODE) {
    const part = entries.slice(first, first + ENTRIES_PER_NODE)
    const texts = part.map((entry, index) => `${first + index} ${entryText(objects, entry, ids)}`)
    nodes.push(`/Limits[${first} ${first + part.length - 1}]/Nums[${texts.join(' ')}]`)
  }
  const root = objects.reserveText().id
  const kids = nodes.map((node) => {
    const id = objects.reserveText().id
    objects.addText(id, `<<${node}>>`)
    return `${id} 0 R`
  })
  objects.addText(root, kids.length > 0 ? `<</Kids[${kids.join(' ')}]>>` : '<</Nums[]>>')
  return root
}

function entryText(
  objects: PdfObjects,
  entry: StructureElement | readonly StructureElement[],
  ids: ReadonlyMap<StructureElement, number>,
): string {
  if (entry instanceof StructureElement) return `${idOf(ids, entry)} 0 R`
  const { id } = objects.reserveText()
  objects.addText(id, `[${entry.map((element) => `${idOf(ids, element)} 0 R`).join(' ')}]`)
  return `${id} 0 R`
}
