import { type Insets, intersection, type Rect } from '../base/geometry.js'
import { isAbsolutelyPositioned } from '../boxes/out-of-flow.js'
import type { ShapedWord } from '../fonts/font-types.js'
import { clipsContent } from '../layout/clips-content.js'
import type { BoxFragment, TextFragment } from '../layout/fragment-tree.js'
import { type BoxShape, borderShape, insetShape, outsetShape } from '../layout/shapes/box-shape.js'
import { type ClipOutline, clipOutline } from './clip-shape.js'
import type { MutableBounds } from './ink-bounds.js'

/** How far what overflows along one axis alone may reach, in px: beyond any page, within what PDF readers count to. */
const FAR = 20_000

/**
 * The shape outside of which nothing shows that a box at (x, y) contains: its padding edge, or the part of it between
 * two sides where one axis alone is clipped (css-overflow-3 §3). Undefined where all shows.
 */
export function contentClip(fragment: BoxFragment, x: number, y: number): BoxShape | undefined {
  if (!clipsContent(fragment)) return undefined
  const edge = clipEdge(fragment, x, y)
  const { overflow, overflowX, overflowY } = fragment.style
  if (overflow === 'hidden') return edge
  if (overflowX === 'visible') return { ...edge, x: edge.x - FAR, width: edge.width + 2 * FAR, corners: undefined }
  if (overflowY === 'visible') return { ...edge, y: edge.y - FAR, height: edge.height + 2 * FAR, corners: undefined }
  return edge
}

/** The overflow clip edge: where nothing scrolls it may be another one than the padding edge (css-overflow-4 §3.2). */
function clipEdge(fragment: BoxFragment, x: number, y: number): BoxShape {
  const border = borderShape(fragment, x, y)
  if (!hasClipMargin(fragment)) return insetShape(border, clippedEdges(fragment))
  const { box, length } = fragment.style.overflowClipMargin
  const edge = box === 'border-box' ? border : insetShape(border, clippedEdges(fragment))
  const inner = box === 'content-box' ? insetShape(edge, fragment.padding) : edge
  return outsetShape(inner, { top: length, right: length, bottom: length, left: length })
}

function hasClipMargin({ style: { overflow, overflowClipMargin } }: BoxFragment): boolean {
  return overflow === 'clip' && (overflowClipMargin.box !== 'padding-box' || overflowClipMargin.length > 0)
}

/**
 * The shape that clips the content of a box at (x, y). Undefined also where nothing can overflow: where there is
 * nothing but lines of plain text, as in the cells of tables that are to be no wider than their columns.
 */
export function neededClip(fragment: BoxFragment, x: number, y: number): BoxShape | undefined {
  if (!clipsContent(fragment)) return undefined
  if (!hasClipMargin(fragment) && staysInside(fragment) && !borderShape(fragment, x, y).corners) return undefined
  return contentClip(fragment, x, y)
}

/** Whether a box contains nothing but lines of plain text, none of whose letters can reach out of the padding edge. */
function staysInside({ children, border, width, height }: BoxFragment): boolean {
  const edge = { left: border.left, top: border.top, right: width - border.right, bottom: height - border.bottom }
  for (const { fragment: paragraph, x: left, y: top } of children) {
    if (paragraph.kind !== 'box' || paragraph.box.kind !== 'inline-root') return false
    for (const { fragment: line, x: lineLeft, y: lineTop } of paragraph.children) {
      if (line.kind !== 'line') return false
      for (const { fragment: text, x, y } of line.children) {
        if (text.kind !== 'text' || !textStaysInside(text, left + lineLeft + x, top + lineTop + y, edge)) return false
      }
    }
  }
  return true
}

/**
 * How far letters may reach to the sides of the text they are in without being looked at, as a part of an em: italics and
 * swashes reach less.
 */
const OVERHANG = 1 / 4

function textStaysInside(text: TextFragment, x: number, y: number, edge: MutableBounds): boolean {
  const { style, fontSize, ascent, width, words } = text
  const overhang = fontSize * OVERHANG
  if (x - overhang < edge.left || x + width + overhang > edge.right || style.textShadow.length > 0 || text.marks)
    return false
  const above = y + ascent - edge.top
  const below = edge.bottom - y - ascent
  const perMille = fontSize / 1000
  for (let i = 0; i < words.length; i++) {
    const { bbox } = (words[i] as ShapedWord).face.program
    if (bbox[3] * perMille > above || -bbox[1] * perMille > below) return false
  }
  return true
}

/** The shapes that clip a box and its content, with a rectangle around what shows. */
export interface BoxClip {
  readonly bounds: Rect
  /** Nothing shows outside of any of them. */
  readonly outlines: readonly ClipOutline[]
}

/**
 * The clip of a box and its content. Undefined where all shows.
 *
 * AD-HOC: of a box that pages or lines break, each part is cut as if it was the box.
 */
export function boxClip(fragment: BoxFragment, x: number, y: number): BoxClip | undefined {
  const { clipPath } = fragment.style
  const positioned = positionedClip(fragment, x, y)
  if (clipPath === 'none' || clipPath.kind === 'reference') return positioned && clipOf([rectOutline(positioned)])
  const shape = clipOutline(fragment, clipPath, x, y)
  if (!positioned) return clipOf([shape])
  const isRect = shape.path.length === 1 && shape.path[0]?.kind === 'rect'
  if (isRect) return clipOf([rectOutline(intersection(positioned, shape.bounds))])
  return clipOf([rectOutline(positioned), shape])
}

function rectOutline(rect: Rect): ClipOutline {
  return { path: [{ kind: 'rect', ...rect }], rule: 'nonzero', bounds: rect }
}

function clipOf(outlines: readonly ClipOutline[]): BoxClip {
  return { outlines, bounds: outlines.map(({ bounds }) => bounds).reduce(intersection) }
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
