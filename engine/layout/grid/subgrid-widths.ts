import { BoundedCache } from '../../base/bounded-cache.js'
import type { Box } from '../../boxes/box-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { type SubgridAxes, type SubgridSpace, sameSubgrid } from './subgrid-axes.js'

/** Subgrids that are measured or laid out at a time. */
const CAPACITY = 4096

function createAxesCache(): BoundedCache<number, SubgridAxes> {
  return new BoundedCache(CAPACITY)
}

function createSpaceCache(): BoundedCache<number, SubgridSpace> {
  return new BoundedCache(CAPACITY)
}

/** Notes what a subgrid takes from the grid around it, right before it is measured by its content. */
export function noteSubgrid(ctx: LayoutContext, box: Box, axes: SubgridAxes): void {
  ctx.cache(createAxesCache).set(box.id, axes)
}

/** What was noted of a box; undefined for a grid of its own. */
export function notedSubgrid(ctx: LayoutContext, box: Box): SubgridAxes | undefined {
  return ctx.cache(createAxesCache).get(box.id)
}

/** The space that a subgrid was laid out in before if it is the same, so that what is kept of it can be found by it. */
export function keptSpace(ctx: LayoutContext, box: Box, space: SubgridSpace): SubgridSpace {
  const cache = ctx.cache(createSpaceCache)
  const known = cache.get(box.id)
  if (known && sameSubgrid(known, space)) return known
  cache.set(box.id, space)
  return space
}
