import { listKeys } from './api-keys.js'
import { listAudit } from './audit.js'
import type { ReadDatabase } from './database.js'
import { findDelivery, listDeliveries, listExpiredEvents } from './delivery-search.js'
import { listEvents } from './events.js'
import { listExpiredAnswers } from './idempotency.js'
import { bind, type Implementation } from './implementation.js'
import { listOrganizations } from './organizations.js'
import { listExpiredRequests } from './requests.js'
import type { StoreReader } from './store-reader.js'
import { listTemplateSchemas, listTemplates, loadTemplateVersion } from './templates.js'
import { readUsage } from './usage.js'
import { listWebhooks } from './webhooks.js'

/** The one list of what is read. */
const OPERATIONS: Implementation<StoreReader, ReadDatabase> = {
  listOrganizations,
  listKeys,
  listTemplates,
  listTemplateSchemas,
  loadTemplateVersion,
  readUsage,
  listWebhooks,
  listDeliveries,
  findDelivery,
  listEvents,
  listAudit,
  listExpiredRequests,
  listExpiredAnswers,
  listExpiredEvents,
}

/** What the reader can be asked for, for whoever only passes the calls on. */
export const READER_OPERATIONS: readonly string[] = Object.keys(OPERATIONS)

/** What the reader does, over connections that only read and whose transactions are snapshots. */
export function createSqlReader(database: ReadDatabase): StoreReader {
  return bind(OPERATIONS, database)
}
