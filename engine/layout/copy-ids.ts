import type { LayoutContext } from './layout-types.js'

/** Copies of boxes that layout makes get negative ids: those of the document's boxes count from 0. */
export interface CopyIds {
  last: number
}

export function copyIds(ctx: LayoutContext): CopyIds {
  return ctx.cache(createCopyIds)
}

function createCopyIds(): CopyIds {
  return { last: -1 }
}
