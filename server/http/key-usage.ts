import type { Logger } from '../observability/log.js'
import type { KeyRefusal, Store } from '../storage/store.js'

/** How stale the shown last-used time of a key may be. */
const FLUSH_INTERVAL_MS = 5_000

/** Collects when keys were used and saves it now and then, so that no request pays for a write. */
export class KeyUsage {
  #lastUses = new Map<string, number>()
  #refusals = new Map<string, KeyRefusal>()
  readonly #store: Store
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout

  constructor(store: Store, log: Logger) {
    this.#store = store
    this.#log = log
    this.#timer = setInterval(() => void this.#flushOrWarn(), FLUSH_INTERVAL_MS)
    this.#timer.unref()
  }

  /** A request with a key was refused for the key. */
  recordRefusal(keyId: string, code: string, address: string): void {
    this.#refusals.set(keyId, { at: Date.now(), code, address })
  }

  record(keyId: string): void {
    this.#lastUses.set(keyId, Date.now())
  }

  /** Saves what was collected since the last time. */
  async flush(): Promise<void> {
    const refusals = this.#refusals
    this.#refusals = new Map()
    if (refusals.size > 0) await this.#store.recordKeyRefusals(refusals)
    if (this.#lastUses.size === 0) return
    const uses = Array.from(this.#lastUses, ([keyId, at]) => ({ keyId, at }))
    this.#lastUses = new Map()
    await this.#store.recordKeyUses(uses)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#flushOrWarn()
  }

  async #flushOrWarn(): Promise<void> {
    try {
      await this.flush()
    } catch (error) {
      this.#log.warn({ err: error }, 'last-used times of API keys were not saved')
    }
  }
}
