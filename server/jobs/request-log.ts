import type { Logger } from '../observability/log.js'
import type { CountedRequest, NewLoggedRequest } from '../storage/request-log/request-log-store.js'
import { logRetentionMs } from '../storage/requests/retention.js'
import type { Organization, Store } from '../storage/store.js'

/** How late the log may be. */
const FLUSH_INTERVAL_MS = 1_000

/** Requests that are written in one transaction, so that none is long. */
const PORTION = 200

/** The most that is held while the database is away; anything beyond is not logged. */
const MAX_HELD = 20_000

/** Of a text that names a place. */
const MAX_PLACE = 500

/** Collects what became of requests and saves it now and then, so that no request pays for it. */
export class RequestLog {
  #held: NewLoggedRequest[] = []
  #isFlushing = false
  #dropped = 0
  readonly #store: Store
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout

  constructor(store: Store, log: Logger) {
    this.#store = store
    this.#log = log
    this.#timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS)
    this.#timer.unref()
  }

  record(request: CountedRequest, plan: Organization['plan']): void {
    if (this.#held.length >= MAX_HELD) {
      this.#dropped++
      return
    }
    const place = request.place?.slice(0, MAX_PLACE)
    this.#held.push({ ...request, place, retentionMs: logRetentionMs(plan) })
  }

  /** Saves the collected entries, and keeps those that cannot be saved for the next time. */
  async flush(): Promise<void> {
    if (this.#isFlushing) return
    this.#isFlushing = true
    try {
      while (this.#held.length > 0) {
        const portion = this.#held.slice(0, PORTION)
        await this.#store.logRequests(portion)
        this.#held = this.#held.slice(portion.length)
      }
      if (this.#dropped > 0) this.#log.warn({ dropped: this.#dropped }, 'requests are missing in the log')
      this.#dropped = 0
    } catch (error) {
      this.#log.warn({ err: error }, 'requests were not logged')
    } finally {
      this.#isFlushing = false
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
    if (this.#held.length > 0) this.#log.warn({ dropped: this.#held.length }, 'requests are missing in the log')
  }
}
