import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../observability/log.js'
import { shareOfFree } from '../shares/half-of-free.js'
import type { ClaimedJob, Job, JobQueue } from '../storage/requests/request-store.js'
import type { Store } from '../storage/store.js'
import type { Membership } from './membership.js'

/** How the handler of a queue left a job. */
export type JobEnd =
  /** Finished, or given to somebody else meanwhile. */
  | { readonly kind: 'done' }
  /** To be begun again after a while. `counted` says whether this was one of its attempts. */
  | { readonly kind: 'later'; readonly delayMs: number; readonly counted: boolean }
  /** Its API key has as many requests under way as it may. */
  | { readonly kind: 'key-busy' }

interface JobRunnerOptions {
  readonly store: Pick<Store, 'changes' | 'claimJobs' | 'returnJob'>
  readonly membership: Pick<Membership, 'id'>
  readonly queue: JobQueue
  /** Places for jobs. An organization has half of those that others leave free. */
  readonly places: number
  /** The longest that a job may run before another process takes it. */
  readonly deadlineMs: number
  readonly log: Logger
  /** Jobs are taken only while this is open; always when absent. */
  readonly gate?: Gate | undefined
  /** @param leave gives the job's place to the next one, though it has not ended */
  run(claimed: ClaimedJob, leave: () => void): Promise<JobEnd>
}

/** What jobs need to be worth running. */
interface Gate {
  readonly isOpen: boolean
  /** @returns what ends the listening */
  onOpen(listener: () => void): () => void
}

/** How long jobs of a busy key are left alone. */
const KEY_PAUSE_MS = 250

/** How long a job waits whose handler failed without saying why. */
const FAILURE_PAUSE_MS = 1_000

/** What becomes of a job, for the log. */
function endOf(end: JobEnd) {
  return end.kind === 'later' ? { end: end.kind, delay_ms: end.delayMs, counted: end.counted } : { end: end.kind }
}

/** Takes jobs from one queue and runs them, as long as there are any. */
export class JobRunner {
  readonly #options: JobRunnerOptions
  readonly #running = new Set<Promise<void>>()
  /** Places that jobs hold: all that run but those that have left theirs. */
  #taken = 0
  /** How many jobs of each organization run. */
  readonly #organizations = new Map<string, number>()
  /** Keys that are left alone for a while. */
  readonly #pausedKeys = new Set<string>()
  readonly #timers = new Set<NodeJS.Timeout>()
  /** Jobs that could not be given back when the store was away. */
  readonly #unreturned = new Set<Job>()
  readonly #stopListening: () => void
  #lastOrganization = ''
  #claiming: Promise<void> | undefined
  #wokenMeanwhile = false
  /** The last look found fewer jobs than there was room for, and nothing has been heard since. */
  #isDrained = false
  #closing = false

  constructor(options: JobRunnerOptions) {
    this.#options = options
    const stopHearing = options.store.changes.onChange(options.queue, (ids) => this.#hear(ids))
    const stopWatching = options.gate?.onOpen(() => this.#wake())
    this.#stopListening = () => {
      stopHearing()
      stopWatching?.()
    }
    this.#wake()
  }

  /** Takes no more jobs, and waits for those that run, but not longer than `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true
    this.#stopListening()
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#claiming
    const impatience = new AbortController()
    await Promise.race([
      Promise.all(this.#running),
      delay(graceMs, undefined, { signal: impatience.signal }).catch(() => undefined),
    ])
    impatience.abort()
  }

  /** @param ids the organizations that have new jobs, as far as they are known */
  #hear(ids?: ReadonlySet<string>): void {
    this.#isDrained = false
    const taken = this.#taken
    const hasEnough = (id: string) =>
      shareOfFree({ capacity: this.#options.places, taken, own: this.#organizations.get(id) ?? 0 }) === 0
    // The next job of an organization that has its share is looked for when one of those that run has ended.
    if (!ids || ![...ids].every(hasEnough)) this.#wake()
  }

  #wake(): void {
    if (this.#closing) return
    if (this.#claiming) {
      this.#wokenMeanwhile = true
      return
    }
    this.#claiming = this.#fill().finally(() => {
      this.#claiming = undefined
      if (this.#wokenMeanwhile) {
        this.#wokenMeanwhile = false
        this.#wake()
      }
    })
  }

  async #fill(): Promise<void> {
    const { store, membership, queue, deadlineMs, log, gate } = this.#options
    try {
      for (const job of this.#unreturned) {
        await store.returnJob(job, 0, false)
        this.#unreturned.delete(job)
      }
      while (!this.#closing && gate?.isOpen !== false) {
        const { limit, exceptOrganizations } = this.#room()
        if (limit === 0) return
        // News that come while the store looks may be of jobs that it does not see.
        this.#isDrained = exceptOrganizations.length + this.#pausedKeys.size === 0
        const jobs = await store.claimJobs({
          queue,
          processId: membership.id,
          limit,
          after: this.#lastOrganization,
          exceptKeys: [...this.#pausedKeys],
          exceptOrganizations,
          deadlineMs,
        })
        log.trace({ queue, wanted: limit, found: jobs.length }, 'a queue was looked at')
        for (const claimed of jobs) {
          this.#lastOrganization = claimed.job.organizationId
          this.#start(claimed)
        }
        if (jobs.length < limit) return
        this.#isDrained = false
      }
    } catch (error) {
      this.#isDrained = false
      log.warn({ err: error, queue }, 'no jobs could be taken')
    }
  }

  /** How many jobs may be taken so that no organization gets more than its share, and whose may not. */
  #room(): { readonly limit: number; readonly exceptOrganizations: readonly string[] } {
    const use = { capacity: this.#options.places, taken: this.#taken }
    let limit = shareOfFree({ ...use, own: 0 })
    const exceptOrganizations: string[] = []
    for (const [organizationId, own] of this.#organizations) {
      const share = shareOfFree({ ...use, own })
      if (share === 0) exceptOrganizations.push(organizationId)
      else limit = Math.min(limit, share)
    }
    return { limit, exceptOrganizations }
  }

  #start(claimed: ClaimedJob): void {
    const { organizationId } = claimed.job
    this.#taken++
    this.#organizations.set(organizationId, (this.#organizations.get(organizationId) ?? 0) + 1)
    let hasPlace = true
    const leave = () => {
      if (!hasPlace) return
      hasPlace = false
      this.#taken--
      const left = (this.#organizations.get(organizationId) ?? 0) - 1
      if (left > 0) this.#organizations.set(organizationId, left)
      else this.#organizations.delete(organizationId)
      if (!this.#isDrained) this.#wake()
    }
    const run = this.#run(claimed, leave).finally(() => {
      this.#running.delete(run)
      leave()
    })
    this.#running.add(run)
  }

  async #run(claimed: ClaimedJob, leave: () => void): Promise<void> {
    const { log, store } = this.#options
    const { job } = claimed
    try {
      const end = await this.#options.run(claimed, leave)
      log.trace({ job_id: job.id, request_id: job.refId, attempt: job.attempt, ...endOf(end) }, 'a job was left')
      if (end.kind === 'later') {
        await store.returnJob(job, end.delayMs, end.counted)
        this.#after(end.delayMs, () => this.#wake())
      }
      if (end.kind === 'key-busy') {
        this.#pause(job.keyId)
        await store.returnJob(job, KEY_PAUSE_MS, false)
      }
    } catch (error) {
      log.error({ err: error, job_id: job.id, request_id: job.refId }, 'a job failed')
      await this.#giveBack(job)
    }
  }

  async #giveBack(job: Job): Promise<void> {
    try {
      await this.#options.store.returnJob(job, FAILURE_PAUSE_MS, false)
    } catch (error) {
      this.#unreturned.add(job)
      this.#options.log.warn({ err: error, job_id: job.id }, 'a job could not be given back yet')
    }
  }

  #pause(keyId: string): void {
    if (this.#pausedKeys.has(keyId)) return
    this.#pausedKeys.add(keyId)
    this.#after(KEY_PAUSE_MS, () => {
      this.#pausedKeys.delete(keyId)
      this.#wake()
    })
  }

  #after(delayMs: number, action: () => void): void {
    if (this.#closing) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      action()
    }, delayMs)
    this.#timers.add(timer)
  }
}
