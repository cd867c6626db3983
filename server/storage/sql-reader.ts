import { listInvitations, listMembers, listUsers } from './accounts/members.js'
import { listSessions } from './accounts/sessions.js'
import { listAudit } from './administration/audit.js'
import { listHiddenTemplates } from './administration/hidden-templates.js'
import { listOrganizations, listOrganizationsOf } from './administration/organizations.js'
import { findTemplate, listFormerPaths } from './administration/template-paths.js'
import { listStages } from './administration/template-stages.js'
import { listTemplateSchemas, listTemplates, loadTemplateVersion } from './administration/templates.js'
import type { ReadDatabase } from './database.js'
import { findDraft, loadDraftFiles } from './drafts/drafts.js'
import { findVersion, listVersions } from './drafts/versions.js'
import { bind, type Implementation } from './implementation.js'
import { findKey, listKeys } from './keys/api-keys.js'
import { findPartial, listPartials, loadPartials } from './partials/partials.js'
import {
  countDocuments,
  findLoggedRequest,
  findRequestHistory,
  listLatencies,
  listOpenRequests,
  listUsageHours,
  searchRequests,
  sumUsageByDay,
  sumUsageByTemplate,
} from './request-log/search-requests.js'
import { listExpiredAnswers } from './requests/idempotency.js'
import { readQueueState } from './requests/queue-state.js'
import { listExpiredRequests } from './requests/requests.js'
import { readUsage } from './requests/usage.js'
import type { StoreReader } from './store-reader.js'
import { countFailed } from './webhooks/delivery-log.js'
import { findDelivery, listDeliveries, listExpiredEvents } from './webhooks/delivery-search.js'
import { listEvents } from './webhooks/events.js'
import { listWebhooks } from './webhooks/webhooks.js'

/** The one list of what is read. */
const OPERATIONS: Implementation<StoreReader, ReadDatabase> = {
  listOrganizations,
  listOrganizationsOf,
  listKeys,
  findKey,
  listTemplates,
  listTemplateSchemas,
  listHiddenTemplates,
  findTemplate,
  listFormerPaths,
  listStages,
  loadTemplateVersion,
  findDraft,
  loadDraftFiles,
  listVersions,
  findVersion,
  listPartials,
  findPartial,
  loadPartials,
  readQueueState,
  readUsage,
  listWebhooks,
  listDeliveries,
  countFailed,
  findDelivery,
  listEvents,
  listAudit,
  listSessions,
  listMembers,
  listInvitations,
  listUsers,
  searchRequests,
  findLoggedRequest,
  findRequestHistory,
  listOpenRequests,
  countDocuments,
  sumUsageByDay,
  sumUsageByTemplate,
  listUsageHours,
  listLatencies,
  listExpiredRequests,
  listExpiredAnswers,
  listExpiredEvents,
}

/** The names of the reader's operations, for whoever only passes the calls on. */
export const READER_OPERATIONS: readonly string[] = Object.keys(OPERATIONS)

/** The reader's operations, over connections that only read and whose transactions are snapshots. */
export function createSqlReader(database: ReadDatabase): StoreReader {
  return bind(OPERATIONS, database)
}
