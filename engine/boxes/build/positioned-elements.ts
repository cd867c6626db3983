import type { ComputedStyle } from '../../style/computed-style.js'
import type { BoundElement } from '../../template/bound-tree.js'
import type { FixedBox, OutOfFlowBox, PositionedBoxes } from '../box-tree.js'
import { containsPositioned, isAbsolutelyPositioned } from '../out-of-flow.js'
import type { PageCounterValues } from '../page-counters.js'

/** Collects what pages must know of positioned elements, while the document is walked in order. */
export class PositionedElements {
  readonly #containers = new Set<BoundElement>()
  readonly #fixed: FixedBox[] = []
  /** Containing blocks of positioned boxes that are being filled, outermost first. */
  readonly #open: { readonly element: BoundElement | undefined; readonly contains: 'nothing' | 'absolute' | 'all' }[] =
    []
  #onFirstPage = 0
  #any = false

  /** Enters an element that generates a box; undone by `leave` if the answer is true. */
  enter(element: BoundElement, style: ComputedStyle): boolean {
    const contains = containsPositioned(style)
    if (contains === 'nothing') return false
    if (style.position !== 'static') this.#any = true
    this.#open.push({ element, contains })
    return true
  }

  /** Enters a note, which stands in the footnote area of its page: that contains absolutely positioned boxes. */
  enterNote(): void {
    this.#open.push({ element: undefined, contains: 'absolute' })
  }

  leave(): void {
    this.#open.pop()
  }

  /** Notes the box of the element entered last if it is absolutely positioned. */
  add(box: OutOfFlowBox): void {
    const { style } = box
    if (!isAbsolutelyPositioned(style)) return
    const isFixed = style.position === 'fixed'
    const around = this.#open.slice(0, -1).findLast(({ contains }) => !isFixed || contains === 'all')
    if (around?.element) this.#containers.add(around.element)
    else if (around) return
    else if (isFixed) this.#fixed.push({ box, onPage: undefined })
    else if (style.top !== 'auto' || style.bottom !== 'auto') this.#onFirstPage++
  }

  /** The fixed box of an element, which was noted last, is another one on each page. */
  repeatLast(element: BoundElement, onPage: (page: PageCounterValues, box: OutOfFlowBox) => OutOfFlowBox): void {
    const box = this.#fixed.at(-1)?.box
    if (box?.node !== element) return
    this.#fixed[this.#fixed.length - 1] = { box, onPage: (page) => onPage(page, box) }
  }

  finish(): PositionedBoxes | undefined {
    if (!this.#any) return undefined
    return { containers: this.#containers, onFirstPage: this.#onFirstPage, fixed: this.#fixed }
  }
}
