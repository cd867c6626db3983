/**
 * How long invoices of one organization take while another one has pages drawn that are as large as pages may be: latencies
 * of two clients, without the pictures and beside them in turn, in one run. The p99 beside them is at most twice the other.
 *
 *     npm run bench:pictures
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { HttpLoad } from './http-load.js'
import { quantile } from './measure.js'
import { PLATEN, type ServiceProcess, startService } from './service-process.js'

const TEMPLATES = fileURLToPath(new URL('../../templates/', import.meta.url))

const WORKERS = 2
const CLIENTS = 2
const TURN_MS = 6_000
const TURNS = 5
const WARM_UP_MS = 4_000

/** Of an A4 page, in px: just below 25 million in all. */
const WIDTH = 4_200

/** How many pictures the other organization asks for at a time. */
const PICTURE_CLIENTS = 4

/** Makes an organization with a key and the invoice template, beside the running service. Returns its key. */
function addOrganization({ dataDir }: ServiceProcess, slug: string): string {
  const platen = (...args: readonly string[]) =>
    execFileSync(process.execPath, [PLATEN, ...args], { env: { ...process.env, PLATEN_DATA_DIR: dataDir } }).toString()
  platen('org', 'create', '--slug', slug, '--name', slug, '--plan', 'enterprise')
  platen('template', 'push', `${TEMPLATES}invoice`, '--org', slug, '--path', 'invoice')
  return JSON.parse(platen('key', 'create', '--org', slug, '--json')).key
}

function invoices({ url }: ServiceProcess, slug: string, key: string, query = ''): HttpLoad {
  const address = `${url}/api/v1/${slug}/templates/invoice/documents${query}`
  const bodies = [readFileSync(`${TEMPLATES}invoice/sample.json`)]
  return new HttpLoad({ url: address, headers: { authorization: `Bearer ${key}` }, bodies, expectedStatus: 200 }, 64)
}

/** Asks for pictures one after the other until it is told to stop. Gives how many there were. */
async function drawUntil(pictures: HttpLoad, stop: AbortSignal): Promise<number> {
  let count = 0
  const client = async () => {
    for (; !stop.aborted; count++) await pictures.send()
  }
  await Promise.all(Array.from({ length: PICTURE_CLIENTS }, client))
  return count
}

function p99(times: readonly number[]): number {
  return quantile(
    [...times].sort((a, b) => a - b),
    0.99,
  )
}

const service = await startService(WORKERS, { LOG_LEVEL: 'error' })
try {
  const mine = invoices(service, service.slug, service.key)
  const theirs = invoices(service, 'other', addOrganization(service, 'other'), `?format=png&width=${WIDTH}`)
  await mine.closedLoop(CLIENTS, WARM_UP_MS)
  await theirs.send()
  const alone: number[] = []
  const beside: number[] = []
  let drawn = 0
  for (let turn = 0; turn < TURNS; turn++) {
    alone.push(...(await mine.closedLoop(CLIENTS, TURN_MS)))
    const stop = new AbortController()
    const drawing = drawUntil(theirs, stop.signal)
    beside.push(...(await mine.closedLoop(CLIENTS, TURN_MS)))
    stop.abort()
    drawn += await drawing
  }
  mine.close()
  theirs.close()
  const ratio = p99(beside) / p99(alone)
  console.log(
    `p99 of invoices: ${p99(alone).toFixed(1)} ms alone, ${p99(beside).toFixed(1)} ms beside ${drawn} pictures`,
  )
  console.log(`${ratio.toFixed(2)} times`)
} finally {
  await service.stop()
}
