import type { StoreDatabase } from './database.js'
import type { NewProcess } from './request-store.js'

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
      })
      .execute(),
  )
}

export function recordHeartbeat({ db, now }: StoreDatabase, processId: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('processes')
      .set({ heartbeat_at: now })
      .where('id', '=', processId)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  })
}

export async function listProcesses({ db }: StoreDatabase): Promise<readonly NewProcess[]> {
  const rows = await db.selectFrom('processes').selectAll().orderBy('id').execute()
  return rows.map(({ id, host, boot_id, pid, pid_start }) => ({ id, host, bootId: boot_id, pid, pidStart: pid_start }))
}
