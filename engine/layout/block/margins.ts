import { BoundedCache } from '../../base/bounded-cache.js'
import type { BlockBox, Box, FlowChild } from '../../boxes/box-tree.js'
import { floatSide, isOutOfFlow } from '../../boxes/out-of-flow.js'
import type { LengthPercentage } from '../../css/values/compute-length.js'
import { flowSpace } from '../constraint-space.js'
import type { ClearedSides } from '../floats/exclusion-space.js'
import type { LayoutContext, MarginSet } from '../layout-types.js'
import { heightHandedOn, resolveBoxHeight, resolveBoxWidth, resolveEdges, resolveMargin } from '../sizing.js'
import { fallsBelowFloats } from './below-floats.js'

/**
 * Collapsing margins (CSS 2.2 §8.3.1). Which margins adjoin depends on the box tree and the given sizes only, so the
 * margins that a box shows to its surroundings are known before it is laid out: those of its first and last
 * descendants are hoisted to the outermost box that they adjoin, and the boxes in between leave them out.
 */

export interface MarginProfile {
  /** Margins that adjoin the top edge, descendants' included. */
  readonly before: MarginSet
  readonly after: MarginSet
  /** Of a box with `through`: those that would adjoin its top edge if its bottom margin did not (CSS 2.2 §9.5.2). */
  readonly above?: MarginSet | undefined
  /** The box has no height and its top and bottom margins adjoin: `before` and `after` are the same set. */
  readonly through: boolean
  /** Sides that the box clears. */
  readonly clear: ClearedSides
  /** The first descendant that clears floats and whose margin is hoisted: it is not where there is clearance (§9.5.2). */
  readonly clearing: ClearingDescendant | undefined
  /** Sides of the floats that stand at its top edge, before all content with a height. */
  readonly floats: ClearedSides
}

interface ClearingDescendant {
  readonly sides: ClearedSides
  /** Margins that adjoin the top edge all the same. */
  readonly before: MarginSet
}

export const NO_MARGINS: MarginSet = { positive: 0, negative: 0, quirky: 0 }

const NO_PROFILE: MarginProfile = {
  before: NO_MARGINS,
  after: NO_MARGINS,
  through: false,
  clear: 'none',
  clearing: undefined,
  floats: 'none',
}
const EMPTY_PROFILE: MarginProfile = { ...NO_PROFILE, through: true }

/** The set of one margin, whose percentages refer to the width of the containing block. */
export function marginSet(margin: LengthPercentage | 'auto', containingWidth: number): MarginSet {
  const px = resolveMargin(margin, containingWidth)
  if (px === 0) return NO_MARGINS
  if (px < 0) return { positive: 0, negative: px, quirky: 0 }
  const isQuirky = typeof margin === 'object' && margin.quirky
  return isQuirky ? { positive: 0, negative: 0, quirky: px } : { positive: px, negative: 0, quirky: 0 }
}

/** Whether the default margins of quirks mode vanish at the ends of a box. */
export function dropsQuirkyMargins({ kind, node }: Box): boolean {
  return kind === 'table-cell' || node?.name === 'body'
}

/** The remaining margins where default ones of quirks mode vanish. */
export function withoutQuirky(set: MarginSet): MarginSet {
  return set.quirky === 0 ? set : { ...set, quirky: 0 }
}

export function joinMargins(a: MarginSet, b: MarginSet): MarginSet {
  if (a === NO_MARGINS) return b
  if (b === NO_MARGINS) return a
  return {
    positive: Math.max(a.positive, b.positive),
    negative: Math.min(a.negative, b.negative),
    quirky: Math.max(a.quirky, b.quirky),
  }
}

/** The collapsed margin in px. */
export function collapsedMargin(set: MarginSet): number {
  return Math.max(set.positive, set.quirky) + set.negative
}

/** The content box of a block container; its height is undefined where percentages of it count as `auto`. */
export interface ContainingSize {
  readonly width: number
  readonly height: number | undefined
}

/** The margins of a child of a block container. */
export function marginProfile(ctx: LayoutContext, box: FlowChild, containing: ContainingSize): MarginProfile {
  if (box.kind === 'inline-root') {
    if (box.empty && box.floats) return { ...EMPTY_PROFILE, floats: 'both' }
    return box.empty || box.items.length === 0 ? EMPTY_PROFILE : NO_PROFILE
  }
  const { width, height } = containing
  if (box.kind !== 'block') return ownMargins(box, width)
  const cache = ctx.cache(createMarginCache)
  const known = cache.get(box.id)
  if (known?.width === width && known.height === height) return known.profile
  const profile = box.formattingContext ? ownMargins(box, width) : blockProfile(ctx, box, containing)
  cache.set(box.id, { width, height, profile })
  return profile
}

interface CachedProfile extends ContainingSize {
  readonly profile: MarginProfile
}

function createMarginCache(): BoundedCache<number, CachedProfile> {
  return new BoundedCache(512)
}

function ownMargins(box: FlowChild, containingWidth: number): MarginProfile {
  return {
    before: marginSet(box.style.marginTop, containingWidth),
    after: marginSet(box.style.marginBottom, containingWidth),
    through: false,
    clear: box.style.clear,
    clearing: undefined,
    floats: 'none',
  }
}

function blockProfile(ctx: LayoutContext, box: BlockBox, containing: ContainingSize): MarginProfile {
  const containingWidth = containing.width
  const adjoins = adjoiningEdges(box, containing)
  if (!adjoins.top && !adjoins.bottom) return ownMargins(box, containingWidth)
  const { children, style } = box
  const { clear } = style
  const inner = children.length > 0 ? contentSize(ctx, box, containing) : NO_SIZE
  const { before, clearing, floats, solid } = marginsAtTop(ctx, box, containingWidth, inner, adjoins.top)
  const own = marginSet(style.marginBottom, containingWidth)
  if (solid === children.length && adjoins.empty) {
    const all = joinMargins(before, own)
    return { before: all, after: all, above: before, through: true, clear, clearing, floats }
  }
  const after = adjoins.bottom ? marginAtBottom(ctx, box, inner, own, solid) : own
  return { before, after, through: false, clear, clearing, floats }
}

interface MarginsAtTop extends Pick<MarginProfile, 'before' | 'clearing' | 'floats'> {
  /** Index of the first child that separates the margins above and below it; the number of children if none does. */
  readonly solid: number
}

/** @param adjoins whether the margins of the children join that of the box */
function marginsAtTop(
  ctx: LayoutContext,
  box: BlockBox,
  containingWidth: number,
  inner: ContainingSize,
  adjoins: boolean,
): MarginsAtTop {
  const { children, style } = box
  const drops = dropsQuirkyMargins(box)
  let before = marginSet(style.marginTop, containingWidth)
  let clearing: ClearingDescendant | undefined
  let floats: ClearedSides = 'none'
  let hasFloats = false
  let solid = 0
  for (; solid < children.length; solid++) {
    const child = children[solid]
    if (!child) break
    if (isOutOfFlow(child)) {
      const side = floatSide(child)
      floats = joinSides(floats, side ?? 'none')
      hasFloats ||= side !== undefined
      continue
    }
    const profile = marginProfile(ctx, child, inner)
    const falls = adjoins && hasFloats && fallsBelowFloats(ctx, children, solid, inner)
    const clears = falls || clearsAny(profile.clear, floats)
    if (clears || (profile.clearing && clearsAny(profile.clearing.sides, floats))) {
      // A box that clears floats right above it keeps its margins to itself (§9.5.2).
      if (adjoins && profile.clearing && !clears) before = joinMargins(before, profile.clearing.before)
      break
    }
    if (adjoins) {
      if (style.clear === 'none') clearing ??= clearingChild(profile, before)
      before = joinMargins(before, drops ? withoutQuirky(profile.before) : profile.before)
      floats = joinSides(floats, profile.floats)
    }
    if (!profile.through) break
  }
  return { before, clearing, floats: adjoins ? floats : 'none', solid }
}

/** The margin at the end of a box whose own one is `own`, joined with those of its last children. */
function marginAtBottom(
  ctx: LayoutContext,
  box: BlockBox,
  inner: ContainingSize,
  own: MarginSet,
  solid: number,
): MarginSet {
  const { children } = box
  const drops = dropsQuirkyMargins(box)
  let after = own
  for (let index = children.length - 1; index >= 0; index--) {
    const child = children[index]
    if (!child) break
    if (isOutOfFlow(child)) continue
    const profile = marginProfile(ctx, child, inner)
    if (profile.through && index === solid) break
    after = joinMargins(after, drops ? withoutQuirky(profile.after) : profile.after)
    if (!profile.through) break
  }
  return after
}

/** The effect that a child's clearance would have on the margins before it. */
function clearingChild({ clear, clearing }: MarginProfile, before: MarginSet): ClearingDescendant | undefined {
  if (clear !== 'none') return { sides: clear, before }
  return clearing && { sides: clearing.sides, before: joinMargins(before, clearing.before) }
}

/** Whether a box that clears `sides` clears one of `floats`. */
export function clearsAny(sides: ClearedSides, floats: ClearedSides): boolean {
  if (sides === 'none' || floats === 'none') return false
  return sides === 'both' || floats === 'both' || sides === floats
}

export function joinSides(a: ClearedSides, b: ClearedSides): ClearedSides {
  if (a === 'none' || a === b) return b
  return b === 'none' ? a : 'both'
}

const NO_SIZE: ContainingSize = { width: 0, height: undefined }

function contentSize(ctx: LayoutContext, box: BlockBox, { width, height }: ContainingSize): ContainingSize {
  const edges = resolveEdges(box.style, width, undefined)
  const own = resolveBoxHeight(box.style, box.style.height, height, edges)
  return {
    width: resolveBoxWidth(ctx, box, flowSpace(width, undefined), edges) - edges.horizontal,
    height: own === undefined ? heightHandedOn(box, width, height, edges.vertical) : Math.max(0, own - edges.vertical),
  }
}

/** Which edges of a block let its own margin adjoin those of its children. */
export interface AdjoiningEdges {
  readonly top: boolean
  readonly bottom: boolean
  /** Nothing gives the box a height of its own: without content its own margins adjoin each other. */
  readonly empty: boolean
}

export function adjoiningEdges(box: BlockBox, containing: ContainingSize): AdjoiningEdges {
  const { style: heights } = box.split ?? box
  const { style } = box
  const { border, padding, vertical } = resolveEdges(style, containing.width, undefined)
  const edges = { border, padding, horizontal: 0, vertical }
  const minHeight = resolveBoxHeight(style, heights.minHeight, containing.height, edges) ?? 0
  const height = resolveBoxHeight(style, heights.height, containing.height, edges)
  const noMinimum = minHeight <= vertical && style.aspectRatio.ratio === undefined
  const { formattingContext, slice } = box
  // Margins do not reach through the edges at which a box is split.
  const top = !formattingContext && border.top === 0 && padding.top === 0 && (!slice || slice === 'first')
  const bottom = !formattingContext && border.bottom === 0 && padding.bottom === 0 && (!slice || slice === 'last')
  return {
    top,
    bottom: bottom && height === undefined && style.aspectRatio.ratio === undefined,
    empty: top && bottom && !box.marker && (height ?? 0) === 0 && noMinimum,
  }
}
