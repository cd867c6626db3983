/** Standard structure types (ISO 32000-1 §14.8.4), and the two of HTML that the role map leads to one of them. */
export const STRUCTURE_TYPES = [
  'Document',
  'Part',
  'Art',
  'Sect',
  'Div',
  'BlockQuote',
  'Caption',
  'P',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'TOC',
  'TOCI',
  'L',
  'LI',
  'Lbl',
  'LBody',
  'Table',
  'THead',
  'TBody',
  'TFoot',
  'TR',
  'TH',
  'TD',
  'Span',
  'Em',
  'Strong',
  'Quote',
  'Code',
  'Note',
  'Reference',
  'Link',
  'Figure',
  'Form',
  'Part',
  'Annot',
] as const

export type StructureType = (typeof STRUCTURE_TYPES)[number]

/** Properties of a structure element besides its type and content. */
export interface StructureProperties {
  /** In place of what cannot be read. */
  readonly alternative?: string | undefined
  /** The long form of an abbreviation. */
  readonly expansion?: string | undefined
  /** What it is called. */
  readonly title?: string | undefined
  /** BCP 47, where it is another one than around the element. */
  readonly language?: string | undefined
  readonly numbering?: ListNumbering | undefined
  readonly cell?: CellProperties | undefined
  readonly printField?: PrintField | undefined
}

/** A control that cannot be filled in, but is one (ISO 32000-1 table 348). */
export interface PrintField {
  /** A radio button, check box, push button or text. */
  readonly role: 'rb' | 'cb' | 'pb' | 'tv'
  /** Of radio buttons and check boxes. */
  readonly checked: 'on' | 'off' | undefined
  /** What it asks for. */
  readonly description: string | undefined
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

/** The number of an element in its tree. */
export type StructureElement = number

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
