import type { DiagnosticSink } from '../base/diagnostics.js'
import type { Size } from '../base/geometry.js'
import type { Profile } from '../base/profile.js'
import type { RenderStats } from '../base/stats.js'
import type { WorkBudget } from '../base/work-budget.js'
import type { Box } from '../boxes/box-tree.js'
import type { PageCounterValues } from '../boxes/page-counters.js'
import type { UrlImage } from '../css/values/image-value.js'
import type { FontLibrary } from '../fonts/font-types.js'
import type { DecodedImage } from '../images/image-types.js'
import type { Appeal, Breakpoint, BreakToken } from './break-token.js'
import type { ConstraintSpace } from './constraint-space.js'
import type { ExclusionSpace } from './floats/exclusion-space.js'
import type { BoxFragment } from './fragment-tree.js'

/** The outcome of laying out a box in a space. */
export type LayoutResult = PlacedResult | NoRoomResult

export interface PlacedResult {
  readonly kind: 'placed'
  readonly fragment: BoxFragment
  /** Where the box continues when it was broken; undefined when it is complete. */
  readonly token: BreakToken | undefined
  /** How good the break at `token` is; `perfect` when the box is complete or the break was forced. */
  readonly appeal: Appeal
  /** The best, and among equals the latest, place within the fragment at which it could be broken instead. */
  readonly breakpoint: Breakpoint | undefined
  /**
   * Bottom edge of content that continues though its box has ended on an earlier page: the fragment has no height, but
   * what follows it stands below.
   */
  readonly extent?: number | undefined
  /** The floats after the box, if it stands in a context of floats and changed it. */
  readonly exclusions?: ExclusionSpace | undefined
  /** The margins below the box, where clearance made them other than the box tree says. */
  readonly marginAfter?: MarginSet | undefined
}

/** A set of adjoining margins: the largest positive and the most negative one decide (CSS 2.2 §8.3.1). */
export interface MarginSet {
  readonly positive: number
  readonly negative: number
  /** The largest default margin of quirks mode, which counts among the positive ones but not everywhere. */
  readonly quirky: number
}

/**
 * Not even the first piece of the box fits: it is to be moved to the next fragmentainer. Returned for a space `atTop`
 * only if that is `strict`.
 */
interface NoRoomResult {
  readonly kind: 'no-room'
}

/**
 * A layout algorithm: pure but for caches and counters in the context.
 * @param token undefined for a box that begins here
 */
export type LayoutAlgorithm<B extends Box> = (
  ctx: LayoutContext,
  box: B,
  space: ConstraintSpace,
  token: BreakToken | undefined,
) => LayoutResult

/** Content widths of a box (css-sizing-3 §5.1), without its own margin, border, padding and `width`. */
export interface IntrinsicSizes {
  readonly minContent: number
  readonly maxContent: number
}

/**
 * Measures a box.
 * @param height of its content box, where that is definite: a ratio in the box may make a width of it
 */
export type IntrinsicAlgorithm<B extends Box> = (ctx: LayoutContext, box: B, height?: number) => IntrinsicSizes

/** Services that every layout algorithm may use. Made once per document. */
export interface LayoutContext {
  readonly fonts: FontLibrary
  readonly profile: Profile
  /** The counters of a page, as far as they are known. */
  pageCounters(number: number): PageCounterValues
  /** The area of the first page: what browsers call the initial containing block. */
  pageArea(): Size
  readonly stats: RenderStats
  readonly work: WorkBudget
  readonly diagnostics: DiagnosticSink
  /** The image that a style names; undefined, with a diagnostic, for one that cannot be shown. */
  styleImage(image: UrlImage): DecodedImage | undefined
  /** Inline boxes become fragments also where nothing of them is to be seen. */
  readonly keepsInlines: boolean
  /** Lays out any box by the algorithm of its kind: the only way up the import order. */
  layout(box: Box, space: ConstraintSpace, token: BreakToken | undefined): LayoutResult
  /** Lays out a box in one piece; results are kept by box and width, so the same fragment can be placed later. */
  layoutWhole(box: Box, space: ConstraintSpace): BoxFragment
  /** Intrinsic content widths of any box, kept by box, and by the height of its content box where that matters. */
  intrinsicSizes(box: Box, height?: number): IntrinsicSizes
  /** A cache that lives as long as the document, made by `make` on first use; one per `make`. */
  cache<T>(make: () => T): T
}
