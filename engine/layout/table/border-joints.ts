import { sameColor } from '../../base/rgb-color.js'
import type { BorderStyle } from '../../style/computed-style.js'
import { type EdgeBorder, looksLike, outranks } from './border-conflict.js'

/**
 * Where lines of collapsed borders cross. CSS leaves joints open; as in browsers, the strongest edge has the joint and
 * the others stop at its sides. Edges that look alike and are drawn as two bands (double, ridge) join band by band,
 * so that a box of double lines is two boxes.
 */

/** The visible edges at a crossing, seen along one line. */
export interface Crossing {
  readonly orientation: 'horizontal' | 'vertical'
  /** Along the line, before and after the crossing. */
  readonly before: EdgeBorder | undefined
  readonly after: EdgeBorder | undefined
  /** Across it: above and below a horizontal line, left and right of a vertical one. */
  readonly near: EdgeBorder | undefined
  readonly far: EdgeBorder | undefined
}

/** How far an end lies behind the crossing, in px along the line; for its two bands if they end differently. */
export interface BandOffsets {
  readonly near: number
  readonly far: number
}

interface Joint {
  /** One stretch runs through. */
  readonly passes: boolean
  /** Where the edge before the crossing ends and the one after it begins. */
  readonly end: BandOffsets
  readonly start: BandOffsets
}

export function jointOf(crossing: Crossing): Joint {
  const { before, after, near, far } = crossing
  const across = stronger(near, far)
  const along = stronger(before, after)
  const alike = before !== undefined && after !== undefined && looksLike(before, after)
  if (!across || !along) return { passes: alike, end: even(0), start: even(0) }
  if (bandWidth(along) > 0 && looksLike(along, across)) return bandedJoint(crossing, along)
  const half = across.width / 2
  const wins = crossing.orientation === 'horizontal' ? !outranks(across, along) : outranks(along, across)
  if (!wins) {
    const blends = alike && blendsWith(near, along) && blendsWith(far, along)
    return { passes: blends, end: even(-half), start: even(half) }
  }
  // Of two different edges along the line the stronger one reaches over the joint.
  const endsBehind = !after || along === before
  const startsBefore = !before || along === after
  return { passes: alike, end: even(endsBehind ? half : -half), start: even(startsBefore ? -half : half) }
}

function even(offset: number): BandOffsets {
  return { near: offset, far: offset }
}

function stronger(first: EdgeBorder | undefined, second: EdgeBorder | undefined): EdgeBorder | undefined {
  return !first || (second && outranks(second, first)) ? second : first
}

/**
 * The joint of the edges that look like the strongest; the others stop at its sides. A band turns where an edge leaves
 * on its side of the line, else it goes straight on, or around the corner.
 */
function bandedJoint({ before, after, near, far }: Crossing, strongest: EdgeBorder): Joint {
  const half = strongest.width / 2
  const band = bandWidth(strongest)
  const joins = (edge: EdgeBorder | undefined) => edge !== undefined && looksLike(edge, strongest)
  const endOf = (side: EdgeBorder | undefined) => (joins(side) ? band - half : joins(after) ? 0 : half)
  const startOf = (side: EdgeBorder | undefined) => (joins(side) ? half - band : joins(before) ? 0 : -half)
  return {
    passes: false,
    end: joins(before) ? { near: endOf(near), far: endOf(far) } : even(-half),
    start: joins(after) ? { near: startOf(near), far: startOf(far) } : even(half),
  }
}

/** Width of each of the two bands of a border; 0 for one that is drawn as one line. */
function bandWidth({ style, width }: EdgeBorder): number {
  return TWO_BANDS.has(style) && (style !== 'double' || width >= 3) ? width * (style === 'double' ? 1 / 3 : 1 / 2) : 0
}

/** CSS 2.2 §17.6.2.2: in collapsed borders `inset` and `outset` are drawn as `ridge` and `groove`. */
const TWO_BANDS: ReadonlySet<BorderStyle> = new Set(['double', 'ridge', 'groove', 'inset', 'outset'])

/** Whether nobody sees where one ends and the other begins. */
function blendsWith(crossing: EdgeBorder | undefined, border: EdgeBorder): boolean {
  if (!crossing) return true
  return (
    crossing.style === 'solid' &&
    border.style === 'solid' &&
    border.color.alpha === 1 &&
    sameColor(crossing.color, border.color)
  )
}
