import { sql, type Transaction } from 'kysely'
import { currentTime } from '../current-time.js'
import type { StoreDatabase } from '../database.js'
import { writeProblems } from '../requests/document-problems.js'
import type { Database } from '../schema.js'
import { bucketOf, type NewLoggedRequest } from './request-log-store.js'
import type { LatencyDayTable, UsageDayTable, UsageHourTable } from './request-log-tables.js'

const HOUR_MS = 3_600_000

/** Hours are for the last days only. */
const KEPT_HOURS_MS = 8 * 24 * HOUR_MS

/** Days are for a year and some time to look. */
const KEPT_DAYS_MS = 400 * 24 * HOUR_MS

/** A power failure may take the last of it: nobody was promised anything. */
export function logRequests(database: StoreDatabase, requests: readonly NewLoggedRequest[]): Promise<void> {
  return database.unsyncedDb.transaction().execute((transaction) => insertLogged(transaction, requests))
}

/** Adds requests to the log and to its counts; those that it has already are left alone. */
export async function insertLogged(
  transaction: Transaction<Database>,
  requests: readonly NewLoggedRequest[],
): Promise<void> {
  const added = new Set<string>()
  for (const request of requests) {
    const row = await transaction
      .insertInto('request_log')
      .values(toRow(request))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row) added.add(row.id)
  }
  await count(
    transaction,
    requests.filter(({ id }) => added.has(id)),
  )
}

/** Rows to be added to the counts, by what identifies them. */
interface Counts {
  readonly days: ReadonlyMap<string, UsageDayTable>
  readonly hours: ReadonlyMap<string, UsageHourTable>
  readonly latencies: ReadonlyMap<string, LatencyDayTable>
}

function sumUp(requests: readonly NewLoggedRequest[]): Counts {
  const days = new Map<string, UsageDayTable>()
  const hours = new Map<string, UsageHourTable>()
  const latencies = new Map<string, LatencyDayTable>()
  for (const {
    organizationId,
    endpointPath,
    createdAt,
    isTest,
    outcome,
    mode,
    pages,
    documentBytes,
    documents = 1,
    times,
  } of requests) {
    const organization = { organization_id: organizationId }
    const day = new Date(createdAt).toISOString().slice(0, 10)
    const hour = createdAt - (createdAt % HOUR_MS)
    const isMade = outcome === 'succeeded'
    const [made, failed] = [isMade ? documents : 0, isMade ? 0 : 1]
    add(days, `${organizationId} ${day} ${endpointPath}`, {
      ...organization,
      day,
      endpoint_path: endpointPath,
      documents: isTest ? 0 : made,
      tests: isTest ? made : 0,
      failures: failed,
      pages: pages ?? 0,
      bytes: documentBytes ?? 0,
    })
    add(hours, `${organizationId} ${hour}`, { ...organization, hour, documents: made, failures: failed })
    if (isMade && mode === 'sync') {
      const bucket = bucketOf(times.totalMs)
      add(latencies, `${organizationId} ${day} ${bucket}`, { ...organization, day, bucket, requests: 1 })
    }
  }
  return { days, hours, latencies }
}

/** Adds to the counts, always in the same order, so that processes never wait for each other in a circle. */
async function count(transaction: Transaction<Database>, requests: readonly NewLoggedRequest[]): Promise<void> {
  const { days, hours, latencies } = sumUp(requests)
  for (const row of inOrder(days)) {
    await transaction
      .insertInto('usage_days')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'day', 'endpoint_path']).doUpdateSet({
          documents: sql<number>`usage_days.documents + excluded.documents`,
          tests: sql<number>`usage_days.tests + excluded.tests`,
          failures: sql<number>`usage_days.failures + excluded.failures`,
          pages: sql<number>`usage_days.pages + excluded.pages`,
          bytes: sql<number>`usage_days.bytes + excluded.bytes`,
        }),
      )
      .execute()
  }
  for (const row of inOrder(hours)) {
    await transaction
      .insertInto('usage_hours')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'hour']).doUpdateSet({
          documents: sql<number>`usage_hours.documents + excluded.documents`,
          failures: sql<number>`usage_hours.failures + excluded.failures`,
        }),
      )
      .execute()
  }
  for (const row of inOrder(latencies)) {
    await transaction
      .insertInto('latency_days')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'day', 'bucket'])
          .doUpdateSet({ requests: sql<number>`latency_days.requests + excluded.requests` }),
      )
      .execute()
  }
}

/** The columns that identify a row; all other numbers are added up. */
const IDENTIFYING = new Set(['hour', 'bucket'])

function add<Row extends object>(rows: Map<string, Row>, key: string, row: Row): void {
  const before = rows.get(key)
  const sum = Object.entries(row).map(([name, value]) => {
    const known = before?.[name as keyof Row]
    return [name, typeof value === 'number' && !IDENTIFYING.has(name) ? value + Number(known ?? 0) : value]
  })
  rows.set(key, Object.fromEntries(sum) as Row)
}

function inOrder<Row>(rows: ReadonlyMap<string, Row>): readonly Row[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

function toRow(request: NewLoggedRequest) {
  const { times } = request
  const round = (ms: number | undefined) => (ms === undefined ? null : Math.round(ms))
  return {
    id: request.id,
    organization_id: request.organizationId,
    api_key_id: request.keyId,
    mode: request.mode,
    endpoint_path: request.endpointPath,
    version_id: request.versionId ?? null,
    document_id: request.documentId ?? null,
    is_test: request.isTest ? 1 : 0,
    has_failed: request.outcome === 'failed' ? 1 : 0,
    status: request.status,
    code: request.code ?? null,
    place: request.place ?? null,
    received_bytes: request.receivedBytes ?? null,
    document_bytes: request.documentBytes ?? null,
    pages: request.pages ?? null,
    problems: writeProblems(request.problems),
    checked_ms: round(times.checkedMs),
    waited_ms: round(times.waitedMs),
    rendered_ms: round(times.renderedMs),
    total_ms: Math.round(times.totalMs),
    created_at: request.createdAt,
    expires_at: request.createdAt + request.retentionMs,
  }
}

export async function deleteExpiredLog(database: StoreDatabase, limit: number): Promise<number> {
  return database.unsyncedDb.transaction().execute(async (transaction) => {
    const now = await currentTime(database, transaction)
    const { numDeletedRows } = await transaction
      .deleteFrom('request_log')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('request_log as old')
          .select('old.id')
          .where('old.expires_at', '<=', now)
          .orderBy('old.expires_at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow()
    const firstDay = new Date(now - KEPT_DAYS_MS).toISOString().slice(0, 10)
    await transaction.deleteFrom('usage_days').where('day', '<', firstDay).execute()
    await transaction.deleteFrom('latency_days').where('day', '<', firstDay).execute()
    await transaction
      .deleteFrom('usage_hours')
      .where('hour', '<', now - KEPT_HOURS_MS)
      .execute()
    return Number(numDeletedRows)
  })
}
