import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import { type StoreDatabase, skipLocked } from './database.js'
import type { Database } from './schema.js'

/** The database's clock, and what was waiting for a time that it had passed once already. */
export interface CaughtUp {
  /** Epoch ms. */
  readonly at: number
  /** Jobs and deliveries whose time was moved, be it that of their beginning or that by which they must have ended. */
  readonly moved: number
}

/** Clocks are set by less than this all the time. */
const TOLERANCE_MS = 1_000

/** No job waits longer than this for its next attempt. */
const LONGEST_JOB_PAUSE_MS = 60_000

/** Jobs that are moved together. */
const AT_ONCE = 500

/**
 * Finds out whether the database's clock has been set back. What was accepted or tried before would then wait until the
 * clock has come to that time again, and what was begun would have so much more time: it is moved to where it would be had
 * the clock always been as it is now.
 *
 * @param expectedAt the least that the clock should show, by a clock that is never set; absent when nobody knows
 */
export async function catchUp(database: StoreDatabase, expectedAt: number | undefined): Promise<CaughtUp> {
  const { db, now } = database
  const { at } = await db.selectNoFrom(sql<number>`${now}`.as('at')).executeTakeFirstOrThrow()
  if (expectedAt !== undefined && at >= expectedAt - TOLERANCE_MS) return { at, moved: 0 }
  return db.transaction().execute(async (transaction) => {
    const jobs = (await catchUpJobs(transaction, now)) + (await catchUpDeadlines(database, transaction))
    const due = await transaction
      .updateTable('deliveries')
      .set({ due_at: now })
      .where('state', '=', sql.lit('ready'))
      .where('due_at', '>', now)
      .executeTakeFirst()
    // Nothing can have been tried later than now.
    const tried = sql<number>`(select max(started_at) from delivery_attempts where delivery_id = deliveries.id)`
    const waiting = await transaction
      .updateTable('deliveries')
      .set({ due_at: sql<number>`${now} + due_at - ${tried}` })
      .where('state', '=', sql.lit('waiting'))
      .where('due_at', '>', tried)
      .where(tried, '>', now)
      .executeTakeFirst()
    const moved = Number(jobs + due.numUpdatedRows + waiting.numUpdatedRows)
    return { at, moved }
  })
}

/** Of one organization after the other, each of which has its part of an index, in the order of time. */
async function catchUpJobs(transaction: Transaction<Database>, now: StoreDatabase['now']): Promise<bigint> {
  const organizations = await transaction
    .selectFrom('queue_counts')
    .select('organization_id')
    .where('queue', '=', sql.lit('render'))
    .groupBy('organization_id')
    .having(({ fn }) => fn.sum('amount'), '>', 0)
    .execute()
  let moved = 0n
  for (const { organization_id } of organizations) moved += await catchUpJobsOf(transaction, now, organization_id)
  return moved
}

/** The latest first, which an index has at its end: what waits for no such time is not looked at. */
async function catchUpJobsOf(
  transaction: Transaction<Database>,
  now: StoreDatabase['now'],
  organizationId: string,
): Promise<bigint> {
  let moved = 0n
  for (;;) {
    const late = await transaction
      .selectFrom('jobs')
      .select('id')
      .where('state', '=', sql.lit('ready'))
      .where('queue', '=', sql.lit('render'))
      .where('organization_id', '=', organizationId)
      .where('run_at', '>', sql<number>`${now} + ${sql.lit(LONGEST_JOB_PAUSE_MS)}`)
      .orderBy('run_at', 'desc')
      .limit(AT_ONCE)
      .execute()
    if (late.length === 0) return moved
    const ids = late.map(({ id }) => id)
    const { numUpdatedRows } = await transaction
      .updateTable('jobs')
      .set({ run_at: now })
      .where('id', 'in', ids)
      .executeTakeFirst()
    moved += numUpdatedRows
  }
}

/**
 * Jobs that are under way have all of their time again from now on, and with them their requests have begun now: what was
 * moved once is not moved by the next process that looks.
 */
async function catchUpDeadlines(database: StoreDatabase, transaction: Transaction<Database>): Promise<bigint> {
  const { now } = database
  const begun = await skipLocked(
    database,
    transaction
      .selectFrom('jobs')
      .select(['id', 'ref_id'])
      .where('state', '=', sql.lit('running'))
      .where((eb) => sql<boolean>`${beginningOf(eb)} > ${now}`),
  ).execute()
  if (begun.length === 0) return 0n
  await transaction
    .updateTable('jobs')
    .set((eb) => ({ deadline_at: sql<number>`${now} + deadline_at - ${beginningOf(eb)}` }))
    .where(
      'id',
      'in',
      begun.map(({ id }) => id),
    )
    .execute()
  await transaction
    .updateTable('requests')
    .set({ started_at: now })
    .where(
      'id',
      'in',
      begun.map(({ ref_id }) => ref_id),
    )
    .execute()
  return BigInt(begun.length)
}

/** When the request of a job was begun. */
function beginningOf(eb: ExpressionBuilder<Database, 'jobs'>) {
  return eb.selectFrom('requests').select('requests.started_at').whereRef('requests.id', '=', 'jobs.ref_id')
}
