import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HttpLoad } from './http-load.js'
import { LOOKS_PER_SECOND, type LookedAt, type LookOrder } from './look-orders.js'
import { MachineLoad } from './machine-load.js'
import type { ServiceProcess } from './service-process.js'
import { describe, percent, round, type Spread, spread } from './spread.js'

const PER_SECOND = 200
const SECONDS = 20
/** A store that holds a million deliveries belongs to a service that is warm: V8 keeps compiling for this long. */
const WARM_UP_SECONDS = 10

/**
 * Times every list and page of the interface, one after the other; and then acknowledgements at a fixed rate while all
 * of them are asked for in turn, at a fixed rate too.
 */
export async function measureLists(service: ServiceProcess, databaseUrl: string | undefined, load: HttpLoad) {
  const { dataDir, url, slug, key } = service
  const workerData: LookedAt = { dataDir, databaseUrl, url, slug, key }
  const looker = new Worker(new URL('./look-thread.js', import.meta.url), { workerData })
  try {
    await once(looker, 'message')
    const lists = await ask<ReadonlyMap<string, Spread>>(looker, 'time')
    console.table(
      [...lists].map(([name, { p50, p95, max }]) => ({ name, p50: round(p50), p95: round(p95), max: round(max) })),
    )
    const slowest = Math.max(...[...lists.values()].map(({ p95 }) => p95))
    console.log(`the slowest p95: ${round(slowest)} ms`)
    return { slowestP95Ms: slowest, lists: Object.fromEntries(lists), ...(await measureBeside(service, load, looker)) }
  } finally {
    await looker.terminate()
  }
}

async function measureBeside(service: ServiceProcess, load: HttpLoad, looker: Worker) {
  await load.openLoop(PER_SECOND, WARM_UP_SECONDS)
  const machine = new MachineLoad([service.pid])
  tell(looker, 'begin')
  const acknowledged = spread(await load.openLoop(PER_SECOND, SECONDS))
  const besideMs = await ask<Spread>(looker, 'end')
  const result = { acknowledgementMs: acknowledged, besideMs, others: machine.next()?.others }
  console.log(
    `beside ${LOOKS_PER_SECOND} of them a second (${describe(besideMs)}), ${PER_SECOND} requests a second were acknowledged in ${describe(acknowledged)}; other programs ${percent(result.others)}\n`,
  )
  return result
}

function tell(looker: Worker, order: LookOrder): void {
  looker.postMessage(order)
}

async function ask<Answer>(looker: Worker, order: LookOrder): Promise<Answer> {
  const answered = once(looker, 'message')
  tell(looker, order)
  const [answer] = await answered
  return answer
}
