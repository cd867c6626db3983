import type { Kysely } from 'kysely'
import type { StoreDatabase } from '../database.js'

/** Asynchronous requests, the jobs that process them, and what is announced of them. */
export async function createRequestTables(db: Kysely<unknown>, bytesType: StoreDatabase['bytesType']): Promise<void> {
  await createRequests(db, bytesType)
  await createJobs(db)
  await db.schema
    .createTable('events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('events_request', ['request_id', 'type'])
    .execute()
  await db.schema.createIndex('events_organization').on('events').columns(['organization_id', 'created_at']).execute()
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('api_key_id', 'text', (column) => column.notNull().references('api_keys.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('process_id', 'text')
    .addColumn('answer', 'text')
    .addColumn('object_key', 'text')
    .addColumn('answered_at', 'bigint')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['api_key_id', 'key'])
    .execute()
  await db.schema.createIndex('idempotency_keys_expiry').on('idempotency_keys').column('expires_at').execute()
}

async function createRequests(db: Kysely<unknown>, bytesType: StoreDatabase['bytesType']): Promise<void> {
  await db.schema
    .createTable('requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('api_key_id', 'text', (column) => column.notNull())
    .addColumn('template_id', 'text', (column) => column.notNull())
    .addColumn('version_id', 'text', (column) => column.notNull())
    .addColumn('endpoint_path', 'text', (column) => column.notNull())
    .addColumn('document_id', 'text', (column) => column.notNull().unique())
    .addColumn('batch_id', 'text')
    .addColumn('is_test', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('counted_period', 'text')
    .addColumn('webhook', 'text')
    .addColumn('object_key', 'text')
    .addColumn('size_bytes', 'bigint')
    .addColumn('pages', 'integer')
    .addColumn('render_time_ms', 'bigint')
    .addColumn('failure', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('requests_organization')
    .on('requests')
    .columns(['organization_id', 'created_at'])
    .execute()
  await db.schema.createIndex('requests_expiry').on('requests').column('expires_at').execute()
  await db.schema
    .createTable('request_bodies')
    .addColumn('request_id', 'text', (column) => column.primaryKey().references('requests.id').onDelete('cascade'))
    .addColumn('body', bytesType, (column) => column.notNull())
    .execute()
}

async function createJobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('queue', 'text', (column) => column.notNull())
    .addColumn('ref_id', 'text', (column) => column.notNull())
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('api_key_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('run_at', 'bigint', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('max_attempts', 'integer', (column) => column.notNull())
    .addColumn('process_id', 'text')
    .addColumn('deadline_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  // In the order in which claims go round the organizations.
  await db.schema
    .createIndex('jobs_waiting')
    .on('jobs')
    .columns(['state', 'queue', 'organization_id', 'run_at', 'id'])
    .execute()
  await db.schema.createIndex('jobs_process').on('jobs').column('process_id').execute()
  await db.schema
    .createTable('processes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('boot_id', 'text', (column) => column.notNull())
    .addColumn('pid', 'integer', (column) => column.notNull())
    .addColumn('pid_start', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('heartbeat_at', 'bigint', (column) => column.notNull())
    .execute()
}
