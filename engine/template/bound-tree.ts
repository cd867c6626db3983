import type { SourceText } from '../base/source.js'
import type { DocumentMode } from '../html/html-tree.js'
import type { TemplateElement } from './template-tree.js'

/** The document after loops and conditions: plain elements and text, each pointing to its template node. */
export interface BoundTree {
  readonly root: BoundElement
  /** Elements in the tree; ids run from 0 to `elementCount - 1`. */
  readonly elementCount: number
  readonly title: string | undefined
  /** As `toFileName` makes it. */
  readonly fileName: string | undefined
  /** Values of `<meta name>` by lower-case name. */
  readonly metadata: ReadonlyMap<string, string>
  /** Language of the root element (BCP 47), empty when unknown. */
  readonly language: string
  /** The mode that the doctype selects. */
  readonly mode: DocumentMode
  /** Text of those sheets of the template that contain placeholders, by index in `TemplateTree.sheets`. */
  readonly boundSheets: ReadonlyMap<number, SourceText>
}

export type BoundNode = BoundElement | BoundText

export interface BoundElement {
  readonly kind: 'element'
  /** Dense preorder number over the elements of the document. */
  readonly id: number
  readonly template: TemplateElement
  /** Lower-case tag name. */
  readonly name: string
  /** Lower-case names; the template's own map when nothing in it depends on data. */
  readonly attributes: ReadonlyMap<string, string>
  readonly parent: BoundElement | undefined
  /** Position among the element children of the parent, from 0. */
  readonly index: number
  readonly children: readonly BoundNode[]
  /** Of a row in the body of a table with running totals: what they come to with this row. */
  readonly sums?: TableSums
}

/** By running total of a table; those of no rows may be left out. */
export type TableSums = readonly number[]

export interface BoundText {
  readonly kind: 'text'
  /** The widest that the text can be, where it depends on the page. */
  readonly text: string
  readonly parent: BoundElement
  /** Present for a text that depends on the page. */
  readonly running?: RunningText
}

/** A text with running totals in it. */
export interface RunningText {
  /**
   * The text for a part of the table.
   * @param before sums of the rows of earlier parts
   * @param upTo sums that the text tells
   */
  format(before: TableSums, upTo: TableSums): string
}
