import type { Box, InlineBox, OutOfFlowBox } from '../../boxes/box-tree.js'
import type { BreakToken } from '../break-token.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { BrokenContainers } from './broken-containers.js'
import type { PlacedAbsolute } from './layout-absolute.js'
import type { OutOfFlowCandidate } from './position-fragment.js'

/** A positioned box at its place on the page, before it is broken. */
export interface Arrival {
  readonly candidate: OutOfFlowCandidate
  readonly placed: PlacedAbsolute
  readonly x: number
  readonly y: number
  /** How far `position: relative` moves its containing block down: it is broken as if it were not moved. */
  readonly shift: number
  /** A box that clips it ends here: nothing of it shows in what comes. */
  readonly clips: boolean
}

/** A page or column that positioned boxes are put on (css-break-3 §2). Places are those of the page box. */
export interface Fragmentainer {
  /** The containing blocks that have begun. */
  readonly containers: BrokenContainers
  /** The box whose fragment is all of the page or column. */
  readonly box: Box | InlineBox
  /** Children of that fragment. */
  readonly children: PlacedFragment[]
  /** Its lower edge. */
  readonly end: number
  /** Whether a box is put here, and not on another page or column. */
  holds(arrival: Arrival): boolean
  /** Whether what there is no room for goes on in the next page or column. */
  breaks(box: OutOfFlowBox): boolean
  /** Whether the transform of a box placed at (x, y) moves all of it here, so that it is not broken. */
  keepsWhole(fragment: BoxFragment, x: number, y: number): boolean
  /** Hands on a box that is not held here. */
  leave(arrival: Arrival): void
  /**
   * The fragment of a positioned box: all of it, or as much as there is room for. The rest goes on, and so does a box that
   * is not held here or has no room for its beginning.
   */
  fit(arrival: Arrival): BoxFragment | undefined
  /** The part of a box that began before: as much as there is room for; the rest goes on. */
  rest(arrival: Arrival, token: BreakToken): BoxFragment | undefined
}
