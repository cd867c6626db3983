import { invariant } from '../base/invariant.js'
import {
  type CellProperties,
  STRUCTURE_TYPES,
  type StructureElement,
  type StructureProperties,
} from '../tags/structure-element.js'
import { contentOf, isElement, type Kid, type StructureTree } from '../tags/structure-tree.js'
import { AlignedObjects } from './aligned-objects.js'
import { ByteSink } from './byte-sink.js'
import { MarkedContent, ROW_NUMBERS, type TaggedContent } from './marked-content.js'
import type { PdfObjects } from './pdf-objects.js'
import type { PdfReference } from './pdf-values.js'
import { type GroupedElements, inGroups } from './structure-order.js'
import { hexUtf16 } from './to-unicode.js'

/** Types of HTML that PDF 1.7 has no name for. */
const ROLE_MAP = '/RoleMap<</Em/Span/Strong/Span>>'

/** As many elements of one shape are worth a stream of their own. */
const LEAST_ALIGNED = 32

/** Elements with more kids, and longer lists, are written in rows of their own, */
const MOST_IN_ROW = 16

/** in documents with as many elements: a few lists are as short without, and no other stream is to be made for them. */
const LEAST_LISTED = 500

/** How the dictionaries of elements begin, by the numbers of their types. */
const BEGINNINGS = STRUCTURE_TYPES.map((type) => `<</S/${type}/P `)

/** As many bytes of long lists are worth a stream of their own. */
const MOST_LISTS = 1 << 19

/**
 * Writes the structure tree (§14.7.2) and returns its root; yields now and then, where what is written may be taken. Its
 * elements are many and small: those of one shape, such as the cells of a table, get consecutive numbers and streams of
 * their own, in which each is told by its difference from the one before.
 */
export function* writeStructure(objects: PdfObjects, tagged: TaggedContent): Generator<void, PdfReference> {
  return yield* new StructureWriter(objects, tagged).write()
}

class StructureWriter {
  readonly #tree: StructureTree
  readonly #elements: Int32Array
  readonly #groups: GroupedElements
  readonly #root: number
  /** By element, as strings of the file: what other elements, or readers, call it by. */
  readonly #names = new Map<StructureElement, string>()
  /** The objects of the elements, by their numbers in the tree. */
  readonly #ids: Int32Array
  /** Digits of all numbers of objects, and of pieces of content, so that they stand below each other in rows. */
  readonly #idDigits: number
  readonly #itemDigits: number
  /** Of a row of long lists, in which references stand as the numbers of content do. */
  readonly #rowWidth: number
  readonly #lists: AlignedObjects
  readonly #rows = new AlignedObjects()
  /** Where single elements are written. */
  readonly #sink = new ByteSink()

  constructor(
    private readonly objects: PdfObjects,
    private readonly tagged: TaggedContent,
  ) {
    this.#tree = tagged.tree
    this.#elements = this.#tree.inOrder()
    this.#root = objects.reserveNumbers(1)
    this.#groups = inGroups(this.#tree, this.#elements)
    const first = objects.reserveNumbers(this.#elements.length)
    this.#ids = new Int32Array(this.#tree.end)
    for (let i = 0; i < this.#elements.length; i++) this.#ids[this.#groups.elements[i] as number] = first + i
    const isLarge = this.#elements.length > LEAST_ALIGNED
    const most = tagged.parents.reduce<number>(
      (most, entry) => (entry instanceof MarkedContent ? Math.max(most, entry.count) : most),
      1,
    )
    this.#idDigits = isLarge ? String(first + this.#elements.length).length : 0
    this.#itemDigits = isLarge ? String(most - 1).length : 0
    this.#rowWidth = ROW_NUMBERS * (this.#idDigits + ' 0 R '.length)
    this.#lists = new AlignedObjects(this.#rowWidth)
  }

  *write(): Generator<void, PdfReference> {
    this.#nameElements()
    let start = 0
    for (const end of this.#groups.ends) {
      this.#writeGroup(this.#groups.elements.subarray(start, end))
      start = end
      yield
    }
    const entries: string[] = []
    const owners = this.#owners()
    for (const [key, entry] of this.tagged.parents.entries()) {
      entries.push(`${key}${this.#parentEntry(entry, owners)}`)
      if (this.#lists.bodies.length < MOST_LISTS) continue
      this.#writeLists()
      yield
    }
    this.#writeLists()
    this.objects.addText(
      this.#root,
      `<</Type/StructTreeRoot/K ${this.#idOf(this.#tree.root)} 0 R/ParentTree<</Nums[${entries.join(' ')}]>>` +
        `/ParentTreeNextKey ${entries.length}${ROLE_MAP}${this.#idTree()}>>`,
    )
    return this.objects.referenceTo(this.#root)
  }

  /** Notes have names, as ISO 14289-1 §7.9 asks for, and headings that cells name. */
  #nameElements(): void {
    const headers = this.#tree.namedHeaders()
    let notes = 0
    let headings = 0
    for (const element of this.#elements) {
      if (this.#tree.typeOf(element) === 'Note') this.#names.set(element, `(note ${++notes})`)
      else if (headers.has(element)) this.#names.set(element, `(heading ${++headings})`)
    }
  }

  #writeLists(): void {
    if (this.#lists.ids.length > 0) this.objects.addAligned(this.#lists)
    this.#lists.clear()
  }

  #writeGroup(group: Int32Array): void {
    const isLong = this.#isLong(this.#tree.kidCount(group[0] as number))
    if (!isLong && group.length < LEAST_ALIGNED) {
      for (const element of group) {
        this.#writeElement(this.#sink, element, false)
        this.objects.addText(this.#idOf(element), this.#takeText())
      }
      return
    }
    const objects = isLong ? this.#lists : this.#rows
    for (const element of group) {
      this.#writeElement(objects.bodies, element, isLong)
      objects.end(this.#idOf(element))
    }
    if (isLong) return
    this.objects.addAligned(objects)
    objects.clear()
  }

  /** What was written by itself. */
  #takeText(): string {
    const text = Buffer.from(this.#sink.written).toString('latin1')
    this.#sink.truncate(0)
    return text
  }

  /** The dictionary of an element (§14.7.2, table 323). Content on the page of the first is told by its number alone. */
  #writeElement(sink: ByteSink, element: StructureElement, isLong: boolean): void {
    const tree = this.#tree
    const parent = tree.parentOf(element)
    const first = tree.firstKid(element)
    const page = this.#pageOf(first)
    const start = sink.length
    sink.text(BEGINNINGS[tree.typeNumberOf(element)] as string)
    this.#writeReference(sink, parent === undefined ? this.#root : this.#idOf(parent))
    if (page) {
      sink.text('/Pg ')
      this.#writeReference(sink, page.id)
    }
    const properties = tree.propertiesOf(element)
    const bounds = tree.boundsOf(element)
    const headers = tree.headersOf(element)?.map((header) => this.#names.get(header) ?? '')
    if (properties || bounds || headers) sink.text(propertiesText({ properties, bounds, headers }))
    const name = this.#names.get(element)
    if (name !== undefined) sink.text(`/ID${name}`)
    if (first !== 0 && tree.nextKid(first) === 0) {
      sink.text('/K ')
      this.#writeKid(sink, first, page)
    } else if (first !== 0) {
      sink.text('/K[')
      if (isLong) this.#toRow(sink, start)
      for (let kid = first; kid !== 0; kid = tree.nextKid(kid)) {
        if (!isLong && kid !== first) sink.spaces(1)
        this.#writeKid(sink, kid, page)
        if (isLong) sink.spaces(1)
      }
      sink.text(']')
    }
    sink.text('>>')
  }

  #isLong(items: number): boolean {
    return items > MOST_IN_ROW && this.#elements.length >= LEAST_LISTED
  }

  /** Fills up a row: the first begins at `start`. */
  #toRow(sink: ByteSink, start: number): void {
    const width = this.#rowWidth
    sink.spaces((width - ((sink.length - start) % width)) % width)
  }

  #writeKid(sink: ByteSink, kid: Kid, page: PdfReference | undefined): void {
    if (isElement(kid)) {
      this.#writeReference(sink, this.#idOf(kid))
      return
    }
    const content = contentOf(kid)
    const source = this.tagged.sourceOf(content)
    if (!(source instanceof MarkedContent)) {
      sink.text(`<</Type/OBJR/Pg ${source.page.id} 0 R/Obj ${source.annotation.id} 0 R>>`)
      return
    }
    const mcid = this.tagged.mcidOf(content)
    if (source.page === page && !source.form) sink.padded(mcid, this.#itemDigits)
    else {
      const form = source.form ? `/Stm ${source.form.id} 0 R` : ''
      sink.text(`<</Type/MCR/Pg ${source.page.id} 0 R${form}/MCID ${mcid}>>`)
    }
  }

  /** The page that content given by its number alone stands on. */
  #pageOf(first: Kid): PdfReference | undefined {
    let kid = first
    while (isElement(kid)) kid = this.#tree.nextKid(kid)
    return kid === 0 ? undefined : this.tagged.sourceOf(contentOf(kid)).page
  }

  #writeReference(sink: ByteSink, id: number): void {
    sink.padded(id, this.#idDigits)
    sink.text(' 0 R')
  }

  #idOf(element: StructureElement): number {
    const id = this.#ids[element] as number
    invariant(id > 0, 'an element with content to be in the tree')
    return id
  }

  /** The objects of the elements that the numbers of each page or form belong to; zero for those that none has. */
  #owners(): ReadonlyMap<MarkedContent, Int32Array> {
    const tree = this.#tree
    const owners = new Map<MarkedContent, Int32Array>()
    for (const entry of this.tagged.parents)
      if (entry instanceof MarkedContent) owners.set(entry, new Int32Array(entry.count))
    for (const element of this.#elements) {
      for (let kid = tree.firstKid(element); kid !== 0; kid = tree.nextKid(kid)) {
        if (isElement(kid)) continue
        const source = this.tagged.sourceOf(contentOf(kid))
        const list = source instanceof MarkedContent ? owners.get(source) : undefined
        if (list) list[this.tagged.mcidOf(contentOf(kid))] = this.#idOf(element)
      }
    }
    return owners
  }

  /**
   * Which elements the pieces of content of a page or form, or an annotation, belong to (§14.7.4.4). In rows of a long
   * list a number that no content has is as wide as others.
   */
  #parentEntry(entry: StructureElement | MarkedContent, owners: ReadonlyMap<MarkedContent, Int32Array>): string {
    if (!(entry instanceof MarkedContent)) return ` ${this.#idOf(entry)} 0 R`
    const ids = owners.get(entry) ?? []
    const isLong = this.#isLong(ids.length)
    const sink = isLong ? this.#lists.bodies : this.#sink
    const start = sink.length
    sink.text('[')
    if (isLong) this.#toRow(sink, start)
    for (const [index, id] of ids.entries()) {
      if (!isLong && index > 0) sink.spaces(1)
      if (id > 0) this.#writeReference(sink, id)
      else {
        sink.text('null')
        if (isLong) sink.spaces(this.#idDigits + ' 0 R'.length - 'null'.length)
      }
      if (isLong) sink.spaces(1)
    }
    sink.text(']')
    if (!isLong) return this.#takeText()
    const list = this.objects.reserveNumbers(1)
    this.#lists.end(list)
    return ` ${list} 0 R`
  }

  /** Elements by their names, in the order of these (§14.7.2, table 322). */
  #idTree(): string {
    if (this.#names.size === 0) return ''
    const names = [...this.#names]
      .map(([element, name]) => ({ name, id: this.#idOf(element) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    const limits = `[${names[0]?.name}${names.at(-1)?.name}]`
    return `/IDTree<</Kids[<</Limits${limits}/Names[${names.map(({ name, id }) => `${name}${id} 0 R`).join('')}]>>]>>`
  }
}

/** What is written of an element besides its place and content. */
interface WrittenProperties {
  readonly properties: StructureProperties | undefined
  readonly bounds: readonly number[] | undefined
  /** The names of a cell's headings. */
  readonly headers: readonly string[] | undefined
}

/** Properties of an element, with standard structure attributes (§14.8.5). */
function propertiesText(written: WrittenProperties): string {
  const { properties } = written
  if (!properties) return attributesText(written)
  const { alternative, expansion, language } = properties
  return (
    attributesText(written) +
    (alternative === undefined ? '' : `/Alt${textString(alternative)}`) +
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

/** A text string (§7.9.2.2): ASCII as it is, all else as UTF-16. */
function textString(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? `(${text.replace(/[\\()]/g, '\\$&')})` : `<feff${hexUtf16(text)}>`
}
