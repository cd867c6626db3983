/**
 * Items that share an alignment baseline (css-align-3 §9). Each is known by the distances of its margin box's edges
 * from its baseline: `near` on the side that the group aligns to (the start for first baselines, the end for last
 * ones), `far` on the other.
 */
export class BaselineGroup {
  #near = 0
  #far = 0
  #empty = true

  add(near: number, far: number): void {
    this.#near = this.#empty ? near : Math.max(this.#near, near)
    this.#far = this.#empty ? far : Math.max(this.#far, far)
    this.#empty = false
  }

  get isEmpty(): boolean {
    return this.#empty
  }

  /** Distance of the shared baseline from the edge to which the group aligns. */
  get near(): number {
    return this.#near
  }

  /** Room that the aligned items need from edge to edge. */
  get size(): number {
    return this.#near + this.#far
  }

  /** How far an item's margin box stands from the edge to which the group aligns. */
  offset(near: number): number {
    return this.#near - near
  }
}
