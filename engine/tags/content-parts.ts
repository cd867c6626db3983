import type { StructureElement } from './structure-element.js'
import { isElement, type Kid, type StructureTree } from './structure-tree.js'

/**
 * Content of elements that is painted before or after it should be told, such as that of boxes which float in a paragraph:
 * each part holds a place among the content of its element, which takes in all that is told in the part in the end.
 */
export class ContentParts {
  readonly #ofBoxes = new Map<number, StructureElement>()
  readonly #ofTexts: StructureElement[] = []

  constructor(private readonly tree: StructureTree) {}

  /** The part that takes the content of a box. */
  of(box: { readonly id: number }): StructureElement | undefined {
    return this.#ofBoxes.size > 0 ? this.#ofBoxes.get(box.id) : undefined
  }

  /**
   * Gathers the content of a box.
   * @param order the number of the element of the document that it belongs to
   */
  add(box: { readonly id: number }, within: StructureElement, order: number): StructureElement {
    const part = this.tree.addPart(within, order)
    this.#ofBoxes.set(box.id, part)
    return part
  }

  /** Gathers the contents of texts of an element. */
  addTexts(within: StructureElement, count: number): readonly StructureElement[] {
    const order = this.tree.orderOf(within)
    const parts = Array.from({ length: count }, () => this.tree.addPart(within, order))
    for (const part of parts) this.#ofTexts.push(part)
    return parts
  }

  /** Puts the content of parts where their last places are, and drops elements of which nothing is left. */
  dissolve(): void {
    const { tree } = this
    let changed = new Set<StructureElement>()
    for (const parts of [this.#ofBoxes.values(), this.#ofTexts])
      for (const part of parts) changed.add(tree.ownerOf(part))
    for (const element of changed) tree.settle(element, this.#withoutParts(element))
    while (changed.size > 0) {
      const parents = new Set<StructureElement>()
      for (const element of changed) {
        const parent = tree.parentOf(element)
        if (parent === undefined || !this.#isEmpty(element)) continue
        tree.detach(element)
        parents.add(parent)
      }
      for (const parent of parents) {
        tree.settle(
          parent,
          tree.kidsOf(parent).filter((kid) => !this.#isEmpty(kid)),
        )
      }
      changed = parents
    }
    tree.dissolveParts()
    this.#ofBoxes.clear()
    this.#ofTexts.length = 0
  }

  /** The kids of an element as they are told: elements as the document has them, each with the content that follows it. */
  #withoutParts(element: StructureElement): readonly Kid[] {
    const kids = this.tree.kidsOf(element)
    const last = new Map<StructureElement, number>()
    for (const [index, kid] of kids.entries()) {
      const part = this.tree.partAt(kid)
      if (part !== undefined) last.set(part, index)
    }
    const numbered: NumberedKid[] = []
    let order = Number.NEGATIVE_INFINITY
    for (const [index, kid] of kids.entries()) {
      const part = this.tree.partAt(kid)
      if (part === undefined) order = this.#addKid(numbered, kid, order)
      else if (last.get(part) === index) {
        const end = this.#addPart(numbered, part, order)
        if (this.tree.isPlaced(part)) order = end
      }
    }
    return numbered.sort((a, b) => a.order - b.order).map(({ kid }) => kid)
  }

  /** @returns the number of what follows */
  #addPart(numbered: NumberedKid[], part: StructureElement, before: number): number {
    let order = this.tree.isPlaced(part) ? before : this.tree.orderOf(part)
    for (const kid of this.#withoutParts(part)) order = this.#addKid(numbered, kid, order)
    return order
  }

  #addKid(numbered: NumberedKid[], kid: Kid, before: number): number {
    const order = isElement(kid) ? this.tree.orderOf(kid) : before
    numbered.push({ kid, order })
    return order
  }

  /** Cells are parts of their tables without content as well. */
  #isEmpty(kid: Kid): boolean {
    return isElement(kid) && !this.tree.hasKids(kid) && !this.tree.isCell(kid)
  }
}

/** A kid with the number that it stands at: that of an element, or for other content that of the element before it. */
interface NumberedKid {
  readonly kid: Kid
  readonly order: number
}
