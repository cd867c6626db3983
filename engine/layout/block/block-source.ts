import { invariant } from '../../base/invariant.js'
import type { FlowChild, OutOfFlowBox } from '../../boxes/box-tree.js'
import { floatSide, hasFloatsBehind, isAbsolutelyPositioned, isOutOfFlow } from '../../boxes/out-of-flow.js'
import { usedLineHeight } from '../../css/properties/fonts.js'
import type { BreakBetween } from '../../style/computed-style.js'
import type { BreakToken } from '../break-token.js'
import {
  type ConstraintSpace,
  type Fragmentation,
  flowSpace,
  type PagePolicy,
  UNFRAGMENTED,
} from '../constraint-space.js'
import type { ClearedSides } from '../floats/exclusion-space.js'
import { isBoxBarred } from '../flow/barred-calls.js'
import { isForcedBreak } from '../flow/block-flow.js'
import { breakAfter, breakBetween } from '../flow/break-values.js'
import type { BesidePage, FlowSource, GapPosition, InsideBreaks } from '../flow/flow-source.js'
import { isForcedInside } from '../flow/forced-breaks.js'
import { avoidsBreaks, clipsBelow, inOnePiece, isMonolithic } from '../flow/pieces.js'
import type { BoxFragment, OutOfFlowPlace, PlacedFragment } from '../fragment-tree.js'
import { alignmentOffset, lineAlignment } from '../inline/align-line.js'
import type { LayoutContext, LayoutResult, MarginSet } from '../layout-types.js'
import { placeInLine, resolveBoxWidth, resolveEdges, resolveMargin } from '../sizing.js'
import { fallsBelowFloats } from './below-floats.js'
import { type BlockFloats, isPlainBlock } from './block-floats.js'
import type { BlockFrame } from './block-frame.js'
import {
  type ContainingSize,
  clearsAny,
  collapsedMargin,
  dropsQuirkyMargins,
  joinMargins,
  joinSides,
  type MarginProfile,
  marginProfile,
  NO_MARGINS,
  withoutQuirky,
} from './margins.js'

/** The beginning of a block container. */
interface BlockStart {
  /** Margins of the first children adjoin the container's own and stand outside it. */
  readonly hoistsTop: boolean
  /** Margins of the last children adjoin the container's own and stand outside it. */
  readonly hoistsBottom: boolean
  /** The floats of the formatting context; undefined when there are none. */
  readonly floats: BlockFloats | undefined
  /** The container began on an earlier page. */
  readonly continues: boolean
  /** Where the first child continues, if it began on an earlier page. */
  readonly resumed: BreakToken | undefined
  /** How far the outside marker of a list item reaches above its baseline, where it is still to be placed. */
  readonly markerAscent: number | undefined
  /** Where columns end at the latest, from the top of the container's border box; undefined where the content decides. */
  readonly columnsEnd: number | undefined
}

/** The children of a block container as a flow: margins between them, their breaks, their horizontal place. */
export class BlockSource implements FlowSource {
  readonly count: number
  readonly takesOverflow: boolean
  readonly #children: readonly FlowChild[]
  /** Margins below the last child placed that have not become space yet. */
  #pending: MarginSet = NO_MARGINS
  /** How much of `#pending` is already in the position of children without height. */
  #applied = 0
  /** Nothing with a height has been placed, so margins still belong to the container. */
  #hoisting: boolean
  /** Nothing with a height has been placed. */
  #atStart: boolean
  readonly #dropsQuirky: boolean
  #solidBottom: number | undefined
  /** Sides of the floats at the container's top while margins are hoisted. */
  #adjoining: ClearedSides = 'none'
  /** The pending margins come from a box that cleared floats: they do not leave the container (CSS 2.2 §8.3.1). */
  #cleared = false
  /** `#pending` is not what the profile of the last child says. */
  #pendingIsOther = false
  /** The child that floats push down. */
  #lowered: number | undefined
  /** The child whose first line the marker stands beside. */
  #marked: number | undefined
  #outOfFlow: { readonly index: number; readonly place: OutOfFlowPlace }[] | undefined
  /** The child in the flow that comes next after all those from another one on. */
  #nextKnown: { readonly from: number; readonly next: number } | undefined
  /** The child that holds too few of the lines that the next one goes on with. */
  #orphaned: number | undefined
  readonly #floats: BlockFloats | undefined
  readonly #containing: ContainingSize

  constructor(
    private readonly ctx: LayoutContext,
    private readonly frame: BlockFrame,
    private readonly start: BlockStart,
  ) {
    this.#children = frame.box.children
    this.count = this.#children.length
    this.takesOverflow = !clipsBelow(frame.box)
    this.#hoisting = start.hoistsTop
    this.#atStart = start.resumed === undefined
    this.#dropsQuirky = dropsQuirkyMargins(frame.box)
    this.#floats = start.floats
    this.#containing = { width: frame.contentWidth, height: frame.contentHeight }
  }

  breakBetween(index: number): BreakBetween {
    if (this.isBeside(index)) return this.#breakBeside(index)
    let before = index - 1
    while (isOutOfFlow(this.#child(before))) before--
    return breakBetween(this.ctx, this.#child(before), this.#child(index))
  }

  /**
   * A break that is forced after the child before, which the first of those beside the flow takes for all of them if
   * floats or something in the flow are among what follows.
   */
  #breakBeside(index: number): BreakBetween {
    const before = this.#children[index - 1]
    const value = before && !isOutOfFlow(before) ? breakAfter(this.ctx, before) : 'auto'
    if (!isForcedBreak(value)) return 'auto'
    return this.#nextInFlow(index) !== undefined || hasFloatsBehind(this.#children) ? value : 'auto'
  }

  #nextInFlow(index: number): number | undefined {
    const known = this.#nextKnown
    if (known && index >= known.from && index < known.next) return known.next < this.count ? known.next : undefined
    let next = index + 1
    for (let child = this.#children[next]; child && isOutOfFlow(child); child = this.#children[next]) next++
    this.#nextKnown = { from: index, next }
    return next < this.count ? next : undefined
  }

  isBeside(index: number): boolean {
    return isOutOfFlow(this.#child(index))
  }

  beside(index: number, bottom: number, page: BesidePage | undefined): 'placed' | 'break' {
    const child = this.#child(index)
    invariant(isOutOfFlow(child), 'a child beside the flow')
    const y = bottom + (this.#hoisting ? 0 : collapsedMargin(this.#pending) - this.#applied)
    if (isAbsolutelyPositioned(child.style)) {
      if (page && isBoxBarred(page, child)) return 'break'
      this.#outOfFlow ??= []
      this.#outOfFlow.push({ index, place: this.#staticPlace(child, y) })
      return 'placed'
    }
    invariant(this.#floats, 'a formatting context for a float')
    if (this.#hoisting) this.#adjoining = joinSides(this.#adjoining, floatSide(child) ?? 'none')
    if (this.#floats.place(index, child, y, page) || !this.#endsWithFloats(index)) return 'placed'
    this.#floats.undo(index)
    return 'break'
  }

  /** Nothing but floats follows on this page, so that the flow may as well break before this one. */
  #endsWithFloats(index: number): boolean {
    const next = this.#nextInFlow(index)
    if (next === undefined) return this.frame.isRoot
    return this.#floats?.waits(this.#profile(next).clear) ?? false
  }

  /**
   * The static position of an absolutely positioned child (CSS 2.2 §10.3.7, §10.6.4). What would be inline stands
   * where an empty line would begin.
   */
  #staticPlace(box: OutOfFlowBox, y: number): OutOfFlowPlace {
    const { contentLeft, contentWidth, style } = this.frame
    const rtl = style.direction === 'rtl'
    const edges = { left: contentLeft, right: contentLeft + contentWidth }
    if (!box.style.inlineLevel) return { box, x: rtl ? edges.right : edges.left, y, alignX: rtl ? 'end' : 'start' }
    const { left, right } = this.#floats?.lineEdges(y) ?? edges
    const alignment = lineAlignment(style, 'last', style.direction)
    const x = left + alignmentOffset(alignment, right - left, style.direction)
    return { box, x, y, alignX: rtl ? 'end' : 'start' }
  }

  isOnlyMargin(index: number): boolean {
    if (!this.ctx.profile.cutsEmptyEnds) return false
    const child = this.#child(index)
    return this.#profile(index).through && child.kind === 'block' && !child.floats && this.#lowered !== index
  }

  waits(index: number): boolean {
    return this.#floats?.waits(this.#profile(index).clear) ?? false
  }

  hasFloats(waits: boolean): boolean {
    const floats = this.#floats
    return floats !== undefined && (floats.hasPlaced || (waits && this.start.continues && floats.standOnPage))
  }

  gapBefore(index: number, position: GapPosition, bottom: number): number {
    const floats = this.#floats
    if (!floats) return this.#marginBefore(index, position, this.#profile(index).before)
    floats.enter(index)
    const falls = this.#hoisting && fallsBelowFloats(this.ctx, this.#children, index, this.#containing)
    if (falls) this.#settle(this.#profile(index), 0)
    const y = falls ? bottom : this.#clearedTop(floats, index, position, bottom)
    const child = this.#child(index)
    if (child.kind === 'inline-root' || child.kind === 'column-set' || child.kind === 'enclosed' || isPlainBlock(child))
      return y - bottom
    const token = position === 'continued' ? this.start.resumed : undefined
    const down = floats.findSlot(index, child, y, this.#space(UNFRAGMENTED), token)
    if (down > 0) this.#lowered = index
    return y + down - bottom
  }

  belowFloats(index: number): boolean {
    return this.#lowered === index
  }

  /** Top edge of a child by its margins and clearance (CSS 2.2 §9.5.2). */
  #clearedTop(floats: BlockFloats, index: number, position: GapPosition, bottom: number): number {
    const profile = this.#profile(index)
    this.#cleared &&= profile.through
    const line = floats.clearance(profile.clear)
    if (this.#hoisting && line !== undefined && this.#clearsHere(profile)) {
      this.#hoisting = false
      this.#settle(profile, 0)
      if (line > bottom) this.#lowered = index
      return this.#clearedAt(index, profile, Math.max(bottom, line))
    }
    const clearing = profile.clearing && this.#clearingLine(floats, profile, bottom)
    if (clearing) floats.clearWithin(index)
    const before = clearing && profile.clearing ? profile.clearing.before : profile.before
    // An empty box clears as if its margins did not adjoin (CSS 2.2 §9.5.2).
    const hypothetical = profile.above && this.#topBelow(profile.above, bottom)
    const y = bottom + this.#marginBefore(index, position, before)
    if (line === undefined || line <= (hypothetical ?? y) || position === 'continued') return y
    this.#lowered = index
    return this.#clearedAt(index, profile, line)
  }

  /** Whether a child whose margin would be hoisted clears floats, so that it is not. */
  #clearsHere({ clear }: MarginProfile): boolean {
    return clearsAny(clear, this.#adjoining) || (this.#floats?.clearsWithin ?? false)
  }

  /** Whether there is clearance at a descendant of the child whose margin is hoisted through the child. */
  #clearingLine(floats: BlockFloats, profile: MarginProfile, bottom: number): boolean {
    const { clearing } = profile
    if (!clearing) return false
    if (this.#hoisting) return clearsAny(clearing.sides, this.#adjoining) || floats.clearsWithin
    const line = floats.clearance(clearing.sides)
    return line !== undefined && line > this.#topBelow(profile.before, bottom)
  }

  /** Top edge of a box with these margins, below those before it. */
  #topBelow(margins: MarginSet, bottom: number): number {
    return bottom + collapsedMargin(joinMargins(this.#pending, margins)) - this.#applied
  }

  #clearedAt(index: number, profile: MarginProfile, line: number): number {
    this.#hoisting = false
    const child = this.#child(index)
    if (profile.through && child.kind !== 'inline-root') {
      this.#pending = profile.before
      this.#applied = resolveMargin(child.style.marginTop, this.frame.contentWidth)
      this.#cleared = true
      this.#solidBottom = line
    }
    return line
  }

  #marginBefore(index: number, position: GapPosition, before: MarginSet): number {
    const profile = this.#profile(index)
    if (position === 'after-break' || position === 'continued') {
      this.#hoisting = false
      this.#settle(profile, 0)
      return 0
    }
    if (this.#hoisting) {
      this.#adjoining = joinSides(this.#adjoining, profile.floats)
      if (!profile.through) this.#settle(profile, 0)
      return 0
    }
    const all = joinMargins(this.#pending, this.#atStart && this.#dropsQuirky ? withoutQuirky(before) : before)
    const gap = collapsedMargin(all) - this.#applied
    this.#settle(profile, gap, all)
    return gap
  }

  /** Remembers what stands below child after its gap is taken. */
  #settle(profile: MarginProfile, gap: number, all: MarginSet = NO_MARGINS): void {
    if (profile.through) {
      this.#pending = all
      this.#applied += gap
    } else {
      this.#pending = profile.after
      this.#applied = 0
      this.#hoisting = false
      this.#atStart = false
    }
  }

  liftBelow(index: number): number {
    return this.start.hoistsBottom ? 0 : Math.max(0, -collapsedMargin(this.#profile(index).after))
  }

  insideBreaks(index: number, policy: PagePolicy): InsideBreaks {
    const child = this.#child(index)
    if (isMonolithic(child, policy)) return 'never'
    if (child.kind === 'inline-root') return 'auto'
    // Floats may reach beyond a box, so that only a layout for the page tells whether all of it fits.
    if (isPlainBlock(child) && child.floats) return 'auto'
    const avoids = avoidsBreaks(child) || child.style.breakInside === 'flow'
    return avoids && !isForcedInside(this.ctx, child) ? 'avoid' : 'auto'
  }

  layoutWhole(index: number, y: number): BoxFragment {
    if (!this.#floats) return this.ctx.layoutWhole(this.#child(index), this.#spaceAt(index, y, UNFRAGMENTED))
    const result = this.layout(index, UNFRAGMENTED, undefined, y)
    invariant(result.kind === 'placed', 'a child in one piece')
    return result.fragment
  }

  layout(index: number, fragmentation: Fragmentation, token: BreakToken | undefined, y: number): LayoutResult {
    const child = this.#child(index)
    const floats = this.#floats
    if (!floats) {
      const result = this.ctx.layout(child, this.#spaceAt(index, y, fragmentation), token)
      if (result.kind === 'placed') this.#takeMarginAfter(result.marginAfter)
      return result
    }
    const space = this.#floatSpace(floats, index, y)
    const result =
      fragmentation.kind === 'none' && !space.floats
        ? inOnePiece(this.ctx.layoutWhole(child, space))
        : this.ctx.layout(child, { ...space, fragmentation }, token)
    if (result.kind === 'placed') {
      floats.leave(index, result.exclusions)
      this.#takeMarginAfter(result.marginAfter)
    }
    return result
  }

  /** A child that has been laid out may end with other margins than its profile says. */
  #takeMarginAfter(margin: MarginSet | undefined): void {
    this.#pendingIsOther = margin !== undefined
    if (margin) this.#pending = margin
  }

  /** The last margins where they are other than the profiles of the children say. */
  get otherMarginAfter(): MarginSet | undefined {
    return this.#pendingIsOther ? this.#pending : undefined
  }

  /** The space of a child, with the floats that concern it. */
  #floatSpace(floats: BlockFloats, index: number, y: number): ConstraintSpace {
    const child = this.#child(index)
    const space = this.#spaceAt(index, y, UNFRAGMENTED)
    if (child.kind === 'inline-root') {
      return { ...space, floats: floats.contextOf(index, child, this.frame.contentLeft, y) }
    }
    if (!isPlainBlock(child)) return floats.besideSpace(index) ?? space
    const edges = resolveEdges(child.style, space.availableWidth, undefined)
    const x = this.#x(index, child, resolveBoxWidth(this.ctx, child, space, edges))
    return { ...space, floats: floats.contextOf(index, child, x, y) }
  }

  /** A marker reaches no higher than the child with the line beside it: that moves down, as in browsers. */
  lowering(index: number, { firstBaseline }: BoxFragment): number {
    const { markerAscent } = this.start
    if (markerAscent === undefined || firstBaseline === undefined) return 0
    this.#marked ??= index
    return this.#marked === index ? Math.max(0, markerAscent - firstBaseline) : 0
  }

  place(index: number, y: number, fragment: BoxFragment): PlacedFragment {
    if (!this.#profile(index).through) this.#solidBottom = y + fragment.height
    if (this.#holdsOrphans(index, fragment)) this.#orphaned = index
    return { x: this.#x(index, this.#child(index), fragment.width), y, fragment }
  }

  leavesOrphans(index: number): boolean {
    return this.#orphaned === index - 1
  }

  /** Whether a child holds all lines before the block that splits their inline boxes, and they are few (css-break-3 §3.3). */
  #holdsOrphans(index: number, { children }: BoxFragment): boolean {
    const child = this.#child(index)
    if (child.kind !== 'block' || !child.splitBehind || this.start.resumed) return false
    const lines = children[0]?.fragment
    return lines?.kind === 'box' && lines.children.length < child.style.orphans
  }

  /**
   * Bottom edge of the content: margins of the last children count unless they are hoisted out of the container.
   * @param bottom bottom edge of the last child
   * @param start top edge of the content
   */
  contentBottom(bottom: number, start: number, hoistsBottom: boolean): number {
    if (hoistsBottom && !this.#cleared) return this.#solidBottom ?? start
    const last = this.#dropsQuirky ? withoutQuirky(this.#pending) : this.#pending
    return bottom + (this.#hoisting ? 0 : collapsedMargin(last) - this.#applied)
  }

  /** The last margins belong to a box that cleared floats, so that they stay in the container. */
  get endsCleared(): boolean {
    return this.#cleared
  }

  /** The static positions of the absolutely positioned children that precede where the flow continues. */
  outOfFlow(next: { readonly index: number } | undefined): readonly OutOfFlowPlace[] | undefined {
    const all = this.#outOfFlow
    return all?.flatMap(({ index, place }) => (next && index >= next.index ? [] : [place]))
  }

  #child(index: number): FlowChild {
    const child = this.#children[index]
    invariant(child, 'an index within the children')
    return child
  }

  #profile(index: number): MarginProfile {
    return marginProfile(this.ctx, this.#child(index), this.#containing)
  }

  #space(fragmentation: Fragmentation): ConstraintSpace {
    const { contentWidth, contentHeight } = this.frame
    return flowSpace(contentWidth, contentHeight, fragmentation)
  }

  /**
   * The space of a child at `y`. AD-HOC: columns for which less than the height of a line is left take what they need:
   * they would hold a line each, most of them beside the page.
   */
  #spaceAt(index: number, y: number, fragmentation: Fragmentation): ConstraintSpace {
    const space = this.#space(fragmentation)
    const { columnsEnd } = this.start
    if (columnsEnd === undefined || this.#child(index).kind !== 'column-set') return space
    const columnHeight = columnsEnd - y
    return columnHeight >= usedLineHeight(this.frame.style) ? { ...space, columnHeight } : space
  }

  #x(index: number, child: FlowChild, width: number): number {
    const { contentLeft, contentWidth } = this.frame
    if (child.kind === 'inline-root') return contentLeft
    const { marginLeft, marginRight } = child.style
    const slot = this.#floats?.slot(index)
    const left = slot?.left ?? contentLeft + resolveMargin(marginLeft, contentWidth)
    const right = slot?.right ?? contentLeft + contentWidth - resolveMargin(marginRight, contentWidth)
    return placeInLine(child.style, this.frame.style, { left, right, width })
  }
}
