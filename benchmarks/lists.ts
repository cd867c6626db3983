import { openStore } from '../server/storage/open-store.js'
import { type Look, looksInto } from './full-store.js'
import type { HttpLoad } from './http-load.js'
import { MachineLoad } from './machine-load.js'
import type { ServiceProcess } from './service-process.js'
import { describe, percent, round, type Spread, spread } from './spread.js'

/** How often each list and page is asked for; the first ones let the just-in-time compiler and the caches warm up. */
const LOOKS = 200
const WARM_UP = 20

const PER_SECOND = 200

/** Pages that people and programs look at meanwhile. */
const LOOKS_PER_SECOND = 100

const SECONDS = 20
const WARM_UP_SECONDS = 2

/**
 * Times every list and page of the interface, one after the other; and then acknowledgements at a fixed rate while all
 * of them are asked for in turn, at a fixed rate too.
 */
export async function measureLists(service: ServiceProcess, databaseUrl: string | undefined, load: HttpLoad) {
  const store = await openStore({ dataDir: service.dataDir, databaseUrl })
  try {
    const organization = await store.findOrganization(service.slug)
    if (!organization) throw new Error('the service has prepared no organization')
    const looks = [...looksInto(store, organization.id), ...routesOf(service)]
    const lists = new Map<string, Spread>()
    for (const { name, run } of looks) {
      const times: number[] = []
      for (let count = 0; count < LOOKS; count++) times.push(await time(run))
      lists.set(name, spread(times.slice(WARM_UP)))
    }
    console.table(
      [...lists].map(([name, { p50, p95, max }]) => ({ name, p50: round(p50), p95: round(p95), max: round(max) })),
    )
    const slowest = Math.max(...[...lists.values()].map(({ p95 }) => p95))
    console.log(`the slowest p95: ${round(slowest)} ms`)
    return { slowestP95Ms: slowest, lists: Object.fromEntries(lists), ...(await measureBeside(service, load, looks)) }
  } finally {
    await store.close()
  }
}

async function measureBeside(service: ServiceProcess, load: HttpLoad, looks: readonly Look[]) {
  await load.openLoop(PER_SECOND, WARM_UP_SECONDS)
  const machine = new MachineLoad([service.pid])
  const beside: Promise<number>[] = []
  const looking = setInterval(() => {
    const look = looks[beside.length % looks.length]
    if (look) beside.push(time(look.run))
  }, 1000 / LOOKS_PER_SECOND)
  const acknowledged = spread(await load.openLoop(PER_SECOND, SECONDS))
  clearInterval(looking)
  const besideMs = spread(await Promise.all(beside))
  const result = { acknowledgementMs: acknowledged, besideMs, others: machine.next()?.others }
  console.log(
    `beside ${LOOKS_PER_SECOND} of them a second (${describe(besideMs)}), ${PER_SECOND} requests a second were acknowledged in ${describe(acknowledged)}; other programs ${percent(result.others)}\n`,
  )
  return result
}

/** The lists that the running service answers itself. */
function routesOf({ url, slug, key }: ServiceProcess): readonly Look[] {
  const get = (name: string, path: string): Look => ({
    name,
    async run() {
      const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path}: status ${answer.status}`)
    },
  })
  return [
    get('GET request', `/api/v1/${slug}/requests/req_1000000001`),
    get('GET document', `/api/v1/${slug}/documents/doc_1000000001`),
    get('GET readyz', '/readyz'),
    get('GET openapi.json with templates', `/api/v1/${slug}/openapi.json`),
  ]
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}
