import { shareOfFree } from '../shares/half-of-free.js'

/**
 * The answer to a request for more. The own share is used up when others would still get some, everything when nobody
 * would get as much.
 */
export type BudgetVerdict = 'taken' | 'own-share-used-up' | 'everything-used-up'

/** One sharer's holdings of a budget, for one purpose. */
export interface BudgetAccount {
  /** Takes more, or nothing. */
  take(amount: number): BudgetVerdict
  /** Gives back all that it took. May be called more than once. */
  release(): void
}

/** Something limited that this process has once for all organizations; one may have half of what the others leave. */
export class SharedBudget {
  readonly #capacity: number
  #taken = 0
  readonly #own = new Map<string, number>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** @param owner who the share is counted for */
  open(owner: string): BudgetAccount {
    let held = 0
    return {
      take: (amount) => {
        const verdict = this.#judge(owner, amount)
        if (verdict !== 'taken') return verdict
        held += amount
        this.#add(owner, amount)
        return verdict
      },
      release: () => {
        this.#add(owner, -held)
        held = 0
      },
    }
  }

  #judge(owner: string, amount: number): BudgetVerdict {
    const own = this.#own.get(owner) ?? 0
    if (amount <= shareOfFree({ capacity: this.#capacity, taken: this.#taken, own })) return 'taken'
    return own > 0 && this.#taken + amount <= this.#capacity ? 'own-share-used-up' : 'everything-used-up'
  }

  #add(owner: string, amount: number): void {
    const own = (this.#own.get(owner) ?? 0) + amount
    this.#taken += amount
    if (own > 0) this.#own.set(owner, own)
    else this.#own.delete(owner)
  }
}
