import type { ComplexSelector } from './selector.js'

/** (ids, classes, types) of selectors-4 §17. */
export type Specificity = readonly [ids: number, classes: number, types: number]

export const NO_SPECIFICITY: Specificity = [0, 0, 0]

const ID = 1 << 20
const CLASS = 1 << 10
const COUNT_LIMIT = 1023

export function addSpecificity(left: Specificity, right: Specificity): Specificity {
  return [left[0] + right[0], left[1] + right[1], left[2] + right[2]]
}

/** One number that orders as the three do, each up to 1023. */
export function packSpecificity([ids, classes, types]: Specificity): number {
  return Math.min(ids, COUNT_LIMIT) * ID + Math.min(classes, COUNT_LIMIT) * CLASS + Math.min(types, COUNT_LIMIT)
}

function unpack(packed: number): Specificity {
  return [Math.floor(packed / ID), Math.floor(packed / CLASS) % CLASS, packed % CLASS]
}

/** What `:is()`, `:not()`, `:has()` and `&` count: the most specific of their arguments. */
export function mostSpecific(selectors: readonly Pick<ComplexSelector, 'specificity'>[]): Specificity {
  return unpack(selectors.reduce((most, selector) => Math.max(most, selector.specificity), 0))
}
