import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../observability/log.js'
import type { Metrics } from '../observability/metrics.js'
import type { Store } from '../storage/store.js'
import type { AttemptReport, ClaimedDelivery, DeliveryClaim } from '../storage/webhooks/webhook-store.js'
import { Lanes } from './lanes.js'

interface DeliveryLoopOptions {
  readonly store: Store
  readonly metrics: Metrics
  readonly log: Logger
  /** The name under which this process takes deliveries; it may change. */
  processId(): string
  /** Makes one attempt. `stopping` aborts it. */
  attempt(delivery: ClaimedDelivery, stopping: AbortSignal): Promise<AttemptReport>
}

/** Requests of one process at the same time. A request that waits for its answer costs little. */
const MAX_RUNNING = 500

/** Deliveries that one look takes at most, so that no transaction is long. */
const MAX_CLAIMED = 64

/** The longest timeout and what comes with it, and then as much again. */
const DEADLINE_MS = 120_000

/** The time between two looks: signals come in crowds. */
const PAUSE_MS = 4

/** How long a result waits that could not be saved. */
const SAVE_AGAIN_MS = 1_000

/** The longest time a timer is set for: there is news before, or somebody looks anyway. */
const LONGEST_WAIT_MS = 60_000

/** Takes deliveries that are due and makes their attempts, as long as there are any. */
export class DeliveryLoop {
  readonly #options: DeliveryLoopOptions
  readonly #lanes = new Lanes()
  readonly #running = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  readonly #stopListening: () => void
  #lastLane = ''
  #looking: Promise<void> | undefined
  #wokenMeanwhile = false
  #timer: NodeJS.Timeout | undefined
  #closing = false

  constructor(options: DeliveryLoopOptions) {
    this.#options = options
    // One for each request that runs.
    setMaxListeners(MAX_RUNNING, this.#stopping.signal)
    this.#stopListening = options.store.changes.onChange('deliver', () => this.wake())
    this.wake()
  }

  /** What is being delivered. */
  get state(): { readonly running: number; readonly lanes: number; readonly slowLanes: number } {
    return { running: this.#running.size, ...this.#lanes.counts }
  }

  /** Looks for deliveries that are due. */
  wake(): void {
    if (this.#closing) return
    if (this.#looking) {
      this.#wokenMeanwhile = true
      return
    }
    this.#looking = this.#look().finally(() => {
      this.#looking = undefined
      if (!this.#wokenMeanwhile) return
      this.#wokenMeanwhile = false
      this.wake()
    })
  }

  /** Takes no more deliveries; requests that run may end by themselves for a while, and are ended then. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true
    this.#stopListening()
    clearTimeout(this.#timer)
    await this.#looking
    const impatience = setTimeout(() => this.#stopping.abort(), graceMs)
    await Promise.all(this.#running)
    clearTimeout(impatience)
    this.#stopping.abort()
  }

  async #look(): Promise<void> {
    const { store, log } = this.#options
    try {
      for (;;) {
        const limit = Math.min(MAX_CLAIMED, MAX_RUNNING - this.#running.size)
        if (this.#closing || limit <= 0) return
        const { deliveries, nextInMs } = await store.claimDeliveries(this.#claim(limit))
        for (const delivery of deliveries) this.#start(delivery)
        if (deliveries.length > 0) continue
        this.#lookIn(nextInMs)
        break
      }
    } catch (error) {
      log.warn({ err: error }, 'no deliveries could be taken')
    }
    if (!this.#closing) await delay(PAUSE_MS)
  }

  #claim(limit: number): DeliveryClaim {
    return {
      ...this.#lanes.rooms(),
      processId: this.#options.processId(),
      limit,
      after: this.#lastLane,
      deadlineMs: DEADLINE_MS,
    }
  }

  #lookIn(milliseconds: number | undefined): void {
    clearTimeout(this.#timer)
    if (milliseconds === undefined || this.#closing) return
    this.#timer = setTimeout(() => this.wake(), Math.min(milliseconds, LONGEST_WAIT_MS)).unref()
  }

  #start(delivery: ClaimedDelivery): void {
    this.#lastLane = delivery.lane
    this.#lanes.begin(delivery.lane)
    const run = this.#run(delivery).finally(() => {
      this.#running.delete(run)
      this.wake()
    })
    this.#running.add(run)
  }

  async #run(delivery: ClaimedDelivery): Promise<void> {
    const { log, metrics } = this.#options
    let durationMs = 0
    log.trace(logIds(delivery), 'a delivery was taken')
    try {
      const report = await this.#options.attempt(delivery, this.#stopping.signal)
      durationMs = report.exchange.durationMs
      metrics.attemptMade(delivery.target.kind, report.result.kind, durationMs)
      const outcome = {
        ...logIds(delivery),
        status: report.exchange.response?.status,
        reason: report.exchange.error,
        duration_ms: durationMs,
      }
      log.debug({ ...outcome, result: report.result.kind }, 'an attempt of a delivery was made')
      if (report.result.kind === 'exhausted') log.warn(outcome, 'a delivery was given up')
      await this.#save(delivery, report)
    } catch (error) {
      // The delivery is taken for lost after its deadline, and made again.
      log.error({ ...logIds(delivery), err: error }, 'a delivery failed')
    } finally {
      this.#lanes.end(delivery.lane, durationMs)
    }
  }

  /** Again and again while the store is away: what was delivered shall not be delivered twice for that. */
  async #save(delivery: ClaimedDelivery, report: AttemptReport): Promise<void> {
    const { store, log } = this.#options
    const ids = logIds(delivery)
    for (;;) {
      try {
        const { isOurs, disabled } = await store.recordAttempt(report)
        if (!isOurs) log.warn(ids, 'a delivery was given to another process before it ended')
        const { kind, ...more } = report.result
        log.trace(
          { ...ids, result: kind, delay_ms: 'delayMs' in more ? more.delayMs : undefined },
          'a result was saved',
        )
        if (disabled && delivery.target.kind === 'dashboard') {
          log.warn({ webhook_id: delivery.target.webhook.id, reason: disabled }, 'a webhook was disabled')
        }
        return
      } catch (error) {
        log.warn({ ...ids, err: error }, 'the result of a delivery was not saved')
        if (this.#stopping.signal.aborted || this.#closing) return
        await delay(SAVE_AGAIN_MS)
      }
    }
  }
}

/** By which a delivery is found in the log and elsewhere. */
function logIds({ id, eventId, requestId, organizationId, attempt, target }: ClaimedDelivery) {
  return {
    delivery_id: id,
    event_id: eventId,
    request_id: requestId,
    organization_id: organizationId,
    webhook_id: target.kind === 'dashboard' ? target.webhook.id : undefined,
    attempt,
  }
}
