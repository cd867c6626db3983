import t from 'tap'
import { seedStatements } from '../../../benchmarks/seed-store.js'
import { openDatabase } from '../../../server/storage/sqlite/open-database.js'
import type { Store } from '../../../server/storage/store.js'
import type { Delivery, DeliveryQuery } from '../../../server/storage/webhooks/webhook-store.js'
import { administer } from '../engines.js'
import { openers, pathsIn } from './openers.js'

const SIZES = { organizations: 3, templates: 100, webhooks: 3, requests: 400, waiting: 0, others: 50 }

const id = (prefix: string, n: number) => `${prefix}_${1_000_000_000 + n}`

for (const { name, newLocation, open } of openers(t)) {
  t.test(`searches of the delivery log: ${name}`, async (t) => {
    const location = await newLocation(t)
    const store = await open(location)
    t.teardown(() => store.close())
    const { id: organizationId } = await store.createOrganization({ slug: 'large', name: 'Large', plan: 'pro' })
    const now = Date.now()
    if (location.databaseUrl === undefined) {
      const handle = await openDatabase(pathsIn(location).main)
      for (const statement of seedStatements(SIZES, { organizationId, now, bytesType: 'blob' })) handle.exec(statement)
      handle.close()
    } else {
      const statements = seedStatements(SIZES, { organizationId, now, bytesType: 'bytea' })
      await administer(statements.join(';'), location.databaseUrl)
    }
    const all = await store.reader.listDeliveries({ organizationId, limit: 10_000 })
    t.equal(all.length, 360 * 3, 'the large organization has nine in ten of the events, each for three endpoints')
    t.same(
      all.map(({ id }) => id),
      [...all].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)).map(({ id }) => id),
      'newest first',
    )
    t.ok(all.every(({ body, attempts }) => body.startsWith('{"id":"evt_') && attempts.length === 1))

    const middle = all[500]?.createdAt ?? 0
    const queries: readonly [Partial<DeliveryQuery>, (delivery: Delivery) => boolean][] = [
      [{ status: 'failed' }, ({ status }) => status === 'failed'],
      [{ type: 'document.failed' }, ({ type }) => type === 'document.failed'],
      [
        { status: 'delivered', type: 'document.failed' },
        ({ status, type }) => status === 'delivered' && type === 'document.failed',
      ],
      [{ webhookId: id('whk', 1) }, ({ webhookId }) => webhookId === id('whk', 1)],
      [
        { webhookId: id('whk', 1), status: 'failed' },
        ({ webhookId, status }) => webhookId === id('whk', 1) && status === 'failed',
      ],
      [{ since: middle }, ({ createdAt }) => createdAt >= middle],
      [{ until: middle, status: 'delivered' }, ({ createdAt, status }) => createdAt < middle && status === 'delivered'],
      [{ eventId: id('evt', 7) }, ({ eventId }) => eventId === id('evt', 7)],
      [
        { eventId: id('evt', 7), webhookId: id('whk', 2) },
        ({ eventId, webhookId }) => eventId === id('evt', 7) && webhookId === id('whk', 2),
      ],
      [{ requestId: id('req', 8) }, ({ eventId }) => eventId === id('evt', 8)],
      [{ requestId: id('req', 8), eventId: id('evt', 7) }, () => false],
      [
        { requestId: id('req', 8), status: 'pending' },
        ({ eventId, status }) => eventId === id('evt', 8) && status === 'pending',
      ],
      // The event is another organization's.
      [{ eventId: id('evt', 9) }, () => false],
      [{ requestId: 'req_none' }, () => false],
    ]
    for (const [query, matches] of queries) {
      const found = await pages(store, { organizationId, ...query, limit: 100 })
      t.same(
        found,
        all.filter(matches).map(({ id }) => id),
        JSON.stringify(query),
      )
    }
    const [one] = all
    t.same(await store.reader.findDelivery(one?.id ?? ''), one)
    t.equal(await store.reader.findDelivery('dlv_none'), undefined)

    await t.test('all that have failed are sent again, a portion at a time', async (t) => {
      const failed = all.filter(({ status }) => status === 'failed').length
      t.equal(
        await store.resendFailed({ organizationId, since: middle, webhookId: id('whk', 0) }),
        failedSince(all, middle, id('whk', 0)),
      )
      const rest = failed - failedSince(all, middle, id('whk', 0))
      t.equal(await store.resendFailed({ organizationId, since: 0 }), rest)
      t.same(await store.reader.listDeliveries({ organizationId, status: 'failed', limit: 1 }), [])
    })

    await t.test('other lists come in pages too', async (t) => {
      const audit = await store.reader.listAudit({ organizationId, limit: 1_000 })
      const [page, next] = await Promise.all([
        store.reader.listAudit({ organizationId, limit: 20 }),
        store.reader.listAudit({ organizationId, limit: 20, after: audit[19] }),
      ])
      t.same([...page, ...next], audit.slice(0, 40))
      const keys = await Promise.all(
        ['c', 'b', 'a'].map((hash) =>
          store.createKey({ organizationId, hash, display: '', description: '', allowIps: [] }),
        ),
      )
      const listed = await store.reader.listKeys(organizationId)
      t.equal(listed.length, keys.length + 1)
      t.same(await store.reader.listKeys(organizationId, { limit: 2, after: listed[0] }), listed.slice(1, 3))
      const templates = await store.reader.listTemplates(organizationId)
      t.same(
        await store.reader.listTemplates(organizationId, { limit: 9, after: templates[4] }),
        templates.slice(5, 14),
      )
      const organizations = await store.reader.listOrganizations()
      t.same(await store.reader.listOrganizations({ limit: 2, after: organizations[0] }), organizations.slice(1, 3))
      const webhooks = await store.reader.listWebhooks(organizationId)
      t.same(await store.reader.listWebhooks(organizationId, { limit: 5, after: webhooks[0] }), webhooks.slice(1))
      const events = await store.reader.listEvents(organizationId, { limit: 400 })
      t.equal(events.length, 360)
      t.same(await store.reader.listEvents(organizationId, { limit: 5, after: events[9] }), events.slice(10, 15))
    })
  })
}

function failedSince(deliveries: readonly Delivery[], since: number, webhook: string): number {
  return deliveries.filter(
    ({ status, createdAt, webhookId }) => status === 'failed' && createdAt >= since && webhookId === webhook,
  ).length
}

/** The ids of all deliveries that a query finds, page by page. */
async function pages(store: Store, query: DeliveryQuery): Promise<readonly string[]> {
  const found: Delivery[] = []
  for (;;) {
    const page = await store.reader.listDeliveries({ ...query, after: found.at(-1) })
    found.push(...page)
    if (page.length < query.limit) return found.map(({ id }) => id)
  }
}
