import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import t from 'tap'
import { TIME_CASES } from './cases/time-cases.js'
import type { TimeOutcome } from './time-worker.js'

/** Most take a tenth of a second, and none takes two on an idle machine. */
const CEILING_MS = 10_000

t.test('documents that would like to take all the time there is end soon', { timeout: 0 }, async (t) => {
  let worker = startWorker()
  t.teardown(() => worker.terminate())
  for (const [index, { name, expected }] of TIME_CASES.entries()) {
    const outcome = await outcomeOf(worker, index)
    t.same(outcome, expected, name)
    if (outcome !== 'out of time') continue
    await worker.terminate()
    worker = startWorker()
  }
})

function startWorker(): Worker {
  return new Worker(new URL('./time-worker.js', import.meta.url))
}

async function outcomeOf(worker: Worker, index: number): Promise<TimeOutcome | 'out of time'> {
  const over = new AbortController()
  const answer = once(worker, 'message', { signal: over.signal }).then(([outcome]) => outcome as TimeOutcome)
  worker.postMessage(index)
  const ceiling = pause(CEILING_MS, 'out of time' as const, { signal: over.signal })
  const outcome = await Promise.race([answer, ceiling])
  over.abort()
  await Promise.allSettled([answer, ceiling])
  return outcome
}
