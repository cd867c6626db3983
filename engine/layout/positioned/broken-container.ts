import type { BoundElement } from '../../template/bound-tree.js'
import type { BreakToken } from '../break-token.js'
import { emptyPage } from '../constraint-space.js'
import { isForcedInside } from '../flow/forced-breaks.js'
import type { BoxFragment, PlacedFragment } from '../fragment-tree.js'
import type { LayoutContext } from '../layout-types.js'
import type { Arrival, Fragmentainer } from './fragmentainer.js'
import type { PlacedAbsolute } from './layout-absolute.js'
import {
  type ContainerArea,
  type EffectPlace,
  FragmentPositioner,
  type OutOfFlowCandidate,
} from './position-fragment.js'

/** The part of a containing block on one page. Places are those of the page. */
interface PagePart extends EffectPlace {
  /** Its padding box. */
  readonly area: ContainerArea
  /** Where fragments are added. */
  readonly children: PlacedFragment[]
  readonly fragmentainer: Fragmentainer
}

/** A box that is laid out and waits for its part. */
interface WaitingBox {
  readonly candidate: OutOfFlowCandidate
  /** Placed from the top of the container, along all its parts. */
  readonly placed: PlacedAbsolute
}

/**
 * A containing block over several pages. Offsets are measured along all of it as if its parts stood one below the
 * other, as browsers do.
 */
export class BrokenContainer {
  readonly #parts: PagePart[] = []
  /** Height of the parts above each part. */
  readonly #starts: number[] = []
  readonly #candidates: { readonly candidate: OutOfFlowCandidate; readonly part: number }[] = []
  #waiting: WaitingBox[] = []

  constructor(
    private readonly ctx: LayoutContext,
    readonly node?: BoundElement | undefined,
  ) {}

  /** Boxes wait for a part further down. */
  get hasWaiting(): boolean {
    return this.#waiting.length > 0
  }

  addPart(part: PagePart, candidates: readonly OutOfFlowCandidate[]): void {
    this.#starts.push(this.#height)
    this.#parts.push(part)
    for (const candidate of candidates) this.addCandidate(candidate)
  }

  /** A box whose static position is on the last part. */
  addCandidate(candidate: OutOfFlowCandidate): void {
    this.#candidates.push({ candidate, part: this.#parts.length - 1 })
  }

  get #height(): number {
    const last = this.#parts.at(-1)
    return last ? (this.#starts.at(-1) ?? 0) + last.area.height : 0
  }

  /** Places what has come so far in a container whose height is known: the initial containing block. */
  resolveStarted(height: number): void {
    for (const { candidate, part } of this.#candidates.splice(0)) this.#layOut(candidate, part, height)
    const waiting = this.#waiting
    this.#waiting = []
    for (const box of waiting) {
      if (box.placed.y < this.#height) this.#place(box)
      else this.#waiting.push(box)
    }
  }

  /** Places everything: the container has ended. */
  resolve(): void {
    for (const { candidate, part } of this.#candidates.splice(0)) this.#layOut(candidate, part, this.#height)
    for (const box of this.#waiting.splice(0)) this.#place(box)
  }

  #layOut(candidate: OutOfFlowCandidate, index: number, height: number): void {
    const first = this.#parts[0]
    const own = this.#parts[index]
    if (!first || !own) return
    const y = own.area.y - (this.#starts[index] ?? 0)
    const placed = new FragmentPositioner(this.ctx, undefined).layOut(candidate, {
      ...first.area,
      x: own.area.x,
      y,
      height,
    })
    this.#waiting.push({ candidate, placed })
  }

  /** Puts a box on the part that holds its top, or the first or last one if it lies outside. */
  #place({ candidate, placed }: WaitingBox): void {
    let index = this.#parts.length - 1
    while (index > 0 && (this.#starts[index] as number) > placed.y) index--
    const part = this.#parts[index]
    if (!part) return
    const y = part.area.y + placed.y - (this.#starts[index] as number)
    const arrival = arrivalAt(part, y, candidate, placed)
    if (part.fragmentainer.holds(arrival)) this.#placeFrom(index, y, candidate, placed)
    else part.fragmentainer.leave(arrival)
  }

  /** Places a box at `y` of a part. What that has no room for continues in the next ones, on pages or in columns. */
  #placeFrom(index: number, y: number, candidate: OutOfFlowCandidate, placed: PlacedAbsolute): void {
    const { box } = candidate.place
    const isForced = isForcedInside(this.ctx, box)
    let token: BreakToken | undefined
    for (let at = index; at < this.#parts.length; at++) {
      const part = this.#parts[at] as PagePart
      const { area, fragmentainer } = part
      const top = at === index ? y : area.y
      const room = area.y + area.height - top
      const { fragment } = placed
      const isWhole = fragment.height <= room || fragmentainer.keepsWhole(fragment, area.x + placed.x, top)
      const isLast = at + 1 === this.#parts.length || (!token && !isForced && isWhole)
      if (isLast || room <= 0 || !fragmentainer.breaks(box)) {
        const arrival = arrivalAt(part, top, candidate, placed)
        const last = token ? fragmentainer.rest(arrival, token) : fragmentainer.fit(arrival)
        if (last) this.#add(part, last, arrival)
        return
      }
      const page = { ...emptyPage(room), freshRoom: area.height, atTop: top <= area.y }
      const result = fragmentainer.containers.layoutPart(box, placed.space, page, token)
      if (!result) continue
      this.#add(part, result.fragment, arrivalAt(part, top, candidate, placed))
      token = result.token
      if (!token) return
    }
  }

  #add(part: PagePart, fragment: BoxFragment, { candidate, x, y, shift }: Arrival): void {
    const positioner = new FragmentPositioner(this.ctx, part.fragmentainer, candidate.effects, shift)
    part.children.push(positioner.place(fragment, x, y, part))
    part.fragmentainer.containers.add(positioner)
  }
}

/** A box that stands at `y` of a part of its containing block. */
function arrivalAt({ area }: PagePart, y: number, candidate: OutOfFlowCandidate, placed: PlacedAbsolute): Arrival {
  return { candidate, placed, x: area.x + placed.x, y, shift: area.shift, clips: area.clips }
}
