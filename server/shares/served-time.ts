/** Organizations remembered that want nothing at the moment. */
const MAX_ABSENT = 1_000

/**
 * How much of something each organization has had, so that the one with the least comes first. A newcomer begins with
 * the least that anyone present has had: having been away earns nothing, and having been there costs nothing.
 */
export class ServedTime {
  readonly #served = new Map<string, number>()
  /** How many tasks of each organization wait or are under way. */
  readonly #present = new Map<string, number>()

  /** An organization's share so far, in ms; meaningful only in comparison with another's. */
  of(organizationId: string): number {
    return this.#served.get(organizationId) ?? 0
  }

  /** A task of an organization has come. */
  arrive(organizationId: string): void {
    const tasks = this.#present.get(organizationId) ?? 0
    if (tasks === 0) this.#served.set(organizationId, Math.max(this.of(organizationId), this.#least()))
    this.#present.set(organizationId, tasks + 1)
  }

  /** A task that has come is done, and has taken so many ms. */
  leave(organizationId: string, milliseconds: number): void {
    this.#served.set(organizationId, this.of(organizationId) + milliseconds)
    const tasks = (this.#present.get(organizationId) ?? 0) - 1
    if (tasks > 0) this.#present.set(organizationId, tasks)
    else this.#present.delete(organizationId)
    this.#forget()
  }

  #least(): number {
    let least = Number.POSITIVE_INFINITY
    for (const organizationId of this.#present.keys()) least = Math.min(least, this.of(organizationId))
    return least === Number.POSITIVE_INFINITY ? 0 : least
  }

  #forget(): void {
    if (this.#present.size === 0) this.#served.clear()
    if (this.#served.size <= this.#present.size + MAX_ABSENT) return
    for (const organizationId of this.#served.keys()) {
      if (!this.#present.has(organizationId)) this.#served.delete(organizationId)
    }
  }
}
