import type { PaginationArtifact, StructureElement, Tag } from '../tags/structure-element.js'
import type { PdfReference } from './pdf-objects.js'

/** Content of a page or of a form on it, by its number there (ISO 32000-1 §14.7.4.2). */
export interface MarkedItem {
  readonly kind: 'marked'
  readonly page: PdfReference
  /** The form that the content is in. */
  readonly form: PdfReference | undefined
  readonly mcid: number
}

/** An annotation that is part of an element (§14.7.4.3). */
export interface AnnotationItem {
  readonly kind: 'annotation'
  readonly page: PdfReference
  readonly annotation: PdfReference
}

export type ContentItem = MarkedItem | AnnotationItem

/** The first piece of content of a table's row has a multiple of it as its number. */
export const ROW_NUMBERS = 10

/**
 * The structure elements that the content of a page or form belongs to, each piece by its number. The numbers of a row's
 * cells differ in the last digit only: what repeats in each row and what repeats in each cell then meet in the middle of a
 * number, which deflate has no need to spell out. Numbers that are left out have no element.
 */
export class MarkedContent {
  readonly #elements: (StructureElement | undefined)[] = []
  #row: StructureElement | undefined

  constructor(
    private readonly page: PdfReference,
    readonly form?: PdfReference,
  ) {}

  get elements(): readonly (StructureElement | undefined)[] {
    return this.#elements
  }

  /** Numbers a piece of content. */
  add(element: StructureElement): number {
    if (element.isCell && element.parent !== this.#row) {
      this.#row = element.parent
      while (this.#elements.length % ROW_NUMBERS !== 0) this.#elements.push(undefined)
    }
    const mcid = this.#elements.push(element) - 1
    const item: MarkedItem = { kind: 'marked', page: this.page, form: this.form, mcid }
    element.addContent(item)
    return mcid
  }
}

/** The tag of what is being painted, for content that does not name its own. */
export interface CurrentContent {
  tag: Tag | PaginationArtifact | undefined
}
