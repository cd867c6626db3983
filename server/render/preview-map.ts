/** The maps of all pages, written so that they stay small on their way. Lengths are points with two decimals. */
export interface PreviewMap {
  /** The elements, each once. */
  readonly elements: readonly PreviewElement[]
  /** The texts of selectors and declarations, each once. */
  readonly texts: readonly string[]
  readonly rules: readonly PreviewRule[]
  /** The rules that won the properties of elements of one style, the strongest first. */
  readonly styles: readonly (readonly WinningRule[])[]
  readonly pages: readonly PreviewPage[]
}

/** Tag name and place: file, line, column, offsets of the start tag's beginning and of the element's end. */
export type PreviewElement = readonly [
  name: string,
  file: string,
  line: number,
  column: number,
  start: number,
  end: number,
]

/** Where it is from, its selectors as an index of `texts`, and its place if it is of the template: file, line, column, start. */
export type PreviewRule = readonly [
  source: 'author' | 'user-agent' | 'style-attribute' | 'attributes',
  selectors: number,
  place?: readonly [file: string, line: number, column: number, start: number],
]

/** Indices of the rule and of the texts of its declarations that won. */
export type WinningRule = readonly [rule: number, ...declarations: number[]]

export interface PreviewPage {
  readonly width: number
  readonly height: number
  /** Its area once bleed and marks are cut off. */
  readonly trim: Four
  readonly area: Four
  readonly boxes: readonly PreviewBox[]
}

/** Top, right, bottom and left of edges; left, top, width and height of areas. */
export type Four = readonly [number, number, number, number]

export interface PreviewBox {
  /** Index of its element. */
  readonly e: number
  /** Index of its style. */
  readonly s: number
  /** The border box. */
  readonly r: Four
  /** Margin, border and padding, where there are any. */
  readonly m?: Four
  readonly b?: Four
  readonly p?: Four
  readonly t?: readonly [number, number, number, number, number, number]
  /** Index of the box around it; -1 for none. */
  readonly u: number
}
