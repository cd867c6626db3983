import type { Point, Size } from '../../base/geometry.js'
import { snap } from '../../base/units.js'
import type { OutOfFlowBox } from '../../boxes/box-tree.js'
import type { LengthPercentage } from '../../css/values/compute-length.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { type ConstraintSpace, shrinkSpace } from '../constraint-space.js'
import type { BoxFragment, PlaceAlignment, SafeRoom } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import {
  clampBoxHeight,
  clampBoxWidth,
  clampByRatio,
  type Edges,
  heightOfContent,
  preferredRatio,
  ratioWidth,
  resolveBoxWidth,
  resolveEdges,
} from '../sizing.js'
import { type AbsoluteAlignment, absoluteAlignments, alignBetween, fillsInsets } from './align-absolute.js'

/** Where a box would stand in the flow, from the padding edges of its containing block. */
interface StaticPosition {
  readonly x: number
  readonly y: number
  readonly alignX: PlaceAlignment
  readonly alignY: PlaceAlignment
  readonly safeX?: SafeRoom | undefined
  readonly safeY?: SafeRoom | undefined
}

interface AbsoluteTask {
  readonly box: OutOfFlowBox
  /** Padding box of the containing block, or the grid area in its place. */
  readonly container: Size
  readonly direction: 'ltr' | 'rtl'
  readonly static: StaticPosition
}

/** An absolutely positioned box laid out in one piece, placed from the padding edges of its containing block. */
export interface PlacedAbsolute {
  readonly x: number
  readonly y: number
  readonly fragment: BoxFragment
  /** The space in which it was laid out, for breaking it. */
  readonly space: ConstraintSpace
}

/** The space of an absolutely positioned box, and where a fragment made in it stands. */
interface AbsoluteFrame {
  readonly space: ConstraintSpace
  place(size: Size): Point
}

/** Sizes and places an absolutely positioned box (CSS 2.2 §10.3.7, §10.3.8, §10.6.4, §10.6.5; css-position-4 §4). */
export function layoutAbsolute(ctx: LayoutContext, task: AbsoluteTask): PlacedAbsolute {
  const { space, place } = absoluteFrame(ctx, task)
  const fragment = ctx.layoutWhole(task.box, space)
  return { ...place(fragment), fragment, space }
}

/** The same for a box that others lay out. */
export function absoluteFrame(ctx: LayoutContext, task: AbsoluteTask): AbsoluteFrame {
  const { box, container, direction } = task
  const { style } = box
  const { horizontal, vertical } = axesOf(task)
  const across: AxisMargins = {
    before: margin(style.marginLeft, container.width),
    after: margin(style.marginRight, container.width),
    endWins: direction === 'rtl',
    isHorizontal: true,
  }
  const down: AxisMargins = {
    before: margin(style.marginTop, container.width),
    after: margin(style.marginBottom, container.width),
    endWins: false,
    isHorizontal: false,
  }
  return {
    space: absoluteSpace(ctx, box, container, horizontal, vertical),
    place: ({ width, height }) => ({ x: position(horizontal, width, across), y: position(vertical, height, down) }),
  }
}

/** One axis of the containing block and what the box says about it. */
interface Axis {
  readonly size: number
  /** `left` or `top`; undefined for `auto`. */
  readonly start: number | undefined
  readonly end: number | undefined
  readonly static: number
  /** How the box stands to its static position. */
  readonly staticAlign: PlaceAlignment
  /** The room there, if the box must not leave it at its start. */
  readonly staticRoom: SafeRoom | undefined
  /** How it is aligned between two insets. */
  readonly alignment: AbsoluteAlignment
}

function axesOf({ box, container, direction, static: place }: AbsoluteTask): {
  readonly horizontal: Axis
  readonly vertical: Axis
} {
  const { left, right, top, bottom } = box.style
  const { width, height } = container
  const { x: alignX, y: alignY } = absoluteAlignments(box.style, direction)
  const across = { size: width, static: place.x, staticAlign: place.alignX, staticRoom: place.safeX, alignment: alignX }
  const down = { size: height, static: place.y, staticAlign: place.alignY, staticRoom: place.safeY, alignment: alignY }
  return {
    horizontal: { ...across, start: margin(left, width), end: margin(right, width) },
    vertical: { ...down, start: margin(top, height), end: margin(bottom, height) },
  }
}

/** An inset or margin in px; undefined for `auto`. */
function margin(value: LengthPercentage | 'auto', base: number): number | undefined {
  return value === 'auto' ? undefined : resolveLength(value, base)
}

function absoluteSpace(
  ctx: LayoutContext,
  box: OutOfFlowBox,
  container: Size,
  horizontal: Axis,
  vertical: Axis,
): ConstraintSpace {
  const { style } = box
  const edges = resolveEdges(style, container.width, undefined)
  const space = shrinkSpace(container.width, container.height)
  if (box.kind === 'replaced') return space
  const stretchesX = box.kind !== 'table-wrapper' && style.width === 'auto' && isStretched(horizontal)
  const stretchesY = box.kind !== 'table-wrapper' && style.height === 'auto' && isStretched(vertical)
  const stretched = stretchesY ? stretchedHeight(style, vertical, container, edges) : undefined
  const hasRatio = preferredRatio(box) !== undefined
  // With a ratio the height follows from the width, and that, where nothing gives it, from the stretched height
  // (css-sizing-4 §5.1).
  const fixedHeight = hasRatio ? undefined : stretched
  if (style.width !== 'auto') return { ...space, fixedHeight }
  if (hasRatio) {
    const byHeight = { ...space, fixedHeight: stretchesX ? undefined : stretched }
    if (ratioWidth(box, byHeight, edges) !== undefined) {
      return { ...space, fixedWidth: resolveBoxWidth(ctx, box, byHeight, edges) }
    }
  }
  const available = roomOf(horizontal) - outerMargins(style.marginLeft, style.marginRight, container.width)
  // Tables find their width themselves.
  if (box.kind === 'table-wrapper') return { ...space, availableWidth: Math.max(0, roomOf(horizontal)), fixedHeight }
  const width = snap(stretchesX ? available : shrinkToFit(ctx, box, edges, available, { ...space, fixedHeight }))
  const limited = clampByRatio(box, width, container.height, edges)
  return { ...space, fixedHeight, fixedWidth: clampBoxWidth(ctx, box, limited, space, edges) }
}

function isStretched({ start, end, alignment }: Axis): boolean {
  return start !== undefined && end !== undefined && fillsInsets(alignment)
}

function stretchedHeight(style: ComputedStyle, axis: Axis, container: Size, edges: Edges): number {
  const room = roomOf(axis) - outerMargins(style.marginTop, style.marginBottom, container.width)
  return clampBoxHeight(style, Math.max(edges.vertical, room), container.height, edges)
}

function outerMargins(before: LengthPercentage | 'auto', after: LengthPercentage | 'auto', base: number): number {
  return (margin(before, base) ?? 0) + (margin(after, base) ?? 0)
}

/** Room between the insets; a missing one is taken from the static position (§10.3.7). */
function roomOf({ size, start, end, static: place, staticAlign }: Axis): number {
  if (start !== undefined || end !== undefined) return size - (start ?? 0) - (end ?? 0)
  switch (staticAlign) {
    case 'start':
      return size - place
    case 'end':
      return place
    case 'center':
      return 2 * Math.min(place, size - place)
  }
}

function shrinkToFit(
  ctx: LayoutContext,
  box: OutOfFlowBox,
  edges: Edges,
  available: number,
  space: ConstraintSpace,
): number {
  const { minContent, maxContent } = ctx.intrinsicSizes(box, heightOfContent(box, space, edges))
  return Math.min(Math.max(minContent + edges.horizontal, available), maxContent + edges.horizontal)
}

interface AxisMargins {
  readonly before: number | undefined
  readonly after: number | undefined
  /** Of two insets too many, the one at the end counts: in right-to-left containers. */
  readonly endWins: boolean
  readonly isHorizontal: boolean
}

/** Place of the border box along an axis, its size being known; auto margins take what is free. */
function position(axis: Axis, length: number, margins: AxisMargins): number {
  const { size, start, end, static: place, staticAlign, staticRoom, alignment } = axis
  const before = margins.before ?? 0
  const after = margins.after ?? 0
  if (start !== undefined && end !== undefined) {
    const free = size - start - end - length - before - after
    const auto = autoMargin(free, margins)
    if (auto !== undefined) return start + auto
    if (!fillsInsets(alignment)) return alignBetween({ size, start, end }, before + length + after, alignment) + before
    return margins.endWins ? size - end - after - length : start + before
  }
  if (start !== undefined) return start + before
  if (end !== undefined) return size - end - after - length
  if (staticRoom && before + length + after > staticRoom.to - staticRoom.from)
    return staticRoom.fromRight ? staticRoom.to - after - length : staticRoom.from + before
  switch (staticAlign) {
    case 'start':
      return place + before
    case 'end':
      return place - after - length
    case 'center':
      return snap(place + (before - after - length) / 2)
  }
}

/** The used margin at the start if margins are automatic; undefined if none is. */
function autoMargin(free: number, { before, after, isHorizontal, endWins }: AxisMargins): number | undefined {
  if (before !== undefined && after !== undefined) return undefined
  if (before === undefined && after === undefined) {
    if (free < 0 && isHorizontal) return endWins ? free : 0
    return snap(free / 2)
  }
  return before === undefined ? free : before
}
