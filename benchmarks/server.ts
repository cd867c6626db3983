/**
 * Measures the service as a process of its own, over HTTP, on a data directory that goes away with it: what it adds to
 * the engine, how soon it acknowledges and begins documents, whether its memory stays, and how soon lists and the pages of
 * the dashboard are there when the store holds a million deliveries. Prints tables and writes `out/server-benchmarks.json`.
 *
 *     npm run bench:server                 everything, eight minutes or, on a slow machine, fifteen
 *     npm run bench:server -- sync async   some of: sync, async, idle, memory, lists, pages,
 *                                           editors
 *     DATABASE_URL=postgres://… PLATEN_SECRET=… npm run bench:server -- lists pages    in an empty database
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { measureEditors } from './editors.js'
import { EngineThreads } from './engine-threads.js'
import { fillStore } from './full-store.js'
import { HttpLoad } from './http-load.js'
import { measureLists } from './lists.js'
import { TEMPLATES_FOLDER } from './load-template.js'
import { MachineLoad } from './machine-load.js'
import { quantile } from './measure.js'
import { measurePages } from './pages.js'
import { type ServiceProcess, startService } from './service-process.js'
import { describe, percent, round, spread } from './spread.js'
import { varyData } from './vary-data.js'

const OUT = new URL('../../out/', import.meta.url)

const TEMPLATE = 'invoice'

/** Different invoices, so that nothing the service remembers of one document helps with the next. */
const BODIES = 500

/** Requests at the same time; a key may have ten. */
const CLIENTS = 8

/** The number of workers that the service uses by default. */
const WORKERS = Math.max(1, availableParallelism() - 1)

/**
 * How often service and engine are started anew. V8 never makes quite the same machine code of a program twice: of two
 * threads that run the same engine, one may be a tenth faster for as long as it lives.
 */
const STARTS = 6

/** Engine and service take turns, short ones, so that what else the machine does meets both. */
const ROUNDS = 8
const ROUND_MS = 1_000
/**
 * Documents that each makes before it is measured: V8 keeps compiling for about so many, on threads of its own. Not a
 * time, in which a slow machine would come less far.
 */
const WARM_UP = 2_000

const ASYNC_PER_SECOND = 200
const ASYNC_SECONDS = 20

const IDLE_REQUESTS = 1_000

const MEMORY_REQUESTS = 20_000
const MEMORY_SAMPLES = 20

const SCENARIOS = ['sync', 'async', 'idle', 'memory', 'lists', 'pages', 'editors'] as const

const sample = JSON.parse(readFileSync(join(TEMPLATES_FOLDER, TEMPLATE, 'sample.json'), 'utf8'))
const bodies = Array.from({ length: BODIES }, (_, seed) => Buffer.from(JSON.stringify(varyData(sample, seed))))

/** Synchronous invoices against the engine alone in as many threads. */
async function measureSync() {
  const latencies: number[] = []
  const rounds: TurnsTaken[] = []
  const starts: number[] = []
  for (let count = 0; count < STARTS; count++) {
    const taken = await takeTurns(latencies)
    rounds.push(...taken)
    starts.push(median(taken.map(({ ratio }) => ratio)))
  }
  const result = {
    workers: WORKERS,
    clients: CLIENTS,
    enginePerSecond: median(rounds.map(({ alone }) => alone)),
    serverPerSecond: median(rounds.map(({ served }) => served)),
    ratio: median(rounds.map(({ ratio }) => ratio)),
    starts,
    latencyMs: spread(latencies),
    rounds,
  }
  console.log(`Synchronous invoices, ${CLIENTS} at a time, and the engine alone, each in ${WORKERS} thread(s)`)
  console.table({
    'engine alone /s': quartiles(rounds.map(({ alone }) => round(alone))),
    'service /s': quartiles(rounds.map(({ served }) => round(served))),
    'of the engine alone, %': quartiles(rounds.map(({ ratio }) => round(ratio * 100))),
  })
  const others = median(rounds.flatMap(({ others }) => others ?? []))
  console.log(`started ${STARTS} times: ${starts.map(percent).join(', ')}`)
  console.log(`answers ${describe(result.latencyMs)}`)
  console.log(`other programs ${percent(others)}\n`)
  return result
}

/** One turn of each: documents a second, and what other programs took of the machine. */
interface TurnsTaken {
  readonly alone: number
  readonly served: number
  readonly ratio: number
  readonly others: number | undefined
}

/** Starts service and engine, and lets them take turns. @param latencies where those of the service are added, in ms */
async function takeTurns(latencies: number[]): Promise<readonly TurnsTaken[]> {
  const service = await startService(WORKERS)
  const load = new HttpLoad({ ...target(service), headers: authorized(service), bodies, expectedStatus: 200 }, CLIENTS)
  const engine = await EngineThreads.start(WORKERS, TEMPLATE, bodies)
  try {
    await load.sendMany(CLIENTS, WARM_UP)
    await warmUp(engine)
    const machine = new MachineLoad([service.pid])
    const taken: TurnsTaken[] = []
    for (let round = 0; round < ROUNDS; round++) {
      machine.next()
      const alone = await engine.run(ROUND_MS)
      const start = performance.now()
      const times = await load.closedLoop(CLIENTS, ROUND_MS)
      // Requests under way at the end of the turn were waited for, and count.
      const served = (times.length * 1000) / (performance.now() - start)
      latencies.push(...times)
      taken.push({ alone, served, ratio: served / alone, others: machine.next()?.others })
    }
    return taken
  } finally {
    await engine.stop()
    load.close()
    await service.stop()
  }
}

async function warmUp(engine: EngineThreads): Promise<void> {
  for (let rendered = 0; rendered < WARM_UP; ) rendered += ((await engine.run(ROUND_MS)) * ROUND_MS) / 1000
}

/** Acknowledgements at a fixed rate, while documents are being rendered. */
async function measureAsync(service: ServiceProcess) {
  const headers = { ...authorized(service), prefer: 'respond-async' }
  const load = new HttpLoad({ ...target(service), headers, bodies, expectedStatus: 202 }, 64)
  await load.openLoop(ASYNC_PER_SECOND, 2)
  await drained(service)
  const before = await completed(service)
  const machine = new MachineLoad([service.pid])
  const start = performance.now()
  const times = await load.openLoop(ASYNC_PER_SECOND, ASYNC_SECONDS)
  const load1 = machine.next()
  const meanwhile = (await completed(service)) - before
  await drained(service)
  const seconds = (performance.now() - start) / 1000
  load.close()
  const result = {
    perSecond: ASYNC_PER_SECOND,
    acknowledgementMs: spread(times),
    completedMeanwhile: meanwhile,
    completedPerSecond: times.length / seconds,
    others: load1?.others,
  }
  console.log(`Asynchronous invoices, ${ASYNC_PER_SECOND} a second for ${ASYNC_SECONDS} s`)
  console.log(
    `acknowledged in ${describe(result.acknowledgementMs)}; ${meanwhile} rendered meanwhile, ${round(result.completedPerSecond)} a second until all were; other programs ${percent(result.others)}\n`,
  )
  return result
}

/** From a request's acceptance to a worker's beginning, one at a time. */
async function measureIdle(service: ServiceProcess) {
  const modes = []
  for (const mode of ['sync', 'async'] as const) {
    const isSync = mode === 'sync'
    const headers = isSync ? authorized(service) : { ...authorized(service), prefer: 'respond-async' }
    const load = new HttpLoad({ ...target(service), headers, bodies, expectedStatus: isSync ? 200 : 202 }, 1)
    const before = await service.metric('platen_render_wait_seconds_bucket')
    const machine = new MachineLoad([service.pid])
    for (let count = 0; count < IDLE_REQUESTS; count++) {
      await load.send()
      // Long enough for a document to be finished, and never in step with anything the service does by the clock.
      await delay(20 + ((count * 7) % 13))
    }
    await drained(service)
    const others = machine.next()?.others
    load.close()
    const after = await service.metric('platen_render_wait_seconds_bucket')
    modes.push({ mode, ...waits(mode, before, after), others })
  }
  console.log(`Start of rendering when nothing else is under way, ${IDLE_REQUESTS} documents each`)
  console.table(
    modes.map(({ mode, within, p50, p99, others }) => ({
      mode,
      'within 5 ms': percent(within.get(0.005)),
      'within 10 ms': percent(within.get(0.01)),
      'within 15 ms': percent(within.get(0.015)),
      'half below ms': p50 * 1000,
      '99 % below ms': p99 * 1000,
      'other programs': percent(others),
    })),
  )
  return modes.map(({ within, ...mode }) => ({ ...mode, within15ms: within.get(0.015) }))
}

/** The resident memory over many synchronous requests. */
async function measureMemory(service: ServiceProcess) {
  const load = new HttpLoad({ ...target(service), headers: authorized(service), bodies, expectedStatus: 200 }, CLIENTS)
  const megabytes: number[] = []
  for (let sampled = 0; sampled < MEMORY_SAMPLES; sampled++) {
    await load.sendMany(CLIENTS, MEMORY_REQUESTS / MEMORY_SAMPLES)
    megabytes.push(Math.round(service.residentBytes() / 2 ** 20))
  }
  load.close()
  const half = Math.floor(megabytes.length / 2)
  // The first quarter fills caches and lets the heap find its size.
  const early = median(megabytes.slice(half / 2, half))
  const late = median(megabytes.slice(-half / 2))
  const result = { requests: MEMORY_REQUESTS, megabytes, secondQuarter: early, lastQuarter: late, growth: late / early }
  console.log(`Memory over ${MEMORY_REQUESTS} synchronous invoices, MB after each ${MEMORY_REQUESTS / MEMORY_SAMPLES}`)
  console.log(`${megabytes.join(' ')}\nlast quarter ${percent(result.growth)} of the second\n`)
  return result
}

/** Synchronous invoices beside people who write templates. */
async function measureBesideEditors(service: ServiceProcess) {
  const load = new HttpLoad({ ...target(service), headers: authorized(service), bodies, expectedStatus: 200 }, CLIENTS)
  try {
    return await measureEditors(service, TEMPLATE, load)
  } finally {
    load.close()
  }
}

/** A store that has been in use for a while: its lists with acknowledgements beside them, and the dashboard's pages. */
async function measureFullStore(isChosen: (name: 'lists' | 'pages') => boolean) {
  const databaseUrl = process.env.DATABASE_URL
  const start = performance.now()
  const service = await startService(WORKERS, {}, (dataDir, slug) => fillStore(dataDir, databaseUrl, slug))
  console.log(`A store with 1,000,000 deliveries, filled in ${round((performance.now() - start) / 1000)} s`)
  const headers = { ...authorized(service), prefer: 'respond-async' }
  const load = new HttpLoad({ ...target(service), headers, bodies, expectedStatus: 202 }, 64)
  try {
    return {
      pages: isChosen('pages') ? await measurePages(service, databaseUrl) : undefined,
      lists: isChosen('lists') ? await measureLists(service, databaseUrl, load) : undefined,
    }
  } finally {
    load.close()
    await service.stop()
  }
}

function target({ url, slug }: ServiceProcess) {
  return { url: `${url}/api/v1/${slug}/templates/${TEMPLATE}/documents` }
}

function authorized({ key }: ServiceProcess) {
  return { authorization: `Bearer ${key}` }
}

/** Waits until every accepted document is made. */
async function drained(service: ServiceProcess): Promise<void> {
  for (;;) {
    const before = await completed(service)
    const [waiting = 0] = (await service.metric('platen_documents_waiting')).values()
    // The count of waiting documents is a second old, and those that are being made are not in it.
    await delay(1_200)
    if (waiting === 0 && before === (await completed(service))) return
  }
}

/** @throws Error when a document has failed */
async function completed(service: ServiceProcess): Promise<number> {
  let count = 0
  for (const [labels, value] of await service.metric('platen_documents_total')) {
    if (!labels.includes('outcome="completed"')) throw new Error(`documents have failed: ${labels} ${value}`)
    if (labels.includes('mode="async"')) count += value
  }
  return count
}

/** Shares of the waits between two readings of their histogram, by the upper bound in seconds. */
function waits(mode: string, before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) {
  const counts = new Map<number, number>()
  for (const [labels, count] of after) {
    const bound = /le="([^"]+)"/.exec(labels)?.[1] ?? ''
    if (labels.includes(`mode="${mode}"`)) {
      counts.set(bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound), count - (before.get(labels) ?? 0))
    }
  }
  const total = counts.get(Number.POSITIVE_INFINITY) ?? 0
  const within = new Map([...counts].map(([bound, count]) => [bound, count / total]))
  const bounds = [...within.keys()].sort((a, b) => a - b)
  const below = (fraction: number) => bounds.find((bound) => (within.get(bound) ?? 0) >= fraction) ?? Number.NaN
  return { count: total, within, p50: below(0.5), p99: below(0.99) }
}

/** A fourth of the values are below `low`, a fourth above `high`. */
function quartiles(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b)
  return { low: quantile(sorted, 0.25), median: quantile(sorted, 0.5), high: quantile(sorted, 0.75) }
}

function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )
}

const chosen = process.argv.slice(2)
const unknown = chosen.find((name) => !SCENARIOS.some((scenario) => scenario === name))
if (unknown !== undefined) {
  console.error(`there is no measurement "${unknown}"; there are ${SCENARIOS.join(', ')}`)
  process.exitCode = 2
} else {
  const isChosen = (name: (typeof SCENARIOS)[number]) => chosen.length === 0 || chosen.includes(name)
  console.log(`node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model.trim()})\n`)
  const sync = isChosen('sync') ? await measureSync() : undefined
  const full = isChosen('lists') || isChosen('pages') ? await measureFullStore(isChosen) : undefined
  const service = await startService(WORKERS)
  try {
    const asynchronous = isChosen('async') ? await measureAsync(service) : undefined
    const idle = isChosen('idle') ? await measureIdle(service) : undefined
    const memory = isChosen('memory') ? await measureMemory(service) : undefined
    const editors = isChosen('editors') ? await measureBesideEditors(service) : undefined
    mkdirSync(OUT, { recursive: true })
    const file = new URL('server-benchmarks.json', OUT)
    const results = {
      node: process.version,
      cores: cpus().length,
      sync,
      async: asynchronous,
      idle,
      memory,
      editors,
      ...full,
    }
    writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`)
    console.log(`written to ${fileURLToPath(file)}`)
  } finally {
    await service.stop()
  }
}
