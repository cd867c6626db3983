import { createKey, findCaller, listKeys, recordKeyUses, revokeKey } from './api-keys.js'
import { listAudit } from './audit.js'
import type { StoreDatabase } from './database.js'
import { claimDeliveries } from './deliveries.js'
import {
  addTestEvent,
  deleteExpiredEvents,
  findDelivery,
  listDeliveries,
  resendDelivery,
  resendFailed,
} from './delivery-log.js'
import { enter } from './entries.js'
import { listEvents } from './events.js'
import { completeRequest, failRequest } from './finish-requests.js'
import {
  answerIdempotent,
  beginIdempotent,
  deleteAnswers,
  listExpiredAnswers,
  releaseIdempotent,
} from './idempotency.js'
import { claimJobs, countWaitingJobs, reapProcesses, removeProcess, returnJob } from './jobs.js'
import { acquireSlots, releaseSlots, releaseSlotsOf, renewSlots, type SlotStore } from './key-slots.js'
import { createOrganization, findOrganization, listOrganizations, updateOrganization } from './organizations.js'
import { listProcesses, recordHeartbeat, registerProcess } from './processes.js'
import { recordAttempt } from './record-attempt.js'
import { acceptRequests, deleteRequests, findDocument, findRequest, listExpiredRequests } from './requests.js'
import type { StoreOperations } from './store.js'
import {
  deleteTemplate,
  findPublishedTemplate,
  listTemplates,
  loadTemplateSchema,
  loadTemplateVersion,
  publishTemplate,
} from './templates.js'
import { countUsage, readUsage, uncountUsage } from './usage.js'
import { createUser } from './users.js'
import {
  createWebhook,
  deleteWebhook,
  findWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './webhooks.js'

/** What the store does, over an open, migrated SQL database of any kind and the one that holds the keys' slots. */
export function createSqlStore(database: StoreDatabase, slots: SlotStore): StoreOperations {
  return {
    createOrganization: (organization, actor) => createOrganization(database, organization, actor),
    updateOrganization: (slug, change, actor) => updateOrganization(database, slug, change, actor),
    listOrganizations: () => listOrganizations(database),
    findOrganization: (slug) => findOrganization(database, slug),
    createKey: (key, actor) => createKey(database, key, actor),
    listKeys: (organizationId) => listKeys(database, organizationId),
    revokeKey: (keyId, actor) => revokeKey(database, keyId, actor),
    findCaller: (keyHash, slug) => findCaller(database, keyHash, slug),
    enter: (entry) => enter(database, slots, entry),
    recordKeyUses: (uses) => recordKeyUses(database, uses),
    publishTemplate: (version, actor) => publishTemplate(database, version, actor),
    listTemplates: (organizationId) => listTemplates(database, organizationId),
    findPublishedTemplate: (organizationId, endpointPath) =>
      findPublishedTemplate(database, organizationId, endpointPath),
    loadTemplateVersion: (versionId) => loadTemplateVersion(database, versionId),
    loadTemplateSchema: (versionId) => loadTemplateSchema(database, versionId),
    deleteTemplate: (organizationId, endpointPath, actor) =>
      deleteTemplate(database, organizationId, endpointPath, actor),
    countUsage: (usage) => countUsage(database, usage),
    uncountUsage: (usage) => uncountUsage(database, usage),
    readUsage: (organizationId) => readUsage(database, organizationId),
    acquireSlots: (wanted) => acquireSlots(slots, wanted),
    releaseSlots: (keyId, holder) => releaseSlots(slots, keyId, holder),
    releaseSlotsOf: (owners) => releaseSlotsOf(slots, owners),
    renewSlots: (owner, holders) => renewSlots(slots, owner, holders),
    acceptRequests: (requests) => acceptRequests(database, requests),
    findRequest: (organizationId, requestId) => findRequest(database, organizationId, requestId),
    findDocument: (organizationId, documentId) => findDocument(database, organizationId, documentId),
    completeRequest: (job, document) => completeRequest(database, job, document),
    failRequest: (job, failure) => failRequest(database, job, failure),
    beginIdempotent: (request) => beginIdempotent(database, request),
    answerIdempotent: (answer) => answerIdempotent(database, answer),
    releaseIdempotent: (keyId, key) => releaseIdempotent(database, keyId, key),
    listEvents: (organizationId, limit) => listEvents(database, organizationId, limit),
    listExpiredRequests: (limit) => listExpiredRequests(database, limit),
    deleteRequests: (requestIds) => deleteRequests(database, requestIds),
    listExpiredAnswers: (limit) => listExpiredAnswers(database, limit),
    deleteAnswers: (answers) => deleteAnswers(database, answers),
    registerProcess: (process) => registerProcess(database, process),
    recordHeartbeat: (processId) => recordHeartbeat(database, processId),
    listProcesses: () => listProcesses(database),
    reapProcesses: (dead) => reapProcesses(database, dead),
    removeProcess: (processId) => removeProcess(database, processId),
    claimJobs: (claim) => claimJobs(database, claim),
    returnJob: (job, delayMs, counted) => returnJob(database, job, delayMs, counted),
    countWaitingJobs: (queue, limit) => countWaitingJobs(database, queue, limit),
    createWebhook: (webhook, actor) => createWebhook(database, webhook, actor),
    listWebhooks: (organizationId) => listWebhooks(database, organizationId),
    findWebhook: (webhookId) => findWebhook(database, webhookId),
    updateWebhook: (webhookId, change, actor) => updateWebhook(database, webhookId, change, actor),
    rotateWebhookSecret: (rotation, actor) => rotateWebhookSecret(database, rotation, actor),
    deleteWebhook: (webhookId, actor) => deleteWebhook(database, webhookId, actor),
    claimDeliveries: (claim) => claimDeliveries(database, claim),
    recordAttempt: (report) => recordAttempt(database, report),
    listDeliveries: (query) => listDeliveries(database, query),
    findDelivery: (deliveryId) => findDelivery(database, deliveryId),
    resendDelivery: (deliveryId, actor) => resendDelivery(database, deliveryId, actor),
    resendFailed: (failed, actor) => resendFailed(database, failed, actor),
    addTestEvent: (event, actor) => addTestEvent(database, event, actor),
    deleteExpiredEvents: (limit) => deleteExpiredEvents(database, limit),
    createUser: (user, actor) => createUser(database, user, actor),
    listAudit: (limit) => listAudit(database, limit),
    close: async () => {
      await Promise.all([database.db.destroy(), slots.db.destroy()])
    },
  }
}
