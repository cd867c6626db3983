/**
 * Where the elements and words of one document stand, as a browser or our engine places them. Text forms keep
 * recordings readable in a diff: a label, then rectangles `x,y,width,height` in px from the top left of the page.
 */
export interface LayoutRecord {
  /** `div#total 0,20,600,40`: elements of the body in document order; one rectangle per line for inline boxes. */
  readonly elements: readonly string[]
  /** `Total 10,21.5,36.2,18`: words in document order. */
  readonly words: readonly string[]
}

export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An element or word with its rectangles. */
export interface Place {
  readonly label: string
  readonly rects: readonly Rect[]
}

export function formatPlace({ label, rects }: Place): string {
  return [label, ...rects.map(({ x, y, width, height }) => [x, y, width, height].map(hundredths).join(','))].join(' ')
}

function hundredths(value: number): number {
  // Adding zero turns -0 into 0.
  return Math.round(value * 100) / 100 + 0
}

export function parsePlace(text: string): Place {
  const [label = '', ...rects] = text.split(' ')
  return { label, rects: rects.map(parseRect) }
}

function parseRect(text: string): Rect {
  const [x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN] = text.split(',').map(Number)
  return { x, y, width, height }
}
