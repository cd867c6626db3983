import { openStore } from '../server/storage/open-store.js'
import { openDatabase } from '../server/storage/sqlite/open-database.js'
import type { Store } from '../server/storage/store.js'
import type { DeliveryQuery } from '../server/storage/webhooks/webhook-store.js'
import { createRandom } from './random.js'
import { type SeedSizes, seedStatements } from './seed-store.js'

/** The rows of a service of some size after a month: 1,000,000 deliveries of 100,000 requests for 1,000 templates. */
export const FULL: SeedSizes = {
  organizations: 1_000,
  templates: 1_000,
  webhooks: 11,
  requests: 100_000,
  waiting: 0,
  others: 100_000,
}

/** The name of a shared partial. */
export const PARTIAL = 'letterhead'

const DAY_MS = 86_400_000

/** Fills the store of a service that has not been started yet. */
export async function fillStore(dataDir: string, databaseUrl: string | undefined, slug: string): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl })
  const { id: organizationId } = await store.createOrganization({ slug, name: 'Benchmark', plan: 'enterprise' })
  await store.savePartial({ organizationId, name: PARTIAL, html: '<p>{{name}}</p>' }, 'benchmark')
  await store.close()
  const place = { organizationId, now: Date.now() }
  if (databaseUrl === undefined) {
    const handle = await openDatabase(`${dataDir}/platen.db`)
    for (const statement of seedStatements(FULL, { ...place, bytesType: 'blob' })) handle.exec(statement)
    handle.close()
    return
  }
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const statement of seedStatements(FULL, { ...place, bytesType: 'bytea' })) await client.query(statement)
  // The server does this by itself after a while.
  await client.query('vacuum analyze')
  await client.end()
}

/** One page or list, asked for about something else each time. */
export interface Look {
  readonly name: string
  run(): Promise<unknown>
}

/** Every list and page of the interface, as the command line and the routes ask for them. */
export function looksInto(store: Store, organizationId: string): readonly Look[] {
  const random = createRandom(1)
  const any = (count: number) => Math.floor(random() * count)
  const id = (prefix: string, count: number) => `${prefix}_${1_000_000_000 + any(count)}`
  const event = () => id('evt', FULL.requests)
  const since = () => Date.now() - any(29) * DAY_MS
  const { reader } = store
  const deliveries = (name: string, query: () => Partial<DeliveryQuery>): Look => ({
    name: `deliveries ${name}`,
    run: () => reader.listDeliveries({ organizationId, limit: 50, ...query() }),
  })
  const webhookId = () => id('whk', FULL.webhooks)
  return [
    { name: 'request', run: () => store.findRequest(organizationId, id('req', FULL.requests)) },
    { name: 'document', run: () => store.findDocument(organizationId, id('doc', FULL.requests)) },
    { name: 'usage', run: () => reader.readUsage(organizationId) },
    { name: 'organizations', run: () => reader.listOrganizations() },
    { name: 'keys', run: () => reader.listKeys(organizationId) },
    { name: 'templates', run: () => reader.listTemplates(organizationId) },
    { name: 'webhooks', run: () => reader.listWebhooks(organizationId) },
    { name: 'audit trail', run: () => reader.listAudit({ limit: 50 }) },
    {
      name: 'audit trail of an organization, from the middle',
      run: () => reader.listAudit({ organizationId, limit: 50, after: { createdAt: since(), id: '' } }),
    },
    { name: 'events', run: () => reader.listEvents(organizationId, { limit: 50 }) },
    { name: 'delivery', run: () => reader.findDelivery(`dlv_${1_000_000_000 + any(FULL.requests) * 100}`) },
    deliveries('newest', () => ({})),
    deliveries('from the middle', () => ({ after: { createdAt: since(), id: '' } })),
    deliveries('that failed', () => ({ status: 'failed' })),
    deliveries('that failed, from the middle', () => ({ status: 'failed', after: { createdAt: since(), id: '' } })),
    deliveries('that are pending', () => ({ status: 'pending' })),
    deliveries('of failed documents', () => ({ type: 'document.failed' })),
    deliveries('pending of failed documents', () => ({ status: 'pending', type: 'document.failed' })),
    deliveries('of an endpoint', () => ({ webhookId: webhookId() })),
    deliveries('of an endpoint that failed', () => ({ webhookId: webhookId(), status: 'failed' })),
    deliveries('of an endpoint of failed documents', () => ({ webhookId: webhookId(), type: 'document.failed' })),
    deliveries('of a day', () => {
      const start = since()
      return { since: start, until: start + DAY_MS }
    }),
    deliveries('of an event', () => ({ eventId: event() })),
    deliveries('of an event that failed', () => ({ eventId: event(), status: 'failed' })),
    deliveries('of a request', () => ({ requestId: id('req', FULL.requests) })),
    deliveries('of a small organization', () => ({ organizationId: id('org', FULL.organizations) })),
    deliveries('of nothing', () => ({ webhookId: 'whk_none' })),
  ]
}
