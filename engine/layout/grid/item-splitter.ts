import type { ItemBox } from '../../boxes/box-tree.js'
import { boxFragment } from '../box-fragment.js'
import { APPEAL, type Appeal, type BranchState, type BreakToken } from '../break-token.js'
import { beside, type ConstraintSpace, type PagedFragmentation, PLAIN_POLICY } from '../constraint-space.js'
import { isBarred } from '../flow/barred-calls.js'
import { isForcedInside } from '../flow/forced-breaks.js'
import { avoidsBreaks, fitsWhole, isMonolithic, isSliced, markTooTall } from '../flow/pieces.js'
import { endingPart } from '../flow/stacked-box.js'
import type { BoxFragment } from '../fragment-tree.js'
import { resolveMargin } from '../sizing.js'
import { baselineOf, isRowFrame } from './grid-item.js'
import type { TrackSpan } from './grid-types.js'
import { dependsOnHeight, layoutItem, stretchedHeight } from './item-layout.js'
import {
  areaHeight,
  areaWidth,
  frameSpace,
  type GridFrame,
  hollowFrame,
  itemAt,
  itemLeft,
  itemTop,
} from './place-item.js'

/** The part of an item on a page; edges from the container's box. */
export interface ItemPart {
  readonly x: number
  readonly y: number
  readonly fragment: BoxFragment
  readonly state: BranchState
  readonly appeal: Appeal
}

interface PartOptions {
  readonly atTop: boolean
  /** The room to be left below if the item ends here. */
  readonly reserve: number
  /** The rows of the item continue on the next page, and what stretches to them with it. */
  readonly continues: boolean
}

/** Whether an item goes to the next page rather than be split. */
export function isUnbreakable(box: ItemBox): boolean {
  return isMonolithic(box, PLAIN_POLICY) || avoidsBreaks(box)
}

/** A part as it was asked for. */
interface KnownPart {
  readonly state: BranchState | undefined
  readonly top: number
  readonly options: PartOptions
  readonly part: ItemPart | undefined
}

/** Splits items at the end of a page. */
export class ItemSplitter {
  /** The last part of each item: a row is laid out whole, split and gone back to with the same ones. */
  readonly #known = new Map<number, KnownPart>()

  constructor(
    private readonly frame: GridFrame,
    private readonly page: PagedFragmentation,
    /** The row that this page begins with, and how much of it stands on earlier pages. */
    private readonly start: { readonly row: number; readonly consumed: number },
  ) {}

  /** Height of an item's area as its rows were sized. */
  areaHeight(index: number): number {
    return areaHeight(this.frame, itemAt(this.frame, index))
  }

  /**
   * The first part of an item whose area begins at `top`; undefined when there is no room for any.
   */
  begin(index: number, top: number, options: PartOptions): ItemPart | undefined {
    return this.#once(index, undefined, top, options)
  }

  /**
   * Where alignment puts the item, which its row goes with to the next page if it does not begin there; at the top of its
   * area where the row has more height than a page.
   */
  #begin(index: number, top: number, options: PartOptions): ItemPart | undefined {
    const lowered = this.#alignedTop(index)
    const above = this.marginAbove(index)
    const part = lowered > above ? this.#beginAt(index, top + lowered, { ...options, atTop: false }) : undefined
    if (part) return part
    const mayMove = !options.atTop && this.areaHeight(index) <= this.page.freshRoom
    return lowered > above && mayMove ? undefined : this.#beginAt(index, top + above, options)
  }

  /** Top edge in its area of an item that does not stretch, as it is aligned in rows of the height they were sized for. */
  #alignedTop(index: number): number {
    const { frame } = this
    const item = itemAt(frame, index)
    // Those that share a baseline stand by each other.
    if (item.place?.frame || baselineOf(item) || this.fills(index)) return 0
    return itemTop(frame, item, index, this.whole(index), this.areaHeight(index))
  }

  #beginAt(index: number, y: number, options: PartOptions): ItemPart | undefined {
    const { frame, page } = this
    const item = itemAt(frame, index)
    const room = page.room - y
    const level = item.place?.frame
    const isForced = !level && isForcedInside(frame.ctx, item.box)
    if (isUnbreakable(item.box) && !isForced) {
      const whole = this.whole(index)
      if (fitsWhole(whole, room, options.reserve) && !isBarred(page, whole))
        return this.#part(index, y, level ? hollowFrame(level) : whole, 'done', APPEAL.perfect)
      if (!options.atTop) return undefined
      const isCut = isSliced(item.box, { room, policy: page.policy }) && whole.height > room
      if (isMonolithic(item.box, page.policy) && !isCut) {
        if (page.policy.strict) return undefined
        const marked = markTooTall(whole, 'content', room, options.reserve)
        return this.#part(index, y, marked, 'done', APPEAL.lastResort)
      }
    }
    // What is in a subgrid stands in the rows by itself.
    if (level) return this.#part(index, y, hollowFrame(level), 'done', APPEAL.perfect)
    const part = this.#layout(index, undefined, y, options)
    const avoids = avoidsBreaks(item.box)
    return part && avoids && !isForced && part.state !== 'done'
      ? { ...part, appeal: lower(part.appeal, APPEAL.violatesAvoid) }
      : part
  }

  /**
   * The rest of an item that began on an earlier page. It continues at the top of the content.
   */
  rest(
    index: number,
    state: BranchState,
    top: number,
    { reserve, continues }: Omit<PartOptions, 'atTop'>,
  ): ItemPart | undefined {
    if (state === 'done') return this.#part(index, top, this.#ended(index), 'done', APPEAL.perfect)
    return this.#once(index, state, top, { atTop: this.page.atTop, reserve, continues })
  }

  #once(index: number, state: BranchState | undefined, top: number, options: PartOptions): ItemPart | undefined {
    const known = this.#known.get(index)
    if (known && known.state === state && known.top === top && sameOptions(known.options, options)) return known.part
    const isBegun = typeof state === 'object'
    const below = this.insetBelow(index)
    const within = below === 0 ? options : { ...options, reserve: options.reserve + below }
    const part = isBegun ? this.#layout(index, state, top, within) : this.#begin(index, top, within)
    this.#known.set(index, { state, top, options, part })
    return part
  }

  #layout(
    index: number,
    token: BreakToken | undefined,
    y: number,
    { atTop, reserve, continues }: PartOptions,
  ): ItemPart | undefined {
    const { frame, page } = this
    const item = itemAt(frame, index)
    const fragmentation = beside({ ...page, reserve }, y, atTop)
    const space = {
      ...frameSpace(frame, item, this.areaHeight(index)),
      fixedHeight: undefined,
      ...this.#imposedHeight(index, token, fragmentation, continues),
    }
    const layout = (page: PagedFragmentation) => frame.ctx.layout(item.box, { ...space, fragmentation: page }, token)
    const part = layout(fragmentation)
    const result = continues ? part : endingPart(part, fragmentation, layout)
    if (result.kind === 'no-room') return undefined
    return this.#part(index, y, result.fragment, result.token ?? 'done', result.appeal)
  }

  /** The least height of an item that stretches, if its content knows of it: others are filled up. */
  #imposedHeight(
    index: number,
    token: BreakToken | undefined,
    { room, reserve }: PagedFragmentation,
    continues: boolean,
  ): Pick<ConstraintSpace, 'fixedHeight' | 'heightMode'> | undefined {
    const least = this.#isStretched(index) ? this.#leastHeight(index, token) : undefined
    if (least === undefined) return undefined
    const consumed = consumedOf(token)
    const here = consumed + Math.max(0, room - reserve)
    if (!continues) return { fixedHeight: Math.min(least, here), heightMode: 'minimum' }
    // An item that would end in the room to be left free is as tall as its content.
    const left = least - consumed
    return left > room - reserve && left <= room ? undefined : { fixedHeight: least, heightMode: 'minimum' }
  }

  /**
   * Border-box height that an item has at least, on all its pages together, if it stretches to its rows: it ends where
   * they end, also when it began later than they did. The rows of a grid are sized for one height, and those of a table
   * that is longer than a page keep the heights of their content.
   */
  #leastHeight(index: number, token: BreakToken | undefined): number | undefined {
    const { frame } = this
    const item = itemAt(frame, index)
    const { box, area } = item
    const width = areaWidth(frame, item)
    const whole = stretchedHeight(item, width, this.areaHeight(index))
    if (whole === undefined) return undefined
    if (box.kind === 'table-wrapper') return whole > this.page.freshRoom ? undefined : whole
    const began = area.row.start > this.start.row || (area.row.start === this.start.row && this.start.consumed === 0)
    if (began || box.kind === 'grid') return whole
    const above = token ? 0 : resolveMargin(box.style.marginTop, width)
    // An item that continues beyond its rows is as tall as they were: if it grew with its pages it would never end.
    const rest = Math.max(0, this.#restOfRows(area.row) - above - this.marginBelow(index) - this.insetBelow(index))
    return Math.min(whole, consumedOf(token) + rest)
  }

  /**
   * Whether an item would end on this page if it were as tall as its content, so that it continues only if its rows do.
   * @param top top edge of its area, or of what is left of the item
   */
  isShort(index: number, state: BranchState | undefined, top: number, reserve: number): boolean {
    if (!this.fills(index)) return false
    if (state === 'done' || isRowFrame(itemAt(this.frame, index))) return true
    const { height } = this.whole(index)
    const left = typeof state === 'object' ? height - consumedOf(state) : this.marginAbove(index) + height
    return top + left <= this.page.room - reserve - this.insetBelow(index)
  }

  /** Whether the content of an item comes out differently because of the height of its rows. */
  #isStretched(index: number): boolean {
    const { ctx } = this.frame
    const { box } = itemAt(this.frame, index)
    if (box.kind === 'flex' || dependsOnHeight(ctx, box)) return true
    if (box.kind === 'block' && box.style.alignContent.keyword === 'normal') return false
    const { height } = this.whole(index)
    return height + this.marginAbove(index) + this.marginBelow(index) < this.areaHeight(index)
  }

  /** Height of the rows of an area that does not stand on earlier pages. */
  #restOfRows({ start, end }: TrackSpan): number {
    const { row, consumed } = this.start
    const { starts, ends } = this.frame.geometry.rows
    const top = Math.max(start, row)
    return (ends[end - 1] ?? 0) - (starts[top] ?? 0) - (top === row ? consumed : 0)
  }

  /** An item as tall as its content makes it; the rows of a subgrid are its content if they are to stay together. */
  whole(index: number): BoxFragment {
    const { frame } = this
    const item = itemAt(frame, index)
    const level = item.place?.frame
    if (!level) return layoutItem(frame.ctx, item.box, frameSpace(frame, item, undefined))
    const hollow = hollowFrame(level)
    if (!isUnbreakable(item.box)) return hollow
    return boxFragment({
      ...hollow,
      height: stretchedHeight(item, areaWidth(frame, item), this.areaHeight(index)) ?? hollow.height,
    })
  }

  #part(index: number, y: number, fragment: BoxFragment, state: BranchState, appeal: Appeal): ItemPart {
    return { x: itemLeft(this.frame, itemAt(this.frame, index), fragment.width), y, fragment, state, appeal }
  }

  /** An item that has ended while its rows continue. */
  #ended(index: number): BoxFragment {
    const whole = this.whole(index)
    const { border, padding } = whole
    const bottom = border.bottom + padding.bottom
    return boxFragment({
      ...whole,
      height: bottom,
      children: [],
      firstBaseline: undefined,
      lastBaseline: undefined,
      border: { ...border, top: 0 },
      padding: { ...padding, top: 0 },
      cut: { top: true, bottom: false },
    })
  }

  /** Whether an item continues as far as its rows although its content has ended. */
  fills(index: number): boolean {
    return stretchedHeight(itemAt(this.frame, index), 0, 0) !== undefined
  }

  /** Room that the subgrids around an item take below it. */
  insetBelow(index: number): number {
    return itemAt(this.frame, index).place?.bottom ?? 0
  }

  marginAbove(index: number): number {
    const item = itemAt(this.frame, index)
    return resolveMargin(item.box.style.marginTop, areaWidth(this.frame, item))
  }

  marginBelow(index: number): number {
    const item = itemAt(this.frame, index)
    return resolveMargin(item.box.style.marginBottom, areaWidth(this.frame, item))
  }

  /**
   * Makes the last part of an item on a page as tall as its rows there, if the item stretches to them.
   * @param continues the rows continue: the item has no end here
   */
  fill(index: number, fragment: BoxFragment, height: number, continues: boolean): BoxFragment {
    const item = itemAt(this.frame, index)
    const width = areaWidth(this.frame, item)
    if (stretchedHeight(item, width, height) === undefined) return fragment
    const below = continues ? 0 : this.marginBelow(index) + this.insetBelow(index)
    const filled = Math.max(fragment.height, height - below)
    // AD-HOC: the rows of a subgrid have no room for edges that are repeated.
    const cuts = continues && (fragment.style.boxDecorationBreak === 'slice' || isRowFrame(item))
    if (filled === fragment.height && !continues) return fragment
    const { border, padding } = fragment
    return boxFragment({
      ...fragment,
      height: filled,
      border: cuts ? { ...border, bottom: 0 } : border,
      padding: cuts ? { ...padding, bottom: 0 } : padding,
      cut: continues ? { top: fragment.cut?.top === true, bottom: true } : fragment.cut,
    })
  }
}

function sameOptions(a: PartOptions, b: PartOptions): boolean {
  return a.atTop === b.atTop && a.reserve === b.reserve && a.continues === b.continues
}

function consumedOf(token: BreakToken | undefined): number {
  return token?.kind === 'flow' ? token.consumed : 0
}

function lower(a: Appeal, b: Appeal): Appeal {
  return a < b ? a : b
}
