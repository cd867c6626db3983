import { LimitError } from './errors.js'

/**
 * The work that a document may cost, in steps: a box laid out or measured, some words put on a line, some bytes of a
 * page's content. Unlike time, it is the same on every machine and in every run.
 */
export class WorkBudget {
  /** The page that is laid out or painted; 0 before the first one. */
  page = 0
  #spent = 0

  /** @param limit see `RenderLimits.work` */
  constructor(readonly limit: number) {}

  /** Steps spent so far. */
  get spent(): number {
    return this.#spent
  }

  /** @throws LimitError when there are not as many steps left */
  spend(steps: number): void {
    this.#spent += steps
    if (this.#spent > this.limit) throw this.#exceeded()
  }

  #exceeded(): LimitError {
    const place = this.page > 0 ? `, at page ${this.page}` : ''
    return new LimitError('too-much-work', `the document takes more than ${this.limit} steps of work${place}`)
  }
}
