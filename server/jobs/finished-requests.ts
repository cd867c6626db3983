import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../observability/log.js'
import type { Store } from '../storage/store.js'

/** Requests that are asked for in one query. */
const PORTION = 500

/** The time between two looks at all that is waited for: where nobody says which have changed, signals come in crowds. */
const PAUSE_MS = 20

/**
 * Tells those who wait for asynchronous requests that these are finished. Where a signal names them, nothing is looked
 * up; where it cannot, one look is for all that are waited for.
 */
export class FinishedRequests {
  readonly #store: Pick<Store, 'listFinished' | 'changes'>
  readonly #log: Logger
  readonly #waiting = new Map<string, Set<() => void>>()
  #stopListening: (() => void) | undefined
  #looking: Promise<void> | undefined
  #lookAgain = false

  constructor(store: Pick<Store, 'listFinished' | 'changes'>, log: Logger) {
    this.#store = store
    this.#log = log
  }

  /** Calls `onFinished` once when a request is finished, or was before. @returns what ends the waiting */
  wait(requestId: string, onFinished: () => void): () => void {
    const listeners = this.#waiting.get(requestId) ?? new Set()
    // A listener that is given twice is called twice.
    const call = () => onFinished()
    listeners.add(call)
    this.#waiting.set(requestId, listeners)
    this.#stopListening ??= this.#store.changes.onChange('finished', (ids) => this.#hear(ids))
    this.#look()
    return () => {
      listeners.delete(call)
      if (listeners.size === 0 && this.#waiting.get(requestId) === listeners) this.#forget(requestId)
    }
  }

  #hear(ids: ReadonlySet<string> | undefined): void {
    if (!ids) {
      this.#look()
      return
    }
    for (const id of ids) this.#tell(id)
  }

  #look(): void {
    this.#lookAgain = true
    this.#looking ??= this.#lookWhileAsked().finally(() => {
      this.#looking = undefined
      // Asked between the last look and here.
      if (this.#lookAgain && this.#waiting.size > 0) this.#look()
    })
  }

  async #lookWhileAsked(): Promise<void> {
    while (this.#lookAgain && this.#waiting.size > 0) {
      this.#lookAgain = false
      const ids = [...this.#waiting.keys()]
      try {
        for (let start = 0; start < ids.length; start += PORTION) {
          const finished = await this.#store.listFinished(ids.slice(start, start + PORTION))
          for (const id of finished) this.#tell(id)
        }
      } catch (error) {
        this.#log.warn({ err: error }, 'requests that are waited for could not be looked up')
      }
      await delay(PAUSE_MS)
    }
  }

  #tell(requestId: string): void {
    const listeners = this.#waiting.get(requestId)
    if (!listeners) return
    this.#forget(requestId)
    for (const listener of listeners) listener()
  }

  #forget(requestId: string): void {
    this.#waiting.delete(requestId)
    if (this.#waiting.size > 0) return
    this.#stopListening?.()
    this.#stopListening = undefined
  }
}
