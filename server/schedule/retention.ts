import { type ScheduledTask, schedule } from 'node-cron'
import { documentKeys } from '../jobs/document-objects.js'
import type { Logger } from '../observability/log.js'
import type { ObjectStorage } from '../storage/objects/object-storage.js'
import { MAX_ATTEMPTS } from '../storage/request-store.js'
import type { Store } from '../storage/store.js'

interface RetentionServices {
  readonly store: Store
  readonly objects: ObjectStorage
  readonly log: Logger
}

/** Every ten minutes. What has expired is not shown from its second on; this only takes it away. */
const SCHEDULE = '*/10 * * * *'

/** Every hour. What is swept away was left by processes that died, which is rare. */
const SWEEP_SCHEDULE = '23 * * * *'

/** An hour more than answers are given again. */
const ANSWER_AGE_MS = 25 * 3_600_000

/** Rows that are removed at once, so that no transaction is long. */
const PORTION = 100

/** Removes expired documents, answers and logs from now on. Any number of processes may do so. */
export function startRetention(services: RetentionServices): { stop(): Promise<void> } {
  const { log, objects } = services
  const jobs = [
    new ScheduledJob(SCHEDULE, () => removeExpired(services), log),
    new ScheduledJob(SWEEP_SCHEDULE, () => objects.sweep('answers', ANSWER_AGE_MS), log),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

/** Something that is done by the clock, once at a time. */
class ScheduledJob {
  #running: Promise<void> | undefined
  readonly #task: ScheduledTask

  constructor(expression: string, run: () => Promise<void>, log: Logger) {
    this.#task = schedule(expression, () => {
      this.#running ??= run()
        .catch((error: unknown) => log.warn({ err: error }, 'what has expired was not removed'))
        .finally(() => {
          this.#running = undefined
        })
      return this.#running
    })
  }

  async stop(): Promise<void> {
    await this.#task.destroy()
    await this.#running
  }
}

/** The object first: a row whose object is gone is removed the next time, an object without row never would be. */
export async function removeExpired({ store, objects }: Omit<RetentionServices, 'log'>): Promise<void> {
  for (;;) {
    const requests = await store.reader.listExpiredRequests(PORTION)
    for (const { documentId, objectKey } of requests) {
      // Also what a process stored that died before the request was finished by another attempt, or failed.
      const keys = new Set([...documentKeys(documentId, MAX_ATTEMPTS), ...(objectKey === undefined ? [] : [objectKey])])
      for (const key of keys) await objects.delete(key)
    }
    await store.deleteRequests(requests.map(({ id }) => id))
    const answers = await store.reader.listExpiredAnswers(PORTION)
    for (const { objectKey } of answers) if (objectKey !== undefined) await objects.delete(objectKey)
    await store.deleteAnswers(answers)
    const events = await store.deleteExpiredEvents(PORTION)
    if (requests.length < PORTION && answers.length < PORTION && events === 0) return
  }
}
