import type { Size } from '../../base/geometry.js'
import type { Box, InlineBox, OutOfFlowBox } from '../../boxes/box-tree.js'
import { isMovedWithin } from '../box-transform.js'
import type { BreakToken } from '../break-token.js'
import { type ConstraintSpace, emptyPage, type PagedFragmentation, PLAIN_POLICY } from '../constraint-space.js'
import { isForcedInside } from '../flow/forced-breaks.js'
import { isMonolithic } from '../flow/pieces.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import type { BrokenContainers } from './broken-containers.js'
import type { Arrival, Fragmentainer } from './fragmentainer.js'
import type { PlacedAbsolute } from './layout-absolute.js'
import { type EffectPlace, FragmentPositioner, type OutOfFlowCandidate } from './position-fragment.js'

/** The rest of a positioned box that was broken at the end of a page. */
interface BoxRest {
  readonly kind: 'rest'
  readonly candidate: OutOfFlowCandidate
  readonly space: ConstraintSpace
  readonly shift: number
  /** Undefined for a box that has not begun for want of room. */
  readonly token: BreakToken | undefined
  /** From the page area. */
  readonly x: number
}

/** A box that is placed below a page. */
interface BoxBelow {
  readonly kind: 'below'
  readonly candidate: OutOfFlowCandidate
  readonly placed: PlacedAbsolute
  readonly shift: number
  /** From the page area. */
  readonly x: number
  /** How far below the end of the page area it begins. */
  readonly distance: number
}

type LeftBox = BoxRest | BoxBelow

/** The root fragment on a page: its box, and the page area, at which it stands. */
interface RootArea {
  readonly box: Box | InlineBox
  readonly x: number
  readonly y: number
  readonly size: Size
  /** The lower edge of the page box. */
  readonly pageEnd: number
}

/** A page that positioned boxes are put on. Places are those of the page box. */
export class PageSheet implements RootArea, Fragmentainer {
  readonly box: Box | InlineBox
  readonly x: number
  readonly y: number
  readonly size: Size
  readonly pageEnd: number
  /** Children of the root fragment, which stands at the page area. */
  readonly children: PlacedFragment[] = []
  #next: PageSheet | undefined
  readonly #left: LeftBox[] = []

  constructor(
    private readonly ctx: LayoutContext,
    readonly containers: BrokenContainers,
    root: RootArea,
    /** Where the notes at the foot of the page begin. */
    private readonly notes: number | undefined,
  ) {
    this.box = root.box
    this.x = root.x
    this.y = root.y
    this.size = root.size
    this.pageEnd = root.pageEnd
  }

  /** Where boxes are put that are placed on the page itself. */
  get place(): EffectPlace {
    return { within: this.box, x: this.x, y: this.y }
  }

  /** End of the page area. */
  get end(): number {
    return this.y + this.size.height
  }

  /** The page from `y` on for a part of a box: above the notes, if it begins there. */
  #pageFrom(y: number, atTop: boolean): PagedFragmentation {
    const { notes } = this
    const isAbove = notes !== undefined && (y < notes || y <= this.y)
    const room = (isAbove ? notes : this.end) - y
    return { ...emptyPage(room, { ...PLAIN_POLICY, strict: isAbove }), freshRoom: this.size.height, atTop }
  }

  /** Parts of boxes continue on a page that has not come. */
  get hasRest(): boolean {
    return this.#left.length > 0
  }

  holds({ candidate, placed, y }: Arrival): boolean {
    return y < this.end || placed.fragment.height === 0 || standsInFlow(candidate.place.box)
  }

  keepsWhole(fragment: BoxFragment, x: number, y: number): boolean {
    return this.ctx.profile.keepsTransformed && isMovedWithin(fragment, x, y, this.y, this.end)
  }

  breaks(box: OutOfFlowBox): boolean {
    return mayBreak(box)
  }

  fit(arrival: Arrival): BoxFragment | undefined {
    const { candidate, placed, x, y, shift } = arrival
    const { fragment, space } = placed
    const { box } = candidate.place
    if (this.keepsWhole(fragment, x, y) && !isForcedInside(this.ctx, box, 'page')) return fragment
    const room = this.end - y
    const inFlow = standsInFlow(box)
    if (y >= this.#endFor(box) && fragment.height > 0 && !inFlow) {
      this.leave(arrival)
      return undefined
    }
    const isBelow = room <= 0 && fragment.height > 0 && inFlow
    const isWhole = room <= 0 || !mayBreak(box) || (fragment.height <= room && !isForcedInside(this.ctx, box, 'page'))
    if (!isBelow && isWhole) return fragment
    return this.#part({ kind: 'rest', candidate, space, shift, token: undefined, x: x - this.x }, y, y <= this.y)
  }

  /**
   * Where the page ends for a box. AD-HOC: what is placed from the bottom may stand in the page margin, as it is meant to;
   * browsers put it on the next page.
   */
  #endFor({ style }: OutOfFlowBox): number {
    return style.top === 'auto' ? this.pageEnd : this.end
  }

  /** Leaves a box that would stand at (x, y) below the page area to the pages that come, as far down as it is here. */
  leave({ x, y, ...box }: Arrival): void {
    this.#leave({ kind: 'below', ...box, x: x - this.x, distance: y - this.end })
  }

  rest({ candidate, placed: { space }, x, y, shift }: Arrival, token: BreakToken): BoxFragment | undefined {
    return this.#part({ kind: 'rest', candidate, space, shift, token, x: x - this.x }, y, true)
  }

  /** As much of a box as there is room for at `y`; what is left goes to the next page. */
  #part(rest: BoxRest, y: number, atTop: boolean): BoxFragment | undefined {
    const { candidate, space, token } = rest
    const page = this.#pageFrom(y, atTop)
    const hasRoom = page.room > 0 || (atTop && !page.policy.strict)
    const result = hasRoom ? this.containers.layoutPart(candidate.place.box, space, page, token) : undefined
    const left = result ? result.token : token
    if (left || !result) this.#leave({ ...rest, token: left })
    return result?.fragment
  }

  /** The page after this one has come. */
  follow(next: PageSheet): void {
    this.#next = next
    for (const left of this.#left.splice(0)) next.#take(left)
  }

  #leave(left: LeftBox): void {
    if (this.#next) this.#next.#take(left)
    else this.#left.push(left)
  }

  /** Continues with a broken box at the top of this page, or places one that stands below the page before it. */
  #take(left: LeftBox): void {
    const x = this.x + left.x
    const y = this.y + (left.kind === 'below' ? left.distance : 0)
    const fragment = left.kind === 'below' ? this.#below(left, x, y) : this.#part(left, y, true)
    if (!fragment) return
    const { candidate, shift } = left
    const positioner = new FragmentPositioner(this.ctx, this, candidate.effects, shift)
    this.children.push(positioner.place(fragment, x, y, this.place))
    this.containers.add(positioner)
  }

  #below({ candidate, placed, shift }: BoxBelow, x: number, y: number): BoxFragment | undefined {
    const arrival = { candidate, placed, x, y, shift, clips: false }
    if (y < this.end) return this.fit(arrival)
    this.leave(arrival)
    return undefined
  }
}

/** Whether a box stands where it would in the flow: below a page that is full, that is the next one. */
function standsInFlow({ style }: OutOfFlowBox): boolean {
  return style.top === 'auto' && style.bottom === 'auto'
}

/**
 * Whether a box continues beyond the end of a page. AD-HOC: what is placed from the bottom is meant to stand where it
 * does, even beyond the end of the page.
 */
function mayBreak(box: OutOfFlowBox): boolean {
  const { style } = box
  return !isMonolithic(box, PLAIN_POLICY) && (style.top !== 'auto' || style.bottom === 'auto')
}
