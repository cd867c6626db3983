import { BoundedCache } from '../../base/bounded-cache.js'
import type { BlockBox, FlowChild } from '../../boxes/box-tree.js'
import type { ConstraintSpace } from '../constraint-space.js'
import { UNFRAGMENTED } from '../constraint-space.js'
import type { LayoutContext } from '../layout-types.js'
import { resolveBoxHeight, resolveBoxWidth, resolveEdges, resolveMargin } from '../sizing.js'

/**
 * Collapsing margins (CSS 2.2 §8.3.1). Which margins adjoin depends on the box tree and the width only, so the
 * margins that a box shows to its surroundings are known before it is laid out: those of its first and last
 * descendants are hoisted to the outermost box that they adjoin, and the boxes in between leave them out.
 */

/** A set of adjoining margins: the largest positive and the most negative one decide. */
export interface MarginSet {
  readonly positive: number
  readonly negative: number
}

export interface MarginProfile {
  /** Margins that adjoin the top edge, descendants' included. */
  readonly before: MarginSet
  readonly after: MarginSet
  /** The box has no height and its top and bottom margins adjoin: `before` and `after` are the same set. */
  readonly through: boolean
}

export const NO_MARGINS: MarginSet = { positive: 0, negative: 0 }

const NO_PROFILE: MarginProfile = { before: NO_MARGINS, after: NO_MARGINS, through: false }
const EMPTY_PROFILE: MarginProfile = { before: NO_MARGINS, after: NO_MARGINS, through: true }

function marginSet(margin: number): MarginSet {
  if (margin === 0) return NO_MARGINS
  return margin > 0 ? { positive: margin, negative: 0 } : { positive: 0, negative: margin }
}

export function joinMargins(a: MarginSet, b: MarginSet): MarginSet {
  if (a === NO_MARGINS) return b
  if (b === NO_MARGINS) return a
  return { positive: Math.max(a.positive, b.positive), negative: Math.min(a.negative, b.negative) }
}

/** The collapsed margin in px. */
export function collapsedMargin(set: MarginSet): number {
  return set.positive + set.negative
}

/** The margins of a child of a block container that is `containingWidth` wide inside. */
export function marginProfile(ctx: LayoutContext, box: FlowChild, containingWidth: number): MarginProfile {
  if (box.kind === 'inline-root') return isEmptyLine(box.items) ? EMPTY_PROFILE : NO_PROFILE
  if (box.kind !== 'block') return ownMargins(box, containingWidth)
  const cache = ctx.cache(createMarginCache)
  const known = cache.get(box.id)
  if (known?.containingWidth === containingWidth) return known.profile
  const profile = box.formattingContext ? ownMargins(box, containingWidth) : blockProfile(ctx, box, containingWidth)
  cache.set(box.id, { containingWidth, profile })
  return profile
}

interface CachedProfile {
  readonly containingWidth: number
  readonly profile: MarginProfile
}

function createMarginCache(): BoundedCache<number, CachedProfile> {
  return new BoundedCache(512)
}

/** Lines that hold nothing are as if they were not there (CSS 2.2 §9.4.2). */
function isEmptyLine(items: readonly { readonly kind: string }[]): boolean {
  return items.length === 0
}

function ownMargins(box: FlowChild, containingWidth: number): MarginProfile {
  return {
    before: marginSet(resolveMargin(box.style.marginTop, containingWidth)),
    after: marginSet(resolveMargin(box.style.marginBottom, containingWidth)),
    through: false,
  }
}

function blockProfile(ctx: LayoutContext, box: BlockBox, containingWidth: number): MarginProfile {
  const adjoins = adjoiningEdges(box, containingWidth)
  let before = marginSet(resolveMargin(box.style.marginTop, containingWidth))
  let after = marginSet(resolveMargin(box.style.marginBottom, containingWidth))
  if (!adjoins.top && !adjoins.bottom) return { before, after, through: false }

  const { children } = box
  const width = children.length > 0 ? contentWidth(ctx, box, containingWidth) : 0
  let solid = children.length
  for (let index = 0; index < children.length; index++) {
    const child = children[index]
    if (!child) break
    const profile = marginProfile(ctx, child, width)
    if (adjoins.top) before = joinMargins(before, profile.before)
    if (!profile.through) {
      solid = index
      break
    }
  }
  if (solid === children.length && adjoins.empty) {
    const all = joinMargins(before, after)
    return { before: all, after: all, through: true }
  }
  for (let index = children.length - 1; adjoins.bottom && index >= 0; index--) {
    const child = children[index]
    if (!child) break
    const profile = marginProfile(ctx, child, width)
    after = joinMargins(after, profile.after)
    if (!profile.through) break
  }
  return { before, after, through: false }
}

function contentWidth(ctx: LayoutContext, box: BlockBox, containingWidth: number): number {
  const edges = resolveEdges(box.style, containingWidth, undefined)
  const space: ConstraintSpace = {
    availableWidth: containingWidth,
    availableHeight: undefined,
    fixedWidth: undefined,
    fixedHeight: undefined,
    border: undefined,
    autoWidth: 'fill',
    fragmentation: UNFRAGMENTED,
  }
  return resolveBoxWidth(ctx, box, space, edges) - edges.horizontal
}

/** Which edges of a block let its own margin adjoin those of its children. */
export interface AdjoiningEdges {
  readonly top: boolean
  readonly bottom: boolean
  /** Nothing gives the box a height of its own: without content its own margins adjoin each other. */
  readonly empty: boolean
}

export function adjoiningEdges(box: BlockBox, containingWidth: number): AdjoiningEdges {
  const { style } = box
  const { border, padding, vertical } = resolveEdges(style, containingWidth, undefined)
  const edges = { border, padding, horizontal: 0, vertical }
  const minHeight = resolveBoxHeight(style, style.minHeight, undefined, edges) ?? 0
  const height = resolveBoxHeight(style, style.height, undefined, edges)
  const noMinimum = minHeight <= vertical && style.aspectRatio.ratio === undefined
  const top = !box.formattingContext && border.top === 0 && padding.top === 0
  const bottom = !box.formattingContext && border.bottom === 0 && padding.bottom === 0
  return {
    top,
    bottom: bottom && height === undefined && noMinimum,
    empty: top && bottom && !box.marker && (height ?? 0) === 0 && noMinimum,
  }
}
