import { createAccountLink, findAccountLink, takeAccountLink } from './accounts/account-links.js'
import { recognizeIdentity } from './accounts/identities.js'
import { findKeptForm, forgetKeptForm, keepForm } from './accounts/kept-forms.js'
import {
  acceptInvitation,
  createInvitation,
  findInvitation,
  removeMember,
  revokeInvitation,
  setMemberRole,
} from './accounts/members.js'
import {
  findSecondFactor,
  removeSecondFactor,
  replaceRecoveryCodes,
  setSecondFactor,
  useRecoveryCode,
  useSecondFactorStep,
} from './accounts/second-factors.js'
import { endSession, endSessions, findVisitor, renewSession, startSession } from './accounts/sessions.js'
import { countSignInAttempt, forgetSignInAttempts } from './accounts/sign-in-attempts.js'
import {
  deleteExpiredAccess,
  disableUser,
  findCredentials,
  findFirstAdministrator,
  setPassword,
  setTheme,
} from './accounts/users.js'
import { deleteExpiredAudit } from './administration/audit.js'
import { deleteHiddenTemplates, hideTemplate, restoreTemplate } from './administration/hidden-templates.js'
import { createOrganization, findOrganization, updateOrganization } from './administration/organizations.js'
import { deleteFormerPaths, moveTemplate } from './administration/template-paths.js'
import { moveStage, removeStage } from './administration/template-stages.js'
import {
  deleteTemplate,
  findPublishedTemplate,
  loadTemplateSchema,
  publishTemplate,
} from './administration/templates.js'
import { createUser } from './administration/users.js'
import { catchUp } from './catch-up.js'
import type { ReadDatabase, StoreDatabase } from './database.js'
import { changeDraftFiles, createTemplate, discardDraft, replaceDraft, saveDraft } from './drafts/drafts.js'
import { bind, type Implementation } from './implementation.js'
import { createKey, findCaller, recordKeyRefusals, recordKeyUses, revokeKey, updateKey } from './keys/api-keys.js'
import { enter } from './keys/entries.js'
import {
  acquireSlots,
  deleteIdleSlots,
  releaseSlots,
  releaseSlotsOf,
  renewSlots,
  type SlotStore,
} from './keys/key-slots.js'
import { holdLease, releaseLease } from './leases.js'
import { deletePartial, savePartial } from './partials/partials.js'
import { deleteExpiredLog, logRequests } from './request-log/log-requests.js'
import { cancelRequest } from './requests/cancel-request.js'
import { completeRequest, failRequest } from './requests/finish-requests.js'
import { answerIdempotent, beginIdempotent, deleteAnswers, releaseIdempotent } from './requests/idempotency.js'
import { claimJobs, reapProcesses, removeProcess, returnJob } from './requests/jobs.js'
import { deleteExpiredData, findKeptData } from './requests/kept-data.js'
import { listProcesses, recordHeartbeat, registerProcess } from './requests/processes.js'
import { countWaitingJobs, recountWaitingJobs } from './requests/queue-counts.js'
import { acceptRequests, deleteRequests, findDocument, findRequest, listFinished } from './requests/requests.js'
import { countUsage, uncountUsage } from './requests/usage.js'
import type { SlotOperations, StoreOperations } from './store.js'
import { claimDeliveries } from './webhooks/deliveries.js'
import { addTestEvent, deleteEvents, resendDelivery, resendFailed } from './webhooks/delivery-log.js'
import { recordAttempt } from './webhooks/record-attempt.js'
import { listSealed, replaceSealed } from './webhooks/sealed-texts.js'
import { createWebhook, deleteWebhook, findWebhook, rotateWebhookSecret, updateWebhook } from './webhooks/webhooks.js'

/** The one list of what is done in the database. */
const OPERATIONS: Implementation<Omit<StoreOperations, keyof EntranceOperations>, StoreDatabase> = {
  createOrganization,
  updateOrganization,
  findOrganization,
  createKey,
  updateKey,
  revokeKey,
  findCaller,
  recordKeyUses,
  recordKeyRefusals,
  publishTemplate,
  loadTemplateSchema,
  deleteTemplate,
  hideTemplate,
  restoreTemplate,
  deleteHiddenTemplates,
  moveTemplate,
  deleteFormerPaths,
  moveStage,
  removeStage,
  createTemplate,
  replaceDraft,
  saveDraft,
  changeDraftFiles,
  discardDraft,
  savePartial,
  deletePartial,
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
  catchUp,
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
  findCredentials,
  countSignInAttempt,
  forgetSignInAttempts,
  startSession,
  findVisitor,
  renewSession,
  endSession,
  endSessions,
  keepForm,
  findKeptForm,
  findKeptData,
  cancelRequest,
  deleteExpiredData,
  forgetKeptForm,
  recognizeIdentity,
  findSecondFactor,
  setSecondFactor,
  removeSecondFactor,
  useSecondFactorStep,
  useRecoveryCode,
  replaceRecoveryCodes,
  setTheme,
  setPassword,
  disableUser,
  createAccountLink,
  findAccountLink,
  takeAccountLink,
  findFirstAdministrator,
  deleteExpiredAccess,
  createInvitation,
  revokeInvitation,
  findInvitation,
  acceptInvitation,
  setMemberRole,
  removeMember,
  logRequests,
  deleteExpiredLog,
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

/** What is done for every request: all that it needs at its beginning, and the slots of its key. */
export type EntranceOperations = SlotOperations & Pick<StoreOperations, 'enter' | 'findPublishedTemplate'>

const ENTRANCE_LOOKUPS: Implementation<Pick<StoreOperations, 'findPublishedTemplate'>, ReadDatabase> = {
  findPublishedTemplate,
}

/** The operations of the entrance over a database that is only looked at, and the one that holds the keys' slots. */
export function createSqlEntrance(database: ReadDatabase, slots: SlotStore): EntranceOperations {
  return {
    ...bind(SLOT_OPERATIONS, slots),
    ...bind(ENTRANCE_LOOKUPS, database),
    enter: (entry) => enter(database, slots, entry),
  }
}

/** The store's operations over an open, migrated SQL database of any kind and the one that holds the keys' slots. */
export function createSqlStore(database: StoreDatabase, slots: SlotStore): StoreOperations {
  return { ...bind(OPERATIONS, database), ...createSqlEntrance(database, slots) }
}
