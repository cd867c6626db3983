import { Worker } from 'node:worker_threads'
import { type Store, StoreError } from '../store.js'
import type { SqlitePaths } from './sqlite-store.js'
import { CLOSE, type StoreAnswer, type StoreCall, type StoreOperation } from './thread-messages.js'

/**
 * Opens the store in SQLite files, in a thread of its own that is called once per operation.
 *
 * @throws Error when a file cannot be opened or migrated
 */
export async function openThreadStore(paths: SqlitePaths): Promise<Store> {
  const thread = new StoreThread(paths)
  await thread.opened
  return {
    createOrganization: (organization) => thread.call('createOrganization', organization),
    listOrganizations: () => thread.call('listOrganizations'),
    findOrganization: (slug) => thread.call('findOrganization', slug),
    createKey: (key) => thread.call('createKey', key),
    listKeys: (organizationId) => thread.call('listKeys', organizationId),
    revokeKey: (keyId) => thread.call('revokeKey', keyId),
    findCaller: (keyHash, slug) => thread.call('findCaller', keyHash, slug),
    recordKeyUses: (uses) => thread.call('recordKeyUses', uses),
    publishTemplate: (version) => thread.call('publishTemplate', version),
    listTemplates: (organizationId) => thread.call('listTemplates', organizationId),
    findPublishedTemplate: (organizationId, endpointPath) =>
      thread.call('findPublishedTemplate', organizationId, endpointPath),
    loadTemplateVersion: (versionId) => thread.call('loadTemplateVersion', versionId),
    loadTemplateSchema: (versionId) => thread.call('loadTemplateSchema', versionId),
    deleteTemplate: (organizationId, endpointPath) => thread.call('deleteTemplate', organizationId, endpointPath),
    countUsage: (usage) => thread.call('countUsage', usage),
    uncountUsage: (usage) => thread.call('uncountUsage', usage),
    readUsage: (organizationId) => thread.call('readUsage', organizationId),
    acquireSlot: (slot) => thread.call('acquireSlot', slot),
    releaseSlot: (keyId, holder) => thread.call('releaseSlot', keyId, holder),
    renewSlots: (owner) => thread.call('renewSlots', owner),
    close: () => thread.close(),
  }
}

interface Pending {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

class StoreThread {
  /** Resolves when the store is open and migrated. */
  readonly opened: Promise<void>
  readonly #worker: Worker
  readonly #ended: Promise<void>
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  /** Why no further call can be answered. */
  #failure: unknown

  constructor(paths: SqlitePaths) {
    this.#worker = new Worker(new URL('./store-thread.js', import.meta.url), { workerData: paths })
    this.opened = new Promise((resolve, reject) => {
      this.#worker.on('message', (answer: StoreAnswer) => {
        if (answer.kind === 'open') resolve()
        else this.#settle(answer)
      })
      this.#worker.on('error', (error) => {
        reject(error)
        this.#fail(new StoreError('unusable', `the store has failed: ${error.message}`))
      })
    })
    this.#ended = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#fail(new StoreError('unusable', 'the store is closed'))
        resolve()
      })
    })
  }

  call<O extends StoreOperation>(operation: O, ...parameters: Parameters<Store[O]>): ReturnType<Store[O]> {
    const result = new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure)
        return
      }
      const id = ++this.#lastId
      this.#pending.set(id, { resolve, reject })
      this.#worker.postMessage({ id, operation, parameters } satisfies StoreCall)
    })
    // The thread runs the operation of that name of the same interface.
    return result as ReturnType<Store[O]>
  }

  async close(): Promise<void> {
    if (this.#failure === undefined) this.#worker.postMessage(CLOSE)
    await this.#ended
  }

  #settle(answer: Exclude<StoreAnswer, { kind: 'open' }>): void {
    const pending = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    if (answer.kind === 'result') pending?.resolve(answer.result)
    else if (answer.kind === 'refused') pending?.reject(new StoreError(answer.code, answer.message))
    else pending?.reject(answer.error)
  }

  #fail(error: unknown): void {
    this.#failure ??= error
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
  }
}
