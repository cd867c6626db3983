import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { StoreLocation } from '../../../server/storage/open-store.js'
import { administer } from '../engines.js'

/** Every time that the service waits for or looks back to. */
const TIMES = [
  ['deliveries', 'due_at'],
  ['deliveries', 'created_at'],
  ['delivery_attempts', 'started_at'],
  ['events', 'created_at'],
  ['audit_entries', 'created_at'],
  ['webhooks', 'failing_since'],
  ['webhooks', 'previous_until'],
] as const

/** Lets time pass for webhooks and logs: everything that is written down happened that much longer ago. */
export async function passTime({ dataDir, databaseUrl }: StoreLocation, milliseconds: number): Promise<void> {
  await change(
    { dataDir, databaseUrl },
    TIMES.map(([table, column]) => `update ${table} set ${column} = ${column} - ${milliseconds}`),
  )
}

async function change({ dataDir, databaseUrl }: StoreLocation, statements: readonly string[]): Promise<void> {
  if (databaseUrl !== undefined) {
    await retryOnDeadlock(() => administer(['begin', ...statements, 'commit'].join(';'), databaseUrl))
    return
  }
  const database = new DatabaseSync(join(dataDir, 'platen.db'))
  try {
    database.exec('pragma busy_timeout = 10000')
    database.exec(`begin immediate; ${statements.join(';')}; commit`)
  } finally {
    database.close()
  }
}

/** It changes every row, and the service some of them at the same time. */
async function retryOnDeadlock(action: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await action()
      return
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === '40P01')) throw error
    }
  }
}
