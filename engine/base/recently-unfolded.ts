/** Something that is kept in short form, and for a while in the long form that was made of it. */
export interface Folded {
  /** Drops the long form, which is made again when it is asked for. */
  fold(): void
}

/** More than stand on most pages; with many more they would grow so old that only slow garbage collections find them. */
const CAPACITY = 128

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
