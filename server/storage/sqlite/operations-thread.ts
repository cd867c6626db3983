import { Worker } from 'node:worker_threads'
import { StoreError, type StoreErrorCode, StoreUnavailable } from '../store.js'
import type { SqlitePaths } from './sqlite-store.js'
import { type Answer, CLOSE, type ThreadMessage, type ThreadNews } from './thread-messages.js'

interface Pending {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** A thread's list of the operations that it serves. */
type OpenNews = Extract<ThreadNews, { kind: 'open' }>

/** A thread that is called once per operation, from the side of its callers. It may be called before it is there. */
export class OperationsThread {
  /** Resolves when the thread says that its files are open. */
  readonly opened: Promise<OpenNews>
  /** Resolves when no further call can be answered, and nobody has closed the thread. */
  readonly failed: Promise<Error>
  #tellFailure: (error: Error) => void = () => undefined
  #closing = false
  readonly #worker: Worker
  readonly #ended: Promise<void>
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  /** Why no further call can be answered. */
  #failure: Error | undefined

  /** @param onChange is called when another process has changed something */
  constructor(entry: URL, paths: SqlitePaths, onChange: () => void = () => undefined) {
    this.#worker = new Worker(entry, { workerData: paths })
    this.failed = new Promise((resolve) => {
      this.#tellFailure = resolve
    })
    this.opened = new Promise((resolve, reject) => {
      this.#worker.on('message', (news: ThreadNews) => {
        if (news.kind === 'open') resolve(news)
        else if (news.kind === 'changed') onChange()
        else if (news.kind === 'lost') this.#fail(new StoreUnavailable(`${news.path} was deleted or replaced`))
        else this.#settle(news)
      })
      this.#worker.on('error', (error) => {
        reject(error)
        this.#fail(new StoreUnavailable(`the store has failed: ${error.message}`))
      })
    })
    // Not everybody waits for it; calls fail as well.
    this.opened.catch(() => undefined)
    this.#ended = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#fail(new StoreUnavailable('the store is closed'))
        resolve()
      })
    })
  }

  call(operation: string, parameters: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure)
        return
      }
      const id = ++this.#lastId
      this.#pending.set(id, { resolve, reject })
      this.post({ id, operation, parameters })
    })
  }

  post(message: ThreadMessage): void {
    this.#worker.postMessage(message)
  }

  async close(): Promise<void> {
    this.#closing = true
    this.post(CLOSE)
    await this.#ended
  }

  #settle(answer: Answer): void {
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
