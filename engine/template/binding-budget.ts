import { LimitError } from '../base/errors.js'
import type { RenderLimits } from '../base/limits.js'
import type { Span } from '../base/source.js'

/** Turns of loops per document: a loop in a loop in a loop need not make elements to take for ever. */
const MAX_TURNS = 10_000_000

/**
 * Limits the cost of binding one document. A few characters of data can ask for any number of them: filters make text
 * longer, values are made from each other, loops repeat what they print. So lengths are told before texts are made.
 */
export class BindingBudget {
  #left: number
  #turns = 0

  constructor(private readonly limits: Pick<RenderLimits, 'valueLength' | 'textLength'>) {
    this.#left = limits.textLength
  }

  /** Counts text of the document. @throws LimitError when it is too much with all that was counted before */
  count(length: number, span: Span | undefined): void {
    this.#left -= length
    if (this.#left >= 0) return
    const message = `the document and the values made for it have more than ${this.limits.textLength} characters of text`
    throw new LimitError('too-much-text', message, span)
  }

  /** Counts a value that an expression makes. @throws LimitError when it is too long, or too much with all others */
  countValue(length: number, span: Span | undefined): void {
    this.checkValue(length, span)
    this.count(length, span)
  }

  /** Counts a turn of a loop, or of a filter over the items of a list. @throws LimitError when there are too many */
  countTurn(span: Span | undefined): void {
    if (++this.#turns <= MAX_TURNS) return
    throw new LimitError('too-many-turns', `the loops of the document turn more than ${MAX_TURNS} times`, span)
  }

  /** @throws LimitError when a value of so many characters is too long */
  checkValue(length: number, span: Span | undefined): void {
    const { valueLength } = this.limits
    if (length <= valueLength) return
    throw new LimitError('value-too-long', `a value has more than ${valueLength} characters`, span)
  }
}
