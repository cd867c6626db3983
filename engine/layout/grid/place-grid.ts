import type { GridBox, ItemBox } from '../../boxes/box-tree.js'
import { isAbsolutelyPositioned } from '../../boxes/out-of-flow.js'
import type { LengthPercentage } from '../../css/values/compute-length.js'
import { type GridAreas, noTracks, type TrackSize, type TrackTemplate } from '../../css/values/grid-value.js'
import { resolveLength } from '../../css/values/resolve-length.js'
import { AxisLines } from './axis-lines.js'
import { explicitAxis, type RepeatSpace } from './explicit-axis.js'
import { type GridItem, makeItem } from './grid-item.js'
import type { ExplicitAxis, GridArea, NamedSpan, Placement } from './grid-types.js'
import { placeItems } from './place-items.js'
import {
  automaticSpan,
  clampPlacement,
  clampSpan,
  inheritedAxis,
  type OuterAxis,
  type SubgridAxes,
  type SubgridAxis,
  subgridAxis,
  wantsSubgrid,
} from './subgrid-axes.js'

/** The content box of a grid container as far as it is known before its tracks. */
export interface GridSize {
  /** Undefined for the intrinsic sizes of the container. */
  readonly width: number | undefined
  /** Undefined for an automatic height. */
  readonly height: number | undefined
  /** Limits of a size that is not known. */
  readonly minWidth: number | undefined
  readonly maxWidth: number | undefined
  readonly minHeight: number | undefined
  readonly maxHeight: number | undefined
}

/** The size of a grid of which nothing is known yet. */
export const UNKNOWN_SIZE: GridSize = {
  width: undefined,
  height: undefined,
  minWidth: undefined,
  maxWidth: undefined,
  minHeight: undefined,
  maxHeight: undefined,
}

/** The lines by which absolutely positioned children find their areas. */
export interface GridLines {
  readonly columns: AxisLines
  readonly rows: AxisLines
  readonly columnsBefore: number
  readonly rowsBefore: number
}

/** The items placed in a grid whose tracks have no sizes yet. */
export interface PlacedGrid {
  readonly box: GridBox
  readonly size: GridSize
  /** Of a subgrid. */
  readonly axes: SubgridAxes | undefined
  readonly items: readonly GridItem[]
  /** Some of them are subgrids. */
  readonly hasSubgrids: boolean
  readonly placement: Placement
  readonly columns: ExplicitAxis
  readonly rows: ExplicitAxis
  readonly lines: GridLines
}

/**
 * Resolves the explicit grid and places the items (§7, §8).
 * @param axes of a subgrid: the tracks that it takes from the grid around it
 */
export function placeGrid(box: GridBox, size: GridSize, axes?: SubgridAxes): PlacedGrid {
  const { style } = box
  const { gridTemplateAreas: areas } = style
  const columnAreas = areasOf(axes?.columns, ownColumnAreas(areas))
  const rowAreas = areasOf(axes?.rows, ownRowAreas(areas))
  const columns = axisOf(axes?.columns, style.gridTemplateColumns, areas.columns, style.gridAutoColumns, {
    fits: size.width ?? size.maxWidth,
    fills: size.minWidth,
    gap: gapOf(style.columnGap, size.width),
  })
  const rows = axisOf(axes?.rows, style.gridTemplateRows, areas.rows, style.gridAutoRows, {
    fits: size.height ?? size.maxHeight,
    fills: size.minHeight,
    gap: gapOf(style.rowGap, size.height),
  })
  const columnLines = new AxisLines(columns.sizes.length, columns.names, columnAreas)
  const rowLines = new AxisLines(rows.sizes.length, rows.names, rowAreas)
  const children = box.children.filter((child) => !isAbsolutelyPositioned(child.style))
  const spans = children.map((child) => automaticSpans(child))
  const placement = cutPlacement(
    placeItems({
      items: children.map(({ style: item }, index) => ({
        column: clampPlacement(
          columnLines.place(item.gridColumnStart, item.gridColumnEnd, spans[index]?.columns),
          axes?.columns,
        ),
        row: clampPlacement(rowLines.place(item.gridRowStart, item.gridRowEnd, spans[index]?.rows), axes?.rows),
      })),
      explicitColumns: columns.sizes.length,
      explicitRows: rows.sizes.length,
      flow: style.gridAutoFlow,
    }),
    axes,
  )
  const outer = {
    columns: { explicit: columns, areas: columnAreas, before: placement.columns.before },
    rows: { explicit: rows, areas: rowAreas, before: placement.rows.before },
  }
  const items: GridItem[] = []
  let hasSubgrids = false
  for (let index = 0; index < children.length; index++) {
    const child = children[index]
    const area = placement.areas[index]
    if (!child || !area) continue
    const own = wantsSubgrid(child) ? subgridAxes(box, child, area, outer) : undefined
    hasSubgrids ||= own !== undefined
    items.push(makeItem(box, child, area, own))
  }
  const lines: GridLines = {
    columns: columnLines,
    rows: rowLines,
    columnsBefore: placement.columns.before,
    rowsBefore: placement.rows.before,
  }
  return { box, size, axes, items, hasSubgrids, placement, columns, rows, lines }
}

function axisOf(
  axis: SubgridAxis | undefined,
  template: TrackTemplate<LengthPercentage>,
  areaTracks: number,
  autoSizes: readonly TrackSize<LengthPercentage>[],
  space: RepeatSpace,
): ExplicitAxis {
  if (axis) return inheritedAxis(axis, template)
  // Where there is nothing to take tracks from, `subgrid` is `none` (css-grid-2 §9).
  return explicitAxis(template.kind === 'subgrid' ? NONE : template, areaTracks, autoSizes, space)
}

const NONE = noTracks<LengthPercentage>()

function areasOf(axis: SubgridAxis | undefined, own: readonly NamedSpan[]): readonly NamedSpan[] {
  if (!axis) return own
  const cut = own.map(({ name, span }) => ({ name, span: clampSpan(span, axis) }))
  return axis.areas.length === 0 ? cut : [...axis.areas, ...cut]
}

const ONE_TRACK = { columns: 1, rows: 1 } as const

function automaticSpans(child: ItemBox): { readonly columns: number; readonly rows: number } {
  if (!wantsSubgrid(child)) return ONE_TRACK
  const { gridTemplateColumns, gridTemplateRows } = child.style
  return { columns: automaticSpan(gridTemplateColumns), rows: automaticSpan(gridTemplateRows) }
}

/** A subgrid has no implicit tracks: what auto-placement puts beyond the last one stands in that. */
function cutPlacement(placement: Placement, axes: SubgridAxes | undefined): Placement {
  if (!axes) return placement
  const { columns, rows } = axes
  return {
    areas: placement.areas.map(({ column, row }): GridArea => {
      return { column: columns ? clampSpan(column, columns) : column, row: rows ? clampSpan(row, rows) : row }
    }),
    columns: columns ? { count: columns.count, before: 0 } : placement.columns,
    rows: rows ? { count: rows.count, before: 0 } : placement.rows,
  }
}

function subgridAxes(
  container: GridBox,
  { style }: GridBox,
  area: GridArea,
  outer: { readonly columns: OuterAxis; readonly rows: OuterAxis },
): SubgridAxes {
  const reversed = style.direction !== container.style.direction
  return {
    columns:
      style.gridTemplateColumns.kind === 'subgrid' ? subgridAxis(outer.columns, area.column, reversed) : undefined,
    rows: style.gridTemplateRows.kind === 'subgrid' ? subgridAxis(outer.rows, area.row, false) : undefined,
  }
}

function ownColumnAreas({ areas }: GridAreas): readonly NamedSpan[] {
  return areas.map(({ name, columnStart, columnEnd }) => ({ name, span: { start: columnStart, end: columnEnd } }))
}

function ownRowAreas({ areas }: GridAreas): readonly NamedSpan[] {
  return areas.map(({ name, rowStart, rowEnd }) => ({ name, span: { start: rowStart, end: rowEnd } }))
}

/** A gutter in px; percentages of an indefinite size are zero (css-align-3 §8.1). */
export function gapOf(gap: LengthPercentage | 'normal', size: number | undefined): number {
  return gap === 'normal' ? 0 : Math.max(0, resolveLength(gap, size ?? 0))
}
