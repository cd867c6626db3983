import { assertNever, invariant } from '../base/invariant.js'
import { type CellProperties, StructureElement, type StructureProperties } from '../tags/structure-element.js'
import { AlignedObjects } from './aligned-objects.js'
import { ByteSink } from './byte-sink.js'
import { type ContentItem, type MarkedContent, ROW_NUMBERS } from './marked-content.js'
import type { PdfObjects, PdfReference } from './pdf-objects.js'
import { inGroups, inOrder } from './structure-order.js'
import { hexUtf16 } from './to-unicode.js'

/** The entries of the parent tree (ISO 32000-1 §14.7.4.4): what the content of a page or form, or an annotation, is in. */
export class StructureParents {
  readonly entries: (StructureElement | MarkedContent['elements'])[] = []

  /** @returns the key, for `StructParents` of the content or `StructParent` of the annotation */
  add(entry: StructureElement | MarkedContent['elements']): number {
    return this.entries.push(entry) - 1
  }

  /** The key of a page or form; undefined when nothing there is content. */
  of({ elements }: MarkedContent): number | undefined {
    return elements.length > 0 ? this.add(elements) : undefined
  }
}

/** Types of HTML that PDF 1.7 has no name for. */
const ROLE_MAP = '/RoleMap<</Em/Span/Strong/Span>>'

/** As many elements of one shape are worth a stream of their own. */
const LEAST_ALIGNED = 32

/** Elements with more kids, and longer lists, are written a row for each. */
const MOST_IN_ROW = 16

/**
 * Writes the structure tree (§14.7.2) and returns its root; yields now and then, where what is written may be taken. Its
 * elements are many and small: those of one shape, such as the cells of a table, get consecutive numbers and streams of
 * their own, in which each is told by its difference from the one before.
 */
export function* writeStructure(
  objects: PdfObjects,
  document: StructureElement,
  parents: StructureParents,
): Generator<void, PdfReference> {
  return yield* new StructureWriter(objects, inOrder(document), parents).write()
}

class StructureWriter {
  readonly #root: number
  readonly #ids = new Map<StructureElement, number>()
  readonly #groups: readonly (readonly StructureElement[])[]
  /** Digits of all numbers of objects, and of pieces of content, so that they stand below each other in rows. */
  readonly #idDigits: number
  readonly #itemDigits: number
  /** Long lists, in whose rows references stand as the numbers of content do. */
  readonly #lists: AlignedObjects

  constructor(
    private readonly objects: PdfObjects,
    private readonly elements: readonly StructureElement[],
    private readonly parents: StructureParents,
  ) {
    this.#root = objects.reserveNumbers(1)
    this.#groups = inGroups(elements)
    let next = objects.reserveNumbers(elements.length)
    for (const group of this.#groups) for (const element of group) this.#ids.set(element, next++)
    const isLarge = elements.length > LEAST_ALIGNED
    const items = parents.entries.map((entry) => (entry instanceof StructureElement ? 0 : entry.length))
    this.#idDigits = isLarge ? String(next).length : 0
    this.#itemDigits = isLarge ? String(items.reduce((most, count) => Math.max(most, count), 1) - 1).length : 0
    this.#lists = new AlignedObjects(ROW_NUMBERS * (this.#idDigits + ' 0 R '.length))
  }

  *write(): Generator<void, PdfReference> {
    const notes = new Map(this.elements.filter(({ type }) => type === 'Note').map((note, index) => [note, index + 1]))
    for (const group of this.#groups) {
      this.#writeGroup(group, notes)
      yield
    }
    const tree = this.#parentTree()
    if (this.#lists.ids.length > 0) this.objects.addAligned(this.#lists)
    this.objects.addText(
      this.#root,
      `<</Type/StructTreeRoot/K ${this.#idOf(this.elements[0])} 0 R/ParentTree<</Nums[${tree}]>>` +
        `/ParentTreeNextKey ${this.parents.entries.length}${ROLE_MAP}${this.#idTree(notes)}>>`,
    )
    return this.objects.referenceTo(this.#root)
  }

  #writeGroup(group: readonly StructureElement[], notes: ReadonlyMap<StructureElement, number>): void {
    const isLong = (group[0]?.kids.length ?? 0) > MOST_IN_ROW
    if (!isLong && group.length < LEAST_ALIGNED) {
      for (const element of group) {
        const sink = new ByteSink()
        this.#writeElement(sink, element, notes.get(element), false)
        this.objects.addText(this.#idOf(element), Buffer.from(sink.written).toString('latin1'))
      }
      return
    }
    const objects = isLong ? this.#lists : new AlignedObjects()
    for (const element of group) {
      this.#writeElement(objects.bodies, element, notes.get(element), isLong)
      objects.end(this.#idOf(element))
    }
    if (!isLong) this.objects.addAligned(objects)
  }

  /** The dictionary of an element (§14.7.2, table 323). Content on the page of the first is told by its number alone. */
  #writeElement(sink: ByteSink, element: StructureElement, note: number | undefined, isLong: boolean): void {
    const { type, kids, properties, bounds, parent } = element
    const page = pageOf(kids)
    const start = sink.length
    sink.text('<</S/')
    sink.text(type)
    sink.text('/P ')
    this.#writeReference(sink, parent ? this.#idOf(parent) : this.#root)
    if (page) {
      sink.text('/Pg ')
      this.#writeReference(sink, page.id)
    }
    if (properties || bounds)
      sink.text(attributesText(properties, bounds) + (properties ? propertiesText(properties) : ''))
    if (note !== undefined) sink.text(`/ID(note ${note})`)
    if (kids.length === 1) {
      sink.text('/K ')
      this.#writeKid(sink, kids[0], page)
    } else if (kids.length > 0) {
      sink.text('/K[')
      this.#writeList(sink, start, kids, isLong, (kid) => this.#writeKid(sink, kid, page))
      sink.text(']')
    }
    sink.text('>>')
  }

  /** @param isLong items stand in rows, the first of which begins at a whole number of them from `start` */
  #writeList<T>(sink: ByteSink, start: number, items: readonly T[], isLong: boolean, write: (item: T) => void): void {
    const { width } = this.#lists
    if (isLong) sink.spaces((width - ((sink.length - start) % width)) % width)
    for (const [index, item] of items.entries()) {
      if (!isLong && index > 0) sink.spaces(1)
      write(item)
      if (isLong) sink.spaces(1)
    }
  }

  #writeKid(sink: ByteSink, kid: StructureElement | object | undefined, page: PdfReference | undefined): void {
    if (kid instanceof StructureElement) {
      this.#writeReference(sink, this.#idOf(kid))
      return
    }
    const item = kid as ContentItem
    if (item.kind === 'marked' && item.page === page && !item.form) sink.padded(item.mcid, this.#itemDigits)
    else sink.text(itemText(item))
  }

  #writeReference(sink: ByteSink, id: number): void {
    sink.padded(id, this.#idDigits)
    sink.text(' 0 R')
  }

  /** As wide for a number that no content has. */
  #writeParent(sink: ByteSink, element: StructureElement | undefined): void {
    if (element) this.#writeReference(sink, this.#idOf(element))
    else {
      sink.text('null')
      sink.spaces(this.#idDigits + ' 0 R'.length - 'null'.length)
    }
  }

  #idOf(element: StructureElement | undefined): number {
    const id = element && this.#ids.get(element)
    invariant(id !== undefined, 'an element with content to be in the tree')
    return id
  }

  /** Which elements the pieces of content and the annotations belong to, by their keys (§14.7.4.4). */
  #parentTree(): string {
    const entries = this.parents.entries.map((entry, key) => {
      if (entry instanceof StructureElement) return `${key} ${this.#idOf(entry)} 0 R`
      const isLong = entry.length > MOST_IN_ROW
      const sink = isLong ? this.#lists.bodies : new ByteSink()
      const start = sink.length
      sink.text('[')
      this.#writeList(sink, start, entry, isLong, (element) => this.#writeParent(sink, element))
      sink.text(']')
      if (!isLong) return `${key}${Buffer.from(sink.written).toString('latin1')}`
      const id = this.objects.reserveNumbers(1)
      this.#lists.end(id)
      return `${key} ${id} 0 R`
    })
    return entries.join(' ')
  }

  /** Notes by their names, in the order of these (§14.7.2, table 322). */
  #idTree(notes: ReadonlyMap<StructureElement, number>): string {
    if (notes.size === 0) return ''
    const names = [...notes]
      .map(([note, number]) => ({ name: `(note ${number})`, id: this.#idOf(note) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    const limits = `[${names[0]?.name}${names.at(-1)?.name}]`
    return `/IDTree<</Kids[<</Limits${limits}/Names[${names.map(({ name, id }) => `${name}${id} 0 R`).join('')}]>>]>>`
  }
}

/** The page that content given by its number alone stands on. */
function pageOf(kids: StructureElement['kids']): PdfReference | undefined {
  for (const kid of kids) if (!(kid instanceof StructureElement)) return (kid as ContentItem).page
  return undefined
}

function itemText(item: ContentItem): string {
  switch (item.kind) {
    case 'marked': {
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
