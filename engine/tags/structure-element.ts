import type { BoundElement } from '../template/bound-tree.js'
import type { TemplateElement } from '../template/template-tree.js'

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
  | 'Reference'
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

type Kid = StructureElement | object

const NO_KIDS: readonly Kid[] = []

/**
 * An element of the logical structure (ISO 32000-1 §14.7), which grows while pages are painted: it becomes part of the
 * document with the first thing in it, so that none is empty. Its order is that of the document, not of painting.
 */
export class StructureElement {
  /** Where a figure stands on its page, in points: left, bottom, right, top. */
  bounds: readonly number[] | undefined
  /** One by itself where it is the only one, as in most of the many elements of a long document. */
  #kids: Kid[] | Kid | undefined
  #isAttached = false
  /** The element right behind which it stands, whatever content of the parent follows that. */
  follows: StructureElement | undefined

  /** @param order elements of one parent ascend by it: the number of the element of the document where it is that of one */
  constructor(
    readonly type: StructureType,
    readonly parent: StructureElement | undefined,
    private readonly order: number,
    readonly properties: StructureProperties | undefined,
    /**
     * Where the element of the document was written; undefined for those that only hold others together. The element
     * itself would hold the whole row of a table that is folded otherwise.
     */
    readonly template?: TemplateElement | undefined,
  ) {}

  /** Whether it is that of an element of the document. */
  isOf({ id }: BoundElement): boolean {
    return this.template !== undefined && this.order === id
  }

  /** Becomes part of the document, where it stands in it. */
  attach(): void {
    if (this.#isAttached) return
    this.#isAttached = true
    const { parent } = this
    if (!parent) return
    parent.attach()
    const { kids } = parent
    const behind = this.follows ? kids.lastIndexOf(this.follows) + 1 : 0
    if (behind > 0) {
      parent.#insert(behind, this)
      return
    }
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
    return new StructureElement(this.type, this.parent, this.order, this.properties, this.template)
  }

  addContent(content: object): void {
    this.attach()
    this.#insert(this.kids.length, content)
  }

  #insert(at: number, kid: Kid): void {
    if (this.#kids === undefined) this.#kids = kid
    else if (!Array.isArray(this.#kids)) this.#kids = at === 0 ? [kid, this.#kids] : [this.#kids, kid]
    else if (at === this.#kids.length) this.#kids.push(kid)
    else this.#kids.splice(at, 0, kid)
  }

  get isCell(): boolean {
    return this.type === 'TD' || this.type === 'TH'
  }

  /** Elements, and content as the writer of the file knows it. */
  get kids(): readonly Kid[] {
    if (this.#kids === undefined) return NO_KIDS
    return Array.isArray(this.#kids) ? this.#kids : [this.#kids]
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
