import { DiagnosticList } from '../../../engine/base/diagnostics.js'
import { invariant } from '../../../engine/base/invariant.js'
import { PROFILES } from '../../../engine/base/profile.js'
import { createStats } from '../../../engine/base/stats.js'
import { WorkBudget } from '../../../engine/base/work-budget.js'
import type { Box } from '../../../engine/boxes/box-tree.js'
import { guessedPage } from '../../../engine/boxes/page-counters.js'
import type { FontLibrary } from '../../../engine/fonts/font-types.js'
import type { BreakToken } from '../../../engine/layout/break-token.js'
import type { ConstraintSpace } from '../../../engine/layout/constraint-space.js'
import { UNFRAGMENTED } from '../../../engine/layout/constraint-space.js'
import type { BoxFragment } from '../../../engine/layout/fragment-tree.js'
import type {
  IntrinsicAlgorithm,
  IntrinsicSizes,
  LayoutAlgorithm,
  LayoutContext,
  LayoutResult,
} from '../../../engine/layout/layout-types.js'

/** The algorithms under test by box kind. */
export type TestAlgorithms = {
  readonly [K in Box['kind']]?: {
    readonly layout: LayoutAlgorithm<Extract<Box, { kind: K }>>
    readonly intrinsic: IntrinsicAlgorithm<Extract<Box, { kind: K }>>
  }
}

export interface TestContext extends LayoutContext {
  readonly diagnostics: DiagnosticList
}

/** A layout context that knows only the given algorithms; a box of another kind is a failure of the test. */
export function createTestContext(fonts: FontLibrary, algorithms: TestAlgorithms): TestContext {
  const caches = new Map<() => unknown, unknown>()
  const whole = new Map<string, BoxFragment>()
  const intrinsic = new Map<number, IntrinsicSizes>()

  function algorithmsOf<B extends Box>(box: B) {
    const found = algorithms[box.kind]
    invariant(found, `an algorithm for ${box.kind} in this test`)
    return found as unknown as { readonly layout: LayoutAlgorithm<B>; readonly intrinsic: IntrinsicAlgorithm<B> }
  }

  const context: TestContext = {
    fonts,
    stats: createStats(),
    work: new WorkBudget(1_000_000),
    diagnostics: new DiagnosticList(),
    styleImage: () => undefined,
    keepsInlines: false,
    profile: PROFILES.print,
    pageCounters: guessedPage,
    pageArea: () => ({ width: 600, height: 800 }),
    layout(box: Box, space: ConstraintSpace, token: BreakToken | undefined): LayoutResult {
      return algorithmsOf(box).layout(context, box, space, token)
    },
    layoutWhole(box: Box, space: ConstraintSpace): BoxFragment {
      const key = `${box.id} ${JSON.stringify({ ...space, fragmentation: UNFRAGMENTED })}`
      const known = whole.get(key)
      if (known) return known
      const result = context.layout(box, { ...space, fragmentation: UNFRAGMENTED }, undefined)
      invariant(result.kind === 'placed', 'a box laid out in one piece to be placed')
      whole.set(key, result.fragment)
      return result.fragment
    },
    intrinsicSizes(box: Box): IntrinsicSizes {
      const known = intrinsic.get(box.id)
      if (known) return known
      const sizes = algorithmsOf(box).intrinsic(context, box)
      intrinsic.set(box.id, sizes)
      return sizes
    },
    cache<T>(make: () => T): T {
      if (!caches.has(make)) caches.set(make, make())
      return caches.get(make) as T
    },
  }
  return context
}

/** A space of this width, everything else at its defaults, `overrides` on top. */
export function testSpace(availableWidth: number, overrides: Partial<ConstraintSpace> = {}): ConstraintSpace {
  return {
    availableWidth,
    availableHeight: undefined,
    fixedWidth: undefined,
    fixedHeight: undefined,
    border: undefined,
    autoWidth: 'fill',
    fragmentation: UNFRAGMENTED,
    ...overrides,
  }
}
