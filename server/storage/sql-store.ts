import { createKey, findCaller, recordKeyUses, revokeKey } from './api-keys.js'
import { deleteExpiredAudit } from './audit.js'
import type { StoreDatabase } from './database.js'
import { claimDeliveries } from './deliveries.js'
import { addTestEvent, deleteEvents, resendDelivery, resendFailed } from './delivery-log.js'
import { enter } from './entries.js'
import { completeRequest, failRequest } from './finish-requests.js'
import { answerIdempotent, beginIdempotent, deleteAnswers, releaseIdempotent } from './idempotency.js'
import { bind, type Implementation } from './implementation.js'
import { claimJobs, reapProcesses, removeProcess, returnJob } from './jobs.js'
import { acquireSlots, deleteIdleSlots, releaseSlots, releaseSlotsOf, renewSlots, type SlotStore } from './key-slots.js'
import { holdLease, releaseLease } from './leases.js'
import { createOrganization, findOrganization, updateOrganization } from './organizations.js'
import { listProcesses, recordHeartbeat, registerProcess } from './processes.js'
import { countWaitingJobs, recountWaitingJobs } from './queue-counts.js'
import { recordAttempt } from './record-attempt.js'
import { acceptRequests, deleteRequests, findDocument, findRequest, listFinished } from './requests.js'
import { listSealed, replaceSealed } from './sealed-texts.js'
import type { SlotOperations, StoreOperations } from './store.js'
import { deleteTemplate, findPublishedTemplate, loadTemplateSchema, publishTemplate } from './templates.js'
import { countUsage, uncountUsage } from './usage.js'
import { createUser } from './users.js'
import { createWebhook, deleteWebhook, findWebhook, rotateWebhookSecret, updateWebhook } from './webhooks.js'

/** The one list of what is done in the database. */
const OPERATIONS: Implementation<Omit<StoreOperations, keyof SlotOperations | 'enter'>, StoreDatabase> = {
  createOrganization,
  updateOrganization,
  findOrganization,
  createKey,
  revokeKey,
  findCaller,
  recordKeyUses,
  publishTemplate,
  findPublishedTemplate,
  loadTemplateSchema,
  deleteTemplate,
  countUsage,
  uncountUsage,
  acceptRequests,
  findRequest,
  listFinished,
  findDocument,
  completeRequest,
  failRequest,
  beginIdempotent,
  answerIdempotent,
  releaseIdempotent,
  deleteRequests,
  deleteAnswers,
  registerProcess,
  recordHeartbeat,
  listProcesses,
  reapProcesses,
  removeProcess,
  claimJobs,
  returnJob,
  countWaitingJobs,
  recountWaitingJobs,
  holdLease,
  releaseLease,
  createWebhook,
  findWebhook,
  updateWebhook,
  rotateWebhookSecret,
  deleteWebhook,
  claimDeliveries,
  recordAttempt,
  resendDelivery,
  resendFailed,
  addTestEvent,
  deleteEvents,
  createUser,
  deleteExpiredAudit,
  listSealed,
  replaceSealed,
}

const SLOT_OPERATIONS: Implementation<SlotOperations, SlotStore> = {
  acquireSlots,
  releaseSlots,
  releaseSlotsOf,
  renewSlots,
  deleteIdleSlots,
}

/** What the store does, over an open, migrated SQL database of any kind and the one that holds the keys' slots. */
export function createSqlStore(database: StoreDatabase, slots: SlotStore): StoreOperations {
  return {
    ...bind(OPERATIONS, database),
    ...bind(SLOT_OPERATIONS, slots),
    enter: (entry) => enter(database, slots, entry),
  }
}
