import { randomUUID } from 'node:crypto'
import type { Store } from '../storage/store.js'
import type { LimitRefusal } from './limit-refusal.js'
import { CONCURRENT_REQUESTS } from './quotas.js'

/** A third of the lease: two renewals may fail before a slot is lost. */
const RENEW_INTERVAL_MS = 10_000

/** Seconds after which one of the requests at the same time is likely to have ended. */
const RETRY_AFTER = 1

export const TOO_MANY_AT_ONCE: LimitRefusal = {
  code: 'concurrent_limit_exceeded',
  message: `More than ${CONCURRENT_REQUESTS} requests of this API key at the same time`,
  limit: CONCURRENT_REQUESTS,
  retryAfter: RETRY_AFTER,
}

/** One request's place among those that its key may have at the same time. */
export interface KeySlot {
  release(): Promise<void>
}

/** The slots that requests of this process hold. They are leases, renewed here, so a crash can never leak one. */
export class KeySlots {
  readonly #store: Store
  readonly #owner = randomUUID()
  readonly #onRenewError: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #held = 0
  #taken = 0

  constructor(store: Store, onRenewError: (error: unknown) => void) {
    this.#store = store
    this.#onRenewError = onRenewError
    this.#timer = setInterval(() => this.#renew(), RENEW_INTERVAL_MS)
    this.#timer.unref()
  }

  /** Takes a slot of the key, or none when all are held. */
  async acquire(keyId: string): Promise<KeySlot | undefined> {
    const holder = `${this.#owner}/${++this.#taken}`
    const slot = { keyId, limit: CONCURRENT_REQUESTS, holder, owner: this.#owner }
    if (!(await this.#store.acquireSlot(slot))) return undefined
    this.#held++
    return {
      release: async () => {
        this.#held--
        await this.#store.releaseSlot(keyId, holder)
      },
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #renew(): void {
    if (this.#held > 0) this.#store.renewSlots(this.#owner).catch(this.#onRenewError)
  }
}
