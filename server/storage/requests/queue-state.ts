import { sql } from 'kysely'
import type { ReadDatabase } from '../database.js'

/** The documents that wait, as those who watch the service want to know. */
export interface QueueState {
  /** For how long the one has been due that waits longest, in ms; 0 when none does. */
  readonly oldestMs: number
  /** Those of which most wait, most first. */
  readonly organizations: readonly { readonly organizationId: string; readonly waiting: number }[]
}

/** The queue of documents. @param limit organizations that are named */
export async function readQueueState({ db, now }: ReadDatabase, limit: number): Promise<QueueState> {
  const oldest = await db
    .selectFrom('jobs')
    .select(({ fn }) => sql<number | null>`${now} - ${fn.min('run_at')}`.as('dueForMs'))
    .where('state', '=', sql.lit('ready'))
    .where('queue', '=', sql.lit('render'))
    .executeTakeFirst()
  const rows = await db
    .selectFrom('queue_counts')
    .select(['organization_id', ({ fn }) => fn.sum<number>('amount').as('waiting')])
    .where('queue', '=', sql.lit('render'))
    .groupBy('organization_id')
    .having(({ fn }) => fn.sum('amount'), '>', 0)
    .execute()
  // Few organizations have documents that wait: they are put into their order here.
  const organizations = rows
    .map(({ organization_id, waiting }) => ({ organizationId: organization_id, waiting: Number(waiting) }))
    .sort((a, b) => b.waiting - a.waiting)
    .slice(0, limit)
  return { oldestMs: Math.max(0, oldest?.dueForMs ?? 0), organizations }
}
