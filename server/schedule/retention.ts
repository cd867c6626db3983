import { schedule } from 'node-cron'
import type { Logger } from '../observability/log.js'
import type { ObjectStorage } from '../storage/objects/object-storage.js'
import type { Store } from '../storage/store.js'

export interface RetentionServices {
  readonly store: Store
  readonly objects: ObjectStorage
  readonly log: Logger
}

/** Every ten minutes. What has expired is not shown from its second on; this only takes it away. */
const SCHEDULE = '*/10 * * * *'

/** Rows that are removed at once, so that no transaction is long. */
const PORTION = 100

/** Removes expired documents, answers and logs from now on. Any number of processes may do so. */
export function startRetention(services: RetentionServices): { stop(): Promise<void> } {
  let running: Promise<void> | undefined
  const task = schedule(SCHEDULE, () => {
    running ??= removeExpired(services)
      .catch((error: unknown) => services.log.warn({ err: error }, 'what has expired was not removed'))
      .finally(() => {
        running = undefined
      })
    return running
  })
  return {
    async stop() {
      await task.destroy()
      await running
    },
  }
}

/** The object first: a row whose object is gone is removed the next time, an object without row never would be. */
export async function removeExpired({ store, objects }: Omit<RetentionServices, 'log'>): Promise<void> {
  for (;;) {
    const requests = await store.listExpiredRequests(PORTION)
    for (const { objectKey } of requests) if (objectKey !== undefined) await objects.delete(objectKey)
    await store.deleteRequests(requests.map(({ id }) => id))
    const answers = await store.listExpiredAnswers(PORTION)
    for (const { objectKey } of answers) if (objectKey !== undefined) await objects.delete(objectKey)
    await store.deleteAnswers(answers)
    const events = await store.deleteExpiredEvents(PORTION)
    if (requests.length < PORTION && answers.length < PORTION && events === 0) return
  }
}
