import { invariant } from '../../base/invariant.js'
import { snap } from '../../base/units.js'
import type { BlockBox, TableBox, TableRowBox, TableSectionBox, TableWrapperBox } from '../../boxes/box-tree.js'
import type { BreakBetween } from '../../style/computed-style.js'
import { boxFragment } from '../box-fragment.js'
import { type BreakToken, flowToken, tokenAt } from '../break-token.js'
import { type ConstraintSpace, type Fragmentation, UNFRAGMENTED } from '../constraint-space.js'
import { flowFrom, runFlow } from '../flow/block-flow.js'
import { partBreakBetween } from '../flow/break-values.js'
import type { FlowSource, GapPosition, InsideBreaks } from '../flow/flow-source.js'
import { withSpill } from '../flow/pieces.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { IntrinsicAlgorithm, LayoutAlgorithm, LayoutContext, LayoutResult } from '../layout-types.js'
import { resolveMargin } from '../sizing.js'
import { gridSizes, tableGeometry, tableModel } from './table-geometry.js'
import { layoutTablePart } from './table-part.js'
import { type TablePartBox, tableParts } from './table-parts.js'
import { usedTableWidth } from './table-width.js'

export { tableWrapperIntrinsicSizes } from './table-width.js'

/** Lays out a table with its captions (CSS 2.2 §17.4): the captions stand above or below and are not repeated. */
export const layoutTableWrapper: LayoutAlgorithm<TableWrapperBox> = (ctx, wrapper, space, given) => {
  ctx.stats.layoutCalls++
  const token = flowToken(given)
  const tableWidth = usedTableWidth(ctx, wrapper, space, token)
  const { width } = tableGeometry(ctx, tableModel(ctx, wrapper.table), tableWidth, space.availableWidth)
  const source = new WrapperSource(ctx, wrapper, { width, tableWidth, space })
  const edges = { endEdge: source.belowLast, avoidInside: wrapper.style.breakInside === 'avoid' }
  const flow = runFlow(source, flowFrom(ctx.stats, space.fragmentation, token, edges))
  if (flow.kind === 'no-room') return flow
  const height = flow.bottom + (flow.next ? 0 : source.belowLast)
  const fragment = wrapperFragment(wrapper, width, height, flow.children)
  return {
    kind: 'placed',
    fragment: space.fragmentation.kind === 'none' ? withSpill(fragment) : fragment,
    token: flow.next && {
      ...tokenAt(flow.next, (token?.consumed ?? 0) + height),
      tableWidth: { used: tableWidth, available: space.availableWidth },
    },
    appeal: flow.appeal,
    breakpoint: flow.breakpoint,
  }
}

/** The wrapper's baseline is the table's (CSS 2.2 §17.4). */
function wrapperFragment(
  wrapper: TableWrapperBox,
  width: number,
  height: number,
  children: readonly PlacedFragment[],
): BoxFragment {
  const table = children.find(({ fragment }) => fragment.kind === 'box' && fragment.box.kind === 'table')
  const own = table?.fragment.kind === 'box' ? table.fragment.firstBaseline : undefined
  const baseline = table && own !== undefined ? table.y + own : undefined
  return boxFragment({ box: wrapper, width, height, children, firstBaseline: baseline, lastBaseline: baseline })
}

/** Captions above, the table, captions below. */
class WrapperSource implements FlowSource {
  readonly count: number
  /** Margin below the last caption. */
  readonly belowLast: number
  readonly #boxes: readonly TablePartBox[]

  constructor(
    private readonly ctx: LayoutContext,
    wrapper: TableWrapperBox,
    private readonly sizes: {
      /** Of the wrapper. */
      readonly width: number
      /** With collapsed columns, as the table is to be laid out. */
      readonly tableWidth: number
      readonly space: ConstraintSpace
    },
  ) {
    this.#boxes = tableParts(wrapper)
    this.count = this.#boxes.length
    this.belowLast = this.#marginBelow(this.count - 1)
  }

  breakBetween(index: number): BreakBetween {
    return partBreakBetween(this.ctx, this.#box(index - 1), this.#box(index))
  }

  gapBefore(index: number, position: GapPosition): number {
    if (position === 'after-break' || position === 'continued') return 0
    const above = position === 'between' ? this.#marginBelow(index - 1) : 0
    const box = this.#box(index)
    return above + (box.kind === 'block' ? resolveMargin(box.style.marginTop, this.sizes.width) : 0)
  }

  insideBreaks(index: number): InsideBreaks {
    return this.#box(index).kind === 'block' ? 'avoid' : 'auto'
  }

  layoutWhole(index: number): BoxFragment {
    return this.ctx.layoutWhole(this.#box(index), this.#space(index, UNFRAGMENTED))
  }

  layout(index: number, fragmentation: Fragmentation, token: BreakToken | undefined): LayoutResult {
    return this.ctx.layout(this.#box(index), this.#space(index, fragmentation), token)
  }

  place(index: number, y: number, fragment: BoxFragment): PlacedFragment {
    const box = this.#box(index)
    return { x: box.kind === 'block' ? captionLeft(box, fragment.width, this.sizes.width) : 0, y, fragment }
  }

  /** The height left to the table by captions, where a height is imposed on the wrapper. */
  #tableHeight(): number | undefined {
    let left = this.sizes.space.fixedHeight
    if (left === undefined) return undefined
    for (let index = 0; index < this.count; index++) {
      const { kind, style } = this.#box(index)
      if (kind !== 'block') continue
      const margins = resolveMargin(style.marginTop, this.sizes.width) + this.#marginBelow(index)
      left -= this.layoutWhole(index).height + margins
    }
    return Math.max(0, left)
  }

  #space(index: number, fragmentation: Fragmentation): ConstraintSpace {
    const isTable = this.#box(index).kind === 'table'
    const { width, tableWidth, space } = this.sizes
    return {
      // The table's percentages refer to the wrapper's containing block, those of captions to the wrapper.
      availableWidth: isTable ? space.availableWidth : width,
      availableHeight: isTable ? space.availableHeight : undefined,
      fixedWidth: isTable ? tableWidth : undefined,
      fixedHeight: isTable ? this.#tableHeight() : undefined,
      heightMode: isTable && this.#isMeasured ? 'content' : undefined,
      border: undefined,
      autoWidth: 'fill',
      fragmentation,
    }
  }

  /** `height` counts, even where the content alone is asked for, if captions are to stand beside it. */
  get #isMeasured(): boolean {
    return this.sizes.space.heightMode === 'content' && this.count === 1
  }

  #marginBelow(index: number): number {
    const box = this.#box(index)
    return box.kind === 'block' ? resolveMargin(box.style.marginBottom, this.sizes.width) : 0
  }

  #box(index: number): TablePartBox {
    const box = this.#boxes[index]
    invariant(box, 'a caption or the table')
    return box
  }
}

function captionLeft({ style }: BlockBox, width: number, available: number): number {
  const { marginLeft, marginRight } = style
  const free = Math.max(
    0,
    available - width - resolveMargin(marginLeft, available) - resolveMargin(marginRight, available),
  )
  if (marginLeft === 'auto') return marginRight === 'auto' ? snap(free / 2) : free
  return resolveMargin(marginLeft, available)
}

/** Lays out the grid of a table in the width that its wrapper imposes. */
export const layoutTable: LayoutAlgorithm<TableBox> = (ctx, table, space, token) => {
  invariant(space.fixedWidth !== undefined, 'the width of a table to be imposed by its wrapper')
  const geometry = tableGeometry(ctx, tableModel(ctx, table), space.fixedWidth, space.availableWidth)
  return layoutTablePart(ctx, geometry, space, flowToken(token))
}

export const tableIntrinsicSizes: IntrinsicAlgorithm<TableBox> = (ctx, table) => {
  const { min, max } = gridSizes(tableModel(ctx, table))
  return { minContent: min, maxContent: max }
}

/** Sections and rows are laid out by their table, never alone. */
export const layoutSection: LayoutAlgorithm<TableSectionBox> = () => onlyWithinTables()
export const layoutRow: LayoutAlgorithm<TableRowBox> = () => onlyWithinTables()
export const sectionIntrinsicSizes: IntrinsicAlgorithm<TableSectionBox> = () => onlyWithinTables()
export const rowIntrinsicSizes: IntrinsicAlgorithm<TableRowBox> = () => onlyWithinTables()

function onlyWithinTables(): never {
  invariant(false, 'table sections and rows to be laid out by their table')
}
