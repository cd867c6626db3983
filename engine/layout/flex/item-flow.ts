import { invariant } from '../../base/invariant.js'
import type { ItemBox } from '../../boxes/box-tree.js'
import type { BreakBetween } from '../../style/computed-style.js'
import type { BreakToken } from '../break-token.js'
import type { ConstraintSpace, Fragmentation, PagePolicy } from '../constraint-space.js'
import { breakBetween } from '../flow/break-values.js'
import type { FlowSource, GapPosition, InsideBreaks } from '../flow/flow-source.js'
import { isForcedInside } from '../flow/forced-breaks.js'
import { avoidsBreaks, isMonolithic } from '../flow/pieces.js'
import { endingPart } from '../flow/stacked-box.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext, LayoutResult } from '../layout-types.js'
import type { FlexContainer } from './flex-container.js'
import { itemSpace, ratioOf } from './flex-item.js'
import type { PlacedItem } from './flex-layout.js'

interface ItemFlowOptions {
  /** Where the flow begins in the content box of the container. */
  readonly start: number
  /** Left edge of that content box in the container. */
  readonly left: number
  /** Height of the content box on the pages before: free space between items that ends there is gone. */
  readonly consumed: number
  /** The height imposed on an item that begins here is its minimum, as for one that continues. */
  readonly grows: boolean
  readonly takesOverflow: boolean
}

/** Items one below the other as a flow: those of a column, or a single item of a row. */
export class ItemSource implements FlowSource {
  readonly count: number
  readonly takesOverflow: boolean

  /** @param items from top to bottom */
  constructor(
    private readonly ctx: LayoutContext,
    private readonly container: FlexContainer,
    private readonly items: readonly PlacedItem[],
    private readonly options: ItemFlowOptions,
  ) {
    this.count = items.length
    this.takesOverflow = options.takesOverflow
  }

  breakBetween(index: number): BreakBetween {
    return breakBetween(this.ctx, this.#placed(index - 1).item.box, this.#placed(index).item.box)
  }

  gapBefore(index: number, position: GapPosition): number {
    const { y, item } = this.#placed(index)
    switch (position) {
      case 'continued':
        return 0
      case 'flow-start':
        return index === 0 ? y - this.options.start : item.margin.top
      case 'between':
        return this.#gapAbove(index)
      case 'after-break': {
        const margins = (this.items[index - 1]?.item.margin.bottom ?? 0) + item.margin.top
        const isFree = this.#gapAbove(index) > margins + this.container.mainGap
        const left = isFree ? y - item.margin.top - this.options.consumed : 0
        // Its margin stays where free space keeps the item from the top of the page.
        return left > 0 ? left + item.margin.top : 0
      }
    }
  }

  #gapAbove(index: number): number {
    const above = this.items[index - 1]
    return this.#placed(index).y - (above ? above.y + above.fragment.height : this.options.start)
  }

  insideBreaks(index: number, policy: PagePolicy): InsideBreaks {
    const { box } = this.#placed(index).item
    if (isMonolithic(box, policy)) return 'never'
    return avoidsBreaks(box) && !isForcedInside(this.ctx, box) ? 'avoid' : 'auto'
  }

  layoutWhole(index: number): BoxFragment {
    return this.#placed(index).fragment
  }

  layout(index: number, fragmentation: Fragmentation, token: BreakToken | undefined): LayoutResult {
    const placed = this.#placed(index)
    const part = this.#part(placed, fragmentation, token)
    if (
      this.ctx.profile.keepsItemHeights ||
      fragmentation.kind === 'none' ||
      !hasMeasuredHeight(this.container, placed)
    )
      return part
    return endingPart(part, fragmentation, (page) => this.#part(placed, page, token))
  }

  #part(placed: PlacedItem, fragmentation: Fragmentation, token: BreakToken | undefined): LayoutResult {
    const grows = (token !== undefined || this.options.grows) && growsWithContent(this.container, placed)
    const kept = this.#keptHeight(placed, fragmentation)
    const space =
      kept === undefined
        ? partSpace(this.container, placed, fragmentation, grows)
        : partSpace(this.container, { ...placed, fixedHeight: kept }, fragmentation, true)
    return this.ctx.layout(placed.item.box, space, token)
  }

  /** Height that an item keeps which none was imposed on, and which has none of its own. */
  #keptHeight({ item: { box }, fixedHeight, fragment }: PlacedItem, { kind }: Fragmentation): number | undefined {
    const keeps = kind === 'paged' && fixedHeight === undefined && this.ctx.profile.keepsItemHeights
    return keeps && isMeasured(box) && (box.kind === 'block' || box.kind === 'flex') ? fragment.height : undefined
  }

  place(index: number, y: number, fragment: BoxFragment): PlacedFragment {
    return { x: this.options.left + this.#placed(index).x, y, fragment }
  }

  #placed(index: number): PlacedItem {
    const placed = this.items[index]
    invariant(placed, 'an index within the items')
    return placed
  }
}

/**
 * Whether an item of a column has the height that its content took in one piece, also if the line made it wider
 * (css-flexbox-1 §9.2, §9.4): what is left of it takes no room on the next page.
 */
function hasMeasuredHeight({ isRow }: FlexContainer, { item, fixedHeight }: PlacedItem): boolean {
  if (isRow || fixedHeight !== item.baseSize) return false
  const { height, flexBasis } = item.box.style
  return height === 'auto' && (flexBasis === 'auto' || flexBasis === 'content')
}

/** Whether its content alone says how high a box is. */
function isMeasured(box: ItemBox): boolean {
  return box.style.height === 'auto' && ratioOf(box) === undefined
}

/** Whether breaks make an item taller: not one of a column with a definite height that its content had no say in. */
function growsWithContent({ isRow }: FlexContainer, { item }: PlacedItem): boolean {
  return isRow || !item.hasDefiniteHeight || item.box.style.height === 'auto'
}

/** The space of an item that may be broken: where it `grows`, what was imposed on its height is the least that it takes. */
function partSpace(
  container: FlexContainer,
  placed: PlacedItem,
  fragmentation: Fragmentation,
  grows: boolean,
): ConstraintSpace {
  const fixedHeight = keepsContentHeights(placed, fragmentation) ? undefined : placed.fixedHeight
  const isDefinite = container.isRow || placed.item.hasDefiniteHeight
  const mode = fixedHeight === undefined ? undefined : heightMode(isDefinite, grows)
  return { ...itemSpace(container, placed.fixedWidth, fixedHeight, mode), fragmentation }
}

/**
 * The rows of a table that is longer than a page keep the heights of their content: rows are not broken where a page
 * has room for them, and would leave more of the pages empty the taller they are.
 */
function keepsContentHeights({ item, fragment }: PlacedItem, fragmentation: Fragmentation): boolean {
  return (
    item.box.kind === 'table-wrapper' && fragmentation.kind === 'paged' && fragment.height > fragmentation.freshRoom
  )
}

function heightMode(isDefinite: boolean, grows: boolean): ConstraintSpace['heightMode'] {
  if (grows) return isDefinite ? 'minimum' : 'indefinite-minimum'
  return isDefinite ? undefined : 'indefinite'
}
