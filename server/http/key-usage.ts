import type { Logger } from '../observability/log.js'
import type { Store } from '../storage/store.js'

/** How stale the shown last-used time of a key may be. */
const FLUSH_INTERVAL_MS = 5_000

/** Collects when keys were used and saves it now and then, so that no request pays for a write. */
export class KeyUsage {
  #lastUses = new Map<string, number>()
  readonly #store: Store
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout

  constructor(store: Store, log: Logger) {
    this.#store = store
    this.#log = log
    this.#timer = setInterval(() => void this.#flushOrWarn(), FLUSH_INTERVAL_MS)
    this.#timer.unref()
  }

  record(keyId: string): void {
    this.#lastUses.set(keyId, Date.now())
  }

  /** Saves what was collected since the last time. */
  async flush(): Promise<void> {
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
