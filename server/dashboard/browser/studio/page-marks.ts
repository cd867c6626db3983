import type { PreviewBox, PreviewPage } from '../../../render/preview-map.js'
import { make } from './studio-state.js'

const SVG = 'http://www.w3.org/2000/svg'

/** Points in a millimetre. */
const MM = 72 / 25.4

/** Sizes of paper in points, with what is done to a letter on it. */
const FOLDED: readonly {
  readonly width: number
  readonly height: number
  readonly marks: readonly (readonly [y: number, label: string])[]
}[] = [
  // DIN 5008: fold marks of forms A and B, and the mark for the hole punch.
  {
    width: 210 * MM,
    height: 297 * MM,
    marks: [
      [87 * MM, 'Fold, form A'],
      [105 * MM, 'Fold, form B'],
      [148.5 * MM, 'Holes'],
      [192 * MM, 'Fold, form A'],
      [210 * MM, 'Fold, form B'],
    ],
  },
  // Thirds, for envelopes no. 10.
  {
    width: 612,
    height: 792,
    marks: [
      [264, 'Fold'],
      [528, 'Fold'],
    ],
  },
]

/** The border boxes of all elements of a page, as one drawing. */
export function boxOutlines({ width, height, boxes }: PreviewPage): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', 'boxes')
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`)
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', boxes.map(outlineOf).join(''))
  svg.append(path)
  return svg
}

function outlineOf({ r: [x, y, width, height], t = [1, 0, 0, 1, 0, 0] }: PreviewBox): string {
  const [a, b, c, d, e, f] = t
  const corners = [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ] as const
  const points = corners.map(([x, y]) => `${(a * x + c * y + e).toFixed(2)} ${(b * x + d * y + f).toFixed(2)}`)
  return `M${points.join('L')}Z`
}

/** Where the page is cut, when it has bleed or marks, and where letters of its size are folded and punched. */
export function productionMarks({ width, height, trim }: PreviewPage, scale: number): readonly HTMLElement[] {
  const [left, top, ownWidth, ownHeight] = trim
  const marks: HTMLElement[] = []
  if (ownWidth < width || ownHeight < height) {
    const cut = make('div', { class: 'trim' })
    setBox(cut, left * scale, top * scale, ownWidth * scale, ownHeight * scale)
    marks.push(cut)
  }
  const paper = FOLDED.find((size) => Math.abs(size.width - ownWidth) < 2 && Math.abs(size.height - ownHeight) < 2)
  for (const [y, label] of paper?.marks ?? []) {
    const fold = make('div', { class: 'fold' }, make('span', {}, label))
    setBox(fold, left * scale, (top + y) * scale, ownWidth * scale, 0)
    marks.push(fold)
  }
  return marks
}

function setBox({ style }: HTMLElement, left: number, top: number, width: number, height: number): void {
  style.left = `${left}px`
  style.top = `${top}px`
  style.width = `${width}px`
  style.height = `${height}px`
}

/** Puts an element where a box is, at so many px in a point. */
export function place(
  { style }: HTMLElement,
  { r: [x, y, width, height], t }: Pick<PreviewBox, 'r' | 't'>,
  scale: number,
): void {
  style.left = `${x * scale}px`
  style.top = `${y * scale}px`
  style.width = `${Math.max(0, width) * scale}px`
  style.height = `${Math.max(0, height) * scale}px`
  if (!t) return
  const [a, b, c, d, e, f] = t
  style.transformOrigin = `${-x * scale}px ${-y * scale}px`
  style.transform = `matrix(${a}, ${b}, ${c}, ${d}, ${e * scale}, ${f * scale})`
}
