import { type Selectable, sql, type Transaction } from 'kysely'
import { type StoreDatabase, skipLocked } from '../database.js'
import { type Placeholders, prepareQuery } from '../prepared-query.js'
import { insertLogged } from '../request-log/log-requests.js'
import type { NewLoggedRequest } from '../request-log/request-log-store.js'
import type { Database, JobTable } from '../schema.js'
import { recoverDeliveries } from '../webhooks/record-attempt.js'
import { type FailedRequest, saveFailure } from './finish-requests.js'
import { type FinishingTransaction, runFinishing } from './finishing-transaction.js'
import { canJudgeSilence, isSilent } from './processes.js'
import { countByOrganization, takeFromQueue } from './queue-counts.js'
import type { ClaimedJob, Job, JobClaim, Reaped, RequestFailure } from './request-store.js'
import { beginRequest } from './requests.js'
import { logRetentionMs } from './retention.js'

/**
 * Takes due jobs, one after the other: each time the first one of the next organization that has any, so that no
 * organization waits for another's thousand. Priorities count among the jobs of one organization alone. After a power failure, which no process outlives either, jobs are due
 * whose claims it took back: a claim does not wait for the disk.
 */
export function claimJobs(database: StoreDatabase, claim: JobClaim): Promise<readonly ClaimedJob[]> {
  return database.unsyncedDb.transaction().execute(async (transaction) => {
    const jobs: ClaimedJob[] = []
    let { after } = claim
    while (jobs.length < claim.limit) {
      const job =
        (await claimNext(database, transaction, claim, after)) ??
        // Round again from the first organization.
        (after === '' ? undefined : await claimNext(database, transaction, claim, ''))
      if (!job) break
      jobs.push({ job, input: await beginRequest(database, transaction, job.refId) })
      after = job.organizationId
    }
    const taken = countByOrganization(jobs.map(({ job }) => job.organizationId))
    await takeFromQueue(database, transaction, claim.queue, taken)
    return jobs
  })
}

type ClaimValues = Pick<JobClaim, 'queue' | 'processId' | 'deadlineMs'> & { readonly organizationId: string }

/** Whose jobs are taken: of the organizations after one in order, or of one alone. */
type Scope = 'following' | 'own'

/** Takes the next job of a queue for a process. */
function claimQuery(
  database: StoreDatabase,
  value: Placeholders<ClaimValues>,
  scope: Scope,
  exceptKeys: readonly string[] = [],
) {
  const { db, now } = database
  return (
    db
      // Evaluated once: a planner that did so for each row would take more than one.
      .with(
        (name) => name('next').materialized(),
        (db) => {
          let query = db
            .selectFrom('jobs')
            .select('id')
            .where('state', '=', 'ready')
            .where('queue', '=', value('queue'))
            .where('organization_id', scope === 'own' ? '=' : '>', value('organizationId'))
            .where('run_at', '<=', now)
            .orderBy('organization_id')
            .orderBy('priority')
            .orderBy('run_at')
            .orderBy('id')
            .limit(1)
          if (exceptKeys.length > 0) query = query.where('api_key_id', 'not in', exceptKeys)
          return skipLocked(database, query)
        },
      )
      .updateTable('jobs')
      .set((eb) => ({
        state: 'running',
        process_id: value('processId'),
        attempt: eb('attempt', '+', 1),
        deadline_at: sql<number>`${now} + cast(${value('deadlineMs')} as bigint)`,
      }))
      .where('id', 'in', (eb) => eb.selectFrom('next').select('next.id'))
      .returningAll()
  )
}

const CLAIMS = {
  following: prepareQuery((database: StoreDatabase, value: Placeholders<ClaimValues>) =>
    claimQuery(database, value, 'following'),
  ),
  own: prepareQuery((database: StoreDatabase, value: Placeholders<ClaimValues>) => claimQuery(database, value, 'own')),
}

/** The next organization in order that has due jobs. */
const findNextOrganization = prepareQuery(
  ({ db, now }: StoreDatabase, value: Placeholders<Pick<JobClaim, 'queue' | 'after'>>) =>
    db
      .selectFrom('jobs')
      .select('organization_id')
      .where('state', '=', 'ready')
      .where('queue', '=', value('queue'))
      .where('organization_id', '>', value('after'))
      .where('run_at', '<=', now)
      .orderBy('organization_id')
      .orderBy('run_at')
      .limit(1),
)

/** The first due job of the organizations that come after one in order. */
async function claimNext(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  { exceptOrganizations = [], ...claim }: JobClaim,
  after: string,
): Promise<Job | undefined> {
  if (exceptOrganizations.length === 0) return claimIn(database, transaction, claim, 'following', after)
  // One query that leaves organizations out would read all their jobs to get past them: thousands, each time.
  let organizationId = after
  for (;;) {
    const values = { queue: claim.queue, after: organizationId }
    const [next] = await findNextOrganization(database, transaction, values)
    if (!next) return undefined
    organizationId = next.organization_id
    if (exceptOrganizations.includes(organizationId)) continue
    const job = await claimIn(database, transaction, claim, 'own', organizationId)
    if (job) return job
  }
}

async function claimIn(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  { exceptKeys, queue, processId, deadlineMs }: JobClaim,
  scope: Scope,
  organizationId: string,
): Promise<Job | undefined> {
  const claims =
    exceptKeys.length === 0
      ? CLAIMS[scope]
      : prepareQuery((database: StoreDatabase, value: Placeholders<ClaimValues>) =>
          claimQuery(database, value, scope, exceptKeys),
        )
  const [row] = await claims(database, transaction, { queue, processId, deadlineMs, organizationId })
  return (
    row && {
      id: row.id,
      queue: row.queue,
      refId: row.ref_id,
      organizationId: row.organization_id,
      keyId: row.api_key_id,
      processId,
      attempt: row.attempt,
      maxAttempts: row.max_attempts,
      createdAt: row.created_at,
    }
  )
}

export async function returnJob(database: StoreDatabase, job: Job, delayMs: number, counted: boolean): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    const returned = await transaction
      .updateTable('jobs')
      .set((eb) => ({
        state: 'ready',
        process_id: null,
        deadline_at: null,
        run_at: sql<number>`${database.now} + ${sql.lit(delayMs)}`,
        attempt: eb('attempt', '-', counted ? 0 : 1),
      }))
      .where('id', '=', job.id)
      .where('process_id', '=', job.processId)
      .where('attempt', '=', job.attempt)
      .returning(['queue', 'ref_id', 'organization_id'])
      .execute()
    await waitAgain(database, transaction, returned)
  })
}

/** Gives back what dead processes had begun. Safe to run from every process at any time. */
export function reapProcesses(database: StoreDatabase, processId: string, dead: readonly string[]): Promise<Reaped> {
  return runFinishing(database, async (finishing) => {
    const { transaction } = finishing
    const processes = await removeDead(database, transaction, processId, dead)
    if (processes.length > 0) {
      await transaction
        .deleteFrom('idempotency_keys')
        .where('state', '=', sql.lit('running'))
        .where('process_id', 'in', processes)
        .execute()
    }
    const deliveries = await recoverDeliveries(database, transaction)
    return { processes, deliveries, ...(await recoverJobs(database, finishing)) }
  })
}

/** Forgets processes that are known to be dead, and those that are silent if `processId` can tell. */
async function removeDead(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  processId: string,
  dead: readonly string[],
): Promise<readonly string[]> {
  const judgesSilence = await canJudgeSilence(database, transaction, processId)
  if (!judgesSilence && dead.length === 0) return []
  const removed = await transaction
    .deleteFrom('processes')
    .where((eb) => {
      const known = dead.length === 0 ? [] : [eb('id', 'in', dead)]
      const silent = judgesSilence ? [isSilent(database, eb)] : []
      return eb.or([...known, ...silent])
    })
    .returning('id')
    .execute()
  return removed.map(({ id }) => id)
}

/** Jobs of processes that are not there any more, and jobs that run too long, wait again or have failed. */
async function recoverJobs(
  database: StoreDatabase,
  finishing: FinishingTransaction,
): Promise<Pick<Reaped, 'requeued' | 'failed'>> {
  const { transaction } = finishing
  const lost = await skipLocked(
    database,
    transaction
      .selectFrom('jobs')
      .selectAll()
      .where('state', '=', 'running')
      .where((eb) =>
        eb.or([
          eb('deadline_at', '<', database.now),
          eb('process_id', 'not in', eb.selectFrom('processes').select('processes.id')),
        ]),
      ),
  ).execute()
  // Counters are changed in the same order by all who do this at the same time.
  lost.sort((a, b) => (`${a.organization_id} ${a.id}` < `${b.organization_id} ${b.id}` ? -1 : 1))
  const spent = lost.filter(({ attempt, max_attempts }) => attempt >= max_attempts)
  const others = lost.filter(({ attempt, max_attempts }) => attempt < max_attempts)
  const failed: NewLoggedRequest[] = []
  for (const job of spent) {
    await transaction.deleteFrom('jobs').where('id', '=', job.id).execute()
    const receivedBytes = await readBodySize(transaction, job.ref_id)
    const saved = await saveFailure(database, finishing, job.ref_id, LOST)
    if (saved) failed.push(loggedFailure(saved, LOST, receivedBytes))
  }
  await insertLogged(transaction, failed)
  await makeReady(
    database,
    transaction,
    others.map(({ id }) => id),
    0,
  )
  await waitAgain(database, transaction, others)
  return { requeued: others.length, failed: spent.length }
}

const LOST: RequestFailure = {
  code: 'INTERNAL_ERROR',
  message: 'The document could not be generated',
  details: {},
}

export async function readBodySize(transaction: Transaction<Database>, requestId: string): Promise<number | undefined> {
  const body = await transaction
    .selectFrom('request_bodies')
    .select(sql<number>`octet_length(body)`.as('size'))
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return body?.size
}

/** The log's account of a request that no process finishes, which would have written it. */
export function loggedFailure(
  { row, plan }: FailedRequest,
  { code }: RequestFailure,
  receivedBytes: number | undefined,
): NewLoggedRequest {
  return {
    id: row.id,
    organizationId: row.organization_id,
    keyId: row.api_key_id,
    mode: 'async',
    endpointPath: row.endpoint_path,
    versionId: row.version_id,
    documentId: row.document_id,
    isTest: row.is_test === 1,
    outcome: 'failed',
    status: 202,
    code: code.toLowerCase(),
    place: undefined,
    receivedBytes,
    documentBytes: undefined,
    pages: undefined,
    times: {
      checkedMs: undefined,
      waitedMs: undefined,
      renderedMs: undefined,
      totalMs: Math.max(0, (row.finished_at ?? row.created_at) - row.created_at),
    },
    createdAt: row.created_at,
    retentionMs: logRetentionMs(plan),
  }
}

/** Gives back what a process that stops had begun; its attempts do not count. */
export async function removeProcess(database: StoreDatabase, processId: string): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    // Jobs that others are giving back already, because they take this process for dead, are left to them.
    const running = await skipLocked(
      database,
      transaction
        .selectFrom('jobs')
        .select(['id', 'queue', 'ref_id', 'organization_id'])
        .where('state', '=', 'running')
        .where('process_id', '=', processId),
    ).execute()
    await makeReady(
      database,
      transaction,
      running.map(({ id }) => id),
      1,
    )
    await recoverDeliveries(database, transaction, processId)
    await transaction
      .deleteFrom('idempotency_keys')
      .where('state', '=', sql.lit('running'))
      .where('process_id', '=', processId)
      .execute()
    await transaction.deleteFrom('processes').where('id', '=', processId).execute()
    await waitAgain(database, transaction, running)
  })
}

async function makeReady(
  { now }: StoreDatabase,
  transaction: Transaction<Database>,
  jobIds: readonly string[],
  attemptsBack: number,
): Promise<void> {
  if (jobIds.length === 0) return
  await transaction
    .updateTable('jobs')
    .set((eb) => ({
      state: 'ready',
      process_id: null,
      deadline_at: null,
      run_at: now,
      attempt: eb('attempt', '-', attemptsBack),
    }))
    .where('id', 'in', jobIds)
    .execute()
}

/** Says of the requests of jobs, and of the queue, that they wait again; what a transaction does last. */
async function waitAgain(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  jobs: readonly Pick<Selectable<JobTable>, 'queue' | 'ref_id' | 'organization_id'>[],
): Promise<void> {
  if (jobs.length === 0) return
  await transaction
    .updateTable('requests')
    .set({ status: 'queued', started_at: null })
    .where(
      'id',
      'in',
      jobs.map(({ ref_id }) => ref_id),
    )
    .where('status', '=', 'processing')
    .execute()
  for (const queue of new Set(jobs.map(({ queue }) => queue))) {
    const organizationIds = jobs.filter((job) => job.queue === queue).map(({ organization_id }) => organization_id)
    const returned = countByOrganization(organizationIds)
    await takeFromQueue(database, transaction, queue, new Map([...returned].map(([id, count]) => [id, -count])))
  }
}
