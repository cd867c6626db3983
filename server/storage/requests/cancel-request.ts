import type { Selectable, Transaction } from 'kysely'
import type { StoreDatabase } from '../database.js'
import { periodOf } from '../periods.js'
import { insertLogged } from '../request-log/log-requests.js'
import type { Database, RequestTable } from '../schema.js'
import { markFailed } from './finish-requests.js'
import { loggedFailure, readBodySize } from './jobs.js'
import { readMerged } from './merged-requests.js'
import { takeFromQueue } from './queue-counts.js'
import type { RequestFailure, RequestStatus } from './request-store.js'
import { giveBackUsage } from './usage.js'

const CANCELLED: RequestFailure = {
  code: 'CANCELLED',
  message: 'The request was cancelled before its document was begun',
  details: {},
}

/** Takes a request back that nobody has begun. Its job decides: whoever claims it meanwhile is first, or finds nothing. */
export function cancelRequest(
  database: StoreDatabase,
  organizationId: string,
  requestId: string,
): Promise<RequestStatus | undefined> {
  return database.db.transaction().execute(async (transaction) => {
    const request = await transaction
      .selectFrom('requests')
      .select('status')
      .where('id', '=', requestId)
      .where('organization_id', '=', organizationId)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', database.now)]))
      .executeTakeFirst()
    if (!request) return undefined
    const job = await transaction
      .deleteFrom('jobs')
      .where('ref_id', '=', requestId)
      .where('state', '=', 'ready')
      .returning('queue')
      .executeTakeFirst()
    // A job that was taken since then is a request that is being processed.
    if (!job) return request.status === 'queued' ? 'processing' : request.status
    const receivedBytes = await readBodySize(transaction, requestId)
    const failed = await markFailed(database, transaction, requestId, CANCELLED)
    if (failed) {
      await giveBackTest(transaction, failed.row)
      await insertLogged(transaction, [loggedFailure(failed, CANCELLED, receivedBytes)])
    }
    await takeFromQueue(database, transaction, job.queue, new Map([[organizationId, 1]]))
    return 'queued'
  })
}

/** A test of which nothing was begun does not count. */
async function giveBackTest(transaction: Transaction<Database>, row: Selectable<RequestTable>): Promise<void> {
  if (row.is_test === 0) return
  const amount = readMerged(row.merged)?.count ?? 1
  const period = periodOf('tests', row.created_at)
  await giveBackUsage(transaction, { organizationId: row.organization_id, kind: 'tests', period }, amount)
}
