import type { BreakBetween } from '../../style/computed-style.js'
import type { BreakToken } from '../break-token.js'
import type { Fragmentation, PagePolicy } from '../constraint-space.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutResult } from '../layout-types.js'

/** A flow's questions to its owner, asked for ascending indexes. */
export interface FlowSource {
  readonly count: number
  /** Whose flow this is takes what overflows its children and continues: see `FlowPlaced.overflowing`. */
  readonly takesOverflow?: boolean
  /**
   * The break rule between `index - 1` and `index`, joined from both sides. What stands beside the flow comes after a
   * break that is forced after the child before it, as what follows it in the flow does.
   */
  breakBetween(index: number): BreakBetween
  /** Whether a break before child `index` leaves fewer lines above it than `orphans` asks for; it does not when absent. */
  leavesOrphans?(index: number): boolean
  /** Whether going back to the place above child `index` leaves something for the next page; it does when absent. */
  canGoBackTo?(index: number): boolean
  /**
   * Distance in px from the bottom of what stands above to the top of child `index`. `after-break`: the child
   * begins a page after an unforced break, where margins are truncated (css-break-3 §5.2). `continued`: the
   * child began on an earlier page, so there is no margin.
   * @param bottom bottom edge of what stands above, from the top of the flow's box
   */
  gapBefore(index: number, position: GapPosition, bottom: number): number
  /**
   * Whether child `index` stands beside the flow, as a float or absolutely positioned: it takes no room in the flow and
   * is not among its children.
   */
  isBeside?(index: number): boolean
  /**
   * Places child `index` beside the flow. `break`: it and what follows wait for the next page.
   * @param bottom bottom edge of what stands above in the flow
   */
  beside?(index: number, bottom: number, page: BesidePage | undefined): 'placed' | 'break'
  /**
   * Whether child `index` is nothing but margins, which collapse through it: they are truncated at the end of a page
   * (css-break-3 §5.2) rather than begin another one.
   */
  isOnlyMargin?(index: number): boolean
  /** Whether child `index` must wait for floats that continue on the next page. Asked after `gapBefore`. */
  waits?(index: number): boolean
  /**
   * Whether floats on this page push child `index` down, so that it does not stand at the top though nothing of the flow
   * stands above it. Asked after `gapBefore`.
   */
  belowFloats?(index: number): boolean
  /**
   * Floats of the source stand on this page, so that the flow may continue with the next one without more.
   * @param waits what follows clears floats that continue there
   */
  hasFloats?(waits: boolean): boolean
  /** How far negative margins lift the end of the content above the bottom of the last child, in px; not at all when absent. */
  liftBelow?(index: number): number
  insideBreaks(index: number, policy: PagePolicy): InsideBreaks
  /** The child in one piece. `y` as for `layout`. */
  layoutWhole(index: number, y: number): BoxFragment
  /** The child, or the part of it that fits. `y` is its top edge from the top of the flow's box. */
  layout(index: number, fragmentation: Fragmentation, token: BreakToken | undefined, y: number): LayoutResult
  /** How much lower than where it was laid out a child must stand, in px, now that its first line is known. */
  lowering?(index: number, fragment: BoxFragment): number
  place(index: number, y: number, fragment: BoxFragment): PlacedFragment
}

/** The page on which something is placed beside the flow. */
export interface BesidePage {
  /** End of the page from the top of the flow's box. */
  readonly end: number
  readonly freshRoom: number
  /** Nothing in the flow stands above. */
  readonly atTop: boolean
  readonly policy: PagePolicy
}

export type GapPosition = 'flow-start' | 'after-break' | 'continued' | 'between'

/**
 * Whether a child may be broken inside. `avoid`: moved whole to the next page, broken only when it is taller
 * than a page. `prefer-whole`: likewise, but what is taller than a page starts where it stands. `keptUpTo`: the same of
 * what is taller than that part of a page. `never`: drawn beyond the page rather than broken.
 */
export type InsideBreaks = 'auto' | 'prefer-whole' | 'avoid' | 'never' | { readonly keptUpTo: number }
