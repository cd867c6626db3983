import type { Tag } from './structure-element.js'

const ARTIFACT = -1

/** What the content of elements belongs to, by their numbers, of which long documents have hundreds of thousands. */
export class ElementTags {
  /** Elements of the structure, which have numbers above zero, or `ARTIFACT`. */
  #tags: Int32Array<ArrayBuffer>

  /** @param elements as many are in the document */
  constructor(elements: number) {
    this.#tags = new Int32Array(elements)
  }

  get(element: number): Tag | undefined {
    const tag = this.#tags[element]
    if (tag === ARTIFACT) return 'artifact'
    return tag || undefined
  }

  set(element: number, tag: Tag): void {
    this.#tags[element] = tag === 'artifact' ? ARTIFACT : tag
  }
}
