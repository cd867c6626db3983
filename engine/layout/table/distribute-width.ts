import { snap } from '../../base/units.js'
import type { ColumnMeasures } from './column-measures.js'

/**
 * Shares a width among the columns from `start` to `end` (css-tables-3 §4.4 and §4.5). Between the guesses
 * (everything minimal, percentages respected, specified lengths respected, everything maximal) widths grow
 * evenly; what is left beyond the last guess goes to automatic columns in proportion to their content.
 * @param width of the columns alone, without spacing; less than their minimum gives the minimum
 * @param keepsLengths columns of specified lengths do not grow beyond them; some of the columns have none
 * @returns one width per column, together exactly `width` if that is not less than the minimum
 */
export function distributeWidth(
  measures: ColumnMeasures,
  start: number,
  end: number,
  width: number,
  keepsLengths = false,
): Float64Array {
  const guesses = new Guesses(measures, start, end, width)
  const { sums } = guesses
  if (width <= (sums[0] ?? 0)) return guesses.widths(0)
  for (let upper = 1; upper < sums.length; upper++) {
    const high = sums[upper] ?? 0
    if (width > high) continue
    const low = sums[upper - 1] ?? 0
    return settle(interpolate(guesses.widths(upper - 1), guesses.widths(upper), (width - low) / (high - low)), width)
  }
  const widths = guesses.widths(MAXIMAL)
  addExcess(measures, start, widths, width - (sums[MAXIMAL] ?? 0), keepsLengths)
  return settle(widths, width)
}

const MINIMAL = 0
const PERCENTAGES = 1
const MAXIMAL = 3

/** The four guesses of css-tables-3 §4.4 with their sums. */
class Guesses {
  readonly sums: readonly number[]

  constructor(
    private readonly measures: ColumnMeasures,
    private readonly start: number,
    private readonly end: number,
    private readonly width: number,
  ) {
    const sums = [0, 0, 0, 0]
    for (let column = start; column < end; column++) {
      for (let guess = MINIMAL; guess <= MAXIMAL; guess++) sums[guess] = (sums[guess] ?? 0) + this.#guess(column, guess)
    }
    this.sums = sums
  }

  widths(guess: number): Float64Array {
    const widths = new Float64Array(this.end - this.start)
    for (let column = this.start; column < this.end; column++) {
      widths[column - this.start] = this.#guess(column, guess)
    }
    return widths
  }

  #guess(column: number, guess: number): number {
    const { min, max, percent, constrained } = this.measures
    const minimum = min[column] ?? 0
    if (guess === MINIMAL) return minimum
    const share = percent[column] ?? 0
    if (share > 0) return Math.max(minimum, (this.width * share) / 100)
    if (guess === PERCENTAGES) return minimum
    return guess === MAXIMAL || constrained[column] ? (max[column] ?? 0) : minimum
  }
}

function interpolate(low: Float64Array, high: Float64Array, fraction: number): Float64Array {
  for (let index = 0; index < low.length; index++) {
    const from = low[index] ?? 0
    low[index] = from + ((high[index] ?? 0) - from) * fraction
  }
  return low
}

/** The columns that share the excess (css-tables-3 §4.5): the first kind that the table has. */
const EXCESS_WEIGHTS: readonly ((measures: ColumnMeasures, column: number) => number)[] = [
  // Automatic columns by their content; by columns, if none has any.
  (m, column) => (isAutomatic(m, column) ? (m.max[column] ?? 0) : 0),
  (m, column) => (isAutomatic(m, column) ? 1 : 0),
  growthOfLengths,
  (m, column) => m.percent[column] ?? 0,
  (m, column) => (m.merged?.[column] ? 0 : 1),
]

function growthOfLengths({ percent, max }: ColumnMeasures, column: number): number {
  return (percent[column] ?? 0) > 0 ? 0 : (max[column] ?? 0)
}

function isAutomatic({ percent, constrained, merged }: ColumnMeasures, column: number): boolean {
  return !constrained[column] && (percent[column] ?? 0) === 0 && !merged?.[column]
}

function addExcess(
  measures: ColumnMeasures,
  start: number,
  widths: Float64Array,
  excess: number,
  keepsLengths: boolean,
): void {
  if (excess <= 0) return
  for (const weightOf of EXCESS_WEIGHTS) {
    if (keepsLengths && weightOf === growthOfLengths) continue
    let total = 0
    for (let index = 0; index < widths.length; index++) total += weightOf(measures, start + index)
    if (total === 0) continue
    for (let index = 0; index < widths.length; index++) {
      widths[index] = (widths[index] ?? 0) + (excess * weightOf(measures, start + index)) / total
    }
    return
  }
}

/** Puts widths on the grid of lengths so that they still come to `width` together. */
export function settle(widths: Float64Array, width: number): Float64Array {
  let exact = 0
  let placed = 0
  for (let index = 0; index < widths.length; index++) {
    exact += widths[index] ?? 0
    const end = index === widths.length - 1 ? width : snap(exact)
    widths[index] = Math.max(0, end - placed)
    placed += widths[index] ?? 0
  }
  return widths
}
