import type { TableCellBox } from '../../boxes/box-tree.js'
import type { ComputedStyle } from '../../style/computed-style.js'
import { type BlockFrame, blockFrame } from '../block/block-frame.js'
import { boxAroundText } from '../block/box-around-text.js'
import type { ConstraintSpace } from '../constraint-space.js'
import type { BoxFragment } from '../fragment-tree.js'
import { layoutSingleLine } from '../inline/simple-text.js'
import type { LayoutContext } from '../layout-types.js'
import type { TableGeometry } from './table-geometry.js'

/**
 * Lays out a cell of one line of plain text in one piece, as most cells are: its frame is that of the cell above it. The
 * fragment equals the one that `layoutBlock` makes.
 * @returns undefined for every other cell
 */
export function layoutLineCell(
  ctx: LayoutContext,
  geometry: TableGeometry,
  cell: TableCellBox,
  space: ConstraintSpace,
): BoxFragment | undefined {
  const { children } = cell
  const text = children.length === 1 ? children[0] : undefined
  if (text?.kind !== 'inline-root' || text.floats) return undefined
  const frame = cellFrame(ctx, geometry, cell, space)
  const line = frame && layoutSingleLine(ctx, text, frame.contentWidth)
  if (!line) return undefined
  // The steps of the cell and of its text.
  ctx.work.spend(2)
  ctx.stats.layoutCalls += 2
  return boxAroundText(cell, frame, line, line.height + frame.edges.vertical)
}

function cellFrame(
  ctx: LayoutContext,
  { frames }: TableGeometry,
  cell: TableCellBox,
  space: ConstraintSpace,
): BlockFrame | undefined {
  const { style, column } = cell
  const known = frames[column]
  if (known?.style === style && known.space === space) return known.frame
  const frame = isPlain(style) ? blockFrame(ctx, cell, space, true) : undefined
  frames[column] = { space, style, frame }
  return frame
}

/** Whether the height of a cell is that of its content and its edges. */
function isPlain(style: ComputedStyle): boolean {
  return (
    style.height === 'auto' &&
    style.minHeight === 'auto' &&
    style.maxHeight === 'none' &&
    style.aspectRatio.ratio === undefined &&
    style.contain.size === 'none'
  )
}
