import { snap } from '../../base/units.js'
import { resolveEdges, resolveMargin } from '../sizing.js'
import type { GridItem } from './grid-item.js'
import type { TrackSpan } from './grid-types.js'
import { gapOf, type PlacedGrid, placeGrid, UNKNOWN_SIZE } from './place-grid.js'

/** What contributes to the columns of a grid (css-grid-2 §9): its items, and in place of subgrids what is in them. */
export interface ColumnContributors {
  /** Those of the grid itself come first. Undefined for an edge of a subgrid, which is nothing but its insets. */
  readonly items: readonly (GridItem | undefined)[]
  readonly spans: readonly TrackSpan[]
  /** Px to be added for the edges and wider gutters of subgrids; undefined where there are no subgrids. */
  readonly insets: readonly number[] | undefined
}

/** @param gap between the columns, in px */
export function columnContributors(grid: PlacedGrid, gap: number): ColumnContributors {
  if (!grid.hasSubgrids)
    return { items: grid.items, spans: grid.items.map(({ area }) => area.column), insets: undefined }
  const collector = new Collector(gap, grid.box.style.direction === 'rtl')
  collector.addItems(grid)
  return collector
}

/** A subgrid in the columns of the outermost grid around it. */
interface ColumnFrame {
  readonly span: TrackSpan
  /** Its columns run against those of the outermost grid. */
  readonly reversed: boolean
  /** Px between its content and the lines that it spans, in the direction of the outermost grid. */
  readonly before: number
  readonly after: number
  /** Between its columns. */
  readonly gap: number
}

class Collector implements ColumnContributors {
  readonly items: (GridItem | undefined)[] = []
  readonly spans: TrackSpan[] = []
  readonly insets: number[] = []

  constructor(
    private readonly gap: number,
    private readonly isRtl: boolean,
  ) {}

  addItems(grid: PlacedGrid): void {
    const { items } = grid
    // Heights are asked for by the index of an item in the grid.
    for (const item of items) this.#add(item.axes?.columns ? undefined : item, item.area.column, 0)
    for (let index = 0; index < items.length; index++) {
      const item = items[index]
      if (item?.axes?.columns) this.#addSubgrid(item, { ...WHOLE, span: item.area.column, gap: this.gap })
    }
  }

  #add(item: GridItem | undefined, span: TrackSpan, inset: number): void {
    this.items.push(item)
    this.spans.push(span)
    this.insets.push(inset)
  }

  /** @param area that of the subgrid, with what insets it there */
  #addSubgrid({ box, axes }: GridItem, area: ColumnFrame): void {
    if (box.kind !== 'grid' || !axes?.columns) return
    const { style } = box
    const edges = resolveEdges(style, 0, undefined)
    const left = resolveMargin(style.marginLeft, 0) + edges.border.left + edges.padding.left
    const right = resolveMargin(style.marginRight, 0) + edges.border.right + edges.padding.right
    const { span } = area
    const frame: ColumnFrame = {
      span,
      reversed: area.reversed !== axes.columns.reversed,
      before: area.before + (this.isRtl ? right : left),
      after: area.after + (this.isRtl ? left : right),
      gap: style.columnGap === 'normal' ? area.gap : gapOf(style.columnGap, undefined),
    }
    // The edges need room even where no item stands beside them.
    if (span.end - span.start === 1) this.#add(undefined, span, frame.before + frame.after)
    else {
      this.#add(undefined, { start: span.start, end: span.start + 1 }, frame.before)
      this.#add(undefined, { start: span.end - 1, end: span.end }, frame.after)
    }
    for (const item of placeGrid(box, UNKNOWN_SIZE, axes).items) this.#addNested(item, frame)
  }

  #addNested(item: GridItem, frame: ColumnFrame): void {
    const { column } = item.area
    const { reversed } = frame
    const start = reversed ? frame.span.end - column.end : frame.span.start + column.start
    const span = { start, end: start + column.end - column.start }
    const half = snap((frame.gap - this.gap) / 2)
    const before = span.start === frame.span.start ? frame.before : half
    const after = span.end === frame.span.end ? frame.after : half
    if (item.axes?.columns) this.#addSubgrid(item, { span, reversed, before, after, gap: frame.gap })
    else this.#add(item, span, before + after)
  }
}

const WHOLE = { reversed: false, before: 0, after: 0 } as const
