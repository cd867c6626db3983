import { newId } from '../../../server/storage/ids.js'
import type {
  ClaimedJob,
  CompletedDocument,
  JobClaim,
  NewDocument,
  NewRequests,
} from '../../../server/storage/requests/request-store.js'
import type { NewTemplateVersion, Store, StoreOperations, TemplateContent } from '../../../server/storage/store.js'
import type { ClaimedDeliveries, DeliveryClaim, NewWebhook } from '../../../server/storage/webhooks/webhook-store.js'

/** A template without a schema and assets. */
export const LETTER: TemplateContent = {
  name: 'Letter',
  html: 'letter',
  pageSize: 'a4',
  orientation: 'portrait',
  schema: undefined,
  sample: undefined,
  assets: new Map(),
}

/** A version of a template with a schema and an asset. */
export function invoice(organizationId: string, changes: Partial<NewTemplateVersion> = {}): NewTemplateVersion {
  return {
    ...LETTER,
    organizationId,
    endpointPath: 'invoice',
    name: 'Invoice',
    html: '<p>{{a}}</p>',
    schema: '{"type":"object"}',
    assets: new Map([['logo.png', new Uint8Array([1, 2, 3])]]),
    ...changes,
  }
}

/** An endpoint that gets every document of its organization. */
export const WEBHOOK: Omit<NewWebhook, 'id' | 'organizationId'> = {
  name: 'n',
  url: 'https://a.example',
  events: ['document.completed'],
  templatePaths: undefined,
  filters: {},
  maxRetries: 3,
  timeoutSeconds: 30,
  backoffMultiplier: 2,
  secret: 'sealed',
}

/** A document of one page, kept for a minute. */
export const COMPLETED: Omit<CompletedDocument, 'expiresAt'> = {
  objectKey: 'k',
  documentUrl: 'http://x/',
  fileName: undefined,
  sizeBytes: 9,
  pages: 2,
  renderTimeMs: 3,
}

/** Registers a process of another host, and gives its id. */
export async function addProcess(store: StoreOperations, id: string = newId('prc')): Promise<string> {
  await store.registerProcess({ id, host: 'elsewhere', bootId: 'b', pid: 1, pidStart: '1' })
  return id
}

/** Adds an endpoint, and gives its id. */
export async function addWebhook(
  store: StoreOperations,
  organizationId: string,
  changes: Partial<NewWebhook> = {},
): Promise<string> {
  return (await store.createWebhook({ ...WEBHOOK, id: newId('whk'), organizationId, ...changes })).id
}

export function newDocument(changes: Partial<NewDocument> = {}): NewDocument {
  return {
    requestId: newId('req'),
    documentId: newId('doc'),
    isTest: false,
    body: Buffer.from('{}'),
    webhook: undefined,
    ...changes,
  }
}

/** A call of an organization for documents, without a limit of anything but tests. */
export function newRequests(
  organizationId: string,
  documents: readonly NewDocument[],
  changes: Partial<NewRequests> = {},
): NewRequests {
  return {
    organizationId,
    keyId: 'key_1',
    templateId: 'tpl_1',
    versionId: 'tpv_1',
    endpointPath: 'letter',
    batchId: undefined,
    documents,
    testLimit: 10,
    documentLimit: undefined,
    queueBound: undefined,
    idempotency: undefined,
    ...changes,
  }
}

/** Claims every job that waits, or as the changes say. */
export function claimJobs(
  store: StoreOperations,
  processId: string,
  changes: Partial<JobClaim> = {},
): Promise<readonly ClaimedJob[]> {
  const claim = { queue: 'render', limit: 1_000, after: '', exceptKeys: [], deadlineMs: 60_000 } as const
  return store.claimJobs({ ...claim, processId, ...changes })
}

/** Claims every delivery that is due, or as the changes say. */
export function claimDeliveries(
  store: StoreOperations,
  processId: string,
  changes: Partial<DeliveryClaim> = {},
): Promise<ClaimedDeliveries> {
  return store.claimDeliveries({
    processId,
    limit: 1_000,
    after: '',
    laneRoom: 1_000,
    organizationRoom: 1_000,
    lanes: new Map(),
    organizations: new Map(),
    deadlineMs: 60_000,
    ...changes,
  })
}

/** Puts so many events into the queue of an endpoint, and gives the ids of their deliveries. */
export async function addEvents(
  store: Store,
  webhookId: string,
  count: number,
  { payload = '{}', createdAt = Date.now() }: { readonly payload?: string; readonly createdAt?: number } = {},
): Promise<readonly string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const event = { eventId: newId('evt'), requestId: newId('req'), type: 'document.completed' } as const
    ids.push((await store.addTestEvent({ ...event, webhookId, payload, createdAt })).id)
  }
  return ids
}
