import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Entry, HeldSlots, NewEntry, NewSlots, SlotKind, Store } from '../storage/store.js'
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
  remaining: 0,
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
  /** Gives its document's place back, which is rendered: what comes then takes none from others. */
  hasRendered(): Promise<void>
}

/** The answer to a request's arrival; `slot` is absent when all are held, or the caller may not call. */
export interface EntryWithSlot extends Omit<Entry, 'slots'> {
  readonly slot: RequestSlot | undefined
}

/** The slots that requests of this process hold. They are leases, renewed here, so a crash can never leak one. */
export class KeySlots {
  readonly #store: Store
  readonly #owner: string
  readonly #onStoreError: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  /** The slots that are renewed, by their holders. One that a failed call may have taken is free after its lease. */
  readonly #held = new Map<string, HeldSlots>()
  /** Keys of the slots that could not be given back while the store was away, by their holders. */
  readonly #unreleased = new Map<string, string>()
  #taken = 0

  /** @param owner the name of this process, by which its slots are freed when it is found dead */
  constructor(store: Store, owner: string, onStoreError: (error: unknown) => void) {
    this.#owner = owner
    this.#store = store
    this.#onStoreError = onStoreError
    this.#timer = setInterval(() => void this.#renew(), RENEW_INTERVAL_MS)
    this.#timer.unref()
  }

  /** Lets a request in that will be waited for: who calls, the template, and its place among those of its key. */
  async enter(request: Omit<NewEntry, 'slots'>): Promise<EntryWithSlot> {
    const holder = this.#newHolder()
    const wanted = this.#slots(holder, ['request', 'rendering'])
    // The store is asked for all in one turn: waking its thread costs as much as what it then does.
    const { slots, ...entry } = await this.#store.enter({ ...request, slots: wanted })
    const { key } = entry
    return {
      ...entry,
      slot: key && slots > 0 ? this.#requestSlot(key.id, holder, slots === wanted.kinds.length) : undefined,
    }
  }

  /** Takes a place for a document that nobody waits for, or none when all are held. */
  async acquireRendering(keyId: string): Promise<KeySlot | undefined> {
    const holder = this.#newHolder()
    return (await this.#takeRendering(keyId, holder)) ? this.#hold(keyId, holder) : undefined
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #newHolder(): string {
    return `${this.#owner}/${++this.#taken}`
  }

  #slots(holder: string, kinds: readonly SlotKind[]): Omit<NewSlots, 'keyId'> {
    return { kinds, limit: CONCURRENT_REQUESTS, holder, owner: this.#owner }
  }

  async #takeRendering(keyId: string, holder: string): Promise<boolean> {
    return (await this.#store.acquireSlots({ ...this.#slots(holder, ['rendering']), keyId })) === 1
  }

  #requestSlot(keyId: string, holder: string, mayRender: boolean): RequestSlot {
    return {
      ...this.#hold(keyId, holder),
      mayRender: async (timeoutMs, cancelled) => {
        const end = performance.now() + timeoutMs
        let hasPlace = mayRender
        while (!hasPlace) {
          if (cancelled.aborted || performance.now() > end) return false
          await delay(WAIT_INTERVAL_MS)
          hasPlace = await this.#takeRendering(keyId, holder)
        }
        return true
      },
      // A place that could not be given back now is with all others of the request at its end.
      hasRendered: () => this.#store.releaseSlots(keyId, holder, ['rendering']).catch(this.#onStoreError),
    }
  }

  #hold(keyId: string, holder: string): KeySlot {
    this.#held.set(holder, { keyId, holder })
    return {
      release: async () => {
        this.#held.delete(holder)
        try {
          await this.#store.releaseSlots(keyId, holder)
        } catch (error) {
          // A document that is done is not lost because the store is away: the slot is given back later.
          this.#unreleased.set(holder, keyId)
          this.#onStoreError(error)
        }
      },
    }
  }

  async #renew(): Promise<void> {
    try {
      if (this.#held.size > 0) await this.#store.renewSlots(this.#owner, [...this.#held.values()])
      for (const [holder, keyId] of this.#unreleased) {
        await this.#store.releaseSlots(keyId, holder)
        this.#unreleased.delete(holder)
      }
    } catch (error) {
      this.#onStoreError(error)
    }
  }
}
