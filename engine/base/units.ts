/**
 * Lengths inside the engine are CSS px (1/96 in) as plain numbers on a grid of 1/64 px. Every length is
 * snapped to that grid where it enters layout (style computation, glyph measurement), so that sums are
 * exact in binary floating point and comparisons need no tolerance.
 */

/** CSS px per CSS unit, for the absolute units of css-values-4 §6.2. */
export const PX_PER_UNIT = {
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
} as const

/** PDF points per CSS px. Points exist in `pdf/` only. */
export const POINTS_PER_PX = 0.75

/** The distance of lengths on the grid, in px. */
export const GRID = 1 / 64

/** Rounds a length in px to the nearest 1/64 px. */
export function snap(px: number): number {
  return Math.round(px * 64) / 64
}

/**
 * Rounds a length in px towards zero to a multiple of 1/64 px, as browsers do with percentages: the parts of a width
 * never come to more than the width. What binary fractions are short of a multiple does not count.
 */
export function snapDown(px: number): number {
  return Math.trunc(px * 64 + Math.sign(px) * 1e-6) / 64
}

/**
 * Rounds a length in px up to a multiple of 1/64 px: for widths that content must fit into. What binary fractions are
 * beyond a multiple does not count.
 */
export function snapUp(px: number): number {
  return Math.ceil(px * 64 - 1e-6) / 64
}
