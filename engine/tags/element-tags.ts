import type { Tag } from './structure-element.js'

const ARTIFACT = -1

/** What the content of elements belongs to, by their numbers, of which long documents have hundreds of thousands. */
export class ElementTags {
  /** Elements of the structure, which have numbers above zero, or `ARTIFACT`. */
  #tags = new Int32Array(256)

  get(element: number): Tag | undefined {
    const tag = this.#tags[element]
    if (tag === ARTIFACT) return 'artifact'
    return tag || undefined
  }

  set(element: number, tag: Tag): void {
    if (element >= this.#tags.length) {
      const longer = new Int32Array(2 * element)
      longer.set(this.#tags)
      this.#tags = longer
    }
    this.#tags[element] = tag === 'artifact' ? ARTIFACT : tag
  }
}
