import { type Selectable, sql } from 'kysely'
import type { ReadDatabase } from '../database.js'
import { isBehind } from '../page.js'
import { AD_HOC } from '../requests/ad-hoc-requests.js'
import { readProblems } from '../requests/document-problems.js'
import { MERGED } from '../requests/merged-requests.js'
import type { RequestTable } from '../schema.js'
import type {
  FoundRequest,
  Hour,
  LatencyCount,
  LoggedRequest,
  OpenRequest,
  RequestHistory,
  RequestQuery,
  UsageSum,
} from './request-log-store.js'
import type { LoggedRequestTable } from './request-log-tables.js'

export async function searchRequests({ db }: ReadDatabase, query: RequestQuery): Promise<readonly LoggedRequest[]> {
  const { organizationId, outcome, endpointPath, keyId, code, hasProblems, since, until, limit, after } = query
  let rows = db.selectFrom('request_log').selectAll().where('organization_id', '=', organizationId)
  // In the words of the index: what has failed is rare.
  if (outcome === 'failed' || code !== undefined) rows = rows.where('has_failed', '=', sql.lit(1))
  else if (outcome === 'succeeded') rows = rows.where('has_failed', '=', 0)
  if (code !== undefined) rows = rows.where('code', '=', code)
  if (hasProblems) rows = rows.where('problems', 'is not', null)
  if (endpointPath !== undefined) rows = rows.where('endpoint_path', '=', endpointPath)
  if (keyId !== undefined) rows = rows.where('api_key_id', '=', keyId)
  if (since !== undefined) rows = rows.where('created_at', '>=', since)
  if (until !== undefined) rows = rows.where('created_at', '<', until)
  if (after) rows = rows.where(isBehind(after, 'newest first'))
  const found = await rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return found.map(toLogged)
}

export async function findLoggedRequest(
  { db }: ReadDatabase,
  organizationId: string,
  id: string,
): Promise<FoundRequest | undefined> {
  const row = await db
    .selectFrom('request_log')
    .leftJoin('template_versions', 'template_versions.id', 'request_log.version_id')
    .selectAll('request_log')
    .select(['template_versions.template_id', 'template_versions.version'])
    .where(id.startsWith('doc_') ? 'request_log.document_id' : 'request_log.id', '=', id)
    .where('request_log.organization_id', '=', organizationId)
    .limit(1)
    .executeTakeFirst()
  return row && { ...toLogged(row), templateId: templateIdOf(row), version: row.version ?? undefined }
}

function templateIdOf(row: { readonly template_id: string | null; readonly version_id: string | null }) {
  const without = [MERGED, AD_HOC].find(({ versionId }) => versionId === row.version_id)
  return without?.templateId ?? row.template_id ?? undefined
}

export async function findRequestHistory(
  { db }: ReadDatabase,
  organizationId: string,
  id: string,
): Promise<RequestHistory | undefined> {
  const row = await db
    .selectFrom('requests')
    .leftJoin('template_versions', 'template_versions.id', 'requests.version_id')
    .selectAll('requests')
    .select('template_versions.version')
    .where(id.startsWith('doc_') ? 'requests.document_id' : 'requests.id', '=', id)
    .where('requests.organization_id', '=', organizationId)
    .executeTakeFirst()
  return row && toHistory(row)
}

/** Those that wait or are worked on, newest first. */
export async function listOpenRequests(
  { db }: ReadDatabase,
  organizationId: string,
  limit: number,
): Promise<readonly OpenRequest[]> {
  const rows = await db
    .selectFrom('requests')
    .select(['id', 'api_key_id', 'endpoint_path', 'is_test', 'status', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('finished_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, api_key_id, endpoint_path, is_test, status, created_at }) => ({
    id,
    keyId: api_key_id,
    endpointPath: endpoint_path,
    isTest: is_test === 1,
    status: status === 'processing' ? 'processing' : 'queued',
    createdAt: created_at,
  }))
}

function sum(name: 'documents' | 'tests' | 'failures' | 'pages' | 'bytes') {
  return sql<number>`cast(sum(${sql.ref(name)}) as bigint)`.as(name)
}

export async function sumUsageByDay(
  { db }: ReadDatabase,
  organizationId: string,
  firstDay: string,
): Promise<readonly UsageSum[]> {
  return db
    .selectFrom('usage_days')
    .select(['day as of', sum('documents'), sum('tests'), sum('failures'), sum('pages'), sum('bytes')])
    .where('organization_id', '=', organizationId)
    .where('day', '>=', firstDay)
    .groupBy('day')
    .execute()
}

export async function sumUsageByTemplate(
  { db }: ReadDatabase,
  organizationId: string,
  firstDay: string,
  limit: number,
): Promise<readonly UsageSum[]> {
  return db
    .selectFrom('usage_days')
    .select(['endpoint_path as of', sum('documents'), sum('tests'), sum('failures'), sum('pages'), sum('bytes')])
    .where('organization_id', '=', organizationId)
    .where('day', '>=', firstDay)
    .groupBy('endpoint_path')
    .orderBy(sql`sum(documents) + sum(tests)`, 'desc')
    .orderBy('endpoint_path')
    .limit(limit)
    .execute()
}

/** The days stand in the query one by one, so that each template's rows are found in the index. */
export async function countDocuments(
  { db }: ReadDatabase,
  organizationId: string,
  days: readonly string[],
  endpointPaths: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (days.length === 0 || endpointPaths.length === 0) return new Map()
  const rows = await db
    .selectFrom('usage_days')
    .select(['endpoint_path', 'documents', 'tests'])
    .where('organization_id', '=', organizationId)
    .where('day', 'in', days)
    .where('endpoint_path', 'in', endpointPaths)
    .execute()
  const counts = new Map<string, number>()
  for (const { endpoint_path, documents, tests } of rows) {
    counts.set(endpoint_path, (counts.get(endpoint_path) ?? 0) + documents + tests)
  }
  return counts
}

export async function listUsageHours(
  { db }: ReadDatabase,
  organizationId: string,
  firstHour: number,
): Promise<readonly Hour[]> {
  return db
    .selectFrom('usage_hours')
    .select(['hour', 'documents', 'failures'])
    .where('organization_id', '=', organizationId)
    .where('hour', '>=', firstHour)
    .orderBy('hour')
    .execute()
}

export async function listLatencies(
  { db }: ReadDatabase,
  organizationId: string,
  firstDay: string,
): Promise<readonly LatencyCount[]> {
  return db
    .selectFrom('latency_days')
    .select(['day', 'bucket', 'requests'])
    .where('organization_id', '=', organizationId)
    .where('day', '>=', firstDay)
    .orderBy('day')
    .orderBy('bucket')
    .execute()
}

function toLogged(row: Selectable<LoggedRequestTable>): LoggedRequest {
  return {
    id: row.id,
    organizationId: row.organization_id,
    keyId: row.api_key_id,
    mode: row.mode,
    endpointPath: row.endpoint_path,
    versionId: row.version_id ?? undefined,
    documentId: row.document_id ?? undefined,
    isTest: row.is_test === 1,
    outcome: row.has_failed === 1 ? 'failed' : 'succeeded',
    status: row.status,
    code: row.code ?? undefined,
    place: row.place ?? undefined,
    receivedBytes: row.received_bytes ?? undefined,
    documentBytes: row.document_bytes ?? undefined,
    pages: row.pages ?? undefined,
    problems: readProblems(row.problems),
    times: {
      checkedMs: row.checked_ms ?? undefined,
      waitedMs: row.waited_ms ?? undefined,
      renderedMs: row.rendered_ms ?? undefined,
      totalMs: row.total_ms,
    },
    createdAt: row.created_at,
  }
}

function toHistory(row: Selectable<RequestTable> & { readonly version: number | null }): RequestHistory {
  return {
    id: row.id,
    organizationId: row.organization_id,
    keyId: row.api_key_id,
    endpointPath: row.endpoint_path,
    versionId: row.version_id,
    version: row.version ?? undefined,
    documentId: row.document_id,
    batchId: row.batch_id ?? undefined,
    isTest: row.is_test === 1,
    status: row.status,
    createdAt: row.created_at,
    startedAt: row.started_at ?? undefined,
    finishedAt: row.finished_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    sizeBytes: row.size_bytes ?? undefined,
    pages: row.pages ?? undefined,
    renderTimeMs: row.render_time_ms ?? undefined,
    failure: row.failure === null ? undefined : JSON.parse(row.failure),
    problems: readProblems(row.problems),
  }
}
