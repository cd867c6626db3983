import { randomUUID } from 'node:crypto'
import { schedule } from 'node-cron'
import { documentKeys } from '../jobs/document-objects.js'
import type { Logger } from '../observability/log.js'
import type { ObjectStorage } from '../storage/objects/object-storage.js'
import { MAX_ATTEMPTS } from '../storage/requests/request-store.js'
import type { SlotCursor, Store } from '../storage/store.js'

interface RetentionServices {
  readonly store: Store
  readonly objects: ObjectStorage
  readonly log: Logger
}

/** Every ten minutes. Anything expired is hidden from that second on; this only removes it. */
const SCHEDULE = '*/10 * * * *'

/** Every hour. Only processes that died leave anything to sweep away, which is rare. */
const SWEEP_SCHEDULE = '23 * * * *'

/** An hour more than answers are given again. */
const ANSWER_AGE_MS = 25 * 3_600_000

/** Rows that are removed at once, so that no transaction is long. */
const PORTION = 100

/** Events that are found at once. */
const EVENTS_AT_ONCE = 2_000

/** Slots of keys that are looked at together; few of them are removed. */
const SLOT_PORTION = 1_000

/** The lease of the one process that removes what has expired. */
export const LEASE = 'retention'

/** A portion takes much less: a process that is silent for so long has died. */
export const LEASE_MS = 60_000

/** Calls something by the clock, as node-cron does. */
type Scheduler = (expression: string, run: () => Promise<void>) => { destroy(): void | Promise<void> }

interface Retention {
  /** Ends at once: what has begun is not waited for, and writes nothing more. */
  stop(): Promise<void>
}

/** Removes expired documents, answers and logs from now on. Of any number of processes, one at a time does so. */
export function startRetention(services: RetentionServices, scheduler: Scheduler = schedule): Retention {
  const { store, log, objects } = services
  const holder = randomUUID()
  const stopping = new AbortController()
  const tasks = [
    scheduler(
      SCHEDULE,
      once(() => removeInTurn(services, holder, stopping.signal), log),
    ),
    // Each process has a disk of its own.
    scheduler(
      SWEEP_SCHEDULE,
      once(() => objects.sweep('answers', ANSWER_AGE_MS, stopping.signal), log),
    ),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(tasks.map((task) => task.destroy()))
      // Without it the next one waits for the end of the lease, that is all.
      await store
        .releaseLease(LEASE, holder)
        .catch((error: unknown) => log.warn({ err: error }, 'a lease is still held'))
    },
  }
}

/** Does nothing while it is still being done. */
function once(run: () => Promise<void>, log: Logger): () => Promise<void> {
  let isRunning = false
  return async () => {
    if (isRunning) return
    isRunning = true
    try {
      await run()
    } catch (error) {
      log.warn({ err: error }, 'what has expired was not removed')
    } finally {
      isRunning = false
    }
  }
}

/** Removes what has expired unless another process is doing so. */
export async function removeInTurn(
  { store, objects }: Omit<RetentionServices, 'log'>,
  holder: string,
  stopping: AbortSignal,
): Promise<void> {
  const mayContinue = async () => !stopping.aborted && (await store.holdLease(LEASE, holder, LEASE_MS))
  if (!(await mayContinue())) return
  await removeExpired({ store, objects }, { stopping, mayContinue })
  if (!stopping.aborted) await store.releaseLease(LEASE, holder)
}

interface RemovalOptions {
  readonly stopping: AbortSignal
  /** Asked before each portion. */
  mayContinue(): Promise<boolean>
}

/** Removes what has expired, portion by portion, and finds it by reading beside the service's own work. */
export async function removeExpired(
  services: Omit<RetentionServices, 'log'>,
  options: RemovalOptions = { stopping: new AbortController().signal, mayContinue: async () => true },
): Promise<void> {
  const { store } = services
  let slots: SlotCursor | undefined
  const kinds: readonly (() => Promise<boolean>)[] = [
    () => removeRequests(services, options.stopping),
    () => removeAnswers(services, options.stopping),
    () => removeEvents(services, options),
    async () => (await store.deleteExpiredAudit(PORTION)) === PORTION,
    async () => (await store.deleteExpiredAccess(PORTION)) === PORTION,
    async () => (await store.deleteExpiredLog(PORTION)) === PORTION,
    async () => (await store.deleteExpiredData(PORTION)) === PORTION,
    async () => (await store.deleteHiddenTemplates(PORTION)) === PORTION,
    async () => (await store.deleteFormerPaths(PORTION)) === PORTION,
    async () => {
      slots = await store.deleteIdleSlots({ limit: SLOT_PORTION, after: slots })
      return slots !== undefined
    },
  ]
  for (const removePortion of kinds) {
    while (await options.mayContinue()) if (!(await removePortion())) break
  }
}

/** The object first: a row whose object is gone is removed the next time, an object without row never would be. */
async function removeRequests(
  { store, objects }: Omit<RetentionServices, 'log'>,
  stopping: AbortSignal,
): Promise<boolean> {
  const requests = await store.reader.listExpiredRequests(PORTION)
  for (const { documentId, objectKey } of requests) {
    // Also what a process stored that died before the request was finished by another attempt, or failed.
    const keys = new Set([...documentKeys(documentId, MAX_ATTEMPTS), ...(objectKey === undefined ? [] : [objectKey])])
    for (const key of keys) {
      await objects.delete(key)
      if (stopping.aborted) return false
    }
  }
  await store.deleteRequests(requests.map(({ id }) => id))
  return requests.length === PORTION
}

/** Finding them asks about every organization, so that many are found at once. */
async function removeEvents(
  { store }: Omit<RetentionServices, 'log'>,
  { mayContinue }: RemovalOptions,
): Promise<boolean> {
  const events = await store.reader.listExpiredEvents(EVENTS_AT_ONCE)
  let removed = 0
  for (let start = 0; start < events.length; start += PORTION) {
    if (start > 0 && !(await mayContinue())) return false
    removed += await store.deleteEvents(events.slice(start, start + PORTION))
  }
  return removed > 0 && events.length === EVENTS_AT_ONCE
}

async function removeAnswers(
  { store, objects }: Omit<RetentionServices, 'log'>,
  stopping: AbortSignal,
): Promise<boolean> {
  const answers = await store.reader.listExpiredAnswers(PORTION)
  for (const { objectKey } of answers) {
    if (objectKey !== undefined) await objects.delete(objectKey)
    if (stopping.aborted) return false
  }
  await store.deleteAnswers(answers)
  return answers.length === PORTION
}
