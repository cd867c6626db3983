import type { LengthPercentage } from '../../css/values/compute-length.js'
import type { TrackSize } from '../../css/values/grid-value.js'

/** The tracks of one axis that the style names (css-grid-1 §7), automatic repetitions written out. */
export interface ExplicitAxis {
  readonly sizes: readonly TrackSize<LengthPercentage>[]
  /** Names by line: one list more than there are tracks. */
  readonly names: readonly (readonly string[])[]
  /** Tracks `[fitStart, fitEnd)` come from `repeat(auto-fit, …)`: they collapse when nothing is placed in them. */
  readonly fitStart: number
  readonly fitEnd: number
}

/** Tracks `[start, end)` of one axis. */
export interface TrackSpan {
  readonly start: number
  readonly end: number
}

/** A named area in one axis. */
export interface NamedSpan {
  readonly name: string
  readonly span: TrackSpan
}

/** Where an item wants to be in one axis (css-grid-1 §8.3): a line of the explicit grid, or anywhere. */
export interface AxisPlacement {
  /** Line from 0, negative before the explicit grid; undefined for automatic placement. */
  readonly start: number | undefined
  readonly span: number
}

/** The cells of an item in the implicit grid, whose first line is 0. */
export interface GridArea {
  readonly column: TrackSpan
  readonly row: TrackSpan
}

/** All items placed (css-grid-1 §8.5). */
export interface Placement {
  /** By item. */
  readonly areas: readonly GridArea[]
  readonly columns: ImplicitAxis
  readonly rows: ImplicitAxis
}

export interface ImplicitAxis {
  /** Tracks altogether, and those of them that stand before the explicit grid. */
  readonly count: number
  readonly before: number
}

/** The space available to the tracks of an axis (css-grid-1 §11.2). */
export type AvailableSpace =
  | { readonly kind: 'definite'; readonly size: number }
  /** The size of the container follows from its tracks. */
  | { readonly kind: 'indefinite' }
  | { readonly kind: 'min-content' | 'max-content' }
