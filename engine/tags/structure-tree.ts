import type { BoundElement } from '../template/bound-tree.js'
import type { TemplateElement } from '../template/template-tree.js'
import { holdsText, isInlineType } from './element-types.js'
import {
  STRUCTURE_TYPES,
  type StructureElement,
  type StructureProperties,
  type StructureType,
} from './structure-element.js'

/** What stands in an element: the number of another one, or below zero content. Zero is nothing. */
export type Kid = number

export function isElement(kid: Kid): kid is StructureElement {
  return kid > 0
}

/** The number of a piece of content that stands in an element. */
export function contentOf(kid: Kid): number {
  return -1 - kid
}

/** What is added to an element. */
interface AddedElement {
  readonly type: StructureType
  /** Elements of one parent ascend by it: the number of the element of the document where it is that of one. */
  readonly order: number
  readonly properties?: StructureProperties | undefined
  /** Where the element of the document was written; undefined for those that only hold others together. */
  readonly template?: TemplateElement | undefined
}

const TYPE_NUMBERS: ReadonlyMap<StructureType, number> = new Map(STRUCTURE_TYPES.map((type, index) => [type, index]))

/** By the numbers of the types: each line of a document asks. */
const HOLDING_TEXT: readonly boolean[] = STRUCTURE_TYPES.map(holdsText)

const INLINE: readonly boolean[] = STRUCTURE_TYPES.map(isInlineType)

const TD = STRUCTURE_TYPES.indexOf('TD')
const TH = STRUCTURE_TYPES.indexOf('TH')

/** The number of no element. */
const NONE = 0

/** Elements of a short document. */
const FIRST_LENGTH = 512

/** States of an element. */
const ATTACHED = 1
const UNSORTED = 2
const PART = 4
const PLACED = 8
const DETAILED = 16

/** What a document is in the structure of its file: all of it, or a part. */
export interface StructurePlace {
  readonly tree: StructureTree
  readonly root: StructureElement
}

/**
 * The logical structure of a document (ISO 32000-1 §14.7), which grows while pages are painted. An element becomes part of
 * it with the first thing in it, so that none is empty. Kids are in the order of the document, not of painting.
 *
 * Long documents have hundreds of thousands of elements, which all live to the end: each is a number, and what is known
 * of it stands in columns under that number.
 */
export class StructureTree {
  readonly root: StructureElement
  /** The next number. */
  #count = NONE + 1
  #contents = 0
  #columns = columnsOf(FIRST_LENGTH)
  /** By the number of the content. */
  #nextContents = new Int32Array(FIRST_LENGTH)
  /** Templates, of which there are few, by their numbers. */
  readonly #templates: (TemplateElement | undefined)[] = [undefined]
  /** Most elements have none. */
  readonly #properties = new Map<StructureElement, StructureProperties>()
  readonly #bounds = new Map<StructureElement, readonly number[]>()
  readonly #headers = new Map<StructureElement, readonly StructureElement[]>()
  /** The levels of headings of other documents that stand in an element. */
  readonly #graftedHeadings = new Map<StructureElement, readonly number[]>()
  /** Elements that stand right behind another one of their parent, whatever content follows that. */
  readonly #before = new Map<StructureElement, StructureElement>()
  /** By the number of the content that holds a place for it. */
  readonly #parts = new Map<number, StructureElement>()
  /** Parts are no more: what comes to them is content of their elements. */
  #isDissolved = false

  constructor(rootOrder: number) {
    this.root = this.#add(NONE, { type: 'Document', order: rootOrder })
  }

  /** A number above those of all elements. */
  get end(): number {
    return this.#count
  }

  get contents(): number {
    return this.#contents
  }

  add(parent: StructureElement, added: AddedElement): StructureElement {
    return this.#add(parent, added)
  }

  /** Another element like one, behind it: for content of which an element holds only one piece. */
  another(element: StructureElement): StructureElement {
    return this.#add(this.#columns.parents[element] as number, {
      type: this.typeOf(element),
      order: this.#columns.orders[element] as number,
      properties: this.propertiesOf(element),
      template: this.templateOf(element),
    })
  }

  /**
   * A part of an element, or of another part: until it is dissolved it is like an element of the same type, which has its
   * place among the content of the element, not by its order.
   */
  addPart(within: StructureElement, order: number): StructureElement {
    const part = this.#add(within, { type: this.typeOf(within), order })
    this.#columns.states[part] = PART
    return part
  }

  #add(parent: number, { type, order, properties, template }: AddedElement): StructureElement {
    const element = this.#count++
    if (element === this.#columns.types.length) this.#grow()
    this.#columns.types[element] = TYPE_NUMBERS.get(type) as number
    this.#columns.parents[element] = parent
    this.#columns.orders[element] = order
    this.#templates.push(template)
    if (properties) {
      this.#properties.set(element, properties)
      this.#columns.states[element] = DETAILED
    }
    return element
  }

  #grow(): void {
    const shorter = this.#columns
    this.#columns = columnsOf(2 * shorter.types.length)
    for (const name of COLUMN_NAMES) this.#columns[name].set(shorter[name])
  }

  typeOf(element: StructureElement): StructureType {
    return STRUCTURE_TYPES[this.#columns.types[element] as number] as StructureType
  }

  /** The index of its type among all of them. */
  typeNumberOf(element: StructureElement): number {
    return this.#columns.types[element] as number
  }

  parentOf(element: StructureElement): StructureElement | undefined {
    return this.#columns.parents[element] || undefined
  }

  propertiesOf(element: StructureElement): StructureProperties | undefined {
    return this.#properties.get(element)
  }

  templateOf(element: StructureElement): TemplateElement | undefined {
    return this.#templates[element]
  }

  /** Where a figure stands on its page, in points: left, bottom, right, top. */
  boundsOf(element: StructureElement): readonly number[] | undefined {
    return this.#bounds.get(element)
  }

  setBounds(element: StructureElement, bounds: readonly number[]): void {
    this.#bounds.set(element, bounds)
    this.#columns.states[element] = (this.#columns.states[element] as number) | DETAILED
  }

  /** The levels of headings that come with pages of another document. */
  graftedHeadings(element: StructureElement): readonly number[] {
    return this.#graftedHeadings.get(element) ?? []
  }

  setGraftedHeadings(element: StructureElement, levels: readonly number[]): void {
    this.#graftedHeadings.set(element, levels)
  }

  /** The headings that a cell of a table names as its own, one at least. */
  headersOf(cell: StructureElement): readonly StructureElement[] | undefined {
    return this.#headers.get(cell)
  }

  setHeaders(cell: StructureElement, headers: readonly StructureElement[]): void {
    this.#headers.set(cell, headers)
    this.#columns.states[cell] = (this.#columns.states[cell] as number) | DETAILED
  }

  /** All headings that cells name. */
  namedHeaders(): ReadonlySet<StructureElement> {
    return new Set([...this.#headers.values()].flat())
  }

  /** Whether it is that of an element of the document. */
  isOf(element: StructureElement, { id }: BoundElement): boolean {
    return this.#templates[element] !== undefined && this.#columns.orders[element] === id
  }

  /** Whether it has properties, bounds or headings. */
  hasDetails(element: StructureElement): boolean {
    return this.#is(element, DETAILED)
  }

  /** Whether it holds text; others hold elements only, in which text is a paragraph. */
  holdsText(element: StructureElement): boolean {
    return HOLDING_TEXT[this.#columns.types[element] as number] as boolean
  }

  /** Whether it stands within the text of another one. */
  isInline(element: StructureElement): boolean {
    return INLINE[this.#columns.types[element] as number] as boolean
  }

  isCell(element: StructureElement): boolean {
    const type = this.#columns.types[element]
    return type === TD || type === TH
  }

  /** The number that elements of one parent ascend by. */
  orderOf(element: StructureElement): number {
    return this.#columns.orders[element] as number
  }

  isPart(element: StructureElement): boolean {
    return this.#is(element, PART)
  }

  /** Whether it is known where a part is told. */
  isPlaced(part: StructureElement): boolean {
    return this.#is(part, PLACED)
  }

  /** The element that a part is one of; an element itself. */
  ownerOf(element: StructureElement): StructureElement {
    let owner = element
    while (this.isPart(owner)) owner = this.#columns.parents[owner] as number
    return owner
  }

  /** The part that a kid holds a place for. */
  partAt(kid: Kid): StructureElement | undefined {
    return kid < 0 ? this.#parts.get(contentOf(kid)) : undefined
  }

  /** The place of a part is behind all that was put into its element before; once for all. */
  place(part: StructureElement): void {
    if (this.isPlaced(part)) return
    const within = this.#columns.parents[part] as number
    this.#columns.states[part] = (this.#columns.states[part] as number) | PLACED | ATTACHED
    this.attach(within)
    this.#append(within, this.#placeOf(part))
  }

  /** Whether nothing in the element of a part has its place before it. */
  isFirst(part: StructureElement): boolean {
    return this.partAt(this.#columns.firstKids[this.#columns.parents[part] as number] as number) === part
  }

  /** Puts an element right behind another one of its parent. */
  putBehind(element: StructureElement, before: StructureElement): void {
    this.#before.set(element, before)
  }

  /** Whether an element is part of the document. */
  isAttached(element: StructureElement): boolean {
    return this.#is(element, ATTACHED)
  }

  /** Makes an element part of the document. */
  attach(element: StructureElement): void {
    for (let at = this.#homeOf(element); at !== NONE && !this.#is(at, ATTACHED); ) {
      this.#columns.states[at] = (this.#columns.states[at] as number) | ATTACHED
      const parent = this.#homeOf(this.#columns.parents[at] as number)
      this.#columns.parents[at] = parent
      // Until its place is known a part is where the first of it was put.
      if (parent !== NONE) this.#append(parent, this.isPart(at) ? this.#placeOf(at) : at)
      at = parent
    }
  }

  /** Makes an element of which nothing is left no part of the document, until content comes to it. */
  detach(element: StructureElement): void {
    this.#columns.states[element] = (this.#columns.states[element] as number) & ~ATTACHED
  }

  /** The kids of elements hold no places for parts any more. */
  dissolveParts(): void {
    this.#isDissolved = true
  }

  /** Where what is put into an element or a part belongs. */
  #homeOf(element: number): number {
    return this.#isDissolved ? this.ownerOf(element) : element
  }

  #placeOf(part: StructureElement): Kid {
    const content = this.#newContent()
    this.#parts.set(content, part)
    return contentOf(content)
  }

  /** Puts the next piece of content into an element. Returns its number, under which its owner knows where it is. */
  addContent(element: StructureElement): number {
    this.attach(element)
    const content = this.#newContent()
    this.#append(this.#homeOf(element), contentOf(content))
    return content
  }

  #newContent(): number {
    const content = this.#contents++
    if (content === this.#nextContents.length) this.#nextContents = widened(this.#nextContents)
    return content
  }

  #append(parent: StructureElement, kid: Kid): void {
    const last = this.#columns.lastKids[parent] as number
    if (last === 0) this.#columns.firstKids[parent] = kid
    else this.#setNext(last, kid)
    this.#columns.lastKids[parent] = kid
    if (kid > 0 && last !== 0 && (last < 0 || this.orderOf(last) > this.orderOf(kid) || this.#before.has(kid)))
      this.#columns.states[parent] = (this.#columns.states[parent] as number) | UNSORTED
  }

  hasKids(element: StructureElement): boolean {
    return this.#columns.firstKids[element] !== 0
  }

  /** Whether an element, or a part, was put into it last. */
  endsWithElement(element: StructureElement): boolean {
    const last = this.#columns.lastKids[element] as number
    return last > 0 || this.partAt(last) !== undefined
  }

  /** The first kid of an element, zero if it has none. No kids may be added to it any more. */
  firstKid(element: StructureElement): Kid {
    if (this.#is(element, UNSORTED)) this.#sort(element)
    return this.#columns.firstKids[element] as number
  }

  /** The kid that follows one, zero behind the last. */
  nextKid(kid: Kid): Kid {
    return (kid > 0 ? this.#columns.nextElements[kid] : this.#nextContents[contentOf(kid)]) as number
  }

  kidCount(element: StructureElement): number {
    let count = 0
    for (let kid = this.firstKid(element); kid !== 0; kid = this.nextKid(kid)) count++
    return count
  }

  /** All kids, in their order. */
  kidsOf(element: StructureElement): readonly Kid[] {
    const kids: Kid[] = []
    for (let kid = this.firstKid(element); kid !== 0; kid = this.nextKid(kid)) kids.push(kid)
    return kids
  }

  /**
   * Elements that are part of the document, each before its kids; not by recursion, for documents are as deep as they like.
   * @param from only this one and those in it
   */
  inOrder(from = this.root): Int32Array {
    // Elements are made after those that they stand in.
    const found = new Int32Array(this.#count - from)
    let count = 0
    for (let at = from; ; ) {
      found[count++] = at
      let next = this.#elementFrom(this.firstKid(at))
      for (; next === 0 && at !== from; at = this.#columns.parents[at] as number)
        next = this.#elementFrom(this.nextKid(at))
      if (next === 0) return found.subarray(0, count)
      at = next
    }
  }

  /** The first element of a kid and those that follow it, zero if there is none. */
  #elementFrom(kid: Kid): Kid {
    let at = kid
    while (at < 0) at = this.nextKid(at)
    return at
  }

  /**
   * Puts kids, which are in the order of painting, into that of the document. Content stays behind the last element that
   * was there before it.
   */
  #sort(parent: StructureElement): void {
    this.#columns.states[parent] = (this.#columns.states[parent] as number) & ~UNSORTED
    let most = -Number.MAX_VALUE
    const placed: { readonly kid: Kid; readonly order: number }[] = []
    for (const kid of this.kidsOf(parent)) {
      if (kid > 0) most = Math.max(most, this.orderOf(kid))
      placed.push({ kid, order: kid > 0 ? this.orderOf(kid) : most })
    }
    placed.sort((a, b) => a.order - b.order)
    this.#link(parent, this.#withFollowers(placed.map(({ kid }) => kid)))
  }

  /** Gives an element the kids that it has in the end. */
  settle(element: StructureElement, kids: readonly Kid[]): void {
    this.#columns.states[element] = (this.#columns.states[element] as number) & ~UNSORTED
    this.#link(element, kids)
    for (const kid of kids) if (kid > 0) this.#columns.parents[kid] = element
  }

  #link(parent: StructureElement, kids: readonly Kid[]): void {
    this.#columns.firstKids[parent] = kids[0] ?? 0
    this.#columns.lastKids[parent] = kids.at(-1) ?? 0
    for (const [index, kid] of kids.entries()) this.#setNext(kid, kids[index + 1] ?? 0)
  }

  /** Kids, with those right behind others which are to be there. */
  #withFollowers(kids: readonly Kid[]): readonly Kid[] {
    const followers = new Map<Kid, Kid>()
    for (const kid of kids) {
      const before = this.#before.get(kid)
      if (before !== undefined && this.#is(before, ATTACHED)) followers.set(before, kid)
    }
    if (followers.size === 0) return kids
    const moved = new Set(followers.values())
    return kids.flatMap((kid) => {
      const follower = followers.get(kid)
      if (moved.has(kid)) return []
      return follower === undefined ? [kid] : [kid, follower]
    })
  }

  #setNext(kid: Kid, next: Kid): void {
    if (kid > 0) this.#columns.nextElements[kid] = next
    else this.#nextContents[contentOf(kid)] = next
  }

  #is(element: StructureElement, state: number): boolean {
    return ((this.#columns.states[element] as number) & state) !== 0
  }
}

function widened(column: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * column.length)
  longer.set(column)
  return longer
}

/** What is known of each element, by its number. */
interface Columns {
  readonly orders: Float64Array
  readonly parents: Int32Array
  readonly firstKids: Int32Array
  readonly lastKids: Int32Array
  readonly nextElements: Int32Array
  readonly types: Uint8Array
  readonly states: Uint8Array
}

const COLUMN_NAMES = ['orders', 'parents', 'firstKids', 'lastKids', 'nextElements', 'types', 'states'] as const

/**
 * Columns in one piece of memory: each document has them, and short ones would spend more on many pieces than on what is in
 * them.
 */
function columnsOf(length: number): Columns {
  const [DOUBLE, WORD] = [8, 4]
  const buffer = new ArrayBuffer(length * (DOUBLE + 4 * WORD + 2))
  const words = (index: number) => new Int32Array(buffer, length * (DOUBLE + index * WORD), length)
  const bytes = (index: number) => new Uint8Array(buffer, length * (DOUBLE + 4 * WORD + index), length)
  return {
    orders: new Float64Array(buffer, 0, length),
    parents: words(0),
    firstKids: words(1),
    lastKids: words(2),
    nextElements: words(3),
    types: bytes(0),
    states: bytes(1),
  }
}
