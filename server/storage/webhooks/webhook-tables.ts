import type { Kysely } from 'kysely'

/** Endpoints, what is delivered to them, and the log of it. */
export async function createWebhookTables(db: Kysely<unknown>): Promise<void> {
  await createWebhooks(db)
  await createDeliveries(db)
  await db.schema
    .createTable('delivery_attempts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('delivery_id', 'text', (column) => column.notNull().references('deliveries.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('cause', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('duration_ms', 'bigint')
    .addColumn('url', 'text')
    .addColumn('request_headers', 'text')
    .addColumn('response_status', 'integer')
    .addColumn('response_headers', 'text')
    .addColumn('response_body', 'text')
    .addColumn('error', 'text')
    .addUniqueConstraint('delivery_attempts_number', ['delivery_id', 'number'])
    .execute()
}

async function createWebhooks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) =>
      column.notNull().references('organizations.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('subscription', 'text', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('previous_secret', 'text')
    .addColumn('previous_until', 'bigint')
    .addColumn('failing_since', 'bigint')
    .addColumn('disabled_at', 'bigint')
    .addColumn('disabled_reason', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('webhooks_organization')
    .on('webhooks')
    .columns(['organization_id', 'created_at'])
    .execute()
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
    // Without a reference: the log outlives the endpoint.
    .addColumn('webhook_id', 'text')
    .addColumn('lane', 'text', (column) => column.notNull())
    .addColumn('legacy_target', 'text')
    .addColumn('legacy_body', 'text')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('is_test_event', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('next_cause', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('process_id', 'text')
    .addColumn('deadline_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('deliveries_webhook', ['event_id', 'webhook_id'])
    .execute()
  // In the order in which claims go from lane to lane.
  await db.schema
    .createIndex('deliveries_waiting')
    .on('deliveries')
    .columns(['state', 'lane', 'due_at', 'id'])
    .execute()
  await db.schema.createIndex('deliveries_process').on('deliveries').column('process_id').execute()
  await db.schema
    .createIndex('deliveries_log')
    .on('deliveries')
    .columns(['organization_id', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('deliveries_webhook_log')
    .on('deliveries')
    .columns(['webhook_id', 'created_at', 'id'])
    .execute()
}
