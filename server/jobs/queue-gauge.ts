import type { Logger } from '../observability/log.js'
import type { Store } from '../storage/store.js'

/** How often the waiting jobs are counted. */
const COUNT_INTERVAL_MS = 1_000

/**
 * About how many documents wait, so that accepting need not count them. What this process accepts is added at once,
 * what others do is seen a second later.
 */
export class QueueGauge {
  readonly #store: Store
  readonly #log: Logger
  readonly #limit: number
  readonly #timer: NodeJS.Timeout
  #waiting = 0
  #counting = false

  constructor(store: Store, log: Logger, limit: number) {
    this.#store = store
    this.#log = log
    this.#limit = limit
    this.#timer = setInterval(() => void this.count(), COUNT_INTERVAL_MS)
    this.#timer.unref()
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Whether so many more may wait. */
  hasRoomFor(documents: number): boolean {
    return this.#waiting + documents <= this.#limit
  }

  add(documents: number): void {
    this.#waiting += documents
  }

  async count(): Promise<void> {
    if (this.#counting) return
    this.#counting = true
    try {
      this.#waiting = await this.#store.countWaitingJobs('render', this.#limit)
    } catch (error) {
      this.#log.warn({ err: error }, 'waiting documents were not counted')
    } finally {
      this.#counting = false
    }
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
