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
  // The oldest of each organization is the first in its part of an index.
  const oldest = sql<number | null>`(select ${now} - min(run_at) from jobs where state = 'ready' and queue = 'render'
    and jobs.organization_id = queue_counts.organization_id)`
  const rows = await db
    .selectFrom('queue_counts')
    .select(['organization_id', ({ fn }) => fn.sum<number>('amount').as('waiting'), oldest.as('dueForMs')])
    .where('queue', '=', sql.lit('render'))
    .groupBy('organization_id')
    .having(({ fn }) => fn.sum('amount'), '>', 0)
    .execute()
  // Few organizations have documents that wait: they are put into their order here.
  const organizations = rows
    .map(({ organization_id, waiting }) => ({ organizationId: organization_id, waiting: Number(waiting) }))
    .sort((a, b) => b.waiting - a.waiting)
    .slice(0, limit)
  const oldestMs = Math.max(0, ...rows.map(({ dueForMs }) => Number(dueForMs ?? 0)))
  return { oldestMs, organizations }
}
