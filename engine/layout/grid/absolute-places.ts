import type { Rect } from '../../base/geometry.js'
import type { GridBox, ItemBox } from '../../boxes/box-tree.js'
import { isAbsolutelyPositioned } from '../../boxes/out-of-flow.js'
import { usedSelfAlignment } from '../align/align-self.js'
import type { OutOfFlowPlace, PlaceAlignment } from '../fragment-tree.js'
import type { Edges } from '../sizing.js'
import type { AxisTracks } from './axis-tracks.js'
import type { GridLines } from './place-grid.js'

/** A grid container, or a subgrid, with its tracks from the corner of its content box. */
interface GridAxes {
  readonly box: GridBox
  readonly lines: GridLines
  readonly columns: AxisTracks
  readonly rows: AxisTracks
}

/** The border box of a grid container, for places from its corner. */
interface GridBorderBox {
  readonly edges: Edges
  readonly width: number
  readonly height: number
}

/**
 * Where the absolutely positioned children of a grid stand (css-grid-1 §9): in the areas that their placement
 * properties name, if the grid is their containing block; for want of offsets as if alone in that area, as
 * browsers have it, else in the content box.
 */
export function absolutePlaces(grid: GridAxes, outer: GridBorderBox): readonly OutOfFlowPlace[] | undefined {
  const places: OutOfFlowPlace[] = []
  for (const box of grid.box.children) {
    if (isAbsolutelyPositioned(box.style)) places.push(placeOf(grid, outer, box))
  }
  return places.length > 0 ? places : undefined
}

function placeOf(grid: GridAxes, outer: GridBorderBox, box: ItemBox): OutOfFlowPlace {
  const { style } = grid.box
  const isRtl = style.direction === 'rtl'
  const justify = usedSelfAlignment(box.style.justifySelf, style.justifyItems)
  const align = usedSelfAlignment(box.style.alignSelf, style.alignItems)
  // `self-start` and `self-end` are those of the box's own direction (css-align-3 §4.1).
  const isOwn = justify.keyword === 'self-start' || justify.keyword === 'self-end'
  const alignX = physical(justify.keyword, isOwn ? box.style.direction === 'rtl' : isRtl)
  const alignY = physical(align.keyword, false)
  const area = areaOf(grid, outer, box)
  const alone = style.position === 'static' ? contentBox(outer) : area
  return {
    box,
    x: alone.x + alone.width * FRACTIONS[alignX],
    y: alone.y + alone.height * FRACTIONS[alignY],
    alignX,
    alignY,
    area,
    ...(justify.overflow === 'safe' && { safeX: { from: alone.x, to: alone.x + alone.width, fromRight: isRtl } }),
    ...(align.overflow === 'safe' && { safeY: { from: alone.y, to: alone.y + alone.height, fromRight: false } }),
  }
}

function contentBox({ edges, width, height }: GridBorderBox): Rect {
  return {
    x: edges.border.left + edges.padding.left,
    y: edges.border.top + edges.padding.top,
    width: Math.max(0, width - edges.horizontal),
    height: Math.max(0, height - edges.vertical),
  }
}

const FRACTIONS: Readonly<Record<PlaceAlignment, number>> = { start: 0, center: 0.5, end: 1 }

/** The left or upper edge, the middle, or the other edge. */
function physical(keyword: string, isRtl: boolean): PlaceAlignment {
  switch (keyword) {
    case 'center':
      return 'center'
    case 'left':
      return 'start'
    case 'right':
      return 'end'
    case 'end':
    case 'flex-end':
    case 'self-end':
    case 'last-baseline':
      return isRtl ? 'start' : 'end'
    default:
      return isRtl ? 'end' : 'start'
  }
}

/** The area from the lines that exist; the padding edges stand for all others (§9.1). */
function areaOf({ box: container, lines, columns, rows }: GridAxes, outer: GridBorderBox, { style }: ItemBox): Rect {
  const { edges, width, height } = outer
  const { border, padding } = edges
  const isRtl = container.style.direction === 'rtl'
  const before = isRtl ? padding.right : padding.left
  const across = stretch(
    columns,
    lines.columns.edges(style.gridColumnStart, style.gridColumnEnd),
    lines.columnsBefore,
    {
      start: -before,
      end: width - border.left - border.right - before,
    },
  )
  const down = stretch(rows, lines.rows.edges(style.gridRowStart, style.gridRowEnd), lines.rowsBefore, {
    start: -padding.top,
    end: height - border.top - border.bottom - padding.top,
  })
  return {
    x: isRtl ? width - border.right - padding.right - across.end : border.left + padding.left + across.start,
    y: border.top + padding.top + down.start,
    width: Math.max(0, across.end - across.start),
    height: Math.max(0, down.end - down.start),
  }
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/** From line to line, counted from the start of the content box. */
function stretch(
  { starts, ends }: AxisTracks,
  lines: { readonly start: number | undefined; readonly end: number | undefined },
  before: number,
  padding: Stretch,
): Stretch {
  const count = starts.length
  const start = lines.start === undefined ? -1 : lines.start + before
  const end = lines.end === undefined ? -1 : lines.end + before
  return {
    start: start < 0 || start > count || count === 0 ? padding.start : (starts[start] ?? ends[count - 1] ?? 0),
    end: end < 0 || end > count || count === 0 ? padding.end : (ends[end - 1] ?? starts[0] ?? 0),
  }
}
