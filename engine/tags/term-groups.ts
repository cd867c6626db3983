import type { BoundElement } from '../template/bound-tree.js'

/**
 * The groups of a list of terms (HTML §4.4.9): one or more terms and what they mean. They follow from the source, for parts
 * of a group may be painted in any order.
 */
export class TermGroups {
  /** By the number of a term or description: that of the first element in its group. */
  readonly #starts = new Map<number, number>()
  /** The numbers of the lists that were looked through. */
  readonly #known = new Set<number>()

  /** The number of the first element in the group of a term or description. */
  startOf(node: BoundElement): number {
    const list = node.parent?.name === 'div' ? node.parent.parent : node.parent
    if (list?.name !== 'dl') return node.id
    if (!this.#known.has(list.id)) {
      this.#known.add(list.id)
      this.#noteGroups(list)
    }
    return this.#starts.get(node.id) ?? node.id
  }

  /** Groups may be wrapped in `<div>`. */
  #noteGroups(around: BoundElement): void {
    let start: number | undefined
    let hasMeaning = false
    for (const child of around.children) {
      if (child.kind === 'text') continue
      if (child.name === 'div') {
        if (around.name === 'dl') this.#noteGroups(child)
        start = undefined
      } else if (child.name === 'dt' || child.name === 'dd') {
        if (start === undefined || (hasMeaning && child.name === 'dt')) start = child.id
        hasMeaning = child.name === 'dd'
        this.#starts.set(child.id, start)
      }
    }
  }
}
