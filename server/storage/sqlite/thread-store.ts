import { Worker } from 'node:worker_threads'
import { SharedSignal } from '../change-signal.js'
import { type Store, StoreError, type StoreErrorCode, type StoreOperations, StoreUnavailable } from '../store.js'
import type { SqlitePaths } from './sqlite-store.js'
import { CLOSE, type StoreAnswer, type StoreMessage, type StoreOperation, UNWATCH, WATCH } from './thread-messages.js'

/**
 * Opens the store in SQLite files, in a thread of its own that is called once per operation.
 *
 * @throws Error when a file cannot be opened or migrated
 */
export async function openThreadStore(paths: SqlitePaths): Promise<Store> {
  const thread = new StoreThread(paths)
  await thread.opened
  return {
    createOrganization: (organization, actor) => thread.call('createOrganization', organization, actor),
    updateOrganization: (slug, change, actor) => thread.call('updateOrganization', slug, change, actor),
    listOrganizations: () => thread.call('listOrganizations'),
    findOrganization: (slug) => thread.call('findOrganization', slug),
    createKey: (key, actor) => thread.call('createKey', key, actor),
    listKeys: (organizationId) => thread.call('listKeys', organizationId),
    revokeKey: (keyId, actor) => thread.call('revokeKey', keyId, actor),
    findCaller: (keyHash, slug) => thread.call('findCaller', keyHash, slug),
    enter: (entry) => thread.call('enter', entry),
    recordKeyUses: (uses) => thread.call('recordKeyUses', uses),
    publishTemplate: (version, actor) => thread.call('publishTemplate', version, actor),
    listTemplates: (organizationId) => thread.call('listTemplates', organizationId),
    findPublishedTemplate: (organizationId, endpointPath) =>
      thread.call('findPublishedTemplate', organizationId, endpointPath),
    loadTemplateVersion: (versionId) => thread.call('loadTemplateVersion', versionId),
    loadTemplateSchema: (versionId) => thread.call('loadTemplateSchema', versionId),
    deleteTemplate: (organizationId, endpointPath, actor) =>
      thread.call('deleteTemplate', organizationId, endpointPath, actor),
    countUsage: (usage) => thread.call('countUsage', usage),
    uncountUsage: (usage) => thread.call('uncountUsage', usage),
    readUsage: (organizationId) => thread.call('readUsage', organizationId),
    acquireSlots: (slots) => thread.call('acquireSlots', slots),
    releaseSlots: (keyId, holder) => thread.call('releaseSlots', keyId, holder),
    releaseSlotsOf: (owners) => thread.call('releaseSlotsOf', owners),
    renewSlots: (owner, holders) => thread.call('renewSlots', owner, holders),
    acceptRequests: (requests) => thread.call('acceptRequests', requests),
    findRequest: (organizationId, requestId) => thread.call('findRequest', organizationId, requestId),
    findDocument: (organizationId, documentId) => thread.call('findDocument', organizationId, documentId),
    completeRequest: (job, document) => thread.call('completeRequest', job, document),
    failRequest: (job, failure) => thread.call('failRequest', job, failure),
    beginIdempotent: (request) => thread.call('beginIdempotent', request),
    answerIdempotent: (answer) => thread.call('answerIdempotent', answer),
    releaseIdempotent: (keyId, key) => thread.call('releaseIdempotent', keyId, key),
    listEvents: (organizationId, limit) => thread.call('listEvents', organizationId, limit),
    listExpiredRequests: (limit) => thread.call('listExpiredRequests', limit),
    deleteRequests: (requestIds) => thread.call('deleteRequests', requestIds),
    listExpiredAnswers: (limit) => thread.call('listExpiredAnswers', limit),
    deleteAnswers: (answers) => thread.call('deleteAnswers', answers),
    registerProcess: (process) => thread.call('registerProcess', process),
    recordHeartbeat: (processId) => thread.call('recordHeartbeat', processId),
    listProcesses: () => thread.call('listProcesses'),
    reapProcesses: (dead) => thread.call('reapProcesses', dead),
    removeProcess: (processId) => thread.call('removeProcess', processId),
    claimJobs: (claim) => thread.call('claimJobs', claim),
    returnJob: (job, delayMs, counted) => thread.call('returnJob', job, delayMs, counted),
    countWaitingJobs: (queue, limit) => thread.call('countWaitingJobs', queue, limit),
    createWebhook: (webhook, actor) => thread.call('createWebhook', webhook, actor),
    listWebhooks: (organizationId) => thread.call('listWebhooks', organizationId),
    findWebhook: (webhookId) => thread.call('findWebhook', webhookId),
    updateWebhook: (webhookId, change, actor) => thread.call('updateWebhook', webhookId, change, actor),
    rotateWebhookSecret: (rotation, actor) => thread.call('rotateWebhookSecret', rotation, actor),
    deleteWebhook: (webhookId, actor) => thread.call('deleteWebhook', webhookId, actor),
    claimDeliveries: (claim) => thread.call('claimDeliveries', claim),
    recordAttempt: (report) => thread.call('recordAttempt', report),
    listDeliveries: (query) => thread.call('listDeliveries', query),
    findDelivery: (deliveryId) => thread.call('findDelivery', deliveryId),
    resendDelivery: (deliveryId, actor) => thread.call('resendDelivery', deliveryId, actor),
    resendFailed: (failed, actor) => thread.call('resendFailed', failed, actor),
    addTestEvent: (event, actor) => thread.call('addTestEvent', event, actor),
    deleteExpiredEvents: (limit) => thread.call('deleteExpiredEvents', limit),
    createUser: (user, actor) => thread.call('createUser', user, actor),
    listAudit: (limit) => thread.call('listAudit', limit),
    changes: thread.changes,
    failed: thread.failed,
    close: () => thread.close(),
  }
}

interface Pending {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

class StoreThread {
  readonly changes: SharedSignal
  /** Resolves when the store is open and migrated. */
  readonly opened: Promise<void>
  /** Resolves when no further call can be answered, and nobody has closed the store. */
  readonly failed: Promise<Error>
  #tellFailure: (error: Error) => void = () => undefined
  #closing = false
  readonly #worker: Worker
  readonly #ended: Promise<void>
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  /** Why no further call can be answered. */
  #failure: unknown

  constructor(paths: SqlitePaths) {
    this.#worker = new Worker(new URL('./store-thread.js', import.meta.url), { workerData: paths })
    this.failed = new Promise((resolve) => {
      this.#tellFailure = resolve
    })
    this.opened = new Promise((resolve, reject) => {
      this.#worker.on('message', (answer: StoreAnswer) => {
        if (answer.kind === 'open') resolve()
        else if (answer.kind === 'changed') this.changes.changed()
        else if (answer.kind === 'lost') this.#fail(new StoreUnavailable(`${answer.path} was deleted or replaced`))
        else this.#settle(answer)
      })
      this.#worker.on('error', (error) => {
        reject(error)
        this.#fail(new StoreUnavailable(`the store has failed: ${error.message}`))
      })
    })
    this.#ended = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#fail(new StoreUnavailable('the store is closed'))
        resolve()
      })
    })
    this.changes = new SharedSignal({
      start: () => this.#post(WATCH),
      stop: async () => this.#post(UNWATCH),
      // What was announced is in the file already, where other processes see it.
      announce: async () => undefined,
    })
  }

  call<O extends StoreOperation>(
    operation: O,
    ...parameters: Parameters<StoreOperations[O]>
  ): ReturnType<StoreOperations[O]> {
    const result = new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure)
        return
      }
      const id = ++this.#lastId
      this.#pending.set(id, { resolve, reject })
      this.#post({ id, operation, parameters })
    })
    // The thread runs the operation of that name of the same interface.
    return result as ReturnType<StoreOperations[O]>
  }

  async close(): Promise<void> {
    this.#closing = true
    await this.changes.close()
    this.#post(CLOSE)
    await this.#ended
  }

  #post(message: StoreMessage): void {
    this.#worker.postMessage(message)
  }

  #settle(answer: Exclude<StoreAnswer, { kind: 'open' | 'changed' | 'lost' }>): void {
    const pending = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    if (answer.kind === 'result') pending?.resolve(answer.result)
    else if (answer.kind === 'refused') pending?.reject(toError(answer.code, answer.message))
    else pending?.reject(answer.error)
  }

  #fail(error: Error): void {
    this.#failure ??= error
    if (!this.#closing) this.#tellFailure(error)
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
  }
}

function toError(code: StoreErrorCode, message: string): StoreError {
  return code === 'unusable' ? new StoreUnavailable(message) : new StoreError(code, message)
}
