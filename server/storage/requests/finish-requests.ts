import { type Selectable, sql, type Transaction } from 'kysely'
import type { StoreDatabase } from '../database.js'
import { type Placeholders, prepareQuery } from '../prepared-query.js'
import type { Database, RequestTable } from '../schema.js'
import type { Plan } from '../store.js'
import { announce } from '../webhooks/events.js'
import { type DocumentProblems, writeProblems } from './document-problems.js'
import { type FinishingTransaction, runFinishing } from './finishing-transaction.js'
import { readMerged } from './merged-requests.js'
import type { CompletedDocument, Job, RequestFailure } from './request-store.js'
import { retentionMs } from './retention.js'
import { giveBackUsage } from './usage.js'

/** A document as its columns have it. */
type StoredDocument = Omit<CompletedDocument, 'documentUrl' | 'fileName' | 'problems'> & {
  readonly fileName: string | null
  readonly problems: string | null
}

const completions = prepareQuery(
  ({ db, now }: StoreDatabase, value: Placeholders<StoredDocument & { requestId: string }>) =>
    db
      .updateTable('requests')
      .set({
        status: 'completed',
        object_key: value('objectKey'),
        file_name: value('fileName'),
        size_bytes: value('sizeBytes'),
        pages: value('pages'),
        render_time_ms: value('renderTimeMs'),
        problems: value('problems'),
        finished_at: now,
        expires_at: value('expiresAt'),
      })
      .where('id', '=', value('requestId'))
      .returningAll(),
)

/** Completes a request, in one transaction with its announcement. */
export function completeRequest(database: StoreDatabase, job: Job, document: CompletedDocument): Promise<boolean> {
  return runFinishing(database, async (finishing) => {
    const { transaction } = finishing
    if (!(await finishJob(database, transaction, job))) return false
    const [row] = await completions(database, transaction, {
      ...document,
      fileName: document.fileName ?? null,
      problems: writeProblems(document.problems),
      requestId: job.refId,
    })
    if (!row) return false
    await removeBody(database, transaction, row.id)
    await announce(database, finishing, row, 'document.completed', {
      ...subjectOf(row),
      document_url: document.documentUrl,
      size_bytes: document.sizeBytes,
      render_time_ms: document.renderTimeMs,
      created_at: isoTime(row.created_at),
      completed_at: isoTime(row.finished_at ?? row.created_at),
      is_test: row.is_test === 1,
    })
    return true
  })
}

/** Fails a request, in one transaction with its announcement and the return of what it was counted. */
export function failRequest(
  database: StoreDatabase,
  job: Job,
  failure: RequestFailure,
  problems?: DocumentProblems,
): Promise<boolean> {
  return runFinishing(database, async (finishing) => {
    const { transaction } = finishing
    if (!(await finishJob(database, transaction, job))) return false
    await saveFailure(database, finishing, job.refId, failure, problems)
    return true
  })
}

/** A request whose failure has just been written down. */
export interface FailedRequest {
  readonly row: Selectable<RequestTable>
  readonly plan: Plan
}

/** Writes a failure down, of a request that is still there; the job is the caller's business. */
export async function saveFailure(
  database: StoreDatabase,
  finishing: FinishingTransaction,
  requestId: string,
  failure: RequestFailure,
  problems?: DocumentProblems,
): Promise<FailedRequest | undefined> {
  const failed = await markFailed(database, finishing.transaction, requestId, failure, problems)
  if (!failed) return undefined
  const { row } = failed
  await announce(database, finishing, row, 'document.failed', {
    ...subjectOf(row),
    error: failure,
    created_at: isoTime(row.created_at),
    failed_at: isoTime(row.finished_at ?? row.created_at),
    is_test: row.is_test === 1,
  })
  return failed
}

/** Ends a request without a document, gives back what it was counted, and announces nothing. */
export async function markFailed(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  requestId: string,
  failure: RequestFailure,
  problems?: DocumentProblems,
): Promise<FailedRequest | undefined> {
  const organization = await transaction
    .selectFrom('requests')
    .innerJoin('organizations', 'organizations.id', 'requests.organization_id')
    .select(['organizations.plan', 'organizations.document_days as documentDays'])
    .where('requests.id', '=', requestId)
    .executeTakeFirst()
  if (!organization) return undefined
  const lifetime = retentionMs(organization.plan, organization.documentDays ?? undefined)
  const row = await transaction
    .updateTable('requests')
    .set({
      status: 'failed',
      failure: JSON.stringify(failure),
      problems: writeProblems(problems),
      finished_at: database.now,
      expires_at: sql<number>`${database.now} + ${sql.lit(lifetime)}`,
    })
    .where('id', '=', requestId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await removeBody(database, transaction, requestId)
  await giveBack(transaction, row)
  return { row, plan: organization.plan }
}

const removedJobs = prepareQuery(
  ({ db }: StoreDatabase, value: Placeholders<Pick<Job, 'id' | 'processId' | 'attempt'>>) =>
    db
      .deleteFrom('jobs')
      .where('id', '=', value('id'))
      .where('process_id', '=', value('processId'))
      .where('attempt', '=', value('attempt'))
      .returning('id'),
)

/** Removes the job of this process and attempt; false when it was given to somebody else. */
async function finishJob(database: StoreDatabase, transaction: Transaction<Database>, job: Job): Promise<boolean> {
  const removed = await removedJobs(database, transaction, job)
  return removed.length > 0
}

const removedBodies = prepareQuery(({ db }: StoreDatabase, value: Placeholders<{ requestId: string }>) =>
  db.deleteFrom('request_bodies').where('request_id', '=', value('requestId')),
)

async function removeBody(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  requestId: string,
): Promise<void> {
  await removedBodies(database, transaction, { requestId })
}

async function giveBack(transaction: Transaction<Database>, row: Selectable<RequestTable>): Promise<void> {
  if (row.counted_period === null) return
  const amount = readMerged(row.merged)?.count ?? 1
  const { organization_id: organizationId, counted_period: period } = row
  await giveBackUsage(transaction, { organizationId, kind: 'documents', period }, amount)
}

function subjectOf(row: Selectable<RequestTable>) {
  return {
    request_id: row.id,
    document_id: row.document_id,
    organization_id: row.organization_id,
    template_id: row.template_id,
  }
}

function isoTime(time: number): string {
  return new Date(time).toISOString()
}
