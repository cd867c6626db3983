/** Something that is kept in short form, and for a while in the long form that was made of it. */
export interface Folded {
  /** Drops the long form, which is made again when it is asked for. */
  fold(): void
}

/**
 * As many as may be asked for again, when the end of a page is looked for. With more they would live through a garbage
 * collection of young objects, or several, which then takes several times as long.
 */
const CAPACITY = 32

/** The things whose long form was made last: what is beyond the capacity is folded again. */
export class RecentlyUnfolded {
  readonly #ring: Folded[] = []
  #next = 0

  constructor(readonly capacity = CAPACITY) {}

  add(unfolded: Folded): void {
    this.#ring[this.#next]?.fold()
    this.#ring[this.#next] = unfolded
    this.#next = (this.#next + 1) % this.capacity
  }
}
