import type { PaginationArtifact, StructureElement, Tag } from '../tags/structure-element.js'
import type { StructureTree } from '../tags/structure-tree.js'
import type { PdfReference } from './pdf-values.js'

/** A reference as far as the structure asks. */
type ObjectNumber = Pick<PdfReference, 'id'>

/** An annotation that is part of an element (ISO 32000-1 §14.7.4.3). */
export interface MarkedAnnotation {
  readonly page: ObjectNumber
  readonly annotation: ObjectNumber
}

/** An element of another document that stands in one of this one. */
export class GraftedElement {
  /** @param id the number of its object */
  constructor(readonly id: number) {}
}

/** The elements of another document that the content of a page or form of it belongs to; zero where there is none. */
export class GraftedContent {
  /** @param ids the numbers of their objects */
  constructor(readonly ids: Int32Array) {}
}

/** What is in the structure of a document that is not of its own. */
export interface Graft {
  readonly parent: StructureElement
  /** Writes the elements. @param id the number of the object of the parent */
  write(id: number): void
}

type ContentSource = MarkedContent | MarkedAnnotation | GraftedElement
type ParentEntry = StructureElement | MarkedContent | GraftedElement | GraftedContent

/**
 * The structure of a document and where in the file its content is. Long documents have as many pieces of content as
 * elements: their places stand in columns under their numbers.
 */
export class TaggedContent {
  readonly #sources: ContentSource[] = []
  /** By the number of the content: the index of its source, and its number there. */
  #sourceOf = new Int32Array(256)
  #mcids = new Int32Array(256)
  /** The entries of the parent tree (§14.7.4.4): what the content of a page or form, or an annotation, is in. */
  readonly #parents: ParentEntry[] = []
  readonly grafts: Graft[] = []
  /** Types of elements of other documents, and the standard ones that they stand for. */
  readonly roles = new Map<string, string>()
  /** The numbers of the objects of such elements, by their names as strings of the file. */
  readonly graftedNames = new Map<string, number>()

  constructor(readonly tree: StructureTree) {}

  get sources(): readonly ContentSource[] {
    return this.#sources
  }

  get parents(): readonly ParentEntry[] {
    return this.#parents
  }

  /** @returns the key of an entry of the parent tree, for `StructParents` of the content or `StructParent` of the annotation */
  addParent(entry: ParentEntry): number {
    return this.#parents.push(entry) - 1
  }

  addAnnotation(element: StructureElement, annotation: MarkedAnnotation): void {
    this.put(this.tree.addContent(element), this.addSource(annotation), 0)
  }

  /** Puts an element of another document into one of this. */
  addGraft(element: StructureElement, graft: GraftedElement): void {
    this.put(this.tree.addContent(element), this.addSource(graft), 0)
  }

  /** @returns the number of a source of content */
  addSource(source: ContentSource): number {
    return this.#sources.push(source) - 1
  }

  /** Notes where a piece of content is. */
  put(content: number, source: number, mcid: number): void {
    if (content >= this.#mcids.length) {
      this.#sourceOf = doubled(this.#sourceOf, content)
      this.#mcids = doubled(this.#mcids, content)
    }
    this.#sourceOf[content] = source
    this.#mcids[content] = mcid
  }

  /** What a piece of content is in, or is. */
  sourceOf(content: number): ContentSource {
    return this.#sources[this.#sourceOf[content] as number] as ContentSource
  }

  /** The number of its source. */
  sourceNumberOf(content: number): number {
    return this.#sourceOf[content] as number
  }

  /** The number of a piece of content in its page or form. */
  mcidOf(content: number): number {
    return this.#mcids[content] as number
  }
}

function doubled(column: Int32Array, index: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * index)
  longer.set(column)
  return longer
}

/** The first piece of content of a table's row has a multiple of it as its number. */
export const ROW_NUMBERS = 10

/**
 * Below, a page and the forms on it share their numbers. From there on each has its own: the list of a form is as long as
 * its greatest number, and many long lists for one page would be costly.
 */
export const SHARED_NUMBERS = 1000

/**
 * Numbers the pieces of content of a page or of a form on it (§14.7.4.2). The numbers of a row's cells differ in the last
 * digit only: what repeats in each row and what repeats in each cell then meet in the middle of a number, which deflate
 * has no need to spell out. Numbers that are left out have no element.
 *
 * AD-HOC: numbers need to be unique only within a page or form, but pdf.js takes those of forms for those of their page,
 * and finds elements by the list of the page alone. So forms take numbers that their page does not use, and the list of the
 * page has their elements as well.
 */
export class MarkedContent {
  /** Its number among the sources of content. */
  readonly source: number
  #count = 0
  #row: StructureElement | undefined

  /** @param around the page that a form is on */
  private constructor(
    private readonly content: TaggedContent,
    readonly page: PdfReference,
    readonly form?: PdfReference,
    readonly around?: MarkedContent,
  ) {
    this.source = content.addSource(this)
  }

  static ofPage(content: TaggedContent, page: PdfReference): MarkedContent {
    return new MarkedContent(content, page)
  }

  /** @param within the page or form that shows it */
  static ofForm(within: MarkedContent, form: PdfReference): MarkedContent {
    return new MarkedContent(within.content, within.page, form, within.around ?? within)
  }

  /** All its numbers are below. */
  get count(): number {
    return this.#count
  }

  typeNumberOf(element: StructureElement): number {
    return this.content.tree.typeNumberOf(element)
  }

  /** Whether an element, or a part, was told last in an element. */
  endsWithElement(element: StructureElement): boolean {
    return this.content.tree.endsWithElement(element)
  }

  /** Numbers a piece of content. */
  add(element: StructureElement): number {
    const { around, content } = this
    let mcid: number
    if (!around) mcid = this.#nextNumber(element)
    else {
      if (around.#count < SHARED_NUMBERS) mcid = around.#nextNumber(element)
      else mcid = Math.max(this.#count, SHARED_NUMBERS)
      this.#count = mcid + 1
    }
    content.put(content.tree.addContent(element), this.source, mcid)
    return mcid
  }

  #nextNumber(element: StructureElement): number {
    const { tree } = this.content
    const owner = tree.ownerOf(element)
    if (tree.isCell(owner)) {
      const row = tree.parentOf(owner)
      if (row !== this.#row) this.#count = Math.ceil(this.#count / ROW_NUMBERS) * ROW_NUMBERS
      this.#row = row
    }
    return this.#count++
  }

  /** The key in the parent tree; undefined when nothing is content. */
  parentKey(): number | undefined {
    return this.#count > 0 ? this.content.addParent(this) : undefined
  }
}

/** The tag of what is being painted, for content that does not name its own. */
export interface CurrentContent {
  tag: Tag | PaginationArtifact | undefined
}
