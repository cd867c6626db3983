import type { BoundElement } from '../template/bound-tree.js'

/** Standard structure types (ISO 32000-1 §14.8.4), and the two of HTML that the role map leads to one of them. */
export type StructureType =
  | 'Document'
  | 'Art'
  | 'Sect'
  | 'Div'
  | 'BlockQuote'
  | 'Caption'
  | 'P'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'H4'
  | 'H5'
  | 'H6'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'THead'
  | 'TBody'
  | 'TFoot'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Span'
  | 'Em'
  | 'Strong'
  | 'Quote'
  | 'Code'
  | 'Note'
  | 'Link'
  | 'Figure'
  | 'Form'

/** Properties of a structure element besides its type and content. */
export interface StructureProperties {
  /** In place of what cannot be read. */
  readonly alternative?: string | undefined
  /** The long form of an abbreviation. */
  readonly expansion?: string | undefined
  /** BCP 47, where it is another one than around the element. */
  readonly language?: string | undefined
  readonly numbering?: ListNumbering | undefined
  readonly cell?: CellProperties | undefined
}

/** ISO 32000-1 table 347. */
export type ListNumbering =
  | 'None'
  | 'Disc'
  | 'Circle'
  | 'Square'
  | 'Decimal'
  | 'UpperRoman'
  | 'LowerRoman'
  | 'UpperAlpha'
  | 'LowerAlpha'

/** ISO 32000-1 table 349. */
export interface CellProperties {
  readonly rowSpan: number
  readonly colSpan: number
  readonly scope: 'Row' | 'Column' | 'Both' | undefined
}

const NO_KIDS: (StructureElement | object)[] = []

/**
 * An element of the logical structure (ISO 32000-1 §14.7), which grows while pages are painted: it becomes part of the
 * document with the first thing in it, so that none is empty. Its order is that of the document, not of painting.
 */
export class StructureElement {
  /** Where a figure stands on its page, in points: left, bottom, right, top. */
  bounds: readonly number[] | undefined
  #kids = NO_KIDS
  #isAttached = false
  /** The page on which the first content of what repeats on each page stands. */
  #page: number | undefined

  /**
   * @param order elements of one parent ascend by it
   * @param repeats the innermost element around it, or itself, that stands on several pages again: a table head
   */
  constructor(
    readonly type: StructureType,
    readonly parent: StructureElement | undefined,
    private readonly order: number,
    readonly properties: StructureProperties | undefined,
    private readonly repeats: StructureElement | 'itself' | undefined,
    /** The element of the document; undefined for those that only hold others together. */
    readonly node?: BoundElement | undefined,
  ) {}

  /** Becomes part of the document, where it stands in it. */
  attach(): void {
    if (this.#isAttached) return
    this.#isAttached = true
    const { parent } = this
    if (!parent) return
    parent.attach()
    const kids = parent.#kids
    let at = kids.length
    for (let i = at - 1; i >= 0; i--) {
      const kid = kids[i]
      if (!(kid instanceof StructureElement)) continue
      if (kid.order <= this.order) break
      at = i
    }
    parent.#insert(at, this)
  }

  /** Another element like this one, behind it: for content of which an element holds only one piece. */
  another(): StructureElement {
    return new StructureElement(this.type, this.parent, this.order, this.properties, this.repeats, this.node)
  }

  addContent(content: object): void {
    this.attach()
    this.#insert(this.#kids.length, content)
  }

  /** Most elements have one kid, for which an array that grows would have room for many. */
  #insert(at: number, kid: StructureElement | object): void {
    if (this.#kids.length === 0) this.#kids = [kid]
    else if (at === this.#kids.length) this.#kids.push(kid)
    else this.#kids.splice(at, 0, kid)
  }

  /** Elements, and content as the writer of the file knows it. */
  get kids(): readonly (StructureElement | object)[] {
    return this.#kids
  }

  /** Whether content on a page is a repetition of what an earlier one has. */
  isRepetition(page: number): boolean {
    const root = this.repeating
    if (!root) return false
    root.#page ??= page
    return root.#page !== page
  }

  get repeating(): StructureElement | undefined {
    return this.repeats === 'itself' ? this : this.repeats
  }
}

/** A link in the structure of the document. */
export interface LinkTag {
  readonly element: StructureElement
  /** The text that is read aloud for it. */
  readonly label: string
}

/** The owner of content: an element, or nothing but the look of the page (ISO 32000-1 §14.8.2.2). */
export type Tag = StructureElement | 'artifact'

/** What pages have besides the document, by where it stands: at their head, at their foot, or beside the text (table 330). */
export type PaginationArtifact = 'header' | 'footer' | 'side'
