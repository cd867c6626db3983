import { Kysely, type LogEvent } from 'kysely'
import pg from 'pg'
import t from 'tap'
import { seedStatements } from '../../../benchmarks/seed-store.js'
import type { StoreDatabase } from '../../../server/storage/database.js'
import type { SlotDatabase, SlotStore } from '../../../server/storage/keys/key-slots.js'
import { openStore, type StoreLocation } from '../../../server/storage/open-store.js'
import { GuardedPool } from '../../../server/storage/postgres/guarded-pool.js'
import { PostgresStoreDialect } from '../../../server/storage/postgres/postgres-dialect.js'
import { POSTGRES_WORDS } from '../../../server/storage/postgres/postgres-store.js'
import type { NewLoggedRequest, RequestQuery } from '../../../server/storage/request-log/request-log-store.js'
import type { ClaimedJob } from '../../../server/storage/requests/request-store.js'
import type { Database } from '../../../server/storage/schema.js'
import { createSqlReader } from '../../../server/storage/sql-reader.js'
import { createSqlStore } from '../../../server/storage/sql-store.js'
import { openDatabase, type SqliteHandle } from '../../../server/storage/sqlite/open-database.js'
import { sqliteDialect } from '../../../server/storage/sqlite/sqlite-dialect.js'
import { SqliteDriver } from '../../../server/storage/sqlite/sqlite-driver.js'
import { openSqliteFiles, SQLITE_WORDS } from '../../../server/storage/sqlite/sqlite-store.js'
import type { StoreOperations } from '../../../server/storage/store.js'
import type { StoreReader } from '../../../server/storage/store-reader.js'
import { SEALED_PLACES } from '../../../server/storage/webhooks/sealed-texts.js'
import type { ClaimedDelivery, DeliveryQuery } from '../../../server/storage/webhooks/webhook-store.js'
import { engines } from '../engines.js'
import type { Teardown } from '../folder.js'
import { pathsIn } from './openers.js'

/** Enough that planners choose as they do in service. */
const SIZES = { organizations: 300, webhooks: 5, requests: 20_000, waiting: 5_000, others: 20_000 }

/** Rows of one table that a query may read: a page, a batch, what runs, and what there is of processes. */
const MOST_ROWS = 2_500

/** Tables that grow with what the service does. */
const LARGE = [
  'requests',
  'request_bodies',
  'jobs',
  'events',
  'deliveries',
  'delivery_attempts',
  'idempotency_keys',
  'audit_entries',
  'template_versions',
  'key_slots',
  'users',
  'memberships',
  'sessions',
  'request_log',
]

/** Indexes of those rows of large tables that wait, run or are not finished. */
const SMALL_INDEX = /USING (?:COVERING )?INDEX \w+_(?:ready|waiting|running|unfinished)\b/

/** What may read all rows of a kind, and why. */
const EXCEPTIONS: readonly (readonly [RegExp, string])[] = [
  [/^select "organization_id", count\(\*\) as .* from "jobs"/, 'sets the counters of the queue right, once an hour'],
  [/^select "id", "webhook" from "requests" where "webhook" is not null/, 'when a secret is changed'],
  [/^select "deliveries"\."id", "deliveries"\."legacy_target"/, 'when a secret is changed'],
  [/^select "\w+" as "of", cast\(sum/, 'adds up a month of one organization'],
  [/^update "key_slots" .* where "owner" in/, 'when a process has died; slots of idle keys are not kept'],
]

interface Query {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** A seeded database of one kind, with both interfaces over it. */
interface Subject {
  readonly organizationId: string
  readonly store: StoreOperations
  readonly reader: StoreReader
  /** Runs an operation and gives the queries that it was done with. */
  queriesOf(action: () => Promise<unknown>): Promise<readonly Query[]>
  /** What is wrong with the way in which a query is run. */
  faultsOf(query: Query): Promise<readonly string[]>
}

type Calls = {
  readonly [Name in keyof (StoreOperations & StoreReader)]: (subject: Subject) => readonly Promise<unknown>[]
}

t.test('every query of every operation reads what it needs and no more', async (t) => {
  for (const { name, newLocation } of engines(t)) {
    await t.test(name, async (t) => {
      const location = await newLocation(t)
      const subject = location.databaseUrl === undefined ? await openFiles(t, location) : await openServer(t, location)
      for (const [operation, call] of Object.entries(await callsOn(subject))) {
        const faults: string[] = []
        for (const query of await subject.queriesOf(() => Promise.all(call(subject)))) {
          if (EXCEPTIONS.some(([pattern]) => pattern.test(query.sql))) continue
          faults.push(...(await subject.faultsOf(query)))
        }
        t.same(faults, [], operation)
      }
    })
  }
})

/** Seeded rows by their number. */
const id = (prefix: string, n: number) => `${prefix}_${1_000_000_000 + n}`

const SLOTS = { keyId: id('key', 0), kinds: ['request'], limit: 10, holder: 'h', owner: 'prc_1' } as const

const WEBHOOK = {
  name: 'n',
  url: 'https://a.example',
  events: ['document.completed'],
  templatePaths: undefined,
  filters: {},
  maxRetries: 3,
  timeoutSeconds: 30,
  backoffMultiplier: 2,
  secret: '',
} as const

const LOGGED: NewLoggedRequest = {
  id: 'req_logged',
  organizationId: '',
  keyId: id('key', 0),
  mode: 'sync',
  endpointPath: 'seed-0',
  versionId: undefined,
  documentId: undefined,
  isTest: false,
  outcome: 'succeeded',
  status: 200,
  code: undefined,
  place: undefined,
  receivedBytes: 1,
  documentBytes: 1,
  pages: 1,
  times: { checkedMs: 1, waitedMs: 1, renderedMs: 1, totalMs: 3 },
  createdAt: Date.now(),
  retentionMs: 1_000,
}

const SESSION = { hash: 'h', absoluteMs: 60_000, idleMs: 60_000, address: '::1', userAgent: '' } as const

/** The first page of a list, and one from its middle. */
const PAGES = [{ limit: 50 }, { limit: 50, after: { createdAt: Date.now() - 29 * 86_400_000, id: id('evt', 900) } }]

/** Each operation with what it is usually asked for. */
async function callsOn({ store, reader, organizationId }: Subject): Promise<Calls> {
  const none = [] as const
  const page = { organizationId, limit: 50 }
  const now = Date.now()
  const jobs: ClaimedJob[] = []
  const deliveries: ClaimedDelivery[] = []
  await store.registerProcess({ id: 'prc_1', host: 'h', bootId: 'b', pid: 1, pidStart: '1' })
  const claimed = () => {
    const job = jobs.shift()?.job
    if (!job) throw new Error('no job was claimed')
    return job
  }
  const attempted = () => {
    const delivery = deliveries.shift()
    if (!delivery) throw new Error('no delivery was claimed')
    return delivery
  }
  const failure = { code: 'RENDER_FAILED', message: '', details: {} } as const
  const content = {
    name: 'Seed',
    html: '<p>new',
    pageSize: 'a4',
    orientation: 'portrait',
    schema: undefined,
    sample: undefined,
    assets: new Map([['a.png', new Uint8Array(1)]]),
  } as const
  const exchange = { durationMs: 1, url: 'https://a.example', requestHeaders: {}, response: undefined, error: 'e' }
  return {
    createOrganization: () => [store.createOrganization({ slug: 'new', name: 'New', plan: 'pro' })],
    updateOrganization: () => [
      store.updateOrganization('new', { name: 'Newer', plan: undefined, monthlyQuota: undefined }),
    ],
    findOrganization: () => [store.findOrganization('seed-1')],
    createKey: () => [store.createKey({ organizationId, hash: 'new', display: 'sk', description: '', allowIps: none })],
    revokeKey: () => [store.revokeKey(id('key', 3))],
    findCaller: () => [store.findCaller('seed-1', 'seed-1')],
    enter: () => [
      store.enter({ keyHash: 'seed-0', slug: 'large', address: '::1', endpointPath: 'seed-1', slots: SLOTS }),
    ],
    recordKeyUses: () => [store.recordKeyUses([{ keyId: id('key', 0), at: now }])],
    publishTemplate: () => [store.publishTemplate({ organizationId, endpointPath: 'seed-1', ...content })],
    findPublishedTemplate: () => [store.findPublishedTemplate(organizationId, 'seed-1')],
    loadTemplateSchema: () => [store.loadTemplateSchema(id('tpv', 1))],
    saveDraft: () => [
      store.saveDraft({ organizationId, endpointPath: 'seed-2', revision: 0 }, { ...content, samples: [] }),
    ],
    changeDraftFiles: () => [
      store.changeDraftFiles(
        { organizationId, endpointPath: 'seed-3', revision: 0 },
        { put: content.assets, remove: ['b.png'] },
      ),
    ],
    discardDraft: () => [store.discardDraft(organizationId, 'seed-3')],
    deleteTemplate: () => [store.deleteTemplate(organizationId, 'seed-1')],
    hideTemplate: () => [store.hideTemplate(organizationId, 'seed-2')],
    restoreTemplate: () => [store.restoreTemplate(organizationId, id('tpl', 2))],
    deleteHiddenTemplates: () => [store.deleteHiddenTemplates(100)],
    countUsage: () => [store.countUsage({ organizationId, kind: 'documents', limit: 10 })],
    uncountUsage: () => [store.uncountUsage({ organizationId, kind: 'documents', period: '2020-01' })],
    acquireSlots: () => [store.acquireSlots(SLOTS)],
    releaseSlots: () => [store.releaseSlots(SLOTS.keyId, SLOTS.holder)],
    releaseSlotsOf: () => [store.releaseSlotsOf(['prc_1'])],
    renewSlots: () => [store.renewSlots('prc_1', [{ keyId: SLOTS.keyId, holder: 'h' }])],
    acceptRequests: () => [
      store.acceptRequests({
        organizationId,
        keyId: id('key', 0),
        templateId: id('tpl', 0),
        versionId: id('tpv', 0),
        endpointPath: 'seed-0',
        batchId: undefined,
        documents: [
          { requestId: 'req_1', documentId: 'doc_1', isTest: false, body: Buffer.from('{}'), webhook: undefined },
        ],
        testLimit: 10,
        documentLimit: undefined,
        queueBound: { limit: 1_000, waiting: undefined },
        idempotency: { keyId: id('key', 0), key: 'seed-7', token: 'idk_1', answer: '{}', objectKey: undefined },
      }),
    ],
    findRequest: () => [store.findRequest(organizationId, id('req', 1))],
    listFinished: () => [store.listFinished([id('req', 1), id('req', 2)])],
    findDocument: () => [store.findDocument(organizationId, id('doc', 1))],
    claimJobs: () =>
      [[], [id('key', 1)]].map((exceptKeys) =>
        store
          .claimJobs({ queue: 'render', processId: 'prc_1', limit: 4, after: '', exceptKeys, deadlineMs: 60_000 })
          .then((claimed) => jobs.push(...claimed)),
      ),
    completeRequest: () => [
      store.completeRequest(claimed(), {
        objectKey: 'o',
        documentUrl: 'u',
        sizeBytes: 1,
        pages: 1,
        renderTimeMs: 1,
        expiresAt: now,
      }),
    ],
    failRequest: () => [store.failRequest(claimed(), failure)],
    returnJob: () => [store.returnJob(claimed(), 1_000, true)],
    countWaitingJobs: () => [store.countWaitingJobs('render')],
    recountWaitingJobs: () => [store.recountWaitingJobs('render')],
    beginIdempotent: () => [
      store.beginIdempotent({ keyId: id('key', 0), key: 'seed-7', fingerprint: 'f', processId: 'prc_1' }),
    ],
    answerIdempotent: () => [
      store.answerIdempotent({
        keyId: id('key', 0),
        key: 'seed-7',
        token: 'idk_1',
        answer: '{}',
        objectKey: undefined,
      }),
    ],
    releaseIdempotent: () => [store.releaseIdempotent({ keyId: id('key', 0), key: 'seed-8', token: 'idk_1' })],
    deleteRequests: () => [store.deleteRequests([id('req', 5), id('req', 6)])],
    deleteAnswers: () => [store.deleteAnswers([{ keyId: id('key', 0), key: 'seed-9', objectKey: undefined }])],
    registerProcess: () => [store.registerProcess({ id: 'prc_2', host: 'h', bootId: 'b', pid: 1, pidStart: '1' })],
    recordHeartbeat: () => [store.recordHeartbeat('prc_1')],
    listProcesses: () => [store.listProcesses()],
    createWebhook: () => [store.createWebhook({ ...WEBHOOK, id: 'whk_new', organizationId })],
    findWebhook: () => [store.findWebhook('whk_new')],
    updateWebhook: () => [store.updateWebhook('whk_new', { name: 'newer', enabled: false })],
    rotateWebhookSecret: () => [store.rotateWebhookSecret({ id: 'whk_new', secret: '', overlapMs: 1_000 })],
    addTestEvent: () => [
      store.addTestEvent({
        webhookId: id('whk', 0),
        eventId: 'evt_new',
        requestId: 'req_new',
        type: 'document.completed',
        payload: '{}',
        createdAt: now,
      }),
    ],
    resendDelivery: () => [store.resendDelivery(id('dlv', 100))],
    claimDeliveries: () => [
      store
        .claimDeliveries({
          processId: 'prc_1',
          limit: 10,
          after: '',
          laneRoom: 10,
          organizationRoom: 10,
          lanes: new Map(),
          organizations: new Map(),
          deadlineMs: 60_000,
        })
        .then((claimed) => deliveries.push(...claimed.deliveries)),
    ],
    recordAttempt: () =>
      ([{ kind: 'retry', delayMs: 1 }, { kind: 'delivered' }] as const).map((result) => {
        const { id: deliveryId, attempt, processId } = attempted()
        return store.recordAttempt({ deliveryId, attempt, processId, exchange, result })
      }),
    deleteWebhook: () => [store.deleteWebhook(id('whk', 1))],
    resendFailed: () => [store.resendFailed({ organizationId, webhookId: id('whk', 0), since: now })],
    deleteEvents: () => [store.deleteEvents([id('evt', 10), id('evt', 11)])],
    deleteExpiredAudit: () => [store.deleteExpiredAudit(100)],
    deleteIdleSlots: () =>
      [undefined, { key: id('key', 500), slot: 3 }].map((after) => store.deleteIdleSlots({ limit: 1_000, after })),
    holdLease: () => [store.holdLease('lease', 'h', 1_000)],
    releaseLease: () => [store.releaseLease('lease', 'h')],
    reapProcesses: () => [store.reapProcesses('prc_1', ['prc_2'])],
    removeProcess: () => [store.removeProcess('prc_1')],
    listSealed: () => SEALED_PLACES.map((place) => store.listSealed({ place, after: '', limit: 100 })),
    replaceSealed: () =>
      SEALED_PLACES.map((place) => store.replaceSealed(place, [{ id: id('req', 1), before: 'a', sealed: 'b' }])),
    createUser: () => [
      store.createUser({ email: 'a@b.example', passwordHash: '', isAdmin: false, membership: undefined }),
    ],
    findCredentials: () => [store.findCredentials('a@b.example')],
    countSignInAttempt: () => [store.countSignInAttempt([{ subject: 'address:::1', limit: 1 }], 60_000)],
    forgetSignInAttempts: () => [store.forgetSignInAttempts(['address:::1'])],
    startSession: () => [store.startSession({ ...SESSION, userId: id('usr', 0) }, 'seed-1')],
    findVisitor: () => [store.findVisitor(SESSION.hash, 60_000, 'seed-1'), store.findVisitor('seed-2', 60_000)],
    renewSession: () => [store.renewSession('seed-3', 'renewed')],
    endSession: () => [store.endSession(id('usr', 0), id('ses', 4))],
    endSessions: () => [store.endSessions(id('usr', 0), id('ses', 4))],
    setTheme: () => [store.setTheme(id('usr', 0), 'dark')],
    setPassword: () => [store.setPassword(id('usr', 0), '', id('ses', 4))],
    disableUser: () => [store.disableUser('seed-5@example.com', true)],
    createAccountLink: () => [
      store.createAccountLink({ hash: 'h', userId: id('usr', 0), purpose: 'reset', lifetimeMs: 1 }),
    ],
    findAccountLink: () => [store.findAccountLink('h')],
    takeAccountLink: () => [store.takeAccountLink('h')],
    findFirstAdministrator: () => [store.findFirstAdministrator({ email: 'c@b.example', passwordHash: '' })],
    createInvitation: () => [
      store.createInvitation(
        { organizationId, email: 'new@b.example', role: 'viewer', hash: 'invited', lifetimeMs: 60_000 },
        'a',
      ),
    ],
    findInvitation: () => [store.findInvitation('invited')],
    acceptInvitation: () => [store.acceptInvitation('invited', 'h')],
    revokeInvitation: () => [store.revokeInvitation(organizationId, 'inv_none', 'a').catch(() => undefined)],
    setMemberRole: () => [store.setMemberRole(organizationId, id('usr', 100), 'owner', 'a')],
    removeMember: () => [store.removeMember(organizationId, id('usr', 200), 'a')],
    logRequests: () => [
      store.logRequests([
        { ...LOGGED, organizationId },
        { ...LOGGED, organizationId, id: 'req_failed', outcome: 'failed', code: 'invalid_type' },
      ]),
    ],
    deleteExpiredLog: () => [store.deleteExpiredLog(100)],
    deleteExpiredAccess: () => [store.deleteExpiredAccess(100)],

    listOrganizations: () =>
      [undefined, { limit: 50, after: { slug: 'seed-2' } }].map((page) => reader.listOrganizations(page)),
    listKeys: () => [undefined, ...PAGES].map((page) => reader.listKeys(organizationId, page)),
    findKey: () => [reader.findKey(organizationId, id('key', 3))],
    listTemplates: () =>
      [undefined, { limit: 50, after: { endpointPath: 'seed-2' } }].map((page) =>
        reader.listTemplates(organizationId, page),
      ),
    listTemplateSchemas: () => [reader.listTemplateSchemas(organizationId)],
    listHiddenTemplates: () => [reader.listHiddenTemplates(organizationId)],
    findDraft: () => [reader.findDraft(organizationId, 'seed-2')],
    loadDraftFiles: () => [reader.loadDraftFiles(organizationId, 'seed-2', ['a', 'b'])],
    listVersions: () => [
      reader.listVersions(organizationId, 'seed-2', { limit: 50 }),
      reader.listVersions(organizationId, 'seed-2', { limit: 50, after: { version: 2 } }),
    ],
    findVersion: () => [reader.findVersion(organizationId, 'seed-2', 1)],
    loadTemplateVersion: () => [reader.loadTemplateVersion(id('tpv', 20))],
    readUsage: () => [reader.readUsage(organizationId)],
    listWebhooks: () => [undefined, ...PAGES].map((page) => reader.listWebhooks(organizationId, page)),
    listDeliveries: () =>
      [
        {},
        { status: 'failed' },
        { status: 'pending', type: 'document.failed' },
        { type: 'document.failed' },
        { type: 'document.completed', since: now - 86_400_000, until: now - 3_600_000 },
        { webhookId: id('whk', 2) },
        { webhookId: id('whk', 2), status: 'failed' },
        { webhookId: id('whk', 2), type: 'document.failed' },
        { webhookId: 'whk_none' },
        { organizationId: id('org', 0) },
        { organizationId: id('org', 0), status: 'failed' },
        { eventId: id('evt', 11) },
        { eventId: id('evt', 11), status: 'delivered' },
        { requestId: id('req', 11) },
        { requestId: 'req_none' },
        { after: { id: id('dlv', 500_000), createdAt: now - 20 * 86_400_000 } },
        { after: { id: id('dlv', 500_000), createdAt: now - 20 * 86_400_000 }, status: 'delivered' },
      ].map((query) => reader.listDeliveries({ ...page, ...query } as DeliveryQuery)),
    findDelivery: () => [reader.findDelivery(id('dlv', 100))],
    listEvents: () => PAGES.map((page) => reader.listEvents(organizationId, page)),
    listAudit: () =>
      PAGES.flatMap((page) => [reader.listAudit(page), reader.listAudit({ ...page, organizationId })]).concat(
        [{ actor: 'nobody' }, { action: 'key.none' }, { subject: 'none' }].map((search) =>
          reader.listAudit({ ...search, organizationId, limit: 50 }),
        ),
      ),
    listOrganizationsOf: () => [reader.listOrganizationsOf(id('usr', 0))],
    listSessions: () => [reader.listSessions(id('usr', 0), 60_000)],
    listMembers: () => [reader.listMembers(organizationId)],
    listInvitations: () => [reader.listInvitations(organizationId)],
    listUsers: () => PAGES.map((page) => reader.listUsers(page)),
    searchRequests: () =>
      [
        {},
        { outcome: 'failed' },
        { outcome: 'succeeded' },
        { code: 'render_failed' },
        { endpointPath: 'seed-3' },
        { endpointPath: 'seed-3', outcome: 'failed' },
        { keyId: id('key', 3) },
        { keyId: 'key_none' },
        { organizationId: id('org', 0) },
        { since: now - 86_400_000, until: now - 3_600_000 },
        { after: { id: id('req', 500), createdAt: now - 20 * 86_400_000 } },
        { after: { id: id('req', 500), createdAt: now - 20 * 86_400_000 }, code: 'render_failed' },
      ].map((query) => reader.searchRequests({ ...page, ...query } as RequestQuery)),
    findLoggedRequest: () => [id('req', 1), id('doc', 1)].map((name) => reader.findLoggedRequest(organizationId, name)),
    findRequestHistory: () =>
      [id('req', 1), id('doc', 1)].map((name) => reader.findRequestHistory(organizationId, name)),
    listOpenRequests: () => [reader.listOpenRequests(organizationId, 50)],
    sumUsage: () => (['day', 'template'] as const).map((by) => reader.sumUsage(organizationId, '2020-01-01', by)),
    listUsageHours: () => [reader.listUsageHours(organizationId, 0)],
    listLatencies: () => [reader.listLatencies(organizationId, '2020-01-01')],
    listExpiredRequests: () => [reader.listExpiredRequests(100)],
    listExpiredAnswers: () => [reader.listExpiredAnswers(100)],
    listExpiredEvents: () => [reader.listExpiredEvents(100)],
  }
}

/** Notes the queries of what runs between two looks. */
class Recorder {
  #queries: Query[] = []

  readonly log = ({ query }: LogEvent): void => {
    this.#queries.push({ sql: query.sql, parameters: query.parameters })
  }

  async record(action: () => Promise<unknown>): Promise<readonly Query[]> {
    this.#queries = []
    await action()
    const different = new Map(this.#queries.map((query) => [JSON.stringify(query), query]))
    return [...different.values()].filter(({ sql }) => /^(select|insert|update|delete|with)/i.test(sql.trim()))
  }
}

async function prepare(location: StoreLocation): Promise<string> {
  const store = await openStore(location)
  const { id } = await store.createOrganization({ slug: 'large', name: 'Large', plan: 'pro' })
  await store.close()
  return id
}

async function openFiles(t: Teardown, location: StoreLocation): Promise<Subject> {
  const organizationId = await prepare(location)
  const paths = pathsIn(location)
  const handle = await openDatabase(paths.main)
  const slotHandle = await openDatabase(paths.slots)
  t.teardown(() => {
    handle.close()
    slotHandle.close()
  })
  for (const statement of seedStatements(SIZES, { organizationId, now: Date.now(), bytesType: 'blob' })) {
    handle.exec(statement)
  }
  for (const statement of slotStatements()) slotHandle.exec(statement)
  const files = await openSqliteFiles(paths)
  await files.optimize()
  await files.close()
  const recorder = new Recorder()
  const open = <Tables>(path: string) => {
    const driver = new SqliteDriver(() => openDatabase(path))
    const db = new Kysely<Tables>({ dialect: sqliteDialect(driver), log: recorder.log })
    t.teardown(() => db.destroy())
    return db
  }
  const db = open<Database>(paths.main)
  const database: StoreDatabase = { ...SQLITE_WORDS, db, unsyncedDb: db }
  const slots: SlotStore = { ...SQLITE_WORDS, db: open<SlotDatabase>(paths.slots) }
  return {
    organizationId,
    store: createSqlStore(database, slots),
    reader: createSqlReader(database),
    queriesOf: (action) => recorder.record(action),
    faultsOf: async (query) => faultsInFile(query.sql.includes('key_slots') ? slotHandle : handle, query),
  }
}

/** SQLite tells what it would do, not how many rows it would read. */
function faultsInFile(handle: SqliteHandle, { sql, parameters }: Query): readonly string[] {
  const plan = handle.prepare(`explain query plan ${sql}`).all(...parameters) as { readonly detail: string }[]
  const isList = /\blimit\b/i.test(sql)
  return plan
    .map(({ detail }) => detail)
    .filter((detail) => {
      const [, table = '', inOrder] = /^SCAN (\w+)( USING)?/.exec(detail) ?? []
      if (LARGE.includes(table)) return !(inOrder !== undefined && isList) && !SMALL_INDEX.test(detail)
      return /USE TEMP B-TREE/.test(detail)
    })
    .map((detail) => `${detail}: ${sql}`)
}

async function openServer(t: Teardown, location: StoreLocation): Promise<Subject> {
  const organizationId = await prepare(location)
  const client = new pg.Client({ connectionString: location.databaseUrl })
  await client.connect()
  t.teardown(() => client.end())
  const seed = seedStatements(SIZES, { organizationId, now: Date.now(), bytesType: 'bytea' })
  for (const statement of [...seed, ...slotStatements(), 'analyze']) await client.query(statement)
  const recorder = new Recorder()
  const pool = new GuardedPool({ url: location.databaseUrl ?? '', connections: 4, answerTimeoutMs: 60_000 })
  t.teardown(() => pool.end())
  const open = <Tables>(purpose: 'service' | 'reading') =>
    new Kysely<Tables>({ dialect: new PostgresStoreDialect(pool, purpose), log: recorder.log })
  const db = open<Database>('service')
  const database: StoreDatabase = { ...POSTGRES_WORDS, db, unsyncedDb: db }
  return {
    organizationId,
    store: createSqlStore(database, { ...POSTGRES_WORDS, db: open<SlotDatabase>('service') }),
    reader: createSqlReader({ ...POSTGRES_WORDS, db: open<Database>('reading') }),
    queriesOf: (action) => recorder.record(action),
    faultsOf: (query) => faultsInServer(client, query),
  }
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** PostgreSQL runs the query, and tells how many rows of each table it has read. */
async function faultsInServer(client: pg.Client, { sql, parameters }: Query): Promise<readonly string[]> {
  // The operation has inserted these rows, and they read no others.
  if (/^insert/i.test(sql)) return []
  await client.query('begin')
  try {
    const { rows } = await client.query(`explain (analyze, format json) ${sql}`, [...parameters])
    return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
      .filter((node) => LARGE.includes(node['Relation Name'] ?? '') && rowsRead(node) > MOST_ROWS)
      .map((node) => `${node['Node Type']} of ${node['Relation Name']} reads ${rowsRead(node)} rows: ${sql}`)
  } finally {
    await client.query('rollback')
  }
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

function rowsRead(node: PlanNode): number {
  if (!node['Node Type'].includes('Scan')) return 0
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return (node['Actual Rows'] + removed) * node['Actual Loops']
}

/** Slots of keys that nobody holds. */
function slotStatements(): readonly string[] {
  return [
    `insert into key_slots (api_key_id, slot, holder, owner, until_at)
      with recursive series(n) as (select 0 union all select n + 1 from series where n + 1 < 10000)
      select 'key_' || cast(1000000000 + n / 10 as text), n % 10, '', '', 0 from series`,
  ]
}
