import { type Insets, SIDES } from '../base/geometry.js'
import type { PageMark } from '../boxes/box-tree.js'
import type { BreakPath } from './break-token.js'
import type { EffectBox } from './carried-effects.js'
import type { ExclusionSpace } from './floats/exclusion-space.js'
import type { SubgridSpace } from './grid/subgrid-axes.js'

/** The surroundings in which a box is laid out: everything that a layout result depends on besides the box. */
export interface ConstraintSpace {
  /** Width of the containing block: percentages and automatic widths resolve against it. */
  readonly availableWidth: number
  /** Height of the containing block when it is definite: percentage heights resolve against it. */
  readonly availableHeight: number | undefined
  /** The border-box width is imposed (table cells, stretched items); margins and `width` do not matter. */
  readonly fixedWidth: number | undefined
  /** The border-box height is imposed. */
  readonly fixedHeight: number | undefined
  /**
   * How the height comes about where it is not as usual. `content`: the box is as tall as its content, whatever its
   * height properties say. `indefinite`: percentages of its children do not refer to `fixedHeight`. `minimum`: the
   * box grows beyond `fixedHeight` when its content is longer, as breaks may make it.
   */
  readonly heightMode?: 'content' | 'indefinite' | 'minimum' | 'indefinite-minimum' | undefined
  /** Used border widths in place of the style's: cells in the collapsing border model. */
  readonly border: Insets | undefined
  /**
   * What an automatic width is: `fill` takes what is available, but for boxes that fill no line; `stretch` takes it
   * whatever the box is (css-align-3 §6.1); `fit-content` shrinks to the content (CSS 2.2 §10.3.9).
   */
  readonly autoWidth: 'fill' | 'stretch' | 'fit-content'
  /** Room that floats leave to the margin box of a table, if it is less than what is available. */
  readonly besideFloats?: number | undefined
  /** Height that a multi-column container has left for columns; undefined where their content decides. */
  readonly columnHeight?: number | undefined
  /** The columns that a subgrid takes from the grid around it (css-grid-2 §9). */
  readonly subgrid?: SubgridSpace | undefined
  readonly fragmentation: Fragmentation
  /** The floats around the box; undefined where there are none, and for boxes that keep floats out. */
  readonly floats?: FloatContext | undefined
}

/** A box within a block formatting context that has floats. */
export interface FloatContext {
  readonly exclusions: ExclusionSpace
  /** Place of the box's border box within the formatting context's fragment. */
  readonly x: number
  readonly y: number
  /** There is clearance at the first descendant that clears floats, so that its margin is not hoisted out of the box. */
  readonly clearsWithin?: boolean | undefined
  /** The innermost box around it within the context that affects what is carried out of it. */
  readonly effects?: EffectBox | undefined
}

/** Whether and how the box may be broken. */
export type Fragmentation =
  /** Laid out in one piece, however tall. Such results do not depend on the page and may be cached. */
  { readonly kind: 'none' } | PagedFragmentation

export interface PagedFragmentation {
  readonly kind: 'paged'
  /** Room from the top of the box's border box to the end of the fragmentainer. */
  readonly room: number
  /** Room that must stay free below the box if it ends here: padding and borders of the boxes that end with it. */
  readonly reserve: number
  /** Room that a fresh fragmentainer would give the same box, what repeats around it taken off. */
  readonly freshRoom: number
  /** Nothing stands above the box on this page: it must place something, even if it does not fit. */
  readonly atTop: boolean
  /** Break exactly here and nowhere else: the place was chosen after the box had been laid out past it. */
  readonly imposed: BreakPath | undefined
  readonly policy: PagePolicy
}

/** Permissions on a page that do not depend on the place on it. */
export interface PagePolicy {
  /** Nothing may overflow even at the top: the caller can make more room there, so that no room is an answer. */
  readonly strict: boolean
  /** Whether the page has room for the note of a footnote's call; it takes all calls when undefined. */
  readonly takesCall: TakesCall | undefined
  /** Content may overflow a box of a given height onto the next page while the flow continues below the box. */
  readonly letsOverflow: boolean
  /** Heights that were imposed on boxes end with the page where nothing else of them would continue. */
  readonly dropsHeights: boolean
  /** Parts of tables that end inside a row take the room of the line that would close them. */
  readonly fillsParts: boolean
  /** Parts of tables are their last ones, or have no room: a table around them ends on this page or is not placed so. */
  readonly endsParts: boolean
  /** The fragmentainer is one of several columns that are made as low as they can be: even columns win over widows. */
  readonly evensColumns: boolean
  /** All that is asked is whether content has room, not how good a break in it is. */
  readonly asksForRoom: boolean
  /** Height of the columns of which the fragmentainer is one; undefined for pages. */
  readonly columnHeight: number | undefined
}

/** See `PagePolicy`. */
export type TakesCall = (call: PageMark) => boolean

export const PLAIN_POLICY: PagePolicy = {
  strict: false,
  takesCall: undefined,
  letsOverflow: false,
  dropsHeights: false,
  fillsParts: true,
  endsParts: false,
  evensColumns: false,
  asksForRoom: false,
  columnHeight: undefined,
}

/** A page or column on which nothing stands. */
export function emptyPage(room: number, policy: PagePolicy = PLAIN_POLICY): PagedFragmentation {
  return { kind: 'paged', room, reserve: 0, freshRoom: room, atTop: true, imposed: undefined, policy }
}

/** The rest of a page for a box that begins `top` px lower. */
export function below(page: PagedFragmentation, top: number, atTop: boolean): PagedFragmentation {
  return { ...page, room: page.room - top, atTop }
}

/** The same for one of several things side by side. Nothing overflows them: they end together. */
export function beside(page: PagedFragmentation, top: number, atTop: boolean): PagedFragmentation {
  return { ...page, room: page.room - top, atTop, imposed: undefined, policy: withoutOverflow(page.policy) }
}

export function withoutOverflow(policy: PagePolicy): PagePolicy {
  return policy.letsOverflow ? { ...policy, letsOverflow: false } : policy
}

/** A page on which something else may be done. */
export function withPolicy(page: PagedFragmentation, changes: Partial<PagePolicy>): PagedFragmentation {
  return { ...page, policy: { ...page.policy, ...changes } }
}

/** Whether percentages refer to the height that is imposed on a box. */
export function isDefiniteHeight({ heightMode }: ConstraintSpace): boolean {
  return heightMode !== 'indefinite' && heightMode !== 'indefinite-minimum'
}

/** Whether the height that is imposed on a box is the least that it takes. */
export function isLeastHeight({ heightMode }: ConstraintSpace): boolean {
  return heightMode === 'minimum' || heightMode === 'indefinite-minimum'
}

/** The keys by which spaces of boxes in one piece are told apart: all that a box without pages can see. */
const COMPARED = {
  availableWidth: true,
  availableHeight: true,
  fixedWidth: true,
  fixedHeight: true,
  heightMode: true,
  autoWidth: true,
  besideFloats: true,
  columnHeight: true,
  subgrid: true,
  // By its widths, see below.
  border: false,
  fragmentation: false,
  floats: true,
} as const satisfies Record<keyof ConstraintSpace, boolean>

const COMPARED_KEYS = (Object.keys(COMPARED) as (keyof ConstraintSpace)[]).filter((key) => COMPARED[key])

/** Whether a box in one piece comes out the same in two spaces. */
export function sameSpace(a: ConstraintSpace, b: ConstraintSpace): boolean {
  for (const key of COMPARED_KEYS) if (a[key] !== b[key]) return false
  return a.border === b.border || SIDES.every((side) => a.border?.[side] === b.border?.[side])
}

export const UNFRAGMENTED: Fragmentation = { kind: 'none' }

/** The space that a containing block gives a box in its flow, with nothing imposed on the box. */
export function flowSpace(
  availableWidth: number,
  availableHeight: number | undefined,
  fragmentation: Fragmentation = UNFRAGMENTED,
): ConstraintSpace {
  return {
    availableWidth,
    availableHeight,
    fixedWidth: undefined,
    fixedHeight: undefined,
    border: undefined,
    autoWidth: 'fill',
    fragmentation,
  }
}

/** The space of a box in one piece that shrinks to its content, with nothing imposed on it. */
export function shrinkSpace(availableWidth: number, availableHeight: number | undefined): ConstraintSpace {
  return {
    availableWidth,
    availableHeight,
    fixedWidth: undefined,
    fixedHeight: undefined,
    border: undefined,
    autoWidth: 'fit-content',
    fragmentation: UNFRAGMENTED,
  }
}
