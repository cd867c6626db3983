import { type Selectable, sql, type Transaction } from 'kysely'
import { currentTime } from '../current-time.js'
import type { ReadDatabase, StoreDatabase } from '../database.js'
import { newId } from '../ids.js'
import { periodOf, type UsageKind } from '../periods.js'
import { type Placeholders, prepareQuery } from '../prepared-query.js'
import type { Database, RequestTable } from '../schema.js'
import { AD_HOC } from './ad-hoc-requests.js'
import { readProblems } from './document-problems.js'
import { saveAnswer } from './idempotency.js'
import { insertKeptData } from './kept-data.js'
import { type MergedDocuments, readMerged, writeMerged } from './merged-requests.js'
import { addToQueue } from './queue-counts.js'
import {
  type Acceptance,
  type ExpiredRequest,
  MAX_ATTEMPTS,
  type NewRequests,
  PRIORITIES,
  type Priority,
  type RequestInput,
  type RequestOutcome,
  type StoredRequest,
} from './request-store.js'
import { countWithin, readUsed } from './usage.js'

/** Ends a transaction, so that it is rolled back with what was counted before. */
class Exceeded extends Error {
  constructor(
    readonly usage: UsageKind,
    readonly remaining: number,
    readonly now: number,
  ) {
    super(`the limit of ${usage} is reached`)
  }
}

/** The same for a queue that has no room. */
class Full extends Error {}

/** The same for a request that somebody else answers. */
class Superseded extends Error {}

/** Counts and saves requests with their jobs in one transaction: what was acknowledged is never lost. */
export async function acceptRequests(database: StoreDatabase, requests: NewRequests): Promise<Acceptance> {
  try {
    return await database.db.transaction().execute(async (transaction) => {
      const now = await currentTime(database, transaction)
      await accept(database, transaction, requests, now)
      return { kind: 'accepted', createdAt: now }
    })
  } catch (error) {
    if (error instanceof Full) return { kind: 'full' }
    if (error instanceof Superseded) return { kind: 'superseded' }
    if (error instanceof Exceeded) {
      const { usage, remaining, now } = error
      return { kind: 'exceeded', usage, remaining, now }
    }
    throw error
  }
}

async function accept(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  requests: NewRequests,
  now: number,
): Promise<void> {
  const { organizationId, documents, idempotency, queueBound } = requests
  // Rows that others may want too, always in this order: of the key, of the usage, of the queue.
  if (idempotency && !(await saveAnswer(transaction, idempotency, now))) throw new Superseded()
  // One file of several documents counts as all of them.
  const each = requests.merged?.count ?? 1
  const tests = each * documents.filter(({ isTest }) => isTest).length
  const count = async (kind: UsageKind, amount: number, limit: number | undefined) => {
    const usage = { organizationId, kind, period: periodOf(kind, now) }
    if (amount === 0) return
    const used = await countWithin(database, transaction, usage, amount, limit)
    if (used !== undefined) return
    throw new Exceeded(kind, Math.max(0, (limit ?? 0) - (await readUsed(transaction, usage))), now)
  }
  await count('tests', tests, requests.testLimit)
  await count('documents', each * documents.length - tests, requests.documentLimit)
  const arrival = { queue: 'render', organizationId, amount: documents.length } as const
  if (!(await addToQueue(database, transaction, arrival, queueBound))) throw new Full()
  await insertRequests(transaction, requests, now)
}

async function insertRequests(transaction: Transaction<Database>, requests: NewRequests, now: number): Promise<void> {
  const { organizationId, documents } = requests
  // Sorted, so that the documents of a call have their turn in its order.
  const jobIds = documents.map(() => newId('job')).sort()
  await transaction
    .insertInto('requests')
    .values(
      documents.map(({ requestId, documentId, isTest, webhook }) => ({
        id: requestId,
        organization_id: organizationId,
        api_key_id: requests.keyId,
        template_id: requests.templateId,
        version_id: requests.versionId,
        endpoint_path: requests.endpointPath,
        document_id: documentId,
        batch_id: requests.batchId ?? null,
        is_test: isTest ? 1 : 0,
        status: 'queued' as const,
        counted_period: isTest ? null : periodOf('documents', now),
        webhook: webhook ? JSON.stringify(webhook) : null,
        merged: writeMerged(requests.merged),
        created_at: now,
      })),
    )
    .execute()
  await transaction
    .insertInto('request_bodies')
    .values(documents.map(({ requestId, body }) => ({ request_id: requestId, body })))
    .execute()
  await insertKeptData(transaction, requests, now)
  await transaction
    .insertInto('jobs')
    .values(
      documents.map(({ requestId }, index) => ({
        id: jobIds[index] ?? newId('job'),
        queue: 'render' as const,
        ref_id: requestId,
        organization_id: organizationId,
        api_key_id: requests.keyId,
        state: 'ready' as const,
        run_at: now,
        attempt: 0,
        max_attempts: MAX_ATTEMPTS,
        priority: rankOf(requests.priority),
        created_at: now,
      })),
    )
    .execute()
}

/** Its place among the priorities: what is lower comes first. */
function rankOf(priority: Priority = 'normal'): number {
  return PRIORITIES.indexOf(priority) - PRIORITIES.indexOf('normal')
}

export function findRequest(
  database: StoreDatabase,
  organizationId: string,
  requestId: string,
): Promise<StoredRequest | undefined> {
  return find(database, organizationId, 'id', requestId)
}

export function findDocument(
  database: StoreDatabase,
  organizationId: string,
  documentId: string,
): Promise<StoredRequest | undefined> {
  return find(database, organizationId, 'document_id', documentId)
}

async function find(
  { db, now }: StoreDatabase,
  organizationId: string,
  column: 'id' | 'document_id',
  id: string,
): Promise<StoredRequest | undefined> {
  const row = await db
    .selectFrom('requests')
    .selectAll()
    .where(column, '=', id)
    .where('organization_id', '=', organizationId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst()
  return row && toRequest(row)
}

export async function listFinished({ db }: StoreDatabase, requestIds: readonly string[]): Promise<readonly string[]> {
  if (requestIds.length === 0) return []
  const rows = await db
    .selectFrom('requests')
    .select('id')
    .where('id', 'in', requestIds)
    .where('status', 'in', ['queued', 'processing'])
    .execute()
  const unfinished = new Set(rows.map(({ id }) => id))
  return requestIds.filter((id) => !unfinished.has(id))
}

/** The input of a claimed job. */
const inputs = prepareQuery(({ db }: StoreDatabase, value: Placeholders<{ requestId: string }>) =>
  db
    .selectFrom('requests')
    .innerJoin('organizations', 'organizations.id', 'requests.organization_id')
    .innerJoin('request_bodies', 'request_bodies.request_id', 'requests.id')
    .leftJoin('template_versions', 'template_versions.id', 'requests.version_id')
    .select([
      'requests.document_id as documentId',
      'requests.endpoint_path as endpointPath',
      'requests.is_test as isTest',
      'organizations.slug',
      'organizations.plan',
      'organizations.document_days as documentDays',
      'organizations.time_zone as timeZone',
      'request_bodies.body',
      'requests.merged',
      'requests.version_id as pinnedId',
      'template_versions.id as versionId',
      sql<number | null>`octet_length(template_versions.html)`.as('htmlBytes'),
    ])
    .where('requests.id', '=', value('requestId')),
)

const beginnings = prepareQuery(({ db, now }: StoreDatabase, value: Placeholders<{ requestId: string }>) =>
  db.updateTable('requests').set({ status: 'processing', started_at: now }).where('id', '=', value('requestId')),
)

/** Marks the request of a job that was just claimed as being processed. */
export async function beginRequest(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  requestId: string,
): Promise<RequestInput | undefined> {
  const [row] = await inputs(database, transaction, { requestId })
  if (!row) return undefined
  await beginnings(database, transaction, { requestId })
  const { documentId, slug, plan, documentDays, timeZone, endpointPath, isTest, body, pinnedId, versionId, htmlBytes } =
    row
  const merged = readMerged(row.merged)
  const version = versionId === null ? undefined : { id: versionId, htmlBytes: htmlBytes ?? 0 }
  const request = { requestId, documentId, slug, plan, endpointPath, isTest: isTest === 1, body, version }
  return {
    ...request,
    isAdHoc: pinnedId === AD_HOC.versionId,
    documentDays: documentDays ?? undefined,
    timeZone: timeZone ?? undefined,
    documents: merged?.count ?? 1,
    merged: merged && (await mergedVersions(transaction, merged)),
  }
}

/** The versions of several documents; undefined when one is gone. */
async function mergedVersions(
  transaction: Transaction<Database>,
  { templates }: MergedDocuments,
): Promise<RequestInput['merged']> {
  // PostgreSQL knows no empty list.
  if (templates.length === 0) return []
  const rows = await transaction
    .selectFrom('template_versions')
    .select(['id', sql<number>`octet_length(html)`.as('htmlBytes')])
    .where(
      'id',
      'in',
      templates.map(({ versionId }) => versionId),
    )
    .execute()
  const sizes = new Map(rows.map(({ id, htmlBytes }) => [id, htmlBytes]))
  if (templates.some(({ versionId }) => !sizes.has(versionId))) return undefined
  return templates.map(({ endpointPath, versionId }) => ({
    endpointPath,
    id: versionId,
    htmlBytes: sizes.get(versionId) ?? 0,
  }))
}

export async function listExpiredRequests(
  { db, now }: ReadDatabase,
  limit: number,
): Promise<readonly ExpiredRequest[]> {
  const rows = await db
    .selectFrom('requests')
    .select(['id', 'document_id', 'object_key'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map(({ id, document_id, object_key }) => ({
    id,
    documentId: document_id,
    objectKey: object_key ?? undefined,
  }))
}

export async function deleteRequests({ db }: StoreDatabase, requestIds: readonly string[]): Promise<void> {
  if (requestIds.length === 0) return
  await db
    .transaction()
    .execute((transaction) => transaction.deleteFrom('requests').where('id', 'in', requestIds).execute())
}

function toRequest(row: Selectable<RequestTable>): StoredRequest {
  return {
    id: row.id,
    documentId: row.document_id,
    templateId: row.template_id,
    endpointPath: row.endpoint_path,
    isTest: row.is_test === 1,
    createdAt: row.created_at,
    problems: readProblems(row.problems),
    outcome: toOutcome(row),
  }
}

function toOutcome(row: Selectable<RequestTable>): RequestOutcome {
  const { status, finished_at: finishedAt, expires_at: expiresAt } = row
  if (status === 'queued' || status === 'processing' || finishedAt === null || expiresAt === null) {
    return { status: status === 'processing' ? 'processing' : 'queued' }
  }
  if (status === 'failed') return { status, failure: JSON.parse(row.failure ?? 'null'), finishedAt, expiresAt }
  return {
    status,
    objectKey: row.object_key ?? '',
    fileName: row.file_name ?? undefined,
    sizeBytes: row.size_bytes ?? 0,
    pages: row.pages ?? 0,
    renderTimeMs: row.render_time_ms ?? 0,
    finishedAt,
    expiresAt,
  }
}
