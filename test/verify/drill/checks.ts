import { setTimeout as delay } from 'node:timers/promises'
import type { RequestOutcome } from '../../../server/storage/requests/request-store.js'
import type { Store } from '../../../server/storage/store.js'
import { isDocument } from './clients.js'
import type { Ledger } from './ledger.js'
import type { Receivers } from './receivers.js'
import type { Tenant } from './tenants.js'

/** What a check has found: no fault, or some. */
export interface Finding {
  readonly check: string
  readonly faults: readonly string[]
  /** What was looked at. */
  readonly detail: string
}

/** What is left of a drill when all is well again. */
export interface Aftermath {
  readonly store: Store
  readonly tenants: readonly Tenant[]
  readonly ledger: Ledger
  readonly receivers: Receivers
}

export type Finished = ReadonlyMap<string, Extract<RequestOutcome, { status: 'completed' | 'failed' }> & Found>

interface Found {
  readonly documentId: string
}

/** Between two looks, in ms. */
const LOOK_MS = 500

/** Documents that are fetched and read. */
const FETCHED = 1_000

/** More than any organization has. */
const ALL = 1_000_000

/**
 * The share of documents that may be given up: a document under which processes die again and again is, whatever they die
 * of, and in a drill they die all the time.
 */
const GIVEN_UP = 0.01

/** Why documents may be given up. */
const GIVEN_UP_FOR = /^INTERNAL_ERROR$|ended the process/

/** Waits until all that was acknowledged is finished, as long as it may take. */
export async function waitForDocuments({ store, tenants, ledger }: Aftermath, patienceMs: number): Promise<Finished> {
  const finished = new Map<string, Extract<RequestOutcome, { status: 'completed' | 'failed' }> & Found>()
  const end = performance.now() + patienceMs
  for (;;) {
    for (const [id, { tenant }] of ledger.acknowledged) {
      if (finished.has(id)) continue
      const request = await store.findRequest(tenants[tenant]?.organizationId ?? '', id)
      const outcome = request?.outcome
      if (request && (outcome?.status === 'completed' || outcome?.status === 'failed')) {
        finished.set(id, { ...outcome, documentId: request.documentId })
      }
    }
    if (finished.size === ledger.acknowledged.size || performance.now() > end) return finished
    await delay(LOOK_MS)
  }
}

/** Waits until no delivery is pending any more, as long as it may take. */
export async function waitForDeliveries({ store, tenants }: Aftermath, patienceMs: number): Promise<void> {
  const end = performance.now() + patienceMs
  for (const { organizationId } of tenants) {
    for (;;) {
      const pending = await store.reader.listDeliveries({ organizationId, status: 'pending', limit: 1 })
      if (pending.length === 0 || performance.now() > end) break
      await delay(LOOK_MS)
    }
  }
}

export function checkDocuments({ ledger }: Aftermath, finished: Finished): readonly Finding[] {
  const lost = [...ledger.acknowledged.keys()].filter((id) => !finished.has(id))
  const failures = [...finished].flatMap(([id, outcome]) =>
    outcome.status === 'failed' ? [{ id, ...outcome.failure }] : [],
  )
  const isGivenUp = ({ code, message }: { readonly code: string; readonly message: string }) =>
    GIVEN_UP_FOR.test(code) || GIVEN_UP_FOR.test(message)
  const wrong = failures
    .filter((failure) => !isGivenUp(failure))
    .map(({ id, code, message }) => `${id}: ${code} ${message}`)
  const tooMany = failures.length > Math.max(1, finished.size * GIVEN_UP)
  return [
    {
      check: 'what was acknowledged is finished',
      faults: [
        ...lost.map((id) => `${id} is not`),
        ...(ledger.unacknowledged > 0 ? [`${ledger.unacknowledged} were never acknowledged`] : []),
      ],
      detail: `${finished.size} documents`,
    },
    {
      check: 'documents do not fail',
      faults: tooMany ? [...wrong, `${failures.length} were given up`] : wrong,
      detail: `${failures.length} were given up, since processes died of them or under them again and again`,
    },
  ]
}

/** Fetches documents: all, or as many of all as there is time for. @param url of a server */
export async function checkDownloads(
  { tenants, ledger }: Aftermath,
  finished: Finished,
  url: string,
): Promise<Finding> {
  const completed = [...finished].filter(([, { status }]) => status === 'completed')
  const every = Math.max(1, Math.floor(completed.length / FETCHED))
  const faults: string[] = []
  let fetched = 0
  for (const [index, [id, outcome]] of completed.entries()) {
    const tenant = tenants[ledger.acknowledged.get(id)?.tenant ?? -1]
    if (index % every !== 0 || outcome.status !== 'completed' || !tenant) continue
    const response = await fetch(`${url}/api/v1/${tenant.slug}/documents/${outcome.documentId}/pdf`, {
      headers: { authorization: `Bearer ${tenant.key}` },
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    fetched++
    const isRight =
      bytes.length === outcome.sizeBytes &&
      isDocument({ ...response, headers: response.headers, bytes }, ledger.acknowledged.get(id)?.mark ?? '')
    if (response.status !== 200 || !isRight) faults.push(`${id}: ${response.status}, ${bytes.length} bytes`)
  }
  return { check: 'documents are there, and whole', faults, detail: `${fetched} were fetched` }
}

/** Each request has one event, and each event came to each endpoint under its one id. */
export async function checkEvents(aftermath: Aftermath): Promise<readonly Finding[]> {
  const { store, tenants, ledger, receivers } = aftermath
  const doubled: string[] = []
  const missed: string[] = []
  let events = 0
  let deliveries = 0
  let repeated = 0
  for (const { index, organizationId, slug, characters } of tenants) {
    const told = await store.reader.listEvents(organizationId, { limit: ALL })
    events += told.length
    const requests = new Set(told.map(({ requestId }) => requestId))
    if (requests.size !== told.length) doubled.push(`${told.length} events of ${requests.size} requests of ${slug}`)
    const own = [...ledger.acknowledged].filter(([, { tenant }]) => tenant === index).map(([id]) => id)
    for (const id of own) if (!requests.has(id)) missed.push(`${id} has no event`)
    // Every call was repeated until it was acknowledged: no other request may have come of any.
    if (requests.size > own.length + ledger.unacknowledged)
      doubled.push(`${requests.size} requests of ${own.length} calls of ${slug}`)
    const list = await store.reader.listDeliveries({ organizationId, limit: ALL })
    deliveries += list.length
    if (list.length !== told.length * characters.length)
      doubled.push(`${list.length} deliveries of ${told.length} events of ${slug}`)
    for (const character of characters) {
      const received = receivers.eventsAt(index, character)
      for (const { id } of told) if (!received.has(id)) missed.push(`${id} did not come to ${slug}/${character}`)
      if (received.size > told.length)
        doubled.push(`${received.size} ids came to ${slug}/${character}, of ${told.length}`)
      for (const { times } of received.values()) repeated += times - 1
    }
    const webhooks = await store.reader.listWebhooks(organizationId)
    const hanging = webhooks.find(({ name }) => name === 'hanging')?.id
    for (const { id, status, webhookId } of list) {
      // What an endpoint did not answer for long enough is given up.
      const isRight = status === 'delivered' || (status === 'failed' && webhookId === hanging)
      if (!isRight) missed.push(`${id} is ${status}: ${await describeAttempts(store, id)}`)
    }
  }
  return [
    { check: 'events came to every endpoint', faults: missed, detail: `${events} events, ${deliveries} deliveries` },
    {
      check: 'nothing is doubled',
      faults: [...doubled, ...receivers.contradictions.map((id) => `${id} did not always say the same`)],
      detail: `${receivers.requests} requests to webhooks, ${repeated} with an id that had come before`,
    },
  ]
}

/** How each attempt of a delivery ended, for whoever looks for the reason. */
async function describeAttempts({ reader }: Store, deliveryId: string): Promise<string> {
  const attempts = (await reader.findDelivery(deliveryId))?.attempts ?? []
  return attempts
    .map(({ status, exchange }) => `${status} (${exchange?.error ?? exchange?.response?.status ?? 'no answer'})`)
    .join(', ')
}

/** What was counted against the month: every document that was made, and none that was not. */
export async function checkCounts({ store, tenants, ledger }: Aftermath, finished: Finished): Promise<Finding> {
  const faults: string[] = []
  let used = 0
  for (const { index, organizationId, slug } of tenants) {
    const counted = (await store.reader.readUsage(organizationId)).documents.used
    used += counted
    const later = [...finished].filter(
      ([id, { status }]) => status === 'completed' && ledger.acknowledged.get(id)?.tenant === index,
    )
    const least = later.length + (ledger.made.get(index) ?? 0)
    const most = least + (ledger.perhapsMade.get(index) ?? 0)
    if (counted < least || counted > most) faults.push(`${counted} of ${slug}, who had ${least} to ${most}`)
  }
  const waiting = await store.recountWaitingJobs('render')
  if (waiting !== 0) faults.push(`the queue has counted ${waiting} that are not there`)
  return { check: 'documents are counted', faults, detail: `${used} documents` }
}
