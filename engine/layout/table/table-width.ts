import { snap } from '../../base/units.js'
import type { TableWrapperBox } from '../../boxes/box-tree.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import type { SizeValue } from '../../style/computed-style.js'
import { type FlowBreakToken, keptTableWidth } from '../break-token.js'
import type { ConstraintSpace } from '../constraint-space.js'
import type { IntrinsicAlgorithm, LayoutContext } from '../layout-types.js'
import { type Edges, intrinsicContribution, isPercentage, resolveEdges, resolveMargin } from '../sizing.js'
import { type GridSizes, gridSizes, tableEdges, tableModel } from './table-geometry.js'

/**
 * Used border-box width of a table (CSS 2.2 §17.5.2; css-tables-3 §4.1): automatic widths shrink to the content, and
 * no table is narrower than its content or captions.
 */
export function usedTableWidth(
  ctx: LayoutContext,
  wrapper: TableWrapperBox,
  space: ConstraintSpace,
  token: FlowBreakToken | undefined,
): number {
  const kept = keptTableWidth(token, space.availableWidth)
  if (kept !== undefined && space.fixedWidth === undefined) return kept
  const model = tableModel(ctx, wrapper.table)
  const edges = tableEdges(model, space.availableWidth)
  const sizes = outerSizes(gridSizes(model), edges)
  const least = Math.max(sizes.min, captionWidth(ctx, wrapper))
  if (space.fixedWidth !== undefined) return Math.max(least, space.fixedWidth)
  const { style } = wrapper
  const margins =
    resolveMargin(style.marginLeft, space.availableWidth) + resolveMargin(style.marginRight, space.availableWidth)
  const available = Math.max(0, (space.besideFloats ?? space.availableWidth) - margins)
  const basis = { containing: space.availableWidth, available, sizes, edges }
  const resolve = (value: SizeValue) => resolveTableWidth(wrapper, value, basis)
  const limit = style.maxWidth === 'none' ? undefined : resolve(style.maxWidth)
  const wanted = resolve(style.width) ?? Math.min(sizes.max, available)
  const limited = limit === undefined ? wanted : Math.min(wanted, limit)
  return Math.max(least, limited, resolve(style.minWidth) ?? 0)
}

/** The widths that those of a table depend on: of its containing block, of what that leaves free, and of its content. */
interface WidthBasis {
  readonly containing: number
  readonly available: number
  readonly sizes: GridSizes
  readonly edges: Edges
}

function resolveTableWidth(
  { style }: TableWrapperBox,
  value: SizeValue,
  { containing, available, sizes, edges }: WidthBasis,
): number | undefined {
  switch (value) {
    case 'auto':
      return undefined
    case 'min-content':
      return sizes.min
    case 'max-content':
      return sizes.max
    case 'fit-content':
      return Math.max(sizes.min, Math.min(sizes.max, available))
    default: {
      const length = resolveLength(value, containing)
      return style.boxSizing === 'border-box' ? length : length + edges.horizontal
    }
  }
}

function outerSizes({ min, max }: GridSizes, edges: Edges): GridSizes {
  return { min: min + edges.horizontal, max: max + edges.horizontal }
}

/** The captions' least width (css-tables-3 §4.1: CAPMIN). */
function captionWidth(ctx: LayoutContext, { captions }: TableWrapperBox): number {
  let width = 0
  for (const caption of captions) width = Math.max(width, intrinsicContribution(ctx, caption).minContent)
  return width
}

/**
 * What a table of fixed layout wants that has a percentage for a width: as in browsers all that there is, since its
 * columns do not depend on their content.
 */
const ENDLESS = 1_000_000

/** Intrinsic widths of a table with its captions, less the border and padding that its style shows to the outside. */
export const tableWrapperIntrinsicSizes: IntrinsicAlgorithm<TableWrapperBox> = (ctx, wrapper) => {
  const model = tableModel(ctx, wrapper.table)
  const { min, max } = outerSizes(gridSizes(model), tableEdges(model, 0))
  const least = Math.max(min, captionWidth(ctx, wrapper))
  const { style } = wrapper
  const wanted = style.tableLayout === 'fixed' && isPercentage(style.width) ? ENDLESS : max
  const shown = resolveEdges(style, 0, undefined).horizontal
  return {
    minContent: Math.max(0, snap(least - shown)),
    maxContent: Math.max(0, snap(Math.max(least, wanted) - shown)),
  }
}
