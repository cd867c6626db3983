import type { InlineBox } from '../../boxes/box-tree.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import { resolveMargin } from '../sizing.js'
import type { EdgeUnit } from './paragraph.js'

/** The room that one side of an inline box takes on the line: margin, border and padding. */
interface InlineEdge {
  readonly margin: number
  readonly border: number
  readonly padding: number
}

export function inlineEdge(box: InlineBox, side: 'left' | 'right', containingWidth: number): InlineEdge {
  const { style } = box
  if (!hasEdge(box, side)) return NO_EDGE
  return side === 'left'
    ? {
        margin: resolveMargin(style.marginLeft, containingWidth),
        border: style.borderLeftWidth,
        padding: resolveLength(style.paddingLeft, containingWidth),
      }
    : {
        margin: resolveMargin(style.marginRight, containingWidth),
        border: style.borderRightWidth,
        padding: resolveLength(style.paddingRight, containingWidth),
      }
}

const NO_EDGE: InlineEdge = { margin: 0, border: 0, padding: 0 }

/**
 * Only the first part of an inline box that blocks split has its start edge, and only the last one its end edge,
 * unless each of its pieces has both.
 */
export function hasEdge(box: InlineBox, side: 'left' | 'right'): boolean {
  const { slice, style } = box
  if (clonesEdges(box)) return true
  const isStart = (side === 'left') === (style.direction === 'ltr')
  return slice === undefined || slice === (isStart ? 'first' : 'last')
}

/** Each line over which the box is broken has both of its edges, margins too (css-break-3 §5.4). */
export function clonesEdges({ style }: InlineBox): boolean {
  return style.boxDecorationBreak === 'clone'
}

/** The side on which an inline box starts or ends: by its own direction. */
export function edgeSide(unit: EdgeUnit): 'left' | 'right' {
  return (unit.kind === 'open') === (unit.box.style.direction === 'ltr') ? 'left' : 'right'
}

export function edgeWidth(unit: EdgeUnit, containingWidth: number): number {
  const { margin, border, padding } = inlineEdge(unit.box, edgeSide(unit), containingWidth)
  return margin + border + padding
}

/** The room that a line needs beyond an edge: where edges are cloned, the start of the box brings its end along. */
export function edgeRoom(unit: EdgeUnit, containingWidth: number): number {
  if (!clonesEdges(unit.box)) return edgeWidth(unit, containingWidth)
  return unit.kind === 'open' ? bothEdges(unit.box, containingWidth) : 0
}

/** Room for the edges that a line repeats of the boxes that are open where it begins. */
export function clonedRoom(open: readonly InlineBox[], containingWidth: number): number {
  let room = 0
  for (const box of open) if (clonesEdges(box)) room += bothEdges(box, containingWidth)
  return room
}

/** Width of the edges that wait for the ends of these boxes or of the line. */
export function clonedEnds(open: readonly InlineBox[], containingWidth: number): number {
  let width = 0
  for (const box of open) width += clonedEnd(box, containingWidth)
  return width
}

/** Width of the edge that waits for the end of a box or of the line. */
export function clonedEnd(box: InlineBox, containingWidth: number): number {
  return clonesEdges(box) ? edgeWidth({ kind: 'close', box }, containingWidth) : 0
}

function bothEdges(box: InlineBox, containingWidth: number): number {
  return edgeWidth({ kind: 'open', box }, containingWidth) + edgeWidth({ kind: 'close', box }, containingWidth)
}
