import type { Size } from '../base/geometry.js'
import type { Path } from '../base/path.js'
import { BLACK } from '../base/rgb-color.js'
import type { PageSheet } from '../style/page-style.js'
import type { PageSurroundings, PaintTarget, Pen } from './paint-target.js'
import { shapePath } from './shape-path.js'

/** Marks keep this distance from what bleeds, in px, and are so long. */
const DISTANCE = 4
const LENGTH = 20

const CROSS_RADIUS = 5

const PEN: Pen = { width: 0.5, color: BLACK, dashes: [], cap: 'butt' }

/** The room the sheet needs beyond the page box; undefined when nothing bleeds and there are no marks. */
export function surroundingsOf({ marks, bleed }: PageSheet): PageSurroundings | undefined {
  const outset = marks.crop || marks.cross ? bleed + DISTANCE + LENGTH + DISTANCE : bleed
  return outset > 0 ? { bleed, outset } : undefined
}

/** Paints crop marks and registration crosses around the page box (css-page-3 §7.3). */
export function paintMarks(target: PaintTarget, { width, height }: Size, { marks, bleed }: PageSheet): void {
  const near = bleed + DISTANCE
  const far = near + LENGTH
  const line = (x1: number, y1: number, x2: number, y2: number) => target.strokeLine({ ...PEN, x1, y1, x2, y2 })
  if (marks.crop) {
    for (const y of [0, height]) {
      line(-far, y, -near, y)
      line(width + near, y, width + far, y)
    }
    for (const x of [0, width]) {
      line(x, -far, x, -near)
      line(x, height + near, x, height + far)
    }
  }
  if (!marks.cross) return
  const middle = near + LENGTH / 2
  const centers = [
    { x: width / 2, y: -middle },
    { x: width / 2, y: height + middle },
    { x: -middle, y: height / 2 },
    { x: width + middle, y: height / 2 },
  ]
  for (const { x, y } of centers) {
    line(x - LENGTH / 2, y, x + LENGTH / 2, y)
    line(x, y - LENGTH / 2, x, y + LENGTH / 2)
    target.strokePath({ ...PEN, path: circle(x, y) })
  }
}

function circle(x: number, y: number): Path {
  const r = CROSS_RADIUS
  const corner = { horizontal: r, vertical: r }
  const corners = { topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner }
  return shapePath({ x: x - r, y: y - r, width: 2 * r, height: 2 * r, corners })
}
