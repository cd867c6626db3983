/** The maps of all pages, written so that they stay small on their way. Lengths are points with two decimals. */
export interface PreviewMap {
  /** The elements, each once. */
  readonly elements: readonly PreviewElement[]
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

export interface PreviewPage {
  readonly width: number
  readonly height: number
  /** What is left of it when bleed and marks are cut off. */
  readonly trim: Four
  readonly area: Four
  readonly boxes: readonly PreviewBox[]
}

/** Top, right, bottom and left of edges; left, top, width and height of areas. */
export type Four = readonly [number, number, number, number]

export interface PreviewBox {
  /** Index of its element. */
  readonly e: number
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
