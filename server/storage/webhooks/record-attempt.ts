import { type Selectable, sql, type Transaction } from 'kysely'
import { assertNever } from '../../../engine/base/invariant.js'
import { type StoreDatabase, skipLocked } from '../database.js'
import type { Database } from '../schema.js'
import { FREE } from './deliveries.js'
import type { DeliveryTable } from './webhook-schema.js'
import type { AttemptReport, AttemptResult, AttemptStatus, RecordedAttempt } from './webhook-store.js'
import { audit, disable } from './webhooks.js'

/** An endpoint that has only failed for so long is disabled. */
const FAILING_MS = 5 * 86_400_000

/** Writes down how an attempt ended, and what follows from it for its delivery and endpoint. */
export function recordAttempt(database: StoreDatabase, report: AttemptReport): Promise<RecordedAttempt> {
  return database.db.transaction().execute(async (transaction) => {
    // In the order in which attempts are begun and recovered: delivery, attempt, endpoint.
    const delivery = await saveResult(database, transaction, report)
    await saveExchange(transaction, report)
    if (!delivery) return { isOurs: false, disabled: undefined }
    return { isOurs: true, disabled: await judgeEndpoint(database, transaction, delivery, report.result) }
  })
}

const STATUS: Record<AttemptResult['kind'], AttemptStatus> = {
  delivered: 'succeeded',
  retry: 'failed',
  exhausted: 'failed',
  interrupted: 'interrupted',
}

/** The log tells what happened, also when somebody else has the delivery meanwhile. */
async function saveExchange(
  transaction: Transaction<Database>,
  { deliveryId, attempt, exchange, result }: AttemptReport,
): Promise<void> {
  const { response } = exchange
  await transaction
    .updateTable('delivery_attempts')
    .set({
      status: STATUS[result.kind],
      duration_ms: exchange.durationMs,
      url: exchange.url ?? null,
      request_headers: JSON.stringify(exchange.requestHeaders),
      response_status: response?.status ?? null,
      response_headers: response ? JSON.stringify(response.headers) : null,
      response_body: response?.body ?? null,
      error: exchange.error ?? null,
    })
    .where('delivery_id', '=', deliveryId)
    .where('number', '=', attempt)
    .execute()
}

async function saveResult(
  { now }: StoreDatabase,
  transaction: Transaction<Database>,
  { deliveryId, attempt, processId, result }: AttemptReport,
): Promise<Selectable<DeliveryTable> | undefined> {
  const { failures, ...columns } = columnsOf(result, now)
  return transaction
    .updateTable('deliveries')
    .set((eb) => ({ ...FREE, ...columns, failures: eb('failures', '+', failures) }))
    .where('id', '=', deliveryId)
    .where('process_id', '=', processId)
    .where('attempts', '=', attempt)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()
}

function columnsOf(result: AttemptResult, now: StoreDatabase['now']) {
  switch (result.kind) {
    case 'delivered':
      return { status: 'delivered', state: 'done', reason: null, failures: 0 } as const
    case 'retry': {
      const due_at = sql<number>`${now} + ${sql.lit(result.delayMs)}`
      return { state: 'waiting', due_at, next_cause: 'retry', failures: 1 } as const
    }
    case 'exhausted':
      return { status: 'failed', state: 'done', reason: 'exhausted', failures: 1 } as const
    case 'interrupted':
      return { state: 'ready', due_at: now, failures: 0 } as const
    default:
      return assertNever(result)
  }
}

/** Notes since when an endpoint fails, and disables it when it is gone or has done nothing else for five days. */
async function judgeEndpoint(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  delivery: Selectable<DeliveryTable>,
  result: AttemptResult,
): Promise<RecordedAttempt['disabled']> {
  const { webhook_id: webhookId, is_test_event: isTestEvent } = delivery
  if (webhookId === null || result.kind === 'interrupted') return undefined
  if (result.kind === 'delivered') {
    await noteSuccess(transaction, webhookId)
    return undefined
  }
  // A test event is a question that somebody asks, and its failure an answer.
  if (isTestEvent === 1) return undefined
  const failsFor = await noteFailure(database, transaction, webhookId)
  if (result.kind !== 'exhausted') return undefined
  const reason = result.isGone ? 'gone' : failsFor >= FAILING_MS ? 'failing' : undefined
  if (!reason) return undefined
  const row = await disable(database, transaction, webhookId, reason)
  if (!row) return undefined
  await audit(database, transaction, row, { action: 'webhook.disabled', details: { reason }, actor: undefined })
  return reason
}

/** Most of the time there is nothing to note, and no row is written. */
async function noteSuccess(transaction: Transaction<Database>, webhookId: string): Promise<void> {
  await transaction
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', webhookId)
    .where('failing_since', 'is not', null)
    .execute()
}

/** @returns for how long it has failed, in ms */
async function noteFailure(
  { now }: StoreDatabase,
  transaction: Transaction<Database>,
  webhookId: string,
): Promise<number> {
  await transaction
    .updateTable('webhooks')
    .set({ failing_since: now })
    .where('id', '=', webhookId)
    .where('failing_since', 'is', null)
    .execute()
  const row = await transaction
    .selectFrom('webhooks')
    .select(sql<number>`${now} - failing_since`.as('failsFor'))
    .where('id', '=', webhookId)
    .executeTakeFirst()
  return row?.failsFor ?? 0
}

/**
 * Lets deliveries wait again whose attempt nobody makes any more: that it was begun stands in the log, and how it
 * ended nobody knows.
 *
 * @param processId the process that gives them back; when absent, those that are gone
 * @returns how many
 */
export async function recoverDeliveries(
  database: StoreDatabase,
  transaction: Transaction<Database>,
  processId?: string,
): Promise<number> {
  const lost = await skipLocked(
    database,
    transaction
      .selectFrom('deliveries')
      .select('id')
      .where('state', '=', sql.lit('running'))
      .where((eb) =>
        processId === undefined
          ? eb.or([
              eb('deadline_at', '<', database.now),
              eb('process_id', 'not in', eb.selectFrom('processes').select('processes.id')),
            ])
          : eb('process_id', '=', processId),
      ),
  ).execute()
  if (lost.length === 0) return 0
  const ids = lost.map(({ id }) => id)
  await transaction
    .updateTable('deliveries')
    .set({ ...FREE, state: 'ready', due_at: database.now })
    .where('id', 'in', ids)
    .execute()
  await transaction
    .updateTable('delivery_attempts')
    .set({ status: 'interrupted' })
    .where('delivery_id', 'in', ids)
    .where('status', '=', 'running')
    .execute()
  return lost.length
}
