import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { StoreDatabase } from './database.js'
import type { Database } from './schema.js'

/**
 * Indexes in the order in which lists are read, page by page; small ones of what waits, runs or is not finished, beside
 * which any number of rows may be done; and leases, for what one process does at a time.
 */
export async function createListIndexes(db: Kysely<Database>, now: StoreDatabase['now']): Promise<void> {
  await indexDeliveries(db, now)
  for (const [table, index] of LISTS) {
    await db.schema.dropIndex(index).execute()
    await db.schema.createIndex(index).on(table).columns(['organization_id', 'created_at', 'id']).execute()
  }
  await db.schema.createIndex('audit_entries_time').on('audit_entries').columns(['created_at', 'id']).execute()
  await createPartialIndex(db, 'idempotency_keys_running', 'idempotency_keys', ['process_id'], sql`state = 'running'`)
  await createPartialIndex(db, 'requests_unfinished', 'requests', ['version_id'], sql`finished_at is null`)
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('until_at', 'bigint', (column) => column.notNull())
    .execute()
}

/** Their indexes had no id: rows of the same millisecond were in no order. */
const LISTS = [
  ['api_keys', 'api_keys_organization'],
  ['webhooks', 'webhooks_organization'],
  ['requests', 'requests_organization'],
  ['events', 'events_organization'],
  ['audit_entries', 'audit_entries_organization'],
] as const

async function indexDeliveries(db: Kysely<Database>, now: RawBuilder<number>): Promise<void> {
  for (const index of ['deliveries_waiting', 'deliveries_process', 'deliveries_log', 'deliveries_webhook_log']) {
    await db.schema.dropIndex(index).execute()
  }
  // Deliveries due later are indexed apart from those that are due: a search for either passes over none of the other.
  await db
    .updateTable('deliveries')
    .set({ state: 'waiting' })
    .where('state', '=', 'ready')
    .where('due_at', '>', now)
    .execute()
  const lane = ['organization_id', 'lane', 'due_at', 'id']
  await createPartialIndex(db, 'deliveries_ready', 'deliveries', lane, sql`state = 'ready'`)
  await createPartialIndex(db, 'deliveries_waiting', 'deliveries', ['due_at'], sql`state = 'waiting'`)
  await createPartialIndex(db, 'deliveries_running', 'deliveries', ['process_id'], sql`state = 'running'`)
  const searched = ['status', 'type', 'created_at', 'id']
  await db.schema
    .createIndex('deliveries_search')
    .on('deliveries')
    .columns(['organization_id', ...searched])
    .execute()
  await db.schema
    .createIndex('deliveries_webhook_search')
    .on('deliveries')
    .columns(['organization_id', 'webhook_id', ...searched])
    .execute()
}

/** Queries that are to use it have the condition in the same words, with no parameters in it. */
async function createPartialIndex(
  { schema }: Kysely<Database>,
  name: string,
  table: keyof Database,
  columns: readonly string[],
  condition: RawBuilder<unknown>,
): Promise<void> {
  await schema
    .createIndex(name)
    .on(table)
    .columns([...columns])
    .where(condition as RawBuilder<boolean>)
    .execute()
}
