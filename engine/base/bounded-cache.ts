/**
 * A map with at most `capacity` entries. When it is full, the older half goes: two generations of plain maps
 * cost far less per look-up than an exact least-recently-used order, and keep what is in use.
 */
export class BoundedCache<K, V> {
  #young = new Map<K, V>()
  #old = new Map<K, V>()
  readonly #generation: number

  constructor(capacity: number) {
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
    if (this.#young.size >= this.#generation) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }
}
