import type { Logger } from '../observability/log.js'
import { isStoreAway, type Refund, type Store } from '../storage/store.js'

/** How often it is tried to give back what could not be given back at once. */
const RETRY_INTERVAL_MS = 5_000

/**
 * Gives back what was counted for documents that did not come about. Where the store is away, often what has kept them from
 * it, this is done as soon as it is there again: nobody pays for an outage.
 */
export class Refunds {
  readonly #store: Pick<Store, 'uncountUsage'>
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  /** What is still to be given back. */
  readonly #owed: Refund[] = []
  #paying: Promise<void> | undefined

  constructor(store: Pick<Store, 'uncountUsage'>, log: Logger) {
    this.#store = store
    this.#log = log
    this.#timer = setInterval(() => void this.pay(), RETRY_INTERVAL_MS).unref()
  }

  async giveBack(refund: Refund): Promise<void> {
    this.#owed.push(refund)
    await this.pay()
  }

  /** Gives back as much as is possible now. */
  pay(): Promise<void> {
    this.#paying ??= this.#payAll().finally(() => {
      this.#paying = undefined
    })
    return this.#paying
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.pay()
    if (this.#owed.length > 0) this.#log.warn({ documents: this.#owed.length }, 'what was counted was not given back')
  }

  async #payAll(): Promise<void> {
    try {
      for (let refund = this.#owed[0]; refund; refund = this.#owed[0]) {
        await this.#store.uncountUsage(refund)
        this.#owed.shift()
      }
    } catch (error) {
      if (!isStoreAway(error)) throw error
      this.#log.debug({ reason: error.message }, 'what was counted could not be given back yet')
    }
  }
}
