import type { FlexBox, GridBox, OutOfFlowBox } from '../../boxes/box-tree.js'
import type { ContentAlignment, SelfAlignment } from '../../css/alignment-value.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { selfOffset, usedSelfAlignment } from '../align/align-self.js'
import type { AlignmentAxis } from '../align/alignment-axis.js'
import type { BoxFragment, OutOfFlowPlace, PlaceAlignment } from '../fragment-tree.js'

/**
 * Static positions of the absolutely positioned children of a flex container or grid: as if each were its only item
 * (css-flexbox-1 §4.1, css-grid-1 §9.2).
 */
export function itemPlaces(fragment: BoxFragment, box: FlexBox | GridBox): readonly OutOfFlowPlace[] {
  return (box.outOfFlow ?? []).map((child) => itemPlace(fragment, box, child))
}

function itemPlace({ border, padding, width, height }: BoxFragment, box: FlexBox | GridBox, child: OutOfFlowBox) {
  const alignX = placeAlignment(horizontalAlignment(box, child.style), horizontalAxis(box.style, box.kind), child)
  const alignY = placeAlignment(verticalAlignment(box, child.style), verticalAxis(box.style, box.kind), child)
  const left = border.left + padding.left
  const top = border.top + padding.top
  return {
    box: child,
    x: edgeOf(alignX, left, width - border.right - padding.right),
    y: edgeOf(alignY, top, height - border.bottom - padding.bottom),
    alignX,
    alignY,
  }
}

function edgeOf(alignment: PlaceAlignment, start: number, end: number): number {
  if (alignment === 'center') return (start + end) / 2
  return alignment === 'start' ? start : end
}

function isRow({ flexDirection }: ComputedStyle): boolean {
  return flexDirection === 'row' || flexDirection === 'row-reverse'
}

function horizontalAlignment({ kind, style }: FlexBox | GridBox, child: ComputedStyle): SelfAlignment {
  if (kind === 'grid') return usedSelfAlignment(child.justifySelf, style.justifyItems)
  return isRow(style) ? asSelfAlignment(style.justifyContent) : usedSelfAlignment(child.alignSelf, style.alignItems)
}

function verticalAlignment({ kind, style }: FlexBox | GridBox, child: ComputedStyle): SelfAlignment {
  if (kind === 'grid' || isRow(style)) return usedSelfAlignment(child.alignSelf, style.alignItems)
  return asSelfAlignment(style.justifyContent)
}

/** How the content distribution of a container aligns a single item. */
function asSelfAlignment({ keyword, overflow }: ContentAlignment): SelfAlignment {
  switch (keyword) {
    case 'space-between':
    case 'stretch':
    case 'normal':
      return { keyword: 'flex-start', overflow }
    case 'space-around':
    case 'space-evenly':
      return { keyword: 'center', overflow }
    default:
      return { keyword, overflow }
  }
}

function horizontalAxis(style: ComputedStyle, kind: 'flex' | 'grid'): AlignmentAxis {
  const reverse = isRow(style) ? style.flexDirection === 'row-reverse' : style.flexWrap === 'wrap-reverse'
  return { reversed: kind === 'flex' && reverse, startSide: style.direction === 'rtl' ? 'right' : 'left' }
}

function verticalAxis(style: ComputedStyle, kind: 'flex' | 'grid'): AlignmentAxis {
  const reverse = isRow(style) ? style.flexWrap === 'wrap-reverse' : style.flexDirection === 'column-reverse'
  return { reversed: kind === 'flex' && reverse, startSide: 'top' }
}

const PARTS = ['start', 'center', 'end'] as const

/** The physical place of a box along an axis. */
function placeAlignment(alignment: SelfAlignment, axis: AlignmentAxis, { style }: OutOfFlowBox): PlaceAlignment {
  const itemStart = axis.startSide === 'top' ? 'top' : style.direction === 'rtl' ? 'right' : 'left'
  // Of two units of free space, so many stand before it.
  const before = selfOffset(alignment, axis, 2, itemStart)
  const fromEnd = axis.reversed !== (axis.startSide === 'right')
  return PARTS[fromEnd ? 2 - before : before] ?? 'start'
}
