import type { OutOfFlowBox } from '../../boxes/box-tree.js'
import { floatSide } from '../../boxes/out-of-flow.js'
import { clearsSide } from './exclusion-space.js'

/** Sums up the widths of floats side by side, for max-content widths. */
export class FloatWidths {
  #left = 0
  #right = 0
  /** The widest group of floats that later ones have cleared. */
  #cleared = 0

  add(box: OutOfFlowBox, width: number): void {
    const { clear } = box.style
    if (clearsSide(clear, 'left') || clearsSide(clear, 'right')) this.#cleared = Math.max(this.#cleared, this.#sum)
    if (clearsSide(clear, 'left')) this.#left = 0
    if (clearsSide(clear, 'right')) this.#right = 0
    // A margin box of less than nothing takes no room, nor does it give any.
    if (floatSide(box) === 'left') this.#left += Math.max(0, width)
    else this.#right += Math.max(0, width)
  }

  /** The width of the floats and of content beside them; what comes next is below. */
  take(content: number): number {
    const width = Math.max(this.#cleared, this.#sum + content)
    this.#left = this.#right = this.#cleared = 0
    return width
  }

  get #sum(): number {
    return this.#left + this.#right
  }
}
