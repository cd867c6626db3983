import type { ComputedStyle } from '../style/computed-style.js'
import type { BoundElement } from '../template/bound-tree.js'
import type { OutOfFlowBox, PositionedBoxes } from './box-tree.js'
import { isAbsolutelyPositioned } from './out-of-flow.js'

/** Collects what pages must know of positioned elements, while the document is walked in order. */
export class PositionedElements {
  readonly #containers = new Set<BoundElement>()
  readonly #fixed: OutOfFlowBox[] = []
  /** Positioned elements that are being filled, outermost first. */
  readonly #open: BoundElement[] = []
  #onFirstPage = 0
  #any = false

  /** Enters an element that generates a box; undone by `leave` if the answer is true. */
  enter(element: BoundElement, { position }: ComputedStyle): boolean {
    if (position === 'static' || typeof position !== 'string') return false
    this.#any = true
    this.#open.push(element)
    return true
  }

  leave(): void {
    this.#open.pop()
  }

  /** Notes the box of the element entered last if it is absolutely positioned. */
  add(box: OutOfFlowBox): void {
    const { style } = box
    if (!isAbsolutelyPositioned(style)) return
    const container = this.#open.at(-2)
    if (style.position === 'fixed') this.#fixed.push(box)
    else if (container) this.#containers.add(container)
    else if (style.top !== 'auto' || style.bottom !== 'auto') this.#onFirstPage++
  }

  finish(): PositionedBoxes | undefined {
    if (!this.#any) return undefined
    return { containers: this.#containers, onFirstPage: this.#onFirstPage, fixed: this.#fixed }
  }
}
