import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { SlotKind, Store } from '../storage/store.js'
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

/** How often a request looks whether its document has a place now. */
const WAIT_INTERVAL_MS = 20

/** The place of a document among those of its key that may be rendered at the same time. */
interface KeySlot {
  release(): Promise<void>
}

/** One request's place among those that its key may have at the same time. */
export interface RequestSlot extends KeySlot {
  /**
   * Waits for a place for its document too, which it usually has from the beginning: only where documents are rendered
   * that nobody waits for, all places may be taken. False when the time, in ms, is over first, or nobody waits any more.
   */
  mayRender(timeoutMs: number, cancelled: AbortSignal): Promise<boolean>
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

  /** Takes a place for a request that is waited for, or none when all are held. */
  async acquire(keyId: string): Promise<RequestSlot | undefined> {
    const holder = this.#newHolder()
    const taken = await this.#take(keyId, holder, ['request', 'rendering'])
    if (taken === 0) return undefined
    return {
      ...this.#hold({ keyId, holder }),
      mayRender: async (timeoutMs, cancelled) => {
        const end = performance.now() + timeoutMs
        let hasPlace = taken === 2
        while (!hasPlace) {
          if (cancelled.aborted || performance.now() > end) return false
          await delay(WAIT_INTERVAL_MS)
          hasPlace = (await this.#take(keyId, holder, ['rendering'])) === 1
        }
        return true
      },
    }
  }

  /** Takes a place for a document that nobody waits for, or none when all are held. */
  async acquireRendering(keyId: string): Promise<KeySlot | undefined> {
    const holder = this.#newHolder()
    return (await this.#take(keyId, holder, ['rendering'])) === 1 ? this.#hold({ keyId, holder }) : undefined
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #newHolder(): string {
    return `${this.#owner}/${++this.#taken}`
  }

  #take(keyId: string, holder: string, kinds: readonly SlotKind[]): Promise<number> {
    return this.#store.acquireSlots({ keyId, kinds, limit: CONCURRENT_REQUESTS, holder, owner: this.#owner })
  }

  #hold(slot: HeldSlot): KeySlot {
    this.#held++
    return {
      release: async () => {
        this.#held--
        await this.#release(slot)
      },
    }
  }

  /** A document that is done is not lost because the store is away: the slot is given back later. */
  async #release(slot: HeldSlot): Promise<void> {
    try {
      await this.#store.releaseSlots(slot.keyId, slot.holder)
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
