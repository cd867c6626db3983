import { type Matrix, multiply } from '../../base/matrix.js'
import { boxTransform } from '../box-transform.js'
import type { Fragment, PlacedFragment } from '../fragment-tree.js'
import type { LaidOutPage } from '../page.js'
import { contentOffset, pageArea } from './page-area.js'

/**
 * The scale at which the widest content of a document fits its page, as browsers print it: what reaches beyond the right
 * edge of a page area counts, wherever it comes from, unless a box around clips it or it is fixed.
 * @param most how much larger than the page the area becomes at most
 */
export function fittingScale(pages: Iterable<{ readonly page: LaidOutPage }>, most: number): number {
  let factor = 1
  for (const { page } of pages) {
    const { content, style } = page
    const { width } = pageArea(style)
    if (!content || width <= 0) continue
    factor = Math.max(factor, (rightEdge(content, 0, 0, undefined) - contentOffset(style).left) / width)
  }
  return 1 / Math.min(factor, most)
}

/** How far to the right a fragment and what is in it reach, in the coordinates of the page. */
function rightEdge(
  { x: offsetX, y: offsetY, fragment }: PlacedFragment,
  left: number,
  top: number,
  around: Map,
): number {
  const x = left + offsetX
  const y = top + offsetY
  if (fragment.kind === 'decoration' || isFixed(fragment)) return Number.NEGATIVE_INFINITY
  if (fragment.kind === 'text') return cornerOf(x, y, fragment.width, fragment.height, around)
  let matrix = around
  let edge = Number.NEGATIVE_INFINITY
  if (fragment.kind === 'box') {
    const own = boxTransform(fragment, x, y)
    if (own) matrix = around ? multiply(around, own) : own
    edge = cornerOf(x, y, fragment.width, fragment.height, matrix)
    if (clips(fragment)) return edge
  }
  for (const child of fragment.children) edge = Math.max(edge, rightEdge(child, x, y, matrix))
  return edge
}

/** To the coordinates of the page; undefined where nothing around is transformed. */
type Map = Matrix | undefined

/** The right edge of a rectangle on the page. */
function cornerOf(x: number, y: number, width: number, height: number, matrix: Map): number {
  if (!matrix) return x + width
  const { a, c, e } = matrix
  return Math.max(a * x, a * (x + width)) + Math.max(c * y, c * (y + height)) + e
}

/** Whether the box clips its content. `overflow` of the root and body elements applies to the page instead. */
function clips(fragment: Fragment): boolean {
  if (fragment.kind !== 'box') return false
  const name = fragment.box.node?.name
  return fragment.style.overflowX !== 'visible' && name !== 'html' && name !== 'body'
}

function isFixed(fragment: Fragment): boolean {
  return fragment.kind === 'box' && fragment.style.position === 'fixed'
}
