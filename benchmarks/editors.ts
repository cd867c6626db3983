import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { HttpLoad } from './http-load.js'
import { MachineLoad } from './machine-load.js'
import type { ServiceProcess } from './service-process.js'
import { signIn } from './sign-in.js'
import { describe, percent, spread } from './spread.js'
import { EDITORS, type Preview, type Studio, type TypingOrder } from './typing-orders.js'

/** Synchronous documents meanwhile: so few that they do not wait for each other. */
const PER_SECOND = 10

/** The priority of the processes that render drafts. */
const PREVIEW_NICENESS = 10

/** Rounds without and with editors, in turn, so that what else the machine does meets both. */
const ROUNDS = 4
const SECONDS = 10
const WARM_UP_SECONDS = 10

/** Documents before anything is measured: V8 keeps compiling for about so many. */
const WARM_UP_DOCUMENTS = 2_000
const WARM_UP_CLIENTS = 4

/**
 * Times synchronous documents: alone, beside editors who type in the studio, and, as the floor of the latter, beside a
 * program that keeps one core busy and asks the service for nothing.
 */
export async function measureEditors(service: ServiceProcess, template: string, load: HttpLoad) {
  const workerData: Studio = {
    url: `${service.url}/dashboard/${service.slug}/templates/${template}`,
    cookie: await signIn(service.dataDir, undefined),
  }
  const typing = new Worker(new URL('./typing-thread.js', import.meta.url), { workerData })
  try {
    await once(typing, 'message')
    return await measureBeside(typing, service, load)
  } finally {
    await typing.terminate()
  }
}

async function measureBeside(typing: Worker, service: ServiceProcess, load: HttpLoad) {
  await load.sendMany(WARM_UP_CLIENTS, WARM_UP_DOCUMENTS)
  await typeBeside(typing, () => load.openLoop(PER_SECOND, WARM_UP_SECONDS))
  const alone: number[] = []
  const floor: number[] = []
  const beside: number[] = []
  const counts = new Map<Preview, number>()
  const others: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(...(await load.openLoop(PER_SECOND, SECONDS)))
    floor.push(...(await countBeside(() => load.openLoop(PER_SECOND, SECONDS))))
    const machine = new MachineLoad([service.pid])
    const typed = await typeBeside(typing, () => load.openLoop(PER_SECOND, SECONDS))
    beside.push(...typed.result)
    const used = machine.next()
    if (used) others.push(used.others)
    for (const [kind, count] of typed.previews) counts.set(kind, (counts.get(kind) ?? 0) + count)
  }
  const previews = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const share = (kind: Preview) => (counts.get(kind) ?? 0) / previews
  const result = {
    aloneMs: spread(alone),
    floorMs: spread(floor),
    besideMs: spread(beside),
    previewsPerSecond: previews / (ROUNDS * SECONDS),
    shown: share('previewed'),
    timedOut: share('timed-out'),
    unavailable: share('unavailable'),
    others: others.length > 0 ? Math.max(...others) : undefined,
  }
  console.log(
    `Synchronous invoices, ${PER_SECOND} a second, alone and beside ${EDITORS} editors who type without a pause`,
  )
  console.log(`alone ${describe(result.aloneMs)}`)
  console.log(`beside a program that computes ${describe(result.floorMs)}`)
  console.log(`beside editors ${describe(result.besideMs)}`)
  console.log(
    `${Math.round(result.previewsPerSecond)} previews a second were asked for, ${percent(result.shown)} of them shown, ${percent(result.timedOut)} too slow, ${percent(result.unavailable)} without a place and the others outdated; other programs ${percent(result.others)}\n`,
  )
  return result
}

/** Lets another program compute, at the priority of previews, while something else is done. */
async function countBeside<Result>(act: () => Promise<Result>): Promise<Result> {
  const counting: ChildProcess = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
  // Also where the measurement ends by an error that nobody has caught.
  const end = () => counting.kill('SIGKILL')
  process.once('exit', end)
  try {
    if (counting.pid !== undefined) setPriority(counting.pid, PREVIEW_NICENESS)
    return await act()
  } finally {
    process.off('exit', end)
    end()
  }
}

/** Lets all editors type while something else is done. */
async function typeBeside<Result>(
  typing: Worker,
  act: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly previews: ReadonlyMap<Preview, number> }> {
  tell(typing, 'begin')
  let result: Result
  let counted: Promise<[ReadonlyMap<Preview, number>]>
  try {
    result = await act()
  } finally {
    counted = once(typing, 'message') as Promise<[ReadonlyMap<Preview, number>]>
    tell(typing, 'end')
  }
  const [previews] = await counted
  return { result, previews }
}

function tell(typing: Worker, order: TypingOrder): void {
  typing.postMessage(order)
}
