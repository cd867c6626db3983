import type { ItemBox } from '../../boxes/box-tree.js'
import { APPEAL, type Appeal, type BreakToken } from '../break-token.js'
import type { ConstraintSpace, PagedFragmentation } from '../constraint-space.js'
import { fitsWhole } from '../flow/ended-box.js'
import { isForcedInside } from '../flow/forced-breaks.js'
import { overflowing } from '../flow/overflow.js'
import type { BoxFragment } from '../fragment-tree.js'
import { resolveMargin } from '../sizing.js'
import { areaSize } from './axis-tracks.js'
import type { TrackSpan } from './grid-types.js'
import { itemSpace, layoutItem, stretchedHeight } from './item-layout.js'
import { frameSpace, type GridFrame, itemAt, itemLeft } from './place-item.js'

/** Where an item goes on: it has ended and only fills its rows, or has not begun for want of room. */
export type ItemState = BreakToken | 'done' | 'waiting'

/** The part of an item on a page; edges from the container's box. */
export interface ItemPart {
  readonly x: number
  readonly y: number
  readonly fragment: BoxFragment
  readonly state: ItemState
  readonly appeal: Appeal
}

interface PartOptions {
  readonly atTop: boolean
  /** What must stay free below if the item ends here. */
  readonly reserve: number
  /** The content knows of the height of the rows; so it does unless the rows end with something that is too tall. */
  readonly stretches?: boolean
}

/** Whether an item goes to the next page rather than be split. */
export function isUnbreakable({ kind, style }: ItemBox): boolean {
  return kind === 'replaced' || style.breakInside === 'avoid'
}

/** Splits items at the end of a page. They begin at the start of their area there, however they are aligned. */
export class ItemSplitter {
  constructor(
    private readonly frame: GridFrame,
    private readonly page: PagedFragmentation,
    /** The row that this page begins with, and how much of it stands on earlier pages. */
    private readonly start: { readonly row: number; readonly consumed: number },
  ) {}

  /** Height of an item's area as its rows were sized. */
  areaHeight(index: number): number {
    return areaSize(this.frame.geometry.rows, itemAt(this.frame, index).area.row)
  }

  /**
   * The first part of an item whose area begins at `top`; undefined when there is no room for any.
   */
  begin(index: number, top: number, options: PartOptions): ItemPart | undefined {
    const { frame, page } = this
    const item = itemAt(frame, index)
    const width = areaSize(frame.geometry.columns, item.area.column)
    const y = top + resolveMargin(item.box.style.marginTop, width)
    const room = page.room - y
    const isForced = isForcedInside(frame.ctx, item.box)
    if (isUnbreakable(item.box) && !isForced) {
      const whole = this.whole(index)
      if (fitsWhole(whole, room, options.reserve)) return this.#part(index, y, whole, 'done', APPEAL.perfect)
      if (!options.atTop || page.strict) return undefined
      if (item.box.kind === 'replaced') {
        const marked = overflowing(whole, 'content', whole.height - (room - options.reserve))
        return this.#part(index, y, marked, 'done', APPEAL.lastResort)
      }
    }
    const part = this.#layout(index, undefined, y, options)
    const avoids = item.box.style.breakInside === 'avoid'
    return part && avoids && !isForced && part.state !== 'done'
      ? { ...part, appeal: lower(part.appeal, APPEAL.violatesAvoid) }
      : part
  }

  /**
   * What is left of an item that began on an earlier page. It goes on at the top of the content.
   * @param options `reserve`: what must stay free below if the item ends here
   */
  rest(
    index: number,
    state: ItemState,
    top: number,
    { reserve, stretches = true }: { readonly reserve: number; readonly stretches?: boolean },
  ): ItemPart | undefined {
    if (state === 'done') return this.#part(index, top, this.#ended(index), 'done', APPEAL.perfect)
    const options = { atTop: this.page.atTop, reserve, stretches }
    return state === 'waiting' ? this.begin(index, top, options) : this.#layout(index, state, top, options)
  }

  #layout(
    index: number,
    token: BreakToken | undefined,
    y: number,
    { atTop, reserve, stretches = true }: PartOptions,
  ): ItemPart | undefined {
    const { frame, page } = this
    const item = itemAt(frame, index)
    const fragmentation: PagedFragmentation = {
      kind: 'paged',
      room: page.room - y,
      reserve,
      freshRoom: page.freshRoom,
      atTop,
      strict: page.strict,
      imposed: undefined,
      inColumn: page.inColumn,
    }
    const least = stretches ? this.#leastHeight(index, token) : undefined
    const space: ConstraintSpace = {
      ...frameSpace(frame, item, this.areaHeight(index)),
      // What would end in the room that is to stay free is as tall as its content, and filled up.
      ...(least === undefined || (least > page.room - y - reserve && least <= page.room - y)
        ? { fixedHeight: undefined }
        : { fixedHeight: least, heightMode: 'minimum' }),
      fragmentation,
    }
    const result = frame.ctx.layout(item.box, space, token)
    if (result.kind === 'no-room') return undefined
    return this.#part(index, y, result.fragment, result.token ?? 'done', result.appeal)
  }

  /**
   * Border-box height that an item has at least, on all its pages together, if it stretches to its rows: it ends where
   * they end, also when it began later than they did. The rows of a grid are sized for one height, and those of a table
   * that is longer than a page keep the heights of their content.
   */
  #leastHeight(index: number, token: BreakToken | undefined): number | undefined {
    const { frame } = this
    const { box, area, align } = itemAt(frame, index)
    const width = areaSize(frame.geometry.columns, area.column)
    const whole = stretchedHeight(box, align.keyword, width, this.areaHeight(index))
    if (whole === undefined) return undefined
    if (box.kind === 'table-wrapper') return whole > this.page.freshRoom ? undefined : whole
    const began = area.row.start > this.start.row || (area.row.start === this.start.row && this.start.consumed === 0)
    if (began || box.kind === 'grid') return whole
    const above = token ? 0 : resolveMargin(box.style.marginTop, width)
    const consumed = token?.kind === 'flow' ? token.consumed : 0
    return consumed + Math.max(0, this.#restOfRows(area.row) - above - this.marginBelow(index))
  }

  /** Height of the rows of an area that does not stand on earlier pages. */
  #restOfRows({ start, end }: TrackSpan): number {
    const { row, consumed } = this.start
    const { starts, ends } = this.frame.geometry.rows
    const top = Math.max(start, row)
    return (ends[end - 1] ?? 0) - (starts[top] ?? 0) - (top === row ? consumed : 0)
  }

  /** An item as tall as its content makes it. */
  whole(index: number): BoxFragment {
    const { ctx, geometry } = this.frame
    const item = itemAt(this.frame, index)
    return layoutItem(ctx, item.box, itemSpace(ctx, item, areaSize(geometry.columns, item.area.column), undefined))
  }

  #part(index: number, y: number, fragment: BoxFragment, state: ItemState, appeal: Appeal): ItemPart {
    return { x: itemLeft(this.frame, itemAt(this.frame, index), fragment.width), y, fragment, state, appeal }
  }

  /** An item that has ended while its rows go on. */
  #ended(index: number): BoxFragment {
    const whole = this.whole(index)
    const { border, padding } = whole
    const bottom = border.bottom + padding.bottom
    return {
      ...whole,
      height: bottom,
      children: [],
      firstBaseline: undefined,
      lastBaseline: undefined,
      border: { ...border, top: 0 },
      padding: { ...padding, top: 0 },
    }
  }

  /** Whether an item goes on as far as its rows although its content has ended. */
  fills(index: number): boolean {
    const item = itemAt(this.frame, index)
    return stretchedHeight(item.box, item.align.keyword, 0, 0) !== undefined
  }

  marginBelow(index: number): number {
    const { box, area } = itemAt(this.frame, index)
    return resolveMargin(box.style.marginBottom, areaSize(this.frame.geometry.columns, area.column))
  }

  /**
   * Makes the last part of an item on a page as tall as its rows there, if the item stretches to them.
   * @param goesOn the rows go on: the item has no end here
   */
  fill(index: number, fragment: BoxFragment, height: number, goesOn: boolean): BoxFragment {
    const item = itemAt(this.frame, index)
    const width = areaSize(this.frame.geometry.columns, item.area.column)
    if (stretchedHeight(item.box, item.align.keyword, width, height) === undefined) return fragment
    const below = goesOn ? 0 : this.marginBelow(index)
    const filled = Math.max(fragment.height, height - below)
    const cuts = goesOn && fragment.style.boxDecorationBreak === 'slice'
    if (filled === fragment.height && !cuts) return fragment
    const { border, padding } = fragment
    return {
      ...fragment,
      height: filled,
      border: cuts ? { ...border, bottom: 0 } : border,
      padding: cuts ? { ...padding, bottom: 0 } : padding,
    }
  }
}

function lower(a: Appeal, b: Appeal): Appeal {
  return a < b ? a : b
}
