import { type Kysely, sql } from 'kysely'

export interface LoggedRequestTable {
  readonly id: string
  readonly organization_id: string
  readonly api_key_id: string
  readonly mode: 'sync' | 'async'
  readonly endpoint_path: string
  readonly version_id: string | null
  readonly document_id: string | null
  /** 0 or 1. */
  readonly is_test: number
  /** 0 or 1. */
  readonly has_failed: number
  readonly status: number
  readonly code: string | null
  readonly place: string | null
  readonly received_bytes: number | null
  readonly document_bytes: number | null
  readonly pages: number | null
  /** JSON of `DocumentProblems`; nothing was lost when null. */
  readonly problems: string | null
  readonly checked_ms: number | null
  readonly waited_ms: number | null
  readonly rendered_ms: number | null
  readonly total_ms: number
  readonly created_at: number
  readonly expires_at: number
}

export interface UsageDayTable {
  readonly organization_id: string
  readonly day: string
  readonly endpoint_path: string
  readonly documents: number
  readonly tests: number
  readonly failures: number
  readonly pages: number
  readonly bytes: number
}

export interface UsageHourTable {
  readonly organization_id: string
  readonly hour: number
  readonly documents: number
  readonly failures: number
}

export interface LatencyDayTable {
  readonly organization_id: string
  readonly day: string
  readonly bucket: number
  readonly requests: number
}

/** The log of requests, apart from the requests that are worked on, and what it comes to by day and hour. */
export async function createRequestLog(db: Kysely<unknown>): Promise<void> {
  await createLogTable(db)
  await indexLog(db)
  await createUsageTables(db)
}

/** What documents have lost, with the requests and in the log. */
export async function addProblems(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('requests').addColumn('problems', 'text').execute()
  await db.schema.alterTable('request_log').addColumn('problems', 'text').execute()
  await db.schema
    .createIndex('request_log_problems')
    .on('request_log')
    .columns(['organization_id', 'created_at', 'id'])
    .where(sql<boolean>`problems is not null`)
    .execute()
}

async function createLogTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('request_log')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('api_key_id', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('endpoint_path', 'text', (column) => column.notNull())
    .addColumn('version_id', 'text')
    .addColumn('document_id', 'text')
    .addColumn('is_test', 'integer', (column) => column.notNull())
    .addColumn('has_failed', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('code', 'text')
    .addColumn('place', 'text')
    .addColumn('received_bytes', 'bigint')
    .addColumn('document_bytes', 'bigint')
    .addColumn('pages', 'integer')
    .addColumn('checked_ms', 'integer')
    .addColumn('waited_ms', 'integer')
    .addColumn('rendered_ms', 'integer')
    .addColumn('total_ms', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}

async function indexLog(db: Kysely<unknown>): Promise<void> {
  const indexes = [
    ['request_log_time', []],
    ['request_log_template', ['endpoint_path']],
    ['request_log_key', ['api_key_id']],
  ] as const
  for (const [name, columns] of indexes) {
    await db.schema
      .createIndex(name)
      .on('request_log')
      .columns(['organization_id', ...columns, 'created_at', 'id'])
      .execute()
  }
  await db.schema
    .createIndex('request_log_failed')
    .on('request_log')
    .columns(['organization_id', 'code', 'created_at', 'id'])
    .where(sql<boolean>`has_failed = 1`)
    .execute()
  await db.schema
    .createIndex('request_log_failed_time')
    .on('request_log')
    .columns(['organization_id', 'created_at', 'id'])
    .where(sql<boolean>`has_failed = 1`)
    .execute()
  await db.schema.createIndex('request_log_document').on('request_log').column('document_id').execute()
  await db.schema.createIndex('request_log_end').on('request_log').column('expires_at').execute()
  await db.schema
    .createIndex('requests_open_unfinished')
    .on('requests')
    .columns(['organization_id', 'created_at', 'id'])
    .where(sql<boolean>`finished_at is null`)
    .execute()
}

async function createUsageTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('usage_days')
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('endpoint_path', 'text', (column) => column.notNull())
    .addColumn('documents', 'integer', (column) => column.notNull())
    .addColumn('tests', 'integer', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('pages', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_days_template', ['organization_id', 'day', 'endpoint_path'])
    .execute()
  await db.schema.createIndex('usage_days_day').on('usage_days').column('day').execute()
  await db.schema
    .createTable('usage_hours')
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('hour', 'bigint', (column) => column.notNull())
    .addColumn('documents', 'integer', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_hours_hour', ['organization_id', 'hour'])
    .execute()
  await db.schema.createIndex('usage_hours_time').on('usage_hours').column('hour').execute()
  await db.schema
    .createTable('latency_days')
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('bucket', 'integer', (column) => column.notNull())
    .addColumn('requests', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('latency_days_bucket', ['organization_id', 'day', 'bucket'])
    .execute()
  await db.schema.createIndex('latency_days_day').on('latency_days').column('day').execute()
}
