import type { Point, Size } from '../../base/geometry.js'
import type { RootBox } from '../../boxes/box-tree.js'
import { isAbsolutelyPositioned } from '../../boxes/out-of-flow.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { type ConstraintSpace, flowSpace } from '../constraint-space.js'
import type { BoxFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { absoluteFrame } from '../positioned/layout-absolute.js'
import { relativeOffset } from '../positioned/relative-offset.js'
import { placeInLine, resolveMargin } from '../sizing.js'

/** How the root stands in the area of a page: in its flow, or beside it as a float or a positioned box, over many pages. */
export interface RootPlace {
  /** The space that the root has, without pages. */
  readonly space: ConstraintSpace
  /** The part of the page above it. */
  readonly top: number
  /** Where a fragment of it stands. */
  offset(fragment: BoxFragment): Point
}

/** @param isFirst the root begins on the page: what moves it down does so there alone */
export function rootPlace(ctx: LayoutContext, root: RootBox, area: Size, isFirst: boolean): RootPlace {
  const { style } = root
  if (isAbsolutelyPositioned(style)) return absoluteRoot(ctx, root, area, isFirst)
  // The margins of the root do not collapse, and none is left behind a page break.
  const top = isFirst ? resolveMargin(style.marginTop, area.width) : 0
  const space = flowSpace(area.width, area.height)
  const moved = relativeOffset(style, { ...area, direction: style.direction })
  const isFloat = style.float === 'left' || style.float === 'right'
  return {
    space: isFloat ? { ...space, autoWidth: 'fit-content' } : space,
    top,
    offset: ({ width }) => ({ x: leftEdge(style, area.width, width) + moved.x, y: top + moved.y }),
  }
}

/** The left edge of a root of some width. */
function leftEdge(style: ComputedStyle, available: number, width: number): number {
  const left = resolveMargin(style.marginLeft, available)
  const right = available - resolveMargin(style.marginRight, available)
  if (style.float === 'left') return left
  return style.float === 'right' ? right - width : placeInLine(style, style, { left, right, width })
}

/** Its containing block is the page area (CSS 2.2 §10.1). A root that is fixed is not repeated: nothing else is on the pages. */
function absoluteRoot(ctx: LayoutContext, box: RootBox, container: Size, isFirst: boolean): RootPlace {
  const { direction, top } = box.style
  const toRight = direction === 'rtl'
  const corner = { x: toRight ? container.width : 0, y: 0, alignX: toRight ? 'end' : 'start', alignY: 'start' } as const
  const { space, place } = absoluteFrame(ctx, { box, container, direction, static: corner })
  return {
    space,
    top: isFirst && top !== 'auto' ? Math.max(0, place({ width: 0, height: container.height }).y) : 0,
    offset: (fragment) => {
      const { x, y } = place(fragment)
      return { x, y: isFirst ? y : 0 }
    },
  }
}
