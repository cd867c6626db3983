import { LimitError } from '../base/errors.js'
import type { Span } from '../base/source.js'

/** The characters that generated content may have: a short style sheet can give every element a long text. */
export class GeneratedLength {
  #left: number

  constructor(private readonly most: number) {
    this.#left = most
  }

  /** Counts text before it is made. @throws LimitError */
  add(length: number, span: Span | undefined): void {
    this.#left -= length
    if (this.#left >= 0) return
    const message = `the generated content of the document has more than ${this.most} characters`
    throw new LimitError('too-much-text', message, span)
  }
}
