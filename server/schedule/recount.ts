import { schedule } from 'node-cron'
import type { Logger } from '../observability/log.js'
import type { Store } from '../storage/store.js'

/** Every hour: counters go wrong only by processes of an older version, or by hand. */
const SCHEDULE = '41 * * * *'

export interface Recount {
  stop(): Promise<void>
}

/** Sets the counters of the queue right, now and by the clock. */
export async function startRecount(store: Store, log: Logger): Promise<Recount> {
  await recount(store, log)
  const task = schedule(SCHEDULE, () => recount(store, log))
  return {
    async stop() {
      await task.destroy()
    },
  }
}

async function recount(store: Store, log: Logger): Promise<void> {
  try {
    const wrong = await store.recountWaitingJobs('render')
    if (wrong > 0) log.warn({ wrong }, 'the counters of waiting documents were wrong')
  } catch (error) {
    // They are right most of the time: nothing has to wait for this.
    log.warn({ err: error }, 'waiting documents were not counted anew')
  }
}
