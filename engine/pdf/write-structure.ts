import { assertNever, invariant } from '../base/invariant.js'
import { type CellProperties, StructureElement, type StructureProperties } from '../tags/structure-element.js'
import { AlignedObjects } from './aligned-objects.js'
import { ByteSink } from './byte-sink.js'
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

/** As many elements of one shape are worth streams of their own. */
const LEAST_ALIGNED = 32

/** Elements with more kids, and longer lists, are written a row for each. */
const MOST_IN_ROW = 16

const EMPTY = new Uint8Array()

/** Objects per aligned stream. */
const MOST_PER_STREAM = 1000

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
  readonly #shapes: ReadonlyMap<string, readonly StructureElement[]>
  /** Digits of all numbers of objects, and of pieces of content, so that they stand below each other in rows. */
  readonly #idDigits: number
  readonly #itemDigits: number
  /** Long lists, a reference in each row. */
  readonly #lists: AlignedObjects

  constructor(
    private readonly objects: PdfObjects,
    private readonly elements: readonly StructureElement[],
    private readonly parents: StructureParents,
  ) {
    this.#root = objects.reserveNumbers(1)
    this.#shapes = byShape(elements)
    let next = objects.reserveNumbers(elements.length)
    for (const group of this.#shapes.values()) for (const element of group) this.#ids.set(element, next++)
    const isLarge = elements.length > LEAST_ALIGNED
    const items = parents.entries.map((entry) => (entry instanceof StructureElement ? 0 : entry.length))
    this.#idDigits = isLarge ? String(next).length : 0
    this.#itemDigits = isLarge ? String(items.reduce((most, count) => Math.max(most, count), 1) - 1).length : 0
    this.#lists = new AlignedObjects(this.#idDigits + ' 0 R '.length)
  }

  *write(): Generator<void, PdfReference> {
    const notes = new Map(this.elements.filter(({ type }) => type === 'Note').map((note, index) => [note, index + 1]))
    for (const group of this.#shapes.values()) {
      for (let first = 0; first < group.length; first += MOST_PER_STREAM) {
        this.#writeGroup(group.slice(first, first + MOST_PER_STREAM), notes)
        yield
      }
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
    const sink = new ByteSink()
    const isLong = (group[0]?.kids.length ?? 0) > MOST_IN_ROW
    const ends = group.map((element) => {
      this.#writeElement(sink, element, notes.get(element), isLong)
      return sink.length
    })
    const bytes = group.map((_, index) => sink.written.subarray(ends[index - 1] ?? 0, ends[index]))
    const add = (objects: AlignedObjects): void => {
      for (const [index, element] of group.entries()) objects.add(this.#idOf(element), bytes[index] ?? EMPTY)
    }
    if (isLong) add(this.#lists)
    else if (group.length < LEAST_ALIGNED) {
      for (const [index, element] of group.entries()) {
        this.objects.addText(this.#idOf(element), Buffer.from(bytes[index] ?? EMPTY).toString('latin1'))
      }
    } else {
      // A round width: the offsets of the objects then differ in fewer digits.
      const longest = bytes.reduce((most, { length }) => Math.max(most, length), 0)
      const aligned = new AlignedObjects(Math.ceil((longest + 1) / 10) * 10)
      add(aligned)
      this.objects.addAligned(aligned)
    }
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

  /** @param isLong each item stands in a row of its own, counted from `start` */
  #writeList<T>(sink: ByteSink, start: number, items: readonly T[], isLong: boolean, write: (item: T) => void): void {
    const { width } = this.#lists
    const fill = () => sink.spaces((width - ((sink.length - start) % width)) % width)
    if (isLong) fill()
    for (const [index, item] of items.entries()) {
      if (!isLong && index > 0) sink.spaces(1)
      write(item)
      if (!isLong) continue
      sink.spaces(1)
      fill()
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

  #idOf(element: StructureElement | undefined): number {
    const id = element && this.#ids.get(element)
    invariant(id !== undefined, 'an element with content to be in the tree')
    return id
  }

  /** Which elements the pieces of content and the annotations belong to, by their keys (§14.7.4.4). */
  #parentTree(): string {
    const entries = this.parents.entries.map((entry, key) => {
      if (entry instanceof StructureElement) return `${key} ${this.#idOf(entry)} 0 R`
      const sink = new ByteSink()
      const isLong = entry.length > MOST_IN_ROW
      sink.text('[')
      this.#writeList(sink, 0, entry, isLong, (element) => this.#writeReference(sink, this.#idOf(element)))
      sink.text(']')
      if (!isLong) return `${key}${Buffer.from(sink.written).toString('latin1')}`
      const id = this.objects.reserveNumbers(1)
      this.#lists.add(id, sink.written)
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

/** Elements of one type with as many kids each. */
function byShape(elements: readonly StructureElement[]): ReadonlyMap<string, readonly StructureElement[]> {
  const shapes = new Map<string, StructureElement[]>()
  for (const element of elements) {
    const shape = `${element.type} ${element.kids.length}`
    const others = shapes.get(shape)
    if (others) others.push(element)
    else shapes.set(shape, [element])
  }
  return shapes
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
