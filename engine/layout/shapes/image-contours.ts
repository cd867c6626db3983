import type { Point, Rect } from '../../base/geometry.js'
import { assertNever } from '../../base/invariant.js'
import { type Matrix, mapPoint, multiply } from '../../base/matrix.js'
import { transformPath } from '../../images/svg/path-bounds.js'
import { rectPath } from '../../images/svg/vector-nodes.js'
import { fitViewBox } from '../../images/svg/view-box.js'
import type { VectorImage, VectorNode, VectorPaint } from '../../images/vector-types.js'
import type { LayoutContext } from '../layout-types.js'
import { flattenPath } from './flatten-path.js'
import type { AlphaAt } from './image-alpha.js'

type Contours = readonly (readonly Point[])[]

/** An image is looked at in so many places along each axis at most: each is a px of most floats. */
const MOST_PLACES = 1024

/** As powers of two: what takes as long as laying out a box. */
const PLACES_PER_STEP = 8
const POINTS_PER_STEP = 4

/**
 * Outlines that reach as far to the right as the parts of an image do that have more alpha than `threshold`: beside
 * floats nothing else of a shape is seen. The image is looked at row by row, in the middles of px.
 * @param area that the image fills
 * @param alphaAt of a place in the area, from 0 to 1
 */
export function contoursOfAlpha(ctx: LayoutContext, area: Rect, alphaAt: AlphaAt, threshold: number): Contours {
  const rows = Math.min(MOST_PLACES, Math.ceil(area.height))
  const columns = Math.min(MOST_PLACES, Math.ceil(area.width))
  ctx.work.spend(1 + ((rows * columns) >> PLACES_PER_STEP))
  const contours: Point[][] = []
  let contour: Point[] | undefined
  let last = 0
  for (let row = 0; row < rows; row++) {
    const end = opaqueEnd(alphaAt, threshold, (row + 0.5) / rows, columns)
    const top = area.y + (row * area.height) / rows
    const x = area.x + (end * area.width) / columns
    if (contour && (end === 0 || x !== last)) contour.push({ x: last, y: top })
    if (end === 0) {
      contour?.push({ x: area.x, y: top })
      contour = undefined
      continue
    }
    if (!contour) {
      contour = [{ x: area.x, y: top }]
      contours.push(contour)
      contour.push({ x, y: top })
    } else if (x !== last) contour.push({ x, y: top })
    last = x
  }
  const bottom = area.y + area.height
  contour?.push({ x: last, y: bottom }, { x: area.x, y: bottom })
  return contours
}

/** How many columns of a row there are up to the last opaque one. */
function opaqueEnd(alphaAt: AlphaAt, threshold: number, y: number, columns: number): number {
  for (let column = columns; column > 0; column--) if (alphaAt((column - 0.5) / columns, y) > threshold) return column
  return 0
}

/**
 * The outlines of what a drawing fills with more alpha than `threshold`. AD-HOC: each shape counts by itself, without its
 * stroke, clips and masks; text does not count.
 * @param area that the drawing fills
 * @param matrix from where the area is to where its outlines are wanted
 */
export function contoursOfDrawing(
  ctx: LayoutContext,
  image: VectorImage,
  area: Rect,
  threshold: number,
  matrix: Matrix,
): Contours {
  const contours: (readonly Point[])[] = []
  const addPath = (path: ReturnType<typeof rectPath>, map: Matrix) => {
    for (const points of flattenPath(transformPath(path, map))) {
      ctx.work.spend(1 + (points.length >> POINTS_PER_STEP))
      contours.push(
        points.map(({ x, y }) => mapPoint(matrix, clamp(x, area.x, area.width), clamp(y, area.y, area.height))),
      )
    }
  }
  const visit = (nodes: readonly VectorNode[], map: Matrix, opacity: number): void => {
    for (const node of nodes) {
      switch (node.kind) {
        case 'group':
          visit(node.children, node.transform ? multiply(map, node.transform) : map, opacity * node.opacity)
          break
        case 'shape':
          if (node.fill && opacity * alphaOfPaint(node.fill) > threshold) addPath(node.path, map)
          break
        case 'picture':
        case 'page':
        case 'foreign':
          if (opacity > threshold) addPath(rectPath(node.rect), map)
          break
        case 'text':
          break
        default:
          assertNever(node)
      }
    }
  }
  visit(image.content, fitViewBox(image.viewBox, image.fit, area), 1)
  return contours
}

function clamp(value: number, start: number, length: number): number {
  return Math.min(start + length, Math.max(start, value))
}

function alphaOfPaint(paint: VectorPaint): number {
  switch (paint.kind) {
    case 'color':
      return paint.color.alpha
    case 'gradient':
      return paint.opacity * Math.max(...paint.gradient.stops.map(({ color }) => color.alpha))
    case 'pattern':
    case 'context':
      return paint.opacity
    default:
      return assertNever(paint)
  }
}
