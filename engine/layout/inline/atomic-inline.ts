import { assertNever, invariant } from '../../base/invariant.js'
import type { AtomicBox } from '../../boxes/box-tree.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { shrinkSpace } from '../constraint-space.js'
import type { BoxFragment } from '../fragment-tree.js'
import { lastLineBaseline } from '../last-baseline.js'
import type { LayoutContext } from '../layout-types.js'
import { resolveMargin } from '../sizing.js'
import type { AtomicUnit, Paragraph } from './paragraph.js'

/** An atomic inline laid out for a line: its margin box around the baseline. */
export interface AtomicInline {
  readonly fragment: BoxFragment
  readonly style: ComputedStyle
  readonly marginLeft: number
  readonly marginTop: number
  /** Width of the margin box. */
  readonly width: number
  /** The margin box above and below the baseline. */
  readonly ascent: number
  readonly descent: number
}

/**
 * Lays out an atomic inline in one piece (CSS 2.2 §10.3.9, §10.6.6).
 * @param availableHeight height of the containing block where it is definite
 */
function layoutAtomic(
  ctx: LayoutContext,
  unit: AtomicUnit,
  availableWidth: number,
  availableHeight: number | undefined,
): AtomicInline {
  const { style } = unit.box
  const result = ctx.layout(unit.box, shrinkSpace(availableWidth, availableHeight), undefined)
  invariant(result.kind === 'placed', 'an unfragmented box to be placed')
  const { fragment } = result
  const marginTop = resolveMargin(style.marginTop, availableWidth)
  const marginBottom = resolveMargin(style.marginBottom, availableWidth)
  const marginLeft = resolveMargin(style.marginLeft, availableWidth)
  const baseline = baselineOf(unit, fragment) ?? fragment.height + marginBottom
  return {
    fragment,
    style,
    marginLeft,
    marginTop,
    width: marginLeft + fragment.width + resolveMargin(style.marginRight, availableWidth),
    ascent: marginTop + baseline,
    descent: fragment.height + marginBottom - baseline,
  }
}

/**
 * Baseline from the top of the border box, the first or the last as `baseline-source` asks, by itself the last of blocks and
 * the first of all else; undefined where the bottom margin edge serves (CSS 2.2 §10.8.1).
 */
function baselineOf({ box }: AtomicUnit, fragment: BoxFragment): number | undefined {
  const { baselineSource, overflow } = box.style
  switch (box.kind) {
    case 'replaced':
      return undefined
    case 'table-wrapper':
    case 'flex':
    case 'grid':
      return baselineSource === 'last' ? fragment.lastBaseline : fragment.firstBaseline
    case 'block':
      if (baselineSource === 'first') return fragment.firstBaseline
      return overflow === 'hidden' ? undefined : lastLineBaseline(fragment)
    default:
      return assertNever(box)
  }
}

/** The atomic inlines of a paragraph. */
export function layoutAtomics(
  ctx: LayoutContext,
  { units }: Paragraph,
  availableWidth: number,
  availableHeight: number | undefined,
): ReadonlyMap<AtomicBox, AtomicInline> {
  const atomics = new Map<AtomicBox, AtomicInline>()
  for (const unit of units) {
    if (unit.kind === 'atomic') atomics.set(unit.box, layoutAtomic(ctx, unit, availableWidth, availableHeight))
  }
  return atomics
}
