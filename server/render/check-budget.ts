/** The work of one check, in steps of some 20 ns: far more than the largest body needs with a reasonable schema. */
export const MAX_STEPS = 16_000_000

/** A part of a schema and the steps that the present check has spent on it. */
export interface Spending {
  /** JSON Pointer, beginning with `#`. */
  readonly place: string
  steps: number
}

/** The check of some data took more steps than it may. */
export class CheckOverrun extends Error {
  override readonly name = 'CheckOverrun'

  constructor(
    /** The part of the schema that took most of them. */
    readonly place: string,
  ) {
    super(`the data takes too much work to check by ${place}`)
  }
}

/** Counts the work of checks, one after the other. */
export class CheckBudget {
  #left = MAX_STEPS
  #present: Spending | undefined
  #spendings = new Set<Spending>()

  /** Steps of the present check so far. */
  get spent(): number {
    return MAX_STEPS - this.#left
  }

  begin(): void {
    for (const spending of this.#spendings) spending.steps = 0
    this.#spendings.clear()
    this.#left = MAX_STEPS
  }

  /** Says what the next steps are for. */
  enter(spending: Spending): void {
    this.#present = spending
    if (spending.steps === 0) this.#spendings.add(spending)
  }

  /** @throws CheckOverrun */
  readonly spend = (steps: number): void => {
    this.#left -= steps
    if (this.#present) this.#present.steps += steps
    if (this.#left >= 0) return
    const [most] = [...this.#spendings].sort((a, b) => b.steps - a.steps)
    throw new CheckOverrun(most?.place ?? '#')
  }
}
