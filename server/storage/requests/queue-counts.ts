import { type Kysely, sql, type Transaction } from 'kysely'
import { shareOfFree } from '../../shares/half-of-free.js'
import { type StoreDatabase, takeTurns, writeAlone } from '../database.js'
import { type Placeholders, prepareQuery, type QueryRunner } from '../prepared-query.js'
import type { Database } from '../schema.js'
import type { JobQueue, QueueBound } from './request-store.js'

/**
 * How many jobs wait, counted as they come and go. An organization has two rows of a queue, one for what was put into it
 * and one, negative, for what was taken out: acceptances and claims change different rows and never wait for each
 * other. The sum of both is the number that waits.
 */
export type QueueFlow = 'added' | 'taken'

export async function createQueueCounts({ schema }: Pick<Kysely<unknown>, 'schema'>): Promise<void> {
  await schema
    .createTable('queue_counts')
    .addColumn('queue', 'text', (column) => column.notNull())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('flow', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('queue_counts_flow', ['queue', 'organization_id', 'flow'])
    .execute()
}

interface Change {
  readonly queue: JobQueue
  readonly organizationId: string
  readonly flow: QueueFlow
  readonly amount: number
}

const changes = prepareQuery(({ db }: StoreDatabase, value: Placeholders<Change>) =>
  db
    .insertInto('queue_counts')
    .values({
      queue: value('queue'),
      organization_id: value('organizationId'),
      flow: value('flow'),
      amount: value('amount'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['queue', 'organization_id', 'flow'])
        .doUpdateSet({ amount: sql<number>`queue_counts.amount + excluded.amount` }),
    )
    .returning((eb) => [
      'queue_counts.amount',
      eb
        .selectFrom('queue_counts as other')
        .select('other.amount')
        .whereRef('other.queue', '=', 'queue_counts.queue')
        .whereRef('other.organization_id', '=', 'queue_counts.organization_id')
        .whereRef('other.flow', '<>', 'queue_counts.flow')
        .as('otherAmount'),
    ]),
)

/** Counts a change. @returns how many jobs of the organization wait with it */
async function count(database: StoreDatabase, transaction: Transaction<Database>, change: Change): Promise<number> {
  const [row] = await changes(database, transaction, change)
  return Math.max(0, Number(row?.amount ?? 0) + Number(row?.otherAmount ?? 0))
}

/** Jobs that are put into a queue. */
interface Arrival {
  readonly queue: JobQueue
  readonly organizationId: string
  readonly amount: number
}

/**
 * Counts jobs that are put into a queue; false when the organization has no room for them, and the transaction must be
 * rolled back. Where room is short, one transaction at a time proceeds from here until it ends, so that any number of
 * processes together never pass the bound.
 */
export async function addToQueue(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  { queue, organizationId, amount }: Arrival,
  bound: QueueBound | undefined,
): Promise<boolean> {
  const isExact = bound !== undefined && bound.waiting === undefined
  if (isExact) await takeTurns(database, transaction, 'queue')
  const own = (await count(database, transaction, { queue, organizationId, flow: 'added', amount })) - amount
  if (bound === undefined) return true
  const waiting = bound.waiting ?? (await countWaiting(database, transaction, queue)) - amount
  return amount <= shareOfFree({ capacity: bound.limit, taken: Math.max(waiting, own), own })
}

/**
 * Counts jobs that were taken out of a queue, or with negative numbers put back, by their organizations. It is the last
 * that a transaction does, and in one order, so that those which do it at the same time cannot wait for each other in a
 * circle.
 */
export async function takeFromQueue(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  queue: JobQueue,
  amounts: ReadonlyMap<string, number>,
): Promise<void> {
  const organizationIds = [...amounts.keys()].sort()
  for (const organizationId of organizationIds) {
    const amount = -(amounts.get(organizationId) ?? 0)
    await count(database, transaction, { queue, organizationId, flow: 'taken', amount })
  }
}

/** How many jobs there are of each organization. */
export function countByOrganization(organizationIds: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const id of organizationIds) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

const sums = prepareQuery(({ db }: StoreDatabase, value: Placeholders<{ queue: JobQueue }>) =>
  db
    .selectFrom('queue_counts')
    .select(({ fn }) => fn.sum<number | null>('amount').as('waiting'))
    .where('queue', '=', value('queue')),
)

async function countWaiting(database: StoreDatabase, runner: QueryRunner, queue: JobQueue): Promise<number> {
  const [row] = await sums(database, runner, { queue })
  return Math.max(0, Number(row?.waiting ?? 0))
}

export function countWaitingJobs(database: StoreDatabase, queue: JobQueue): Promise<number> {
  return countWaiting(database, database.db, queue)
}

/** Sets the counters right by the jobs themselves. Those who count meanwhile wait. */
export function recountWaitingJobs(database: StoreDatabase, queue: JobQueue): Promise<number> {
  return database.db.transaction().execute(async (transaction) => {
    // Transactions that have counted have committed, jobs included; the others will add to the numbers made here.
    await writeAlone(database, transaction, 'queue_counts')
    const counted = await transaction
      .selectFrom('queue_counts')
      .select(['organization_id', ({ fn }) => fn.sum<number>('amount').as('waiting')])
      .where('queue', '=', queue)
      .groupBy('organization_id')
      .execute()
    const jobs = await transaction
      .selectFrom('jobs')
      .select(['organization_id', ({ fn }) => fn.countAll<number>().as('waiting')])
      .where('state', '=', 'ready')
      .where('queue', '=', queue)
      .groupBy('organization_id')
      .execute()
    await transaction.deleteFrom('queue_counts').where('queue', '=', queue).execute()
    for (const { organization_id, waiting } of jobs) {
      await transaction
        .insertInto('queue_counts')
        .values({ queue, organization_id, flow: 'added', amount: Number(waiting) })
        .execute()
    }
    const actual = new Map(jobs.map(({ organization_id, waiting }) => [organization_id, Number(waiting)]))
    const wrong = counted.map(({ organization_id, waiting }) => {
      const difference = Number(waiting) - (actual.get(organization_id) ?? 0)
      actual.delete(organization_id)
      return Math.abs(difference)
    })
    return [...wrong, ...actual.values()].reduce((sum, difference) => sum + difference, 0)
  })
}
