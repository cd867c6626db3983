import type { OutOfFlowBox } from '../../boxes/box-tree.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { type BreakToken, keptTableWidth } from '../break-token.js'
import type { ConstraintSpace } from '../constraint-space.js'
import { type ExclusionSpace, type FloatSlot, nextBandTop, slotAt } from '../floats/exclusion-space.js'
import type { LayoutContext } from '../layout-types.js'
import { clampBoxWidth, intrinsicContribution, isOrthogonal, resolveEdges, resolveMargin } from '../sizing.js'

/** A box that starts a formatting context and is to stand beside floats. Places are those of the context. */
interface BesideTask {
  readonly child: OutOfFlowBox
  readonly space: ConstraintSpace
  readonly exclusions: ExclusionSpace
  /** Content edges of the container. */
  readonly edges: FloatSlot
  /** That of the container. */
  readonly direction: ComputedStyle['direction']
  readonly y: number
  /** Where the box continues if it began on an earlier page. */
  readonly token: BreakToken | undefined
}

/** Room for the border box of such a box. */
export interface BesideSlot extends FloatSlot {
  readonly y: number
  readonly space: ConstraintSpace
}

/**
 * Finds the highest place where a box that keeps floats out fits beside them (CSS 2.2 §9.5). An automatic width
 * becomes that of the room, unless the content makes the box wider.
 */
export function findBesideSlot(ctx: LayoutContext, task: BesideTask): BesideSlot {
  const { exclusions, space } = task
  const outer = outerSlot(task)
  for (let y = task.y; ; ) {
    const found = slotFrom(ctx, task, y, outer)
    if (found) return found
    const next = nextBandTop(exclusions, y)
    if (next === undefined) return { ...outer, y, space }
    y = next
  }
}

/** What its margins leave the box where no floats are. */
function outerSlot({ child, edges, space }: BesideTask): FloatSlot {
  return {
    left: edges.left + resolveMargin(child.style.marginLeft, space.availableWidth),
    right: edges.right - resolveMargin(child.style.marginRight, space.availableWidth),
  }
}

/**
 * The room from `y` to `y + height`: `outer` itself where no float stands. AD-HOC: beside floats browsers forgo negative
 * margins, which lead out of the container.
 */
function roomAt({ exclusions, edges }: BesideTask, y: number, height: number, outer: FloatSlot): FloatSlot {
  if (outer.left >= edges.left && outer.right <= edges.right) return slotAt(exclusions, y, height, outer)
  const inner = { left: Math.max(outer.left, edges.left), right: Math.min(outer.right, edges.right) }
  const room = slotAt(exclusions, y, height, inner)
  return room === inner ? outer : room
}

/** The room at `y`, if the box fits into it. */
function slotFrom(ctx: LayoutContext, task: BesideTask, y: number, outer: FloatSlot): BesideSlot | undefined {
  const { child } = task
  if (task.token) {
    // The content that is left is not known whole: its narrowest width has to fit as far down as floats stand, or that
    // of a table.
    const room = roomAt(task, y, Number.MAX_VALUE, outer)
    const kept = keptTableWidth(task.token, task.space.availableWidth)
    const least = kept ?? intrinsicContribution(ctx, child).minContent
    if (room !== outer && room.right - room.left < least) return undefined
    return { ...room, y, space: spaceIn(ctx, task, room, outer) }
  }
  let room = roomAt(task, y, 0, outer)
  for (;;) {
    if (room !== outer && room.right <= room.left && child.style.width === 'auto') return undefined
    const space = spaceIn(ctx, task, room, outer)
    const { width, height } = ctx.layoutWhole(child, space)
    const least = roomAt(task, y, height, outer)
    if (least === outer || width <= least.right - least.left || fitsOverMargin(task, y, outer, width, height)) {
      return { ...least, y, space }
    }
    // The box reaches down to where there is less room: perhaps it fits there if it is narrower.
    const narrower = least.right - least.left < room.right - room.left
    if (!narrower || child.style.width !== 'auto') return undefined
    room = least
  }
}

/**
 * Whether a box that has a width finds room for its border box alone: as in browsers, the margin at its end may lead into
 * floats and out of the container, like that of any box that is too wide (CSS 2.2 §10.3.3).
 */
function fitsOverMargin(
  { child, edges, exclusions, direction }: BesideTask,
  y: number,
  outer: FloatSlot,
  width: number,
  height: number,
): boolean {
  if (child.style.width === 'auto') return false
  const { left, right } = edges
  const wide =
    direction === 'rtl'
      ? { left: Math.min(outer.left, left), right: outer.right }
      : { left: outer.left, right: Math.max(outer.right, right) }
  const room = slotAt(exclusions, y, height, wide)
  return width <= Math.min(room.right, edges.right) - Math.max(room.left, edges.left)
}

/** The space of the box with what `room` leaves it. */
function spaceIn(ctx: LayoutContext, task: BesideTask, room: FloatSlot, outer: FloatSlot): ConstraintSpace {
  const { child, edges: content, space } = task
  if (room === outer || child.kind === 'replaced' || child.style.width !== 'auto' || isOrthogonal(child)) return space
  const width = room.right - room.left
  // Tables take what their content needs.
  if (child.kind === 'table-wrapper')
    return { ...space, besideFloats: space.availableWidth - (outer.right - outer.left) + width }
  const edges = resolveEdges(child.style, space.availableWidth, undefined)
  // AD-HOC: in browsers such a box is at least as wide as its negative margins are together.
  const overhang = outer.right - outer.left - (content.right - content.left)
  return { ...space, fixedWidth: clampBoxWidth(ctx, child, Math.max(width, overhang), space, edges) }
}
