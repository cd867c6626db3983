import { type Selectable, sql, type Transaction } from 'kysely'
import type { Subscription } from '../../webhooks/rules/filters.js'
import type { DeliverySettings } from '../../webhooks/rules/retry-policy.js'
import { type NewAuditEntry, recordAudit } from '../administration/audit.js'
import type { ReadDatabase, StoreDatabase } from '../database.js'
import { isBehind, type Page, type TimeCursor } from '../page.js'
import { type Placeholders, prepareQuery, type QueryRunner } from '../prepared-query.js'
import type { Database } from '../schema.js'
import { StoreError } from '../store.js'
import type { WebhookTable } from './webhook-schema.js'
import type {
  DisabledReason,
  FailureReason,
  NewWebhook,
  SecretRotation,
  Webhook,
  WebhookChange,
  WebhookConfiguration,
} from './webhook-store.js'

export function createWebhook(database: StoreDatabase, webhook: NewWebhook, actor?: string): Promise<Webhook> {
  return database.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('webhooks')
      .values({
        id: webhook.id,
        organization_id: webhook.organizationId,
        ...toColumns(webhook),
        secret: webhook.secret,
        created_at: database.now,
        updated_at: database.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(database, transaction, row, {
      action: 'webhook.created',
      details: { name: row.name, url: row.url },
      actor,
    })
    return toWebhook(row)
  })
}

export async function listWebhooks(
  { db }: ReadDatabase,
  organizationId: string,
  page?: Page<TimeCursor>,
): Promise<readonly Webhook[]> {
  let rows = db.selectFrom('webhooks').selectAll().where('organization_id', '=', organizationId)
  if (page) rows = rows.limit(page.limit)
  if (page?.after) rows = rows.where(isBehind(page.after, 'oldest first'))
  return (await rows.orderBy('created_at').orderBy('id').execute()).map(toWebhook)
}

const webhooksOfOrganization = prepareQuery(({ db }: StoreDatabase, value: Placeholders<{ organizationId: string }>) =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('organization_id', '=', value('organizationId'))
    .orderBy('created_at')
    .orderBy('id'),
)

/** The endpoints of an organization, oldest first. */
export async function findWebhooks(
  database: StoreDatabase,
  runner: QueryRunner,
  organizationId: string,
): Promise<readonly Webhook[]> {
  return (await webhooksOfOrganization(database, runner, { organizationId })).map(toWebhook)
}

export async function findWebhook({ db }: StoreDatabase, webhookId: string): Promise<Webhook | undefined> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', webhookId).executeTakeFirst()
  return row && toWebhook(row)
}

export function updateWebhook(
  database: StoreDatabase,
  webhookId: string,
  change: WebhookChange,
  actor?: string,
): Promise<Webhook> {
  return database.db.transaction().execute(async (transaction) => {
    const webhook = toWebhook(await lockWebhook(database, transaction, webhookId))
    const row = await transaction
      .updateTable('webhooks')
      .set({ ...toColumns(merge(webhook, change)), updated_at: database.now })
      .where('id', '=', webhookId)
      .returningAll()
      .executeTakeFirstOrThrow()
    const details = { before: membersBefore(webhook, change), after: change }
    await audit(database, transaction, row, { action: 'webhook.updated', details, actor })
    if (change.enabled === undefined) return toWebhook(row)
    return change.enabled
      ? toWebhook(await enable(transaction, webhookId))
      : toWebhook((await disable(database, transaction, webhookId, 'manual')) ?? row)
  })
}

/** The changed members of an endpoint as they were before. */
function membersBefore(webhook: Webhook, change: WebhookChange): Readonly<Record<string, unknown>> {
  const isChanged = (name: string) => Object.hasOwn(change, name)
  const before = Object.entries(webhook).filter(([name]) => isChanged(name))
  return {
    ...Object.fromEntries(before),
    ...(isChanged('enabled') ? { enabled: webhook.disabled === undefined } : {}),
    ...(isChanged('allTemplates') ? { templatePaths: webhook.templatePaths } : {}),
  }
}

export function rotateWebhookSecret(
  database: StoreDatabase,
  { id, secret, overlapMs }: SecretRotation,
  actor?: string,
): Promise<Webhook> {
  return database.db.transaction().execute(async (transaction) => {
    const before = await lockWebhook(database, transaction, id)
    const overlaps = overlapMs > 0
    const row = await transaction
      .updateTable('webhooks')
      .set({
        secret,
        previous_secret: overlaps ? before.secret : null,
        previous_until: overlaps ? sql<number>`${database.now} + ${sql.lit(overlapMs)}` : null,
        updated_at: database.now,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(database, transaction, row, {
      action: 'webhook.secret_rotated',
      details: { overlap_ms: overlapMs },
      actor,
    })
    return toWebhook(row)
  })
}

export async function deleteWebhook(database: StoreDatabase, webhookId: string, actor?: string): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    const row = await lockWebhook(database, transaction, webhookId)
    await transaction.deleteFrom('webhooks').where('id', '=', webhookId).execute()
    await failWaiting(transaction, row, 'deleted')
    await audit(database, transaction, row, {
      action: 'webhook.deleted',
      details: { name: row.name, url: row.url },
      actor,
    })
  })
}

/** Ends an endpoint's deliveries; undefined when that was done before. The caller writes the audit trail. */
export async function disable(
  { now }: StoreDatabase,
  transaction: Transaction<Database>,
  webhookId: string,
  reason: DisabledReason,
): Promise<Selectable<WebhookTable> | undefined> {
  const row = await transaction
    .updateTable('webhooks')
    .set({ disabled_at: now, disabled_reason: reason })
    .where('id', '=', webhookId)
    .where('disabled_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (row) await failWaiting(transaction, row, 'disabled')
  return row
}

/** Begins anew: what was is forgotten. */
function enable(transaction: Transaction<Database>, webhookId: string): Promise<Selectable<WebhookTable>> {
  return transaction
    .updateTable('webhooks')
    .set({ disabled_at: null, disabled_reason: null, failing_since: null })
    .where('id', '=', webhookId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function failWaiting(
  transaction: Transaction<Database>,
  { id, organization_id }: Pick<WebhookTable, 'id' | 'organization_id'>,
  reason: FailureReason,
): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set({ status: 'failed', state: 'done', reason })
    .where('organization_id', '=', organization_id)
    .where('webhook_id', '=', id)
    .where('status', '=', 'pending')
    .where('state', 'in', ['waiting', 'ready'])
    .execute()
}

/** Reads an endpoint that is about to be changed, so that nobody else changes it meanwhile. */
async function lockWebhook(
  { rowLocks }: StoreDatabase,
  transaction: Transaction<Database>,
  webhookId: string,
): Promise<Selectable<WebhookTable>> {
  const query = transaction.selectFrom('webhooks').selectAll().where('id', '=', webhookId)
  const row = await (rowLocks ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw new StoreError('missing', `there is no webhook "${webhookId}"`)
  return row
}

function merge(webhook: Webhook, { allTemplates, enabled: _, ...change }: WebhookChange): WebhookConfiguration {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...webhook, ...given, ...(allTemplates ? { templatePaths: undefined } : {}) }
}

function toColumns(configuration: WebhookConfiguration) {
  const { name, url, events, templatePaths, filters, maxRetries, timeoutSeconds, backoffMultiplier } = configuration
  return {
    name,
    url,
    subscription: JSON.stringify({ events, templatePaths, filters } satisfies Subscription),
    settings: JSON.stringify({ maxRetries, timeoutSeconds, backoffMultiplier } satisfies DeliverySettings),
  }
}

export function toWebhook(row: Selectable<WebhookTable>): Webhook {
  const { events, templatePaths, filters }: Subscription = JSON.parse(row.subscription)
  const settings: DeliverySettings = JSON.parse(row.settings)
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    url: row.url,
    events,
    templatePaths,
    filters,
    ...settings,
    secret: row.secret,
    previousSecret:
      row.previous_secret === null ? undefined : { secret: row.previous_secret, until: row.previous_until ?? 0 },
    failingSince: row.failing_since ?? undefined,
    disabled: row.disabled_at === null ? undefined : { at: row.disabled_at, reason: row.disabled_reason ?? 'manual' },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Writes down what was done to an endpoint. */
export async function audit(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  { id, organization_id }: Pick<WebhookTable, 'id' | 'organization_id'>,
  entry: Pick<NewAuditEntry, 'action' | 'details' | 'actor'>,
): Promise<void> {
  await recordAudit(database, transaction, { ...entry, organizationId: organization_id, subject: id })
}
