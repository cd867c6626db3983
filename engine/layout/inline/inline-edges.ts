import type { InlineBox } from '../../boxes/box-tree.js'
import { resolveLength } from '../../style/resolve-length.js'
import { resolveMargin } from '../sizing.js'
import type { EdgeUnit } from './paragraph.js'

/** What one side of an inline box takes of the line: margin, border and padding. */
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

/** Only the first part of an inline box that blocks split has its start edge, and only the last one its end edge. */
export function hasEdge({ slice, style }: InlineBox, side: 'left' | 'right'): boolean {
  const isStart = (side === 'left') === (style.direction === 'ltr')
  return slice === undefined || slice === (isStart ? 'first' : 'last')
}

/** The side on which an inline box starts or ends: by its own direction. */
export function edgeSide(unit: EdgeUnit): 'left' | 'right' {
  return (unit.kind === 'open') === (unit.box.style.direction === 'ltr') ? 'left' : 'right'
}

export function edgeWidth(unit: EdgeUnit, containingWidth: number): number {
  const { margin, border, padding } = inlineEdge(unit.box, edgeSide(unit), containingWidth)
  return margin + border + padding
}
