import type { NewLoggedRequest, RequestQuery } from '../../../server/storage/request-log/request-log-store.js'
import type { Job } from '../../../server/storage/requests/request-store.js'
import type { StoreOperations, TemplateContent } from '../../../server/storage/store.js'
import type { StoreReader } from '../../../server/storage/store-reader.js'
import { SEALED_PLACES } from '../../../server/storage/webhooks/sealed-texts.js'
import type { ClaimedDelivery, DeliveryQuery } from '../../../server/storage/webhooks/webhook-store.js'
import type { Subject } from './seeded-database.js'
import {
  addProcess,
  COMPLETED,
  claimDeliveries,
  claimJobs,
  LETTER,
  newDocument,
  newRequests,
  WEBHOOK,
} from './store-inputs.js'

/** How an operation is called, in one way or more. */
type Call = () => readonly Promise<unknown>[]

/** The calls of every operation: one that is added without a call does not compile. */
type Calls = Readonly<Record<keyof (StoreOperations & StoreReader), Call>>

/** Seeded rows by their number. */
const id = (prefix: string, n: number) => `${prefix}_${1_000_000_000 + n}`

const SLOTS = { keyId: id('key', 0), kinds: ['request', 'rendering'], limit: 10, holder: 'h', owner: 'prc_1' } as const

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

const CONTENT: TemplateContent = { ...LETTER, html: '<p>new', assets: new Map([['a.png', new Uint8Array(1)]]) }

/** Each operation with what it is usually asked for, in an order in which each finds what it works on. */
export async function callsOn(subject: Subject): Promise<Calls> {
  await addProcess(subject.store, 'prc_1')
  return {
    ...accountCalls(subject),
    ...templateCalls(subject),
    ...limitCalls(subject),
    ...requestCalls(subject),
    ...webhookCalls(subject),
    ...upkeepCalls(subject),
    ...accessCalls(subject),
    ...logCalls(subject),
    ...accountLists(subject),
    ...webhookLists(subject),
    ...accessLists(subject),
    ...requestLists(subject),
  }
}

function accountCalls({ store, organizationId }: Subject) {
  return {
    createOrganization: () => [store.createOrganization({ slug: 'new', name: 'New', plan: 'pro' })],
    updateOrganization: () => [
      store.updateOrganization('new', { name: 'Newer', plan: undefined, monthlyQuota: undefined }),
    ],
    findOrganization: () => [store.findOrganization('seed-1')],
    createKey: () => [store.createKey({ organizationId, hash: 'new', display: 'sk', description: '', allowIps: [] })],
    revokeKey: () => [store.revokeKey(id('key', 3))],
    findCaller: () => [store.findCaller('seed-1', 'seed-1')],
    enter: () => [
      store.enter({ keyHash: 'seed-0', slug: 'large', address: '::1', endpointPath: 'seed-1', slots: SLOTS }),
    ],
    updateKey: () => [
      store.updateKey(organizationId, id('key', 0), {
        description: 'changed',
        allowIps: [],
        scopes: [],
        isTestOnly: true,
        expiresAt: Date.now(),
      }),
    ],
    recordKeyRefusals: () => [
      store.recordKeyRefusals(new Map([[id('key', 0), { at: Date.now(), code: 'unauthorized', address: '::1' }]])),
    ],
    recordKeyUses: () => [store.recordKeyUses([{ keyId: id('key', 0), at: Date.now() }])],
  } satisfies Partial<Calls>
}

function templateCalls({ store, organizationId }: Subject) {
  return {
    publishTemplate: () => [store.publishTemplate({ organizationId, endpointPath: 'seed-1', ...CONTENT })],
    findPublishedTemplate: () =>
      [undefined, 'staging'].map((stage) => store.findPublishedTemplate(organizationId, 'seed-1', stage)),
    loadTemplateSchema: () => [store.loadTemplateSchema(id('tpv', 1))],
    saveDraft: () => [
      store.saveDraft({ organizationId, endpointPath: 'seed-2', revision: 0 }, { ...CONTENT, samples: [] }),
    ],
    changeDraftFiles: () => [
      store.changeDraftFiles(
        { organizationId, endpointPath: 'seed-3', revision: 0 },
        { put: CONTENT.assets, remove: ['b.png'] },
      ),
    ],
    replaceDraft: () => [
      store.replaceDraft(
        { organizationId, endpointPath: 'seed-5', revision: 0 },
        { ...CONTENT, samples: [], files: new Map([['a.png', new Uint8Array(2)]]) },
      ),
    ],
    createTemplate: () => [
      store.createTemplate({ ...CONTENT, organizationId, endpointPath: 'drafted', samples: [], files: new Map() }),
    ],
    moveTemplate: () => [store.moveTemplate(organizationId, 'seed-6', 'moved')],
    deleteFormerPaths: () => [store.deleteFormerPaths(100)],
    moveStage: () => [store.moveStage({ organizationId, endpointPath: 'seed-5', stage: 'staging', version: 1 })],
    removeStage: () => [store.removeStage({ organizationId, endpointPath: 'seed-5', stage: 'staging' })],
    discardDraft: () => [store.discardDraft(organizationId, 'seed-3')],
    savePartial: () => [store.savePartial({ organizationId, name: 'header', html: '<p>' })],
    deletePartial: () => [store.deletePartial(organizationId, 'header')],
    deleteTemplate: () => [store.deleteTemplate(organizationId, 'seed-1')],
    hideTemplate: () => [store.hideTemplate(organizationId, 'seed-2')],
    restoreTemplate: () => [store.restoreTemplate(organizationId, id('tpl', 2))],
    deleteHiddenTemplates: () => [store.deleteHiddenTemplates(100)],
  } satisfies Partial<Calls>
}

function limitCalls({ store, organizationId }: Subject) {
  return {
    countUsage: () => [store.countUsage({ organizationId, kind: 'documents', limit: 10 })],
    uncountUsage: () => [store.uncountUsage({ organizationId, kind: 'documents', period: '2020-01' })],
    acquireSlots: () => [store.acquireSlots(SLOTS), store.acquireSlots({ ...SLOTS, kinds: ['rendering'] })],
    releaseSlots: () => [store.releaseSlots(SLOTS.keyId, SLOTS.holder)],
    releaseSlotsOf: () => [store.releaseSlotsOf(['prc_1'])],
    renewSlots: () => [store.renewSlots('prc_1', [{ keyId: SLOTS.keyId, holder: 'h' }])],
  } satisfies Partial<Calls>
}

/** Jobs are claimed before they are finished or returned. */
function requestCalls({ store, organizationId }: Subject) {
  const jobs: Job[] = []
  const claimed = () => {
    const job = jobs.shift()
    if (!job) throw new Error('no job was claimed')
    return job
  }
  return {
    acceptRequests: () => [
      store.acceptRequests(
        newRequests(organizationId, [newDocument({ requestId: 'req_1', documentId: 'doc_1' })], {
          keyId: id('key', 0),
          templateId: id('tpl', 0),
          versionId: id('tpv', 0),
          endpointPath: 'seed-0',
          queueBound: { limit: 1_000, waiting: undefined },
          idempotency: { keyId: id('key', 0), key: 'seed-7', token: 'idk_1', answer: '{}', objectKey: undefined },
        }),
      ),
    ],
    findRequest: () => [store.findRequest(organizationId, id('req', 1))],
    listFinished: () => [store.listFinished([id('req', 1), id('req', 2)])],
    findDocument: () => [store.findDocument(organizationId, id('doc', 1))],
    claimJobs: () =>
      [{}, { exceptKeys: [id('key', 1)] }, { exceptOrganizations: [organizationId] }].map((except) =>
        claimJobs(store, 'prc_1', { limit: 4, ...except }).then((claimed) =>
          jobs.push(...claimed.map(({ job }) => job)),
        ),
      ),
    completeRequest: () => [store.completeRequest(claimed(), { ...COMPLETED, expiresAt: Date.now() })],
    failRequest: () => [store.failRequest(claimed(), { code: 'RENDER_FAILED', message: '', details: {} })],
    returnJob: () => [store.returnJob(claimed(), 1_000, true)],
    countWaitingJobs: () => [store.countWaitingJobs('render')],
    recountWaitingJobs: () => [store.recountWaitingJobs('render')],
    beginIdempotent: () => [
      store.beginIdempotent({
        keyId: id('key', 0),
        key: 'seed-7',
        fingerprint: 'f',
        processId: 'prc_1',
        answeredWithinMs: 60_000,
      }),
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
  } satisfies Partial<Calls>
}

/** Deliveries are claimed before their attempts are recorded. */
function webhookCalls({ store, organizationId }: Subject) {
  const deliveries: ClaimedDelivery[] = []
  const attempted = () => {
    const delivery = deliveries.shift()
    if (!delivery) throw new Error('no delivery was claimed')
    return delivery
  }
  const exchange = { durationMs: 1, url: 'https://a.example', requestHeaders: {}, response: undefined, error: 'e' }
  const now = Date.now()
  return {
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
      claimDeliveries(store, 'prc_1', { limit: 10, laneRoom: 10, organizationRoom: 10 }).then((claimed) =>
        deliveries.push(...claimed.deliveries),
      ),
    ],
    recordAttempt: () =>
      ([{ kind: 'retry', delayMs: 1 }, { kind: 'delivered' }] as const).map((result) => {
        const { id: deliveryId, attempt, processId } = attempted()
        return store.recordAttempt({ deliveryId, attempt, processId, exchange, result })
      }),
    deleteWebhook: () => [store.deleteWebhook(id('whk', 1))],
    resendFailed: () => [store.resendFailed({ organizationId, webhookId: id('whk', 0), since: now })],
    deleteEvents: () => [store.deleteEvents([id('evt', 10), id('evt', 11)])],
  } satisfies Partial<Calls>
}

function upkeepCalls({ store }: Subject) {
  return {
    deleteExpiredAudit: () => [store.deleteExpiredAudit(100)],
    deleteIdleSlots: () =>
      [undefined, { key: id('key', 500), slot: 3 }].map((after) => store.deleteIdleSlots({ limit: 1_000, after })),
    catchUp: () => [undefined, 1].map((expectedAt) => store.catchUp(expectedAt)),
    holdLease: () => [store.holdLease('lease', 'h', 1_000)],
    releaseLease: () => [store.releaseLease('lease', 'h')],
    reapProcesses: () => [store.reapProcesses('prc_1', ['prc_2'])],
    removeProcess: () => [store.removeProcess('prc_1')],
    listSealed: () => SEALED_PLACES.map((place) => store.listSealed({ place, after: '', limit: 100 })),
    replaceSealed: () =>
      SEALED_PLACES.map((place) => store.replaceSealed(place, [{ id: id('req', 1), before: 'a', sealed: 'b' }])),
  } satisfies Partial<Calls>
}

function accessCalls({ store, organizationId }: Subject) {
  return {
    createUser: () => [
      store.createUser({ email: 'a@b.example', passwordHash: '', isAdmin: false, membership: undefined }),
    ],
    findCredentials: () => [store.findCredentials('a@b.example')],
    countSignInAttempt: () => [store.countSignInAttempt([{ subject: 'address:::1', limit: 1 }], 60_000)],
    forgetSignInAttempts: () => [store.forgetSignInAttempts(['address:::1'])],
    startSession: () => [store.startSession({ ...SESSION, userId: id('usr', 0) }, 'seed-1')],
    findVisitor: () => [store.findVisitor(SESSION.hash, 60_000, 'seed-1'), store.findVisitor('seed-2', 60_000)],
    keepForm: () => [store.keepForm({ sessionId: 'ses_kept', userId: id('usr', 0), sealed: 's', lifetimeMs: 60_000 })],
    findKeptForm: () => [store.findKeptForm(id('usr', 0))],
    findKeptData: () => [store.findKeptData(organizationId, id('req', 1))],
    deleteExpiredData: () => [store.deleteExpiredData(10)],
    cancelRequest: () => [store.cancelRequest(organizationId, id('req', 1))],
    forgetKeptForm: () => [store.forgetKeptForm(id('usr', 0), 'ses_kept')],
    renewSession: () => [store.renewSession('seed-3', 'renewed')],
    endSession: () => [store.endSession(id('usr', 0), id('ses', 4))],
    endSessions: () => [store.endSessions(id('usr', 0), id('ses', 4))],
    findSecondFactor: () => [store.findSecondFactor(id('usr', 0))],
    setSecondFactor: () => [
      store.setSecondFactor({ userId: id('usr', 0), sealed: 's', step: 1, recoveryHashes: ['a', 'b'] }, id('ses', 4)),
    ],
    useSecondFactorStep: () => [store.useSecondFactorStep(id('usr', 0), 2)],
    useRecoveryCode: () => [store.useRecoveryCode(id('usr', 0), 'a')],
    replaceRecoveryCodes: () => [store.replaceRecoveryCodes(id('usr', 0), ['c'])],
    removeSecondFactor: () => [store.removeSecondFactor('seed-0@example.com')],
    setTheme: () => [store.setTheme(id('usr', 0), 'dark')],
    setPassword: () => [store.setPassword(id('usr', 0), '', id('ses', 4))],
    disableUser: () => [store.disableUser('seed-5@example.com', true)],
    createAccountLink: () => [
      store.createAccountLink({ hash: 'h', userId: id('usr', 0), purpose: 'reset', lifetimeMs: 1 }),
    ],
    recognizeIdentity: () => [
      store.recognizeIdentity({
        issuer: 'https://id.example',
        subject: 'x',
        email: 'nobody@example.com',
        isVerified: true,
      }),
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
  } satisfies Partial<Calls>
}

function logCalls({ store, organizationId }: Subject) {
  return {
    logRequests: () => [
      store.logRequests([
        { ...LOGGED, organizationId },
        { ...LOGGED, organizationId, id: 'req_failed', outcome: 'failed', code: 'invalid_type' },
      ]),
    ],
    deleteExpiredLog: () => [store.deleteExpiredLog(100)],
    deleteExpiredAccess: () => [store.deleteExpiredAccess(100)],
  } satisfies Partial<Calls>
}

function accountLists({ reader, organizationId }: Subject) {
  return {
    listOrganizations: () =>
      [undefined, { limit: 50, after: { slug: 'seed-2' } }].map((page) => reader.listOrganizations(page)),
    listKeys: () => [undefined, ...PAGES].map((page) => reader.listKeys(organizationId, page)),
    findKey: () => [reader.findKey(organizationId, id('key', 3))],
    listTemplates: () =>
      [undefined, { limit: 50, after: { endpointPath: 'seed-2' } }].flatMap((page) =>
        (['published', 'all'] as const).map((which) => reader.listTemplates(organizationId, page, which)),
      ),
    listTemplateSchemas: () => [reader.listTemplateSchemas(organizationId)],
    countFailed: () =>
      [undefined, id('whk', 0)].map((webhookId) => reader.countFailed({ organizationId, webhookId, since: 0 }, 1_000)),
    findTemplate: () => [reader.findTemplate(organizationId, 'seed-1'), reader.findTemplate(organizationId, 'seed-x')],
    listFormerPaths: () => [reader.listFormerPaths(organizationId, id('tpl', 1))],
    listStages: () => [reader.listStages(organizationId, 'seed-1')],
    listHiddenTemplates: () => [reader.listHiddenTemplates(organizationId)],
    findDraft: () => [reader.findDraft(organizationId, 'seed-2')],
    loadDraftFiles: () => [reader.loadDraftFiles(organizationId, 'seed-2', ['a', 'b'])],
    listVersions: () => [
      reader.listVersions(organizationId, 'seed-2', { limit: 50 }),
      reader.listVersions(organizationId, 'seed-2', { limit: 50, after: { version: 2 } }),
    ],
    findVersion: () => [reader.findVersion(organizationId, 'seed-2', 1)],
    listPartials: () => [
      reader.listPartials(organizationId),
      reader.listPartials(organizationId, { limit: 50, after: { name: 'h' } }),
    ],
    findPartial: () => [reader.findPartial(organizationId, 'header')],
    loadPartials: () => [reader.loadPartials(organizationId)],
    loadTemplateVersion: () => [reader.loadTemplateVersion(id('tpv', 20))],
    readQueueState: () => [reader.readQueueState(20)],
    readUsage: () => [reader.readUsage(organizationId)],
  } satisfies Partial<Calls>
}

function webhookLists({ reader, organizationId }: Subject) {
  const page = { organizationId, limit: 50 }
  const now = Date.now()
  return {
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
  } satisfies Partial<Calls>
}

function accessLists({ reader, organizationId }: Subject) {
  return {
    listOrganizationsOf: () => [reader.listOrganizationsOf(id('usr', 0))],
    listSessions: () => [reader.listSessions(id('usr', 0), 60_000)],
    listMembers: () => [reader.listMembers(organizationId)],
    listInvitations: () => [reader.listInvitations(organizationId)],
    listUsers: () => PAGES.map((page) => reader.listUsers(page)),
  } satisfies Partial<Calls>
}

function requestLists({ reader, organizationId }: Subject) {
  const page = { organizationId, limit: 50 }
  const now = Date.now()
  return {
    searchRequests: () =>
      [
        {},
        { outcome: 'failed' },
        { outcome: 'succeeded' },
        { code: 'render_failed' },
        { hasProblems: true },
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
    sumUsageByDay: () => [reader.sumUsageByDay(organizationId, '2020-01-01')],
    sumUsageByTemplate: () => [reader.sumUsageByTemplate(organizationId, '2020-01-01', 50)],
    countDocuments: () => [reader.countDocuments(organizationId, ['2020-01-01', '2020-01-02'], ['seed-1', 'seed-2'])],
    listUsageHours: () => [reader.listUsageHours(organizationId, 0)],
    listLatencies: () => [reader.listLatencies(organizationId, '2020-01-01')],
    listExpiredRequests: () => [reader.listExpiredRequests(100)],
    listExpiredAnswers: () => [reader.listExpiredAnswers(100)],
    listExpiredEvents: () => [reader.listExpiredEvents(100)],
  } satisfies Partial<Calls>
}
