import { snap } from '../../base/units.js'
import type { TableCellBox } from '../../boxes/box-tree.js'
import { isOrthogonal } from '../../boxes/build/turned-content.js'
import { BLOCK_AXIS } from '../align/alignment-axis.js'
import { singlePosition } from '../align/distribute-content.js'
import { collapsedMargin, marginProfile, withoutQuirky } from '../block/margins.js'
import { boxFragment } from '../box-fragment.js'
import { slicedInsets } from '../flow/pieces.js'
import type { BoxFragment, CutSides, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import { alignmentAlongLines } from '../writing-modes/alignment-along-lines.js'

/**
 * How far the content of a cell reaches: its own height differs if the style gives the cell one.
 * @param isFilled the fragment has the height of its rows already
 */
export function contentHeight(ctx: LayoutContext, fragment: BoxFragment, isFilled = false): number {
  const { style, box, height, border, padding, children } = fragment
  if (!isFilled && style.height === 'auto' && style.minHeight === 'auto') return height
  const last = children.at(-1)
  const lastBox = box.kind === 'table-cell' ? box.children.at(-1) : undefined
  if (!last || !lastBox || last.fragment.kind !== 'box')
    return border.top + padding.top + padding.bottom + border.bottom
  const width = fragment.width - border.left - padding.left - padding.right - border.right
  const margin = collapsedMargin(withoutQuirky(marginProfile(ctx, lastBox, { width, height: undefined }).after))
  return Math.min(height, last.y + last.fragment.height + margin + padding.bottom + border.bottom)
}

/** Baseline of a cell (CSS 2.2 §17.5.3): that of its first line, else the bottom of its content box. */
export function cellBaseline(fragment: BoxFragment, content: number): number {
  return fragment.firstBaseline ?? content - fragment.padding.bottom - fragment.border.bottom
}

/**
 * How the content of a cell stands in its height: by `align-content` if that says anything, else by `vertical-align`
 * (css-align-3 §5.1.1; CSS 2.2 §17.5.3). The content is one thing, so that what distributes space falls back; last
 * baselines are not shared, as in browsers.
 */
function cellAlignment({ style }: TableCellBox): 'baseline' | 'top' | 'middle' | 'bottom' {
  if (isOrthogonal(style)) return alignmentAlongLines(style)
  const { keyword } = style.alignContent
  if (keyword === 'normal' || keyword === 'last-baseline') {
    const { verticalAlign } = style
    return verticalAlign === 'top' || verticalAlign === 'middle' || verticalAlign === 'bottom'
      ? verticalAlign
      : 'baseline'
  }
  if (keyword === 'baseline') return 'baseline'
  return CELL_POSITIONS[singlePosition(style.alignContent, BLOCK_AXIS)]
}

const CELL_POSITIONS = { 'flex-start': 'top', center: 'middle', 'flex-end': 'bottom' } as const

/**
 * Whether the cell takes part in the alignment of baselines: it does unless it is aligned otherwise.
 *
 * AD-HOC: cells without content do not, as in browsers. CSS 2.2 would have the bottom of their content box at the baseline.
 */
export function isBaselineAligned(cell: TableCellBox): boolean {
  return cell.children.length > 0 && cellAlignment(cell) === 'baseline'
}

/** How far the content of a cell moves down where it has `free` space below and no baseline decides. */
export function alignmentShift(cell: TableCellBox, free: number): number {
  const alignment = cellAlignment(cell)
  if (alignment === 'middle') return Math.max(0, snap(free / 2))
  return alignment === 'bottom' ? Math.max(0, free) : 0
}

export const NO_CUTS: CutSides = { top: false, bottom: false }

/** The fragment of a cell as tall as its rows, the content moved down by `shift`. It has no border where it is cut. */
export function fitCell(fragment: BoxFragment, height: number, shift: number, cuts: CutSides): BoxFragment {
  const cut = cuts.top || cuts.bottom
  if (height === fragment.height && shift === 0 && !cut) return fragment
  const { children, firstBaseline, lastBaseline, outOfFlow } = fragment
  const spill = fragment.spill === undefined ? 0 : fragment.height + fragment.spill + shift - height
  const { border, padding } = slicedInsets(fragment, !cuts.top, !cuts.bottom)
  return boxFragment({
    box: fragment.box,
    style: fragment.style,
    width: fragment.width,
    height,
    border,
    padding,
    children: shift === 0 ? children : moved(children, shift),
    firstBaseline: firstBaseline === undefined ? undefined : firstBaseline + shift,
    lastBaseline: lastBaseline === undefined ? undefined : lastBaseline + shift,
    outOfFlow: outOfFlow?.map((place) => ({ ...place, y: place.y + shift })),
    spill: spill > 0 ? spill : undefined,
    cut: cut ? cuts : undefined,
  })
}

function moved(children: readonly PlacedFragment[], shift: number): readonly PlacedFragment[] {
  const result: PlacedFragment[] = []
  for (const { x, y, fragment } of children) result.push({ x, y: y + shift, fragment })
  return result
}
