import type { Logger } from '../observability/log.js'
import type { QueueBound } from '../storage/requests/request-store.js'
import type { Store } from '../storage/store.js'

/** How often the waiting jobs are counted. */
const COUNT_INTERVAL_MS = 1_000

/**
 * With room for fewer documents than this acceptances take turns, so that each sees what the others have added: it is
 * more than all processes together can accept between two counts of one of them.
 */
const AMPLE_ROOM = 10_000

/**
 * About how many documents wait, so that acceptances need not take turns as long as there is ample room. Documents that
 * this process accepts are added at once; other processes' are seen a second later.
 */
export class QueueGauge {
  readonly #store: Store
  readonly #log: Logger
  readonly #limit: number
  readonly #timer: NodeJS.Timeout
  #waiting = 0
  #counting = false
  /** The fewest documents of organizations that the store had no room for since the last count. */
  #refused = new Map<string, number>()

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

  /** Whether so many more of an organization were refused a moment ago, so that the store need not be asked again. */
  isFullFor(organizationId: string, documents: number): boolean {
    return documents >= (this.#refused.get(organizationId) ?? Number.POSITIVE_INFINITY)
  }

  /** The bound that the store must hold when it accepts so many more. */
  boundFor(documents: number): QueueBound {
    const isAmple = this.#limit - this.#waiting - documents >= AMPLE_ROOM
    return { limit: this.#limit, waiting: isAmple ? this.#waiting : undefined }
  }

  add(documents: number): void {
    this.#waiting += documents
  }

  /** Remembers that the store had no room for so many of an organization. */
  refuse(organizationId: string, documents: number): void {
    const before = this.#refused.get(organizationId) ?? documents
    this.#refused.set(organizationId, Math.min(before, documents))
  }

  async count(): Promise<void> {
    if (this.#counting) return
    this.#counting = true
    try {
      this.#waiting = await this.#store.countWaitingJobs('render')
      this.#refused.clear()
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
