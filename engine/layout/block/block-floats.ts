import type { BlockBox, BlockContainerBox, Box, FlowChild, InlineBox, OutOfFlowBox } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import type { BreakToken, FlowBreakToken } from '../break-token.js'
import { affectsContent, type EffectBox, type PlacedBox, withEffects } from '../carried-effects.js'
import type { ConstraintSpace, FloatContext, PagedFragmentation } from '../constraint-space.js'
import {
  type CarriedFloat,
  type ClearedSides,
  clearanceLine,
  type ExclusionSpace,
  type FloatSlot,
  lineSlotAt,
  NO_EXCLUSIONS,
  reachesBelow,
  waitsForNextPage,
} from '../floats/exclusion-space.js'
import { type FloatPage, placeCarried, placeFloat, type ResumedFloat } from '../floats/place-float.js'
import type { FlowOptions } from '../flow/block-flow.js'
import type { BesidePage } from '../flow/flow-source.js'
import type { PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { type BesideSlot, findBesideSlot } from './beside-floats.js'
import type { BlockFrame } from './block-frame.js'

/** A float of a container, by the index of the child; negative for those that came from earlier pages. */
interface PlacedBeside {
  readonly index: number
  readonly placed: PlacedFragment
}

/** The floats of a formatting context while the children of one of its containers are laid out. */
export class BlockFloats {
  /** Floats placed in this container. */
  readonly placed: PlacedBeside[] = []
  /** Floats of earlier pages that boxes within the container affect. */
  readonly affected: ResumedFloat[] = []
  #exclusions: ExclusionSpace
  /** The exclusions before and after each child, for going back to it. */
  readonly #before: (ExclusionSpace | undefined)[] = []
  readonly #after: (ExclusionSpace | undefined)[] = []
  readonly #clearing = new Set<number>()
  readonly #slots: (BesideSlot | undefined)[] = []
  readonly #effects: EffectBox | undefined

  constructor(
    private readonly ctx: LayoutContext,
    private readonly frame: BlockFrame,
    /** Place of the container in the formatting context. */
    private readonly context: FloatContext,
  ) {
    this.#exclusions = context.exclusions
    this.#effects = effectsIn(frame, context)
  }

  /** Places the floats that earlier pages left to this one. */
  resume(floats: readonly CarriedFloat[], y: number, page: FloatPage): void {
    const { x: left, y: top } = this.context
    const within = floats.map((float) => narrowed(float, this.#edges))
    const resumed = placeCarried(this.ctx, this.#exclusions, within, { ...page, end: page.end + top }, y + top)
    this.#exclusions = resumed.exclusions
    for (const float of resumed.placed) {
      const placed = { ...float, x: float.x - left, y: float.y - top }
      if (placed.effects) this.affected.push(placed)
      else this.placed.push({ index: -1, placed })
    }
  }

  /** @returns whether the float, or a part of it, stands on this page */
  place(index: number, box: OutOfFlowBox, y: number, page: BesidePage | undefined): boolean {
    const { context } = this
    this.#before[index] = this.#exclusions
    const result = placeFloat(this.ctx, this.#exclusions, {
      box,
      token: undefined,
      edges: this.#edges,
      containingHeight: this.frame.contentHeight,
      y: context.y + y,
      page: page && {
        end: context.y + page.end,
        freshRoom: page.freshRoom,
        atTop: page.atTop && this.#exclusions.lastTop === undefined,
        policy: page.policy,
      },
      effects: this.#effects,
    })
    this.#exclusions = result.exclusions
    const { placed } = result
    if (!placed) return false
    const { x, y: top, fragment } = placed
    this.placed.push({ index, placed: { x: x - context.x, y: top - context.y, fragment } })
    return true
  }

  /** Takes back a float that waits for the next page: the container itself continues there before it. */
  undo(index: number): void {
    this.#exclusions = this.#before[index] ?? this.#exclusions
  }

  get #edges(): FloatSlot {
    const left = this.context.x + this.frame.contentLeft
    return { left, right: left + this.frame.contentWidth }
  }

  /** Ends of a line at `y`, from the container's border box. */
  lineEdges(y: number): FloatSlot {
    const { x, y: top } = this.context
    const { left, right } = lineSlotAt(this.#exclusions, top + y, 0, this.#edges)
    return { left: left - x, right: right - x }
  }

  /** The highest place for a child that clears some sides; undefined when nothing is in its way. */
  clearance(sides: ClearedSides): number | undefined {
    const line = clearanceLine(this.#exclusions, sides)
    return line === undefined ? undefined : line - this.context.y
  }

  waits(sides: ClearedSides): boolean {
    return waitsForNextPage(this.#exclusions, sides)
  }

  /** Whether floats show on this page that the container can stand for. */
  get hasPlaced(): boolean {
    return this.placed.length > 0 || this.affected.length > 0 || (this.frame.isRoot && this.standOnPage)
  }

  /** Whether any float of the formatting context stands on this page. */
  get standOnPage(): boolean {
    return this.#exclusions.lastTop !== undefined
  }

  /** The first hoisted margin within the container that belongs to a box which clears floats is not hoisted. */
  get clearsWithin(): boolean {
    return this.context.clearsWithin === true
  }

  /** The same for a child. */
  clearWithin(index: number): void {
    this.#clearing.add(index)
  }

  /** Remembers the floats before a child. */
  enter(index: number): void {
    this.#before[index] = this.#exclusions
  }

  /**
   * Finds room beside the floats for a child that keeps them out (CSS 2.2 §9.5).
   * @param token where the child continues if it began on an earlier page
   * @returns how far down it must move from `y`
   */
  findSlot(
    index: number,
    child: OutOfFlowBox,
    y: number,
    space: ConstraintSpace,
    token: BreakToken | undefined,
  ): number {
    const { context } = this
    if (!reachesBelow(this.#exclusions, context.y + y)) return 0
    const slot = findBesideSlot(this.ctx, {
      child,
      space,
      exclusions: this.#exclusions,
      edges: this.#edges,
      direction: this.frame.style.direction,
      y: context.y + y,
      token,
    })
    this.#slots[index] = slot
    return slot.y - context.y - y
  }

  /** Left and right end of the room of a child that keeps floats out, from the container's border box. */
  slot(index: number): FloatSlot | undefined {
    const slot = this.#slots[index]
    const { x } = this.context
    return slot && { left: slot.left - x, right: slot.right - x }
  }

  /** The space of a child that keeps floats out, beside them. */
  besideSpace(index: number): ConstraintSpace | undefined {
    return this.#slots[index]?.space
  }

  /** The floats as a child sees them whose border box is placed at (x, y); undefined when they do not concern it. */
  contextOf(index: number, child: FlowChild, x: number, y: number): FloatContext | undefined {
    const exclusions = this.#before[index] ?? this.#exclusions
    const { context } = this
    const concerns = sharesFloats(child) || exclusions.carried.length > 0 || reachesBelow(exclusions, context.y + y)
    if (!concerns) return undefined
    return {
      exclusions,
      x: context.x + x,
      y: context.y + y,
      clearsWithin: this.#clearing.has(index),
      effects: this.#effects,
    }
  }

  /** Takes note of what a child did to the floats. */
  leave(index: number, exclusions: ExclusionSpace | undefined): void {
    this.#exclusions = exclusions ?? this.#before[index] ?? this.#exclusions
    this.#after[index] = this.#exclusions
  }

  /** The exclusions where the flow continues with a child, or behind the last one. */
  exclusionsAt(next: { readonly index: number; readonly child: BreakToken | undefined } | undefined): ExclusionSpace {
    if (!next) return this.#exclusions
    return (next.child && this.#after[next.index]) ?? this.#before[next.index] ?? this.#exclusions
  }
}

/** A float where its formatting context is narrower than on the page before. */
function narrowed(float: CarriedFloat, { left, right }: FloatSlot): CarriedFloat {
  if (float.right <= right) return float
  return { ...float, left: Math.max(left, Math.min(float.left, right)), right }
}

/** Whether a child's floats belong to the formatting context around it. */
function sharesFloats(child: FlowChild): boolean {
  if (child.kind === 'inline-root') return child.floats === true
  return isPlainBlock(child) && child.floats === true
}

/** A block whose content stands in the formatting context around it. */
export function isPlainBlock(child: FlowChild): child is BlockBox {
  return child.kind === 'block' && !child.formattingContext
}

/** The floats of the box's formatting context, if there are any: a context begins here or continues. */
export function floatsOf(
  ctx: LayoutContext,
  frame: BlockFrame,
  space: ConstraintSpace,
  token: FlowBreakToken | undefined,
): BlockFloats | undefined {
  if (!frame.isRoot && space.floats) return new BlockFloats(ctx, frame, space.floats)
  if (!frame.box.floats && !token?.floats) return undefined
  return new BlockFloats(ctx, frame, { exclusions: NO_EXCLUSIONS, x: 0, y: 0 })
}

/** The boxes that affect the floats of a container. A formatting context continues itself with what it carries. */
function effectsIn({ box, width, isRoot }: BlockFrame, { x, effects }: FloatContext): EffectBox | undefined {
  return isRoot || !affectsContent(box) ? effects : { box, x, width, outer: effects }
}

/** The page of what stands beside the flow of a box. */
export function besidePage(page: PagedFragmentation, { repeatedEnd, repeatedStart }: FlowOptions): BesidePage {
  const { room, freshRoom, atTop, policy } = page
  return { end: room - repeatedEnd, freshRoom: freshRoom - repeatedStart - repeatedEnd, atTop, policy }
}

/** Puts the floats of the part of a box before `next` among the children in the order of the document. */
export function withFloats(
  { children }: BlockContainerBox,
  inFlow: readonly PlacedFragment[],
  { placed: floats, affected }: BlockFloats,
  next: { readonly index: number } | undefined,
): readonly PlacedFragment[] {
  const kept = next ? floats.filter(({ index }) => index < next.index) : floats
  if (kept.length + affected.length === 0) return inFlow
  const merged: PlacedFragment[] = []
  let at = 0
  let index = 0
  for (const placed of inFlow) {
    const box = placed.fragment.kind === 'box' ? placed.fragment.box : undefined
    while (index < children.length && children[index] !== box) index++
    for (; at < kept.length && (kept[at] as PlacedBeside).index < index; at++)
      merged.push((kept[at] as PlacedBeside).placed)
    merged.push(placed)
  }
  for (; at < kept.length; at++) merged.push((kept[at] as PlacedBeside).placed)
  return withCarriedFloats(merged, affected)
}

/**
 * Adds floats that an earlier page left to this one to the children of their formatting context: within the boxes that
 * affect them as far as these continue here, and empty parts of those that have ended.
 */
function withCarriedFloats(
  children: readonly PlacedFragment[],
  floats: readonly ResumedFloat[],
): readonly PlacedFragment[] {
  let all = children
  for (const float of floats) all = withCarriedFloat(all, float)
  return all
}

function withCarriedFloat(children: readonly PlacedFragment[], float: ResumedFloat): readonly PlacedFragment[] {
  const { effects } = float
  for (let at = effects; at; at = at.outer) {
    const within = insertInto(children, withEffects(float, effects, at.box), at.box)
    if (within) return within
  }
  return [withEffects(float, effects), ...children]
}

/** The children with a float in the part of a box that continues; undefined if it does not. What continues comes first. */
function insertInto(
  children: readonly PlacedFragment[],
  { x, y, fragment }: PlacedBox,
  box: Box | InlineBox,
): readonly PlacedFragment[] | undefined {
  const index = children.findIndex((child) => child.fragment.kind === 'box' && child.fragment.style.float === 'none')
  const first = children[index]
  if (first?.fragment.kind !== 'box') return undefined
  const part = first.fragment
  const inside = { x: x - first.x, y: y - first.y, fragment }
  const within = part.box === box ? [inside, ...part.children] : insertInto(part.children, inside, box)
  return within && children.with(index, { ...first, fragment: boxFragment({ ...part, children: within }) })
}
