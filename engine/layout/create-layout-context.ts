import { BoundedCache } from '../base/bounded-cache.js'
import type { DiagnosticSink } from '../base/diagnostics.js'
import type { Size } from '../base/geometry.js'
import { invariant } from '../base/invariant.js'
import { DEFAULT_LIMITS } from '../base/limits.js'
import { PROFILES, type Profile } from '../base/profile.js'
import type { RenderStats } from '../base/stats.js'
import { WorkBudget } from '../base/work-budget.js'
import type { Box } from '../boxes/box-tree.js'
import { guessedPage } from '../boxes/page-counters.js'
import type { FontLibrary } from '../fonts/font-types.js'
import { blockIntrinsicSizes, layoutBlock } from './block/layout-block.js'
import { columnSetIntrinsicSizes, layoutColumnSet } from './columns/layout-columns.js'
import { type ConstraintSpace, sameSpace } from './constraint-space.js'
import { flexIntrinsicSizes } from './flex/flex-intrinsic.js'
import { layoutFlex } from './flex/layout-flex.js'
import { isBeginningBarred } from './flow/barred-calls.js'
import { gridIntrinsicSizes, layoutGrid } from './grid/layout-grid.js'
import { inlineIntrinsicSizes, layoutInlineRoot } from './inline/layout-inline.js'
import type {
  IntrinsicAlgorithm,
  IntrinsicSizes,
  LayoutAlgorithm,
  LayoutContext,
  PlacedResult,
} from './layout-types.js'
import { layoutReplaced, replacedIntrinsicSizes } from './replaced/layout-replaced.js'
import { isPercentage } from './sizing.js'
import {
  layoutRow,
  layoutSection,
  layoutTable,
  layoutTableWrapper,
  rowIntrinsicSizes,
  sectionIntrinsicSizes,
  tableIntrinsicSizes,
  tableWrapperIntrinsicSizes,
} from './table/layout-table.js'
import { widthFollowsHeight } from './width-by-height.js'
import { enclosedIntrinsicSizes, layoutEnclosed } from './writing-modes/layout-enclosed.js'

type BoxOf<K extends Box['kind']> = Extract<Box, { readonly kind: K }>

interface Algorithm<B extends Box> {
  readonly layout: LayoutAlgorithm<B>
  readonly intrinsicSizes: IntrinsicAlgorithm<B>
}

/** The algorithm of every kind of box: the one place that knows them all. */
const ALGORITHMS: { readonly [K in Box['kind']]: Algorithm<BoxOf<K>> } = {
  block: { layout: layoutBlock, intrinsicSizes: blockIntrinsicSizes },
  flex: { layout: layoutFlex, intrinsicSizes: flexIntrinsicSizes },
  grid: { layout: layoutGrid, intrinsicSizes: gridIntrinsicSizes },
  'table-cell': { layout: layoutBlock, intrinsicSizes: blockIntrinsicSizes },
  'column-set': { layout: layoutColumnSet, intrinsicSizes: columnSetIntrinsicSizes },
  'inline-root': { layout: layoutInlineRoot, intrinsicSizes: inlineIntrinsicSizes },
  replaced: { layout: layoutReplaced, intrinsicSizes: replacedIntrinsicSizes },
  enclosed: { layout: layoutEnclosed, intrinsicSizes: enclosedIntrinsicSizes },
  'table-wrapper': { layout: layoutTableWrapper, intrinsicSizes: tableWrapperIntrinsicSizes },
  table: { layout: layoutTable, intrinsicSizes: tableIntrinsicSizes },
  'table-section': { layout: layoutSection, intrinsicSizes: sectionIntrinsicSizes },
  'table-row': { layout: layoutRow, intrinsicSizes: rowIntrinsicSizes },
}

/**
 * Boxes laid out in one piece that may be asked for again: what waits for the next page, what repeats, and items that
 * are measured by each of the containers that they are nested in.
 */
const WHOLE_CAPACITY = 2048

/** Measured boxes: a box is measured by its container's measuring and again by its own layout soon after. */
const INTRINSIC_CAPACITY = 2048

/** Spaces in which one box is kept: as it was measured, and in the heights that those around it gave it since. */
const SPACES = 8

interface WholeEntry {
  readonly space: ConstraintSpace
  readonly result: PlacedResult
}

/**
 * Kinds of boxes that lay out what is in them more than once: to measure it, to stretch it, to balance it. They are
 * kept, so that the work does not multiply with each one that they are nested in.
 */
const REPEATING: ReadonlySet<Box['kind']> = new Set([
  'flex',
  'grid',
  'column-set',
  'enclosed',
  'table-wrapper',
  'table',
])

/** Larger than any page. */
const LARGE_AREA: Size = { width: 2 ** 20, height: 2 ** 20 }

/** Makes the context in which one document is laid out. */
export function createLayoutContext(options: {
  readonly fonts: FontLibrary
  readonly stats: RenderStats
  readonly diagnostics: DiagnosticSink
  /** There are none when absent. */
  readonly styleImage?: LayoutContext['styleImage'] | undefined
  /** Its own when absent. */
  readonly work?: WorkBudget | undefined
  readonly keepsInlines?: boolean | undefined
  /** The area of the first page; a large one when absent. */
  readonly pageArea?: (() => Size) | undefined
  /** That of `print` when absent. */
  readonly profile?: Profile | undefined
  /** Guessed when absent. */
  readonly pageCounters?: LayoutContext['pageCounters'] | undefined
}): LayoutContext {
  const whole = new BoundedCache<number, WholeEntry[]>(WHOLE_CAPACITY)
  const intrinsic = new BoundedCache<number, IntrinsicSizes>(INTRINSIC_CAPACITY)
  const byHeight = new BoundedCache<number, { readonly height: number; readonly sizes: IntrinsicSizes }[]>(
    INTRINSIC_CAPACITY,
  )
  const caches = new Map<() => unknown, unknown>()

  function layoutKept(box: Box, space: ConstraintSpace): PlacedResult {
    const entries = whole.get(box.id)
    const known = entries?.find((entry) => sameSpace(entry.space, space))
    if (known) return known.result
    ctx.work.spend(1)
    const result = algorithmOf(box).layout(ctx, box, space, undefined)
    invariant(result.kind === 'placed' && !result.token, 'a box in one piece')
    if (!entries) whole.set(box.id, [{ space, result }])
    else if (entries.push({ space, result }) > SPACES) entries.shift()
    return result
  }

  function sizesByHeight(box: Box, height: number): IntrinsicSizes {
    const known = byHeight.get(box.id)
    const found = known?.find((entry) => entry.height === height)
    if (found) return found.sizes
    ctx.work.spend(1)
    const sizes = containedWidth(ctx, box) ?? algorithmOf(box).intrinsicSizes(ctx, box, height)
    if (!known) byHeight.set(box.id, [{ height, sizes }])
    else if (known.push({ height, sizes }) > SPACES) known.shift()
    return sizes
  }

  const ctx: LayoutContext = {
    ...options,
    work: options.work ?? new WorkBudget(DEFAULT_LIMITS.work),
    styleImage: options.styleImage ?? (() => undefined),
    keepsInlines: options.keepsInlines ?? false,
    profile: options.profile ?? PROFILES.print,
    pageArea: options.pageArea ?? (() => LARGE_AREA),
    pageCounters: options.pageCounters ?? guessedPage,
    layout(box, space, token) {
      if (!token && space.fragmentation.kind === 'none' && isAskedAgain(box)) return layoutKept(box, space)
      ctx.work.spend(1)
      const { fragmentation } = space
      if (!token && fragmentation.kind === 'paged' && isBeginningBarred(fragmentation, box)) return { kind: 'no-room' }
      // Called from here, without a function between: boxes are nested deeply, and the stack is short.
      return algorithmOf(box).layout(ctx, box, space, token)
    },
    layoutWhole(box, space) {
      return layoutKept(box, space).fragment
    },
    intrinsicSizes(box, height) {
      if (height !== undefined && widthFollowsHeight(ctx, box)) return sizesByHeight(box, height)
      const known = intrinsic.get(box.id)
      if (known) return known
      ctx.work.spend(1)
      const sizes = containedWidth(ctx, box) ?? algorithmOf(box).intrinsicSizes(ctx, box)
      intrinsic.set(box.id, sizes)
      return sizes
    },
    cache<T>(make: () => T): T {
      const known = caches.get(make)
      if (known !== undefined) return known as T
      const made = make()
      caches.set(make, made)
      return made
    },
  }
  return ctx
}

/** The width of a box whose content has no say in it (css-contain-3 §3.2). */
function containedWidth(ctx: LayoutContext, box: Box): IntrinsicSizes | undefined {
  const { contain, containIntrinsicWidth } = box.style
  if (contain.size !== 'inline') return undefined
  if (box.kind !== 'block' && box.kind !== 'flex' && box.kind !== 'grid') return undefined
  if (containIntrinsicWidth !== 'none') {
    // A percentage lets its container make a form control as narrow as it likes (css-sizing-3 §5.2.2).
    const isCompressible = contain.fits && isPercentage(box.style.width)
    return { minContent: isCompressible ? 0 : containIntrinsicWidth, maxContent: containIntrinsicWidth }
  }
  // A grid has the columns that it names. It is not kept under the number of the box that has content.
  return algorithmOf(box).intrinsicSizes(ctx, { ...box, id: -box.id, children: [] })
}

function algorithmOf(box: Box): Algorithm<Box> {
  return ALGORITHMS[box.kind] as Algorithm<Box>
}

/** Whether a box in one piece is likely to be asked for again, and depends on nothing but its space. */
function isAskedAgain(box: Box): boolean {
  return REPEATING.has(box.kind) || (box.kind === 'block' && box.style.breakInside === 'avoid')
}
