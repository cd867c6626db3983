import type { DocumentBase } from '../base/asset-path.js'
import type { Diagnostic } from '../base/diagnostics.js'
import type { SourceText, Span } from '../base/source.js'
import type { DocumentMode } from '../html/html-tree.js'
import type { Expression, RunningExpression } from './expression.js'
import type { Inclusion, Partials } from './partials.js'

/** The part of a template, or of a drawing in a file of its own, that styles are made of. */
export interface StyledMarkup {
  readonly root: TemplateElement
  /** `<style>` elements and linked style sheets in document order. */
  readonly sheets: readonly TemplateSheet[]
  /** All elements by `TemplateElement.id`. */
  readonly elements: readonly TemplateElement[]
  /** The mode that the doctype selects. */
  readonly mode: DocumentMode
}

/** A template's text, parsed once: what `bind` expands for each document. */
export interface TemplateTree extends StyledMarkup {
  /** The `html` element; it always has a `body` (made up when the author left them out). */
  readonly root: TemplateElement
  /** `<title>`; white space is not yet collapsed. */
  readonly title: readonly TextPart[] | undefined
  /** The name that documents are saved under. */
  readonly fileName: readonly TextPart[] | undefined
  /** `<meta name=… content=…>` by lower-case name (author, description, keywords). */
  readonly metadata: ReadonlyMap<string, readonly TextPart[]>
  /** The partials that `{{> name}}` may include. */
  readonly partials: Partials
  /** Paths that neither the schema nor a sample of the data has, which were reported. */
  readonly unknownFields: ReadonlySet<Expression>
  /** The address that others in it are relative to, where a `<base>` says so. */
  readonly base?: DocumentBase | undefined
  readonly diagnostics: readonly Diagnostic[]
}

export type TemplateNode =
  | TemplateElement
  | TemplateText
  | TemplateEach
  | TemplateIf
  | TemplateLet
  | TemplateRaw
  | TemplatePartial

export interface TemplateElement {
  readonly kind: 'element'
  /** Dense preorder number within the template. */
  readonly id: number
  /** Lower-case tag name; within `svg` as the SVG specification spells it. */
  readonly name: string
  readonly namespace: 'html' | 'svg'
  readonly attributes: readonly TemplateAttribute[]
  /** All attributes with their values when none depends on data: shared by every bound element. */
  readonly staticAttributes: ReadonlyMap<string, string> | undefined
  /** Its `lang`, in which filters within it format. */
  readonly language?: TemplateAttribute | undefined
  readonly children: readonly TemplateNode[]
  readonly span: Span
  /** The running totals in the head and foot of a table; absent for all else. */
  readonly totals?: readonly RunningExpression[]
}

export interface TemplateAttribute {
  /** The attribute is there when this holds; always when absent. Of those with one name the first that is there counts. */
  readonly when?: Expression
  /** Lower-case name; within `svg` as the SVG specification spells it. */
  readonly name: string
  readonly value: readonly TextPart[]
  readonly span: Span
}

export interface TemplateText {
  readonly kind: 'text'
  readonly parts: readonly TextPart[]
  readonly span: Span
  /** Running totals are among the parts. */
  readonly hasTotals?: boolean
}

/** Text is a sequence of literal strings and values; blocks inside attribute values nest parts. */
export type TextPart = string | OutputPart | ConditionalPart | LoopPart | LetPart

/** `{{expression}}` */
export interface OutputPart {
  readonly kind: 'output'
  readonly expression: Expression
  /** The placeholder exactly as written, printed when no field matches. */
  readonly source: string
  readonly span: Span
}

/** `{{#if}}` within an attribute value, a style sheet or a title. */
interface ConditionalPart {
  readonly kind: 'if'
  readonly branches: readonly { readonly condition: Expression; readonly parts: readonly TextPart[] }[]
  readonly otherwise: readonly TextPart[]
}

/** `{{#each}}` within an attribute value, a style sheet or a title. */
interface LoopPart {
  readonly kind: 'each'
  readonly loop: LoopHead
  readonly parts: readonly TextPart[]
  readonly otherwise: readonly TextPart[]
}

/** `{{#let name = value}}` within an attribute value, a style sheet or a title. */
interface LetPart {
  readonly kind: 'let'
  readonly name: string
  readonly value: Expression
  readonly parts: readonly TextPart[]
}

export interface LoopHead {
  readonly list: Expression
  /** `item` of `{{#each items as item}}`. */
  readonly alias: string | undefined
  readonly span: Span
}

/** `{{#each}}` around complete sibling nodes. */
interface TemplateEach {
  readonly kind: 'each'
  readonly loop: LoopHead
  readonly children: readonly TemplateNode[]
  readonly otherwise: readonly TemplateNode[]
}

/** `{{#if}}` / `{{#unless}}` around complete sibling nodes. */
interface TemplateIf {
  readonly kind: 'if'
  readonly branches: readonly { readonly condition: Expression; readonly children: readonly TemplateNode[] }[]
  readonly otherwise: readonly TemplateNode[]
}

/** `{{#let name = value}}` around complete sibling nodes. */
interface TemplateLet {
  readonly kind: 'let'
  readonly name: string
  readonly value: Expression
  readonly children: readonly TemplateNode[]
}

/** `{{> name}}` within the partial of that name: its nodes once more, as often as the data goes deeper. */
export interface TemplatePartial {
  readonly kind: 'partial'
  readonly inclusion: Inclusion
}

/** `{{{expression}}}`, or a filter that prints markup: it is parsed when the document is bound. */
export interface TemplateRaw {
  readonly kind: 'raw'
  readonly expression: Expression
  /** Makes markup of the value, for filters that print some; the value is markup itself when absent. */
  readonly toMarkup?: ((text: string) => string) | undefined
  readonly source: string
  readonly span: Span
}

/**
 * Style text of the template. `parts` holds values only where the template wrote placeholders. The text of a
 * `<style>` element is preceded by blanks and line breaks, so that lines and columns are those of the template.
 */
export interface TemplateSheet {
  readonly source: SourceText
  readonly parts: readonly TextPart[]
  /** The `media` attribute, empty when absent. */
  readonly media: string
  /** The encoding of a linked file. */
  readonly encoding?: string
}
