import { invariant } from '../base/invariant.js'
import { STRUCTURE_TYPES, type StructureElement, type StructureType } from '../tags/structure-element.js'
import { contentOf, isElement, type Kid, type StructureTree } from '../tags/structure-tree.js'
import { AlignedObjects } from './aligned-objects.js'
import { ByteSink } from './byte-sink.js'
import {
  GraftedContent,
  GraftedElement,
  MarkedContent,
  ROW_NUMBERS,
  SHARED_NUMBERS,
  type TaggedContent,
} from './marked-content.js'
import { LEAF_ENTRIES, MOST_IN_ROW, ParentTree } from './parent-tree.js'
import type { PdfFile } from './pdf-file.js'
import { type PdfReference, rawValue } from './pdf-values.js'
import { propertiesText } from './structure-attributes.js'
import { structureKey } from './structure-key.js'
import { type GroupedElements, inGroups } from './structure-order.js'
import {
  type StructureObjects,
  StructureRecord,
  type WrittenStructure,
  type WrittenStructures,
} from './written-structures.js'

/** Types that PDF 1.7 does not know, all of which stand for one of its own (§14.7.3). */
const MAPPED_TYPES: ReadonlySet<StructureType> = new Set(['Em', 'Strong'])
const MAPPED_TO = 'Span'

/** Fewer elements are written among the other objects. */
const LEAST_ALIGNED = 32

/** As many elements of one shape are worth a stream of their own, where they need half of a row that others need. */
const LEAST_ALONE = 500

/** How the dictionaries of elements begin, by the numbers of their types. */
const BEGINNINGS = STRUCTURE_TYPES.map((type) => `<</S/${type}/P `)

/** As many bytes of a stream that elements and lists share are written at once. */
const MOST_SHARED = 1 << 18

/** The structure of longer documents is not kept: it seldom comes again. */
const MOST_KEPT = 2000

/**
 * Writes the structure tree (§14.7.2) under the root that the file has; yields now and then, where what is written may be
 * taken. Its elements are many and small: those of one shape, such as the cells of a table, get consecutive numbers and
 * rows of equal width, so that they deflate well.
 *
 * @param kept structures that were written before, in files in which the objects had the same numbers
 */
export function* writeStructure(
  file: PdfFile,
  tagged: TaggedContent,
  kept: WrittenStructures | undefined,
): Generator<void, void> {
  const root = file.getStructTreeRoot()
  const elements = tagged.tree.inOrder()
  // Numbers of objects of other documents are no part of what structures are known by.
  if (!kept || elements.length > MOST_KEPT || tagged.grafts.length > 0) {
    root.data = rawValue(yield* new StructureWriter(file, root.id, tagged, elements).write())
    return
  }
  const key = structureKey(file, tagged, elements)
  let written = kept.get(key)
  if (written) file.reserveNumbers(written.reserved)
  else {
    written = recordStructure(file, tagged, elements)
    kept.set(key, written)
  }
  for (const { id, text } of written.texts) file.addText(id, text)
  for (const stream of written.streams) file.addObjectStream(stream)
  root.data = rawValue(written.root)
}

function recordStructure(file: PdfFile, tagged: TaggedContent, elements: Int32Array): WrittenStructure {
  const record = new StructureRecord(file)
  const writing = new StructureWriter(record, file.getStructTreeRoot().id, tagged, elements).write()
  let step = writing.next()
  while (!step.done) step = writing.next()
  return record.end(step.value)
}

class StructureWriter {
  readonly #tree: StructureTree
  /** Those of the document, in its order. */
  readonly #elements: Int32Array
  readonly #groups: GroupedElements
  /** By element, as strings of the file: what other elements, or readers, call it by. */
  readonly #names = new Map<StructureElement, string>()
  /** Those that are in the document. */
  readonly #mappedTypes = new Set<StructureType>()
  /** The objects of the elements, by their numbers in the tree. */
  readonly #ids: Int32Array
  /** Digits of all numbers of objects, and of pieces of content, so that they stand below each other in rows. */
  readonly #idDigits: number
  readonly #itemDigits: number
  /** Whether elements are written in rows. */
  readonly #isAligned: boolean
  /** The rows of many elements with one kid each; and of all other elements, and of the parent tree. */
  readonly #alone = new AlignedObjects()
  readonly #shared: AlignedObjects
  readonly #parents: ParentTree
  /** Where single elements are written. */
  readonly #sink = new ByteSink()

  constructor(
    private readonly objects: StructureObjects,
    /** The number of the root. */
    private readonly root: number,
    private readonly tagged: TaggedContent,
    elements: Int32Array,
  ) {
    this.#tree = tagged.tree
    this.#elements = elements
    this.#groups = inGroups(this.#tree, this.#elements)
    const first = objects.reserveNumbers(this.#elements.length)
    this.#ids = new Int32Array(this.#tree.end)
    for (let i = 0; i < this.#elements.length; i++) this.#ids[this.#groups.elements[i] as number] = first + i
    this.#isAligned = this.#elements.length > LEAST_ALIGNED || tagged.parents.length > LEAF_ENTRIES
    const most = tagged.parents.reduce<number>(
      (most, entry) => (entry instanceof MarkedContent ? Math.max(most, entry.count) : most),
      1,
    )
    this.#idDigits = this.#isAligned ? String(first + this.#elements.length).length : 0
    this.#itemDigits = this.#isAligned ? String(most - 1).length : 0
    const entries = tagged.parents.length
    this.#shared = new AlignedObjects(ParentTree.rowWidth(entries, this.#idDigits))
    this.#parents = new ParentTree(objects, this.#shared, entries, this.#idDigits)
  }

  /** @returns the root of the tree, in the syntax of the file */
  *write(): Generator<void, string> {
    this.#surveyElements()
    let start = 0
    for (const end of this.#groups.ends) {
      this.#writeGroup(this.#groups.elements.subarray(start, end))
      this.#writeIfMany()
      start = end
      yield
    }
    const parents = this.#parents
    const owners = this.#owners()
    for (const entry of this.tagged.parents) {
      if (entry instanceof MarkedContent) parents.addList(owners.get(entry) ?? new Int32Array())
      else if (entry instanceof GraftedContent) parents.addList(entry.ids)
      else if (entry instanceof GraftedElement) parents.addElement(entry.id)
      else parents.addElement(this.#idOf(this.#tree.ownerOf(entry)))
      if (!parents.isWithinLeaf && this.#writeIfMany()) yield
    }
    this.#writeShared()
    for (const { parent, write } of this.tagged.grafts) write(this.#idOf(parent))
    return (
      `<</Type/StructTreeRoot/K ${this.#idOf(this.#tree.root)} 0 R/ParentTree ${parents.root}` +
      `/ParentTreeNextKey ${this.tagged.parents.length}${this.#roleMap()}${this.#idTree()}>>`
    )
  }

  /** Names notes, as ISO 14289-1 §7.9 asks for, and headings that cells name; finds the types to be mapped. */
  #surveyElements(): void {
    const headers = this.#tree.namedHeaders()
    let notes = 0
    let headings = 0
    for (const element of this.#elements) {
      const type = this.#tree.typeOf(element)
      if (MAPPED_TYPES.has(type)) this.#mappedTypes.add(type)
      if (type === 'Note') this.#names.set(element, `(note ${++notes})`)
      else if (headers.has(element)) this.#names.set(element, `(heading ${++headings})`)
    }
  }

  #writeIfMany(): boolean {
    const isMany = this.#shared.bodies.length >= MOST_SHARED
    if (isMany) this.#writeShared()
    return isMany
  }

  #writeShared(): void {
    const rows = this.#shared
    const [first] = rows.ids
    if (first === undefined) return
    if (this.#isAligned) this.objects.addObjectStream(rows.encode())
    else this.objects.addText(first, takeText(rows.bodies, 0))
    rows.clear()
  }

  #writeGroup(group: Int32Array): void {
    if (!this.#isAligned) {
      for (const element of group) {
        this.#writeElement(this.#sink, element, undefined)
        this.objects.addText(this.#idOf(element), takeText(this.#sink, 0))
      }
    } else if (group.length < LEAST_ALONE || this.#tree.kidCount(group[0] as number) > 1) {
      for (const element of group) this.#shareRows(element)
    } else {
      const rows = this.#alone
      for (const element of group) {
        const start = rows.bodies.length
        this.#writeElement(rows.bodies, element, rows)
        rows.add(this.#idOf(element), start)
        rows.endRow()
      }
      this.objects.addObjectStream(rows.encode())
      rows.clear()
    }
  }

  /** Text that does not fit a row has nothing to do with what is above it. */
  #shareRows(element: StructureElement): void {
    const rows = this.#shared
    const { bodies } = rows
    const start = bodies.length
    this.#writeElement(bodies, element, rows)
    if (rows.rowStart === start && bodies.length - start >= rows.width) {
      this.objects.addText(this.#idOf(element), takeText(bodies, start))
      return
    }
    rows.add(this.#idOf(element), start)
    rows.endRow()
  }

  /**
   * The dictionary of an element (§14.7.2, table 323). Content on the page of the first is told by its number alone.
   * @param rows those that it stands in, in which many kids get rows of their own
   */
  #writeElement(sink: ByteSink, element: StructureElement, rows: AlignedObjects | undefined): void {
    const tree = this.#tree
    const parent = tree.parentOf(element)
    const first = tree.firstKid(element)
    const page = this.#pageOf(first)
    sink.text(BEGINNINGS[tree.typeNumberOf(element)] as string)
    this.#writeReference(sink, parent === undefined ? this.root : this.#idOf(parent))
    if (page) {
      sink.text('/Pg ')
      this.#writeReference(sink, page.id)
    }
    if (tree.hasDetails(element)) {
      const headers = tree.headersOf(element)?.map((header) => this.#names.get(header) ?? '')
      sink.text(propertiesText({ properties: tree.propertiesOf(element), bounds: tree.boundsOf(element), headers }))
    }
    const name = this.#names.size > 0 ? this.#names.get(element) : undefined
    if (name !== undefined) sink.text(`/ID${name}`)
    if (first !== 0 && tree.nextKid(first) === 0) {
      sink.text('/K ')
      this.#writeKid(sink, first, page)
    } else if (first !== 0) {
      sink.text('/K[')
      this.#writeKids(sink, first, page, rows && tree.kidCount(element) > MOST_IN_ROW ? rows : undefined)
      sink.text(']')
    }
    sink.text('>>')
  }

  /** @param rows those that the kids fill, as many each; undefined for few of them */
  #writeKids(
    sink: ByteSink,
    first: Kid,
    page: Pick<PdfReference, 'id'> | undefined,
    rows: AlignedObjects | undefined,
  ): void {
    let count = 0
    for (let kid = first; kid !== 0; kid = this.#tree.nextKid(kid)) {
      if (rows && count % ROW_NUMBERS === 0) rows.endRow()
      else if (count > 0) sink.spaces(1)
      this.#writeKid(sink, kid, page)
      count++
    }
  }

  #writeKid(sink: ByteSink, kid: Kid, page: Pick<PdfReference, 'id'> | undefined): void {
    if (isElement(kid)) {
      this.#writeReference(sink, this.#idOf(kid))
      return
    }
    const content = contentOf(kid)
    const source = this.tagged.sourceOf(content)
    if (source instanceof GraftedElement) {
      this.#writeReference(sink, source.id)
      return
    }
    if (!(source instanceof MarkedContent)) {
      sink.text(`<</Type/OBJR/Pg ${source.page.id} 0 R/Obj ${source.annotation.id} 0 R>>`)
      return
    }
    const mcid = this.tagged.mcidOf(content)
    if (source.page === page && !source.form) sink.zeroPadded(mcid, this.#itemDigits)
    else {
      const form = source.form ? `/Stm ${source.form.id} 0 R` : ''
      sink.text(`<</Type/MCR/Pg ${source.page.id} 0 R${form}/MCID ${mcid}>>`)
    }
  }

  /** The page that content given by its number alone stands on. */
  #pageOf(first: Kid): Pick<PdfReference, 'id'> | undefined {
    for (let kid = first; kid !== 0; kid = this.#tree.nextKid(kid)) {
      const source = isElement(kid) ? undefined : this.tagged.sourceOf(contentOf(kid))
      if (source && !(source instanceof GraftedElement)) return source.page
    }
    return undefined
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

  /**
   * The objects of the elements that the numbers of each page or form belong to, those of a page with its forms'; zero for
   * those that none has.
   */
  #owners(): ReadonlyMap<MarkedContent, Int32Array> {
    const tree = this.#tree
    const owners = new Map<MarkedContent, Int32Array>()
    for (const entry of this.tagged.parents)
      if (entry instanceof MarkedContent) owners.set(entry, new Int32Array(entry.count))
    for (const element of this.#elements) {
      for (let kid = tree.firstKid(element); kid !== 0; kid = tree.nextKid(kid)) {
        if (isElement(kid)) continue
        const source = this.tagged.sourceOf(contentOf(kid))
        if (!(source instanceof MarkedContent)) continue
        const mcid = this.tagged.mcidOf(contentOf(kid))
        const list = owners.get(source)
        if (list) list[mcid] = this.#idOf(element)
        const around = source.around && mcid < SHARED_NUMBERS ? owners.get(source.around) : undefined
        if (around) around[mcid] = this.#idOf(element)
      }
    }
    return owners
  }

  #roleMap(): string {
    const roles = new Map(this.tagged.roles)
    for (const type of this.#mappedTypes) roles.set(type, MAPPED_TO)
    if (roles.size === 0) return ''
    return `/RoleMap<<${Array.from(roles, ([type, role]) => `/${type}/${role}`).join('')}>>`
  }

  /** Elements by their names, in the order of these (§14.7.2, table 322). */
  #idTree(): string {
    const { graftedNames } = this.tagged
    if (this.#names.size === 0 && graftedNames.size === 0) return ''
    const own = Array.from(this.#names, ([element, name]) => ({ name, id: this.#idOf(element) }))
    const names = [...own, ...Array.from(graftedNames, ([name, id]) => ({ name, id }))].sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )
    const limits = `[${names[0]?.name}${names.at(-1)?.name}]`
    return `/IDTree<</Kids[<</Limits${limits}/Names[${names.map(({ name, id }) => `${name}${id} 0 R`).join('')}]>>]>>`
  }
}

/** Takes back what was written from `start` on. */
function takeText(sink: ByteSink, start: number): string {
  const text = Buffer.from(sink.written.subarray(start)).toString('latin1')
  sink.truncate(start)
  return text
}
