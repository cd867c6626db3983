import { LimitError } from '../base/errors.js'
import type { RenderLimits } from '../base/limits.js'
import type { Span } from '../base/source.js'
import type { Value } from './values.js'

/** Turns of loops per document: a loop in a loop in a loop need not make elements to take for ever. */
const MAX_TURNS = 10_000_000

/** Items of a list that are looked at, or parts of expressions evaluated, in the time of a turn. */
const ITEMS_PER_TURN = 4

/** Characters of a text that are compared or searched in the time of a turn. */
const CHARACTERS_PER_TURN = 64

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
    this.#countTurns(1, span)
  }

  /** Counts items of a list that are only looked at, and parts of expressions. @throws LimitError */
  countItems(items: number, span: Span | undefined): void {
    this.#countTurns(items / ITEMS_PER_TURN, span)
  }

  /** Counts a value that is only read, as far as it is long: a text that is compared or searched. @throws LimitError */
  countReading(value: Value, span: Span | undefined): void {
    if (typeof value !== 'string' || value.length < CHARACTERS_PER_TURN) return
    this.#countTurns(value.length / CHARACTERS_PER_TURN, span)
  }

  #countTurns(turns: number, span: Span | undefined): void {
    this.#turns += turns
    if (this.#turns <= MAX_TURNS) return
    const message = `the loops and filters of the document turn more than ${MAX_TURNS} times`
    throw new LimitError('too-many-turns', message, span)
  }

  /** @throws LimitError when a value of so many characters is too long */
  checkValue(length: number, span: Span | undefined): void {
    const { valueLength } = this.limits
    if (length <= valueLength) return
    throw new LimitError('value-too-long', `a value has more than ${valueLength} characters`, span)
  }
}
