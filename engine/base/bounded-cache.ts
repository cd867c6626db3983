/**
 * A map with at most `capacity` entries, or entries that together weigh no more than it. When it is full, the older
 * half goes: two generations of plain maps cost far less per look-up than an exact least-recently-used order, and keep
 * what is in use.
 */
export class BoundedCache<K, V> {
  #young = new Map<K, V>()
  #old = new Map<K, V>()
  #weight = 0
  readonly #generation: number

  /** @param weigh what an entry counts, 1 when absent; one heavier than half of the capacity is not kept */
  constructor(
    capacity: number,
    private readonly weigh: (key: K, value: V) => number = () => 1,
  ) {
    this.#generation = Math.max(1, capacity >> 1)
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }

  get(key: K): V | undefined {
    const found = this.#young.get(key)
    if (found !== undefined) return found
    const aged = this.#old.get(key)
    if (aged !== undefined) {
      this.#old.delete(key)
      this.set(key, aged)
    }
    return aged
  }

  set(key: K, value: V): void {
    const weight = this.weigh(key, value)
    if (weight > this.#generation) return
    if (this.#weight + weight > this.#generation) {
      this.#old = this.#young
      this.#young = new Map()
      this.#weight = 0
    }
    this.#weight += weight
    this.#young.set(key, value)
  }
}
