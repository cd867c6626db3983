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

interface HeldSlot {
  readonly keyId: string
  readonly holder: string
}

/** The slots that requests of this process hold. They are leases, renewed here, so a crash can never leak one. */
export class KeySlots {
  readonly #store: Store
  readonly #owner: string
  readonly #onRenewError: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  /** Slots that could not be given back while the store was away; a renewal would hold them for ever. */
  #unreleased: HeldSlot[] = []
  #held = 0
  #taken = 0

  /** @param owner the name of this process, by which its slots are freed when it is found dead */
  constructor(store: Store, owner: string, onRenewError: (error: unknown) => void) {
    this.#owner = owner
    this.#store = store
    this.#onRenewError = onRenewError
    this.#timer = setInterval(() => void this.#renew(), RENEW_INTERVAL_MS)
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
        await this.#release({ keyId, holder })
      },
    }
  }

  /** The same for documents that are rendered for nobody who waits: they take no places from those who do. */
  acquireRendering(keyId: string): Promise<KeySlot | undefined> {
    return this.acquire(`${keyId}/rendering`)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** A document that is done is not lost because the store is away: the slot is given back later. */
  async #release(slot: HeldSlot): Promise<void> {
    try {
      await this.#store.releaseSlot(slot.keyId, slot.holder)
    } catch (error) {
      this.#unreleased.push(slot)
      this.#onRenewError(error)
    }
  }

  async #renew(): Promise<void> {
    const unreleased = this.#unreleased
    this.#unreleased = []
    for (const slot of unreleased) await this.#release(slot)
    if (this.#held === 0 || this.#unreleased.length > 0) return
    try {
      await this.#store.renewSlots(this.#owner)
    } catch (error) {
      this.#onRenewError(error)
    }
  }
}
