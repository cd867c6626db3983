import type { FilterFunction, FilterStep } from '../base/filter-function.js'
import type { BoxFragment } from '../layout/fragment-tree.js'
import type { ComputedStyle } from '../style/computed-style.js'
import { REACH } from './blurred-shape.js'
import type { BoxDrawings } from './paint-context.js'

/** How far the filters of a box reach beyond what they filter, in px. */
export function filterReach(fragment: BoxFragment, drawings: BoxDrawings | undefined): number {
  const { style, box } = fragment
  const plain = plainFilters(style)
  if (plain) return reachOfSteps(plain)
  return Math.max(0, ...(drawings?.filterLayers(style, fragment, box.node) ?? []).map(reachOfSteps))
}

/** The filters of a style if none of them is that of a drawing. */
export function plainFilters({ filter }: ComputedStyle): readonly FilterFunction[] | undefined {
  return filter.every((step) => step.kind !== 'reference') ? filter : undefined
}

function reachOfSteps(steps: readonly FilterStep[]): number {
  let reach = 0
  for (const step of steps) {
    if ('blur' in step) reach += REACH * step.blur
    if ('x' in step) reach += Math.max(Math.abs(step.x), Math.abs(step.y))
  }
  return reach
}
