import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import type { StoreDatabase } from '../database.js'
import type { Database } from '../schema.js'
import type { NewProcess } from './request-store.js'

/** A process that was silent for this long is taken for dead; heartbeats come every 2 s. */
const SILENCE_MS = 10_000

/** A pause after which a process may have been cut off from the database; so may the others. */
const PAUSE_MS = 5_000

/** A heartbeat that is later than now by more than this is of a time before the database's clock was set back. */
const AHEAD_MS = 1_000

export async function registerProcess({ db, now }: StoreDatabase, process: NewProcess): Promise<void> {
  await db.transaction().execute((transaction) =>
    transaction
      .insertInto('processes')
      .values({
        id: process.id,
        host: process.host,
        boot_id: process.bootId,
        pid: process.pid,
        pid_start: process.pidStart,
        started_at: now,
        heartbeat_at: now,
        steady_since: now,
      })
      .execute(),
  )
}

export function recordHeartbeat({ db, now }: StoreDatabase, processId: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('processes')
      .set((eb) => ({
        heartbeat_at: now,
        steady_since: eb
          .case()
          .when(
            eb.or([
              eb('steady_since', 'is', null),
              eb('heartbeat_at', '<', sql<number>`${now} - ${sql.lit(PAUSE_MS)}`),
              // Since the clock was set back nobody has been there for long.
              eb('heartbeat_at', '>', sql<number>`${now} + ${sql.lit(AHEAD_MS)}`),
            ]),
          )
          .then(now)
          .else(eb.ref('steady_since'))
          .end(),
      }))
      .where('id', '=', processId)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  })
}

/**
 * The processes that were silent for as long as the dead are. After the clock was set back that are also those whose last
 * heartbeat is still to come by it: the living have had another by the time that anybody may judge.
 */
export function isSilent({ now }: Pick<StoreDatabase, 'now'>, eb: ExpressionBuilder<Database, 'processes'>) {
  return eb.or([
    eb('heartbeat_at', '<', sql<number>`${now} - ${sql.lit(SILENCE_MS)}`),
    eb('heartbeat_at', '>', sql<number>`${now} + ${sql.lit(AHEAD_MS)}`),
  ])
}

export async function listProcesses({ db }: StoreDatabase): Promise<readonly NewProcess[]> {
  const rows = await db.selectFrom('processes').selectAll().orderBy('id').execute()
  return rows.map(({ id, host, boot_id, pid, pid_start }) => ({ id, host, bootId: boot_id, pid, pidStart: pid_start }))
}

/**
 * Whether a process can tell which others are silent: it has reached the database itself for as long as they would have
 * been. After an outage all have been silent, and who comes back first must give the others the same time.
 */
export async function canJudgeSilence(
  { now }: StoreDatabase,
  transaction: Transaction<Database>,
  processId: string,
): Promise<boolean> {
  const steady = await transaction
    .selectFrom('processes')
    .select('id')
    .where('id', '=', processId)
    .where('heartbeat_at', '>=', sql<number>`${now} - ${sql.lit(PAUSE_MS)}`)
    .where('steady_since', '<', sql<number>`${now} - ${sql.lit(SILENCE_MS)}`)
    .executeTakeFirst()
  return steady !== undefined
}
