import type { Matrix } from '../base/matrix.js'
import type { PageDictionary } from './page-tree.js'
import type { PdfSource } from './pdf-source.js'

/** The part of a page that is seen. */
export interface PageGeometry {
  /** The crop box in the units of the page: left, bottom, right, top. */
  readonly box: readonly [left: number, bottom: number, right: number, top: number]
  /** From the units of the page to px from the top left corner of what is seen, y downwards. */
  readonly matrix: Matrix
  /** In px. */
  readonly width: number
  readonly height: number
}

const LETTER: Box = [0, 0, 612, 792]

/** Units of a page are 1/72 inch unless it says otherwise. */
const PX_PER_UNIT = 96 / 72

/** Sides beyond are those of no page (ISO 32000-1 Annex C). */
const LONGEST_SIDE = 14_400

type Box = PageGeometry['box']

/** How a page is shown: its crop box, turned and enlarged as it says (§14.11.2, table 30). */
export function geometryOf(source: PdfSource, page: PageDictionary): PageGeometry {
  const media = boxOf(source, page, 'MediaBox') ?? LETTER
  const crop = boxOf(source, page, 'CropBox')
  const box = (crop && common(crop, media)) ?? media
  const unit = source.get(page, 'UserUnit')
  const scale = PX_PER_UNIT * (typeof unit === 'number' && unit > 0 && unit <= 75_000 ? unit : 1)
  const turned = source.get(page, 'Rotate')
  const turns = typeof turned === 'number' ? ((Math.round(turned / 90) % 4) + 4) % 4 : 0
  const [left, bottom, right, top] = box
  const size = { width: (right - left) * scale, height: (top - bottom) * scale }
  const isSideways = turns % 2 === 1
  return {
    box,
    matrix: matrixOf(turns, scale, box),
    width: isSideways ? size.height : size.width,
    height: isSideways ? size.width : size.height,
  }
}

function matrixOf(turns: number, s: number, [left, bottom, right, top]: Box): Matrix {
  switch (turns) {
    case 1:
      return { a: 0, b: s, c: s, d: 0, e: -s * bottom, f: -s * left }
    case 2:
      return { a: -s, b: 0, c: 0, d: s, e: s * right, f: -s * bottom }
    case 3:
      return { a: 0, b: -s, c: -s, d: 0, e: s * top, f: s * right }
    default:
      return { a: s, b: 0, c: 0, d: -s, e: -s * left, f: s * top }
  }
}

/** A box with its corners in order; undefined for one without area. */
function boxOf(source: PdfSource, page: PageDictionary, name: string): Box | undefined {
  const numbers = source.numbers(page, name, 4)
  if (!numbers) return undefined
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers
  const box: Box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
  const [width, height] = [box[2] - box[0], box[3] - box[1]]
  return width > 0 && height > 0 && width <= LONGEST_SIDE && height <= LONGEST_SIDE ? box : undefined
}

function common(a: Box, b: Box): Box | undefined {
  const [left, bottom] = [Math.max(a[0], b[0]), Math.max(a[1], b[1])]
  const [right, top] = [Math.min(a[2], b[2]), Math.min(a[3], b[3])]
  return right > left && top > bottom ? [left, bottom, right, top] : undefined
}
