/**
 * Hears of changes in a queue. `ids` names what has changed; without it, anything may have.
 */
export type ChangeListener = (ids?: ReadonlySet<string>) => void

/** News about a queue. */
export interface QueueChange {
  readonly queue: string
  /** The part that has changed; absent when anything may have. */
  readonly ids: ReadonlySet<string> | undefined
}

/** Tells the processes that share a store when there is something to do in a queue. */
export interface ChangeSignal {
  /**
   * Calls `listener` soon after something may have changed in a queue, in this process or in another. It is called
   * without reason too, at least once a second, so that neither a lost signal nor a time that has come is missed.
   *
   * @returns what ends it
   */
  onChange(queue: string, listener: ChangeListener): () => void
  /**
   * Says that something has changed in a queue: after its transaction, never within. Many calls at once become one.
   *
   * @param id names what has changed, for listeners who wait for certain things only
   */
  notify(queue: string, id?: string): void
}

/** Brings news from other processes and takes ours to them. */
export interface ChangeSource {
  /** Someone listens now: from here on `changed` of the signal is called. */
  start(): void
  /** Nobody listens any more. */
  stop(): Promise<void>
  /** Tells the other processes. */
  announce(changes: readonly QueueChange[]): Promise<void>
}

/** How late a signal may be that got lost: the same time a crash between a commit and its signal costs. */
const NET_INTERVAL_MS = 1_000

/** Signals that are given within this time go out together. */
const COALESCE_MS = 1

/** Names that go out together: who hears of more may as well look at all that it waits for. */
const MAX_IDS = 1_000

/** A signal over one way of hearing from other processes. Listeners of this process hear from each other directly. */
export class SharedSignal implements ChangeSignal {
  readonly #source: ChangeSource
  readonly #listeners = new Map<string, Set<ChangeListener>>()
  #given = new Map<string, Set<string> | undefined>()
  #net: NodeJS.Timeout | undefined
  #delivery: NodeJS.Timeout | undefined
  #closed = false

  constructor(source: ChangeSource) {
    this.#source = source
  }

  onChange(queue: string, listener: ChangeListener): () => void {
    const listeners = this.#listeners.get(queue) ?? new Set()
    // A listener that is given twice is called twice.
    const call: ChangeListener = (ids) => listener(ids)
    listeners.add(call)
    this.#listeners.set(queue, listeners)
    this.#net ??= this.#start()
    return () => {
      listeners.delete(call)
      if (listeners.size === 0 && this.#listeners.get(queue) === listeners) this.#listeners.delete(queue)
      if (this.#listeners.size === 0) void this.#stop()
    }
  }

  notify(queue: string, id?: string): void {
    if (this.#closed) return
    const ids = this.#given.has(queue) ? this.#given.get(queue) : new Set<string>()
    this.#given.set(queue, id === undefined || !ids || ids.size >= MAX_IDS ? undefined : ids.add(id))
    this.#delivery ??= setTimeout(() => void this.#deliver(), COALESCE_MS)
  }

  /** Calls the listeners of one queue, or all when it is not known which has changed. */
  changed(change?: QueueChange): void {
    const queues = change === undefined ? [...this.#listeners.keys()] : [change.queue]
    for (const name of queues) {
      for (const listener of this.#listeners.get(name) ?? []) listener(change?.ids)
    }
  }

  /** Delivers what was given and ends all listening. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#deliver()
    this.#listeners.clear()
    await this.#stop()
  }

  #start(): NodeJS.Timeout {
    this.#source.start()
    return setInterval(() => this.changed(), NET_INTERVAL_MS).unref()
  }

  async #stop(): Promise<void> {
    if (this.#net === undefined) return
    clearInterval(this.#net)
    this.#net = undefined
    await this.#source.stop()
  }

  async #deliver(): Promise<void> {
    clearTimeout(this.#delivery)
    this.#delivery = undefined
    const changes = Array.from(this.#given, ([queue, ids]) => ({ queue, ids }))
    if (changes.length === 0) return
    this.#given = new Map()
    for (const change of changes) this.changed(change)
    await this.#source.announce(changes)
  }
}
