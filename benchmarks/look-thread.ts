/**
 * Looks at every list and page of the interface: one after the other when it is asked to `time` them, in turn at a fixed
 * rate from `begin` to `end`. A thread of its own, so that whoever measures something else meanwhile waits for none of it.
 */
import { once } from 'node:events'
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import { openStore } from '../server/storage/open-store.js'
import { type Look, looksInto } from './full-store.js'
import { LOOKS_PER_SECOND, type LookedAt, type LookOrder } from './look-orders.js'
import { type Spread, spread } from './spread.js'

/** How often each is asked for; the first ones let the just-in-time compiler and the caches warm up. */
const LOOKS = 200
const WARM_UP = 20

const agent = new Agent({ keepAlive: true })
const place: LookedAt = workerData
const store = await openStore({ dataDir: place.dataDir, databaseUrl: place.databaseUrl })
const organization = await store.findOrganization(place.slug)
if (!organization) throw new Error('the service has prepared no organization')
const looks = [...looksInto(store, organization.id), ...routesOf(place)]

let looking: NodeJS.Timeout | undefined
let meanwhile: Promise<number>[] = []

parentPort?.on('message', async (order: LookOrder) => {
  if (order === 'time') {
    parentPort?.postMessage(await timeEach())
  } else if (order === 'begin') {
    meanwhile = []
    looking = setInterval(() => {
      const look = looks[meanwhile.length % looks.length]
      if (look) meanwhile.push(time(look.run))
    }, 1000 / LOOKS_PER_SECOND)
  } else {
    clearInterval(looking)
    parentPort?.postMessage(spread(await Promise.all(meanwhile)))
  }
})
parentPort?.postMessage('ready')

async function timeEach(): Promise<ReadonlyMap<string, Spread>> {
  const lists = new Map<string, Spread>()
  for (const { name, run } of looks) {
    const times: number[] = []
    for (let count = 0; count < LOOKS; count++) times.push(await time(run))
    lists.set(name, spread(times.slice(WARM_UP)))
  }
  return lists
}

/** The lists that the running service answers itself. */
function routesOf({ url, slug, key }: LookedAt): readonly Look[] {
  const look = (name: string, path: string): Look => ({
    name,
    run: () => get(`${url}${path}`, { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip' }),
  })
  return [
    look('GET request', `/api/v1/${slug}/requests/req_1000000001`),
    look('GET document', `/api/v1/${slug}/documents/doc_1000000001`),
    look('GET readyz', '/readyz'),
    look('GET openapi.json with templates', `/api/v1/${slug}/openapi.json`),
  ]
}

/** Reads an answer as it comes: what a client does to unpack it is not the service's time. */
async function get(url: string, headers: OutgoingHttpHeaders): Promise<void> {
  const [response]: IncomingMessage[] = await once(request(url, { headers, agent }).end(), 'response')
  if (response?.statusCode !== 200) throw new Error(`${url}: status ${response?.statusCode}`)
  await once(response.resume(), 'end')
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}
