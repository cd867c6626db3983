import type { Insets, Rect } from '../base/geometry.js'
import { assertNever } from '../base/invariant.js'
import { isAbsolutelyPositioned } from '../boxes/out-of-flow.js'
import { resolveLength } from '../css/values/resolve-length.js'
import type { BoxFragment, PlacedFragment, TextFragment } from '../layout/fragment-tree.js'
import { type BoxShape, borderShape, insetShape } from './box-shape.js'

/** How far what overflows along one axis alone may reach, in px: beyond any page, within what PDF readers count to. */
const FAR = 20_000

/**
 * The shape outside of which nothing shows that a box at (x, y) contains: its padding edge, or the part of it between
 * two sides where one axis alone is clipped (css-overflow-3 §3). Undefined where all shows.
 */
export function contentClip(fragment: BoxFragment, x: number, y: number): BoxShape | undefined {
  if (!clipsContent(fragment)) return undefined
  const edge = insetShape(borderShape(fragment, x, y), clippedEdges(fragment))
  const { overflow, overflowX, overflowY } = fragment.style
  if (overflow === 'hidden') return edge
  if (overflowX === 'visible') return { ...edge, x: edge.x - FAR, width: edge.width + 2 * FAR, corners: undefined }
  if (overflowY === 'visible') return { ...edge, y: edge.y - FAR, height: edge.height + 2 * FAR, corners: undefined }
  return edge
}

/**
 * How far letters may reach to the sides of the text they are in without being looked at, as a part of an em: italics and
 * swashes reach less.
 */
const OVERHANG = 1 / 4

/**
 * What cuts off the content of a box at (x, y). Undefined also where all shows because it stays inside: where there is
 * nothing but lines of plain text, as in the cells of tables that are to be no wider than their columns.
 */
export function neededClip(fragment: BoxFragment, x: number, y: number): BoxShape | undefined {
  const shape = contentClip(fragment, x, y)
  if (!shape || (!shape.corners && fragment.children.every((child) => staysInside(child, x, y, shape))))
    return undefined
  return shape
}

/** Whether all that is painted of a fragment, or of the plain lines in it, lies within a rectangle. */
function staysInside(
  { fragment, x: dx, y: dy }: PlacedFragment,
  parentX: number,
  parentY: number,
  area: Rect,
): boolean {
  const x = parentX + dx
  const y = parentY + dy
  switch (fragment.kind) {
    case 'box':
      return fragment.box.kind === 'inline-root' && fragment.children.every((child) => staysInside(child, x, y, area))
    case 'line':
      return fragment.children.every((child) => staysInside(child, x, y, area))
    case 'text':
      return textStaysInside(fragment, x, y, area)
    case 'decoration':
      return false
    default:
      return assertNever(fragment)
  }
}

function textStaysInside({ style, fontSize, ascent, width, words }: TextFragment, x: number, y: number, area: Rect) {
  const overhang = fontSize * OVERHANG
  if (x - overhang < area.x || x + width + overhang > area.x + area.width) return false
  if (style.textShadow.length > 0) return false
  const em = fontSize / 1000
  return words.every(({ face: { program } }) => {
    const [, lowest, , highest] = program.bbox
    return y + ascent - highest * em >= area.y && y + ascent - lowest * em <= area.y + area.height
  })
}

/**
 * The rectangle outside of which nothing shows of a box and what it contains. Undefined where all shows.
 *
 * AD-HOC: of a box that pages or lines break, each part is cut as if it was the box.
 */
export function boxClip(fragment: BoxFragment, x: number, y: number): Rect | undefined {
  const positioned = positionedClip(fragment, x, y)
  const inset = insetClip(fragment, x, y)
  return positioned && inset ? intersection(positioned, inset) : (positioned ?? inset)
}

function intersection(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  const right = Math.min(a.x + a.width, b.x + b.width)
  const bottom = Math.min(a.y + a.height, b.y + b.height)
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) }
}

/** css-masking-1 §5.1: percentages are of the border box. */
function insetClip({ style, width, height }: BoxFragment, x: number, y: number): Rect | undefined {
  const { clipPath } = style
  if (clipPath === 'none' || 'kind' in clipPath) return undefined
  const left = x + resolveLength(clipPath.left, width)
  const top = y + resolveLength(clipPath.top, height)
  const right = x + width - resolveLength(clipPath.right, width)
  const bottom = y + height - resolveLength(clipPath.bottom, height)
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}

/** `clip` of an absolutely positioned box (CSS 2.2 §11.1.2). */
function positionedClip({ style, width, height }: BoxFragment, x: number, y: number): Rect | undefined {
  const { clip } = style
  if (clip === 'auto' || !isAbsolutelyPositioned(style)) return undefined
  const left = clip.left === 'auto' ? 0 : clip.left
  const top = clip.top === 'auto' ? 0 : clip.top
  const right = clip.right === 'auto' ? width : clip.right
  const bottom = clip.bottom === 'auto' ? height : clip.bottom
  return { x: x + left, y: y + top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}

/** The legend of a fieldset stands in its top border and is not cut off (HTML §15.3.13). */
function clippedEdges({ border, legend }: BoxFragment): Insets {
  return legend ? { ...border, top: 0 } : border
}

function clipsContent({ style, box }: BoxFragment): boolean {
  if (style.overflow === 'visible') return false
  switch (box.kind) {
    case 'table-cell':
      return true
    case 'block':
    case 'flex':
    case 'grid': {
      // Overflow of the root and body elements is that of the page, which has none to hide.
      const name = box.node?.name
      return name !== 'html' && name !== 'body'
    }
    // Tables, their sections and rows do not scroll, inline boxes do not clip, and images clip themselves.
    case 'table-wrapper':
    case 'table':
    case 'table-section':
    case 'table-row':
    case 'column-set':
    case 'inline-root':
    case 'inline':
    case 'replaced':
      return false
    default:
      return assertNever(box)
  }
}
