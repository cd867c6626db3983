import type { DocumentStorage, ObjectLimits, ObjectReading, ObjectStorage, StoredObject } from './object-storage.js'
import { ObjectsUnavailable } from './objects-unavailable.js'

/** Told of what becomes of the storage. */
export interface StorageListener {
  /** It is away, and tried again after a pause; told at once and then not more often than once a minute. */
  onAway(error: ObjectsUnavailable, retryInMs: number): void
  /** It is there again, after so many ms. */
  onBack(awayMs: number): void
}

/** The pause after the first failure; twice as long after each further one, up to the longest. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** How often it is told that the storage is still away, at most. */
const TELL_INTERVAL_MS = 60_000

/** A storage that nobody has used for so long is asked whether it is there. */
const IDLE_MS = 60_000

/**
 * A storage of objects that may be away for a while. When an object could not be kept, nothing more is tried for a
 * pause: requests are refused at once, and no document is rendered that could not be kept. After the pause a probe finds
 * out whether it is there again. The pauses grow until an object has really been kept, since a storage may take a probe
 * and still refuse documents.
 */
export class GuardedObjects implements DocumentStorage {
  readonly #objects: ObjectStorage
  readonly #listener: StorageListener
  readonly #onOpen = new Set<() => void>()
  /** Why it is away. */
  #away: ObjectsUnavailable | undefined
  #awaySince = 0
  /** Of the object for which there was no room. */
  #neededBytes = 0
  #failures = 0
  #lastTold = Number.NEGATIVE_INFINITY
  #lastKept = performance.now()
  #nextProbe = 0
  #timer: NodeJS.Timeout
  #isClosed = false

  constructor(objects: ObjectStorage, listener: StorageListener) {
    this.#objects = objects
    this.#listener = listener
    this.#timer = this.#lookIn(IDLE_MS)
  }

  /** Objects can be kept, as far as is known. */
  get isOpen(): boolean {
    return this.#away === undefined
  }

  /** The time until it is looked whether it is there again, in ms. */
  get retryInMs(): number {
    return Math.max(0, this.#nextProbe - performance.now())
  }

  /** Calls `listener` each time that the storage is there again. @returns what ends it */
  onOpen(listener: () => void): () => void {
    this.#onOpen.add(listener)
    return () => this.#onOpen.delete(listener)
  }

  assertOpen(): void {
    if (this.#away) throw this.#away
  }

  async put(key: string, bytes: Uint8Array, limits?: ObjectLimits): Promise<void> {
    this.assertOpen()
    try {
      await this.#objects.put(key, bytes, limits)
    } catch (error) {
      if (error instanceof ObjectsUnavailable) this.#lose(error, bytes.byteLength)
      throw error
    }
    this.#failures = 0
    this.#lastKept = performance.now()
  }

  async get(key: string, reading?: ObjectReading): Promise<StoredObject | undefined> {
    // What cannot be written may still be there to be read.
    if (this.#away && !this.#away.isRefusal) throw this.#away
    try {
      return await this.#objects.get(key, reading)
    } catch (error) {
      // A refusal may be about this object alone, which some archives take out of reach.
      if (error instanceof ObjectsUnavailable && !error.isRefusal) this.#lose(error, 0)
      throw error
    }
  }

  delete(key: string): Promise<void> {
    return this.#objects.delete(key)
  }

  sweep(folder: string, ageMs: number, stopping?: AbortSignal): Promise<void> {
    return this.#objects.sweep(folder, ageMs, stopping)
  }

  /** Finds out whether objects can be kept, and remembers it. */
  async probe(bytes = this.#neededBytes): Promise<void> {
    try {
      await this.#objects.probe(bytes)
    } catch (error) {
      if (error instanceof ObjectsUnavailable) this.#lose(error, bytes)
      throw error
    }
    if (this.#away) this.#find()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #lose(error: ObjectsUnavailable, bytes: number): void {
    // What was under way says the same once more.
    if (this.#away) return
    this.#away = error
    this.#awaySince = performance.now()
    this.#neededBytes = bytes
    this.#pause()
  }

  #pause(): void {
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS)
    this.#failures++
    this.#nextProbe = performance.now() + pauseMs
    clearTimeout(this.#timer)
    this.#timer = this.#lookIn(pauseMs)
    if (!this.#away || performance.now() - this.#lastTold < TELL_INTERVAL_MS) return
    this.#lastTold = performance.now()
    this.#listener.onAway(this.#away, pauseMs)
  }

  #find(): void {
    this.#away = undefined
    this.#neededBytes = 0
    // One line for each time that it goes and comes is too much for a storage that does so all the time.
    const wasTold = this.#lastTold >= this.#awaySince
    if (wasTold) this.#listener.onBack(performance.now() - this.#awaySince)
    clearTimeout(this.#timer)
    this.#timer = this.#lookIn(IDLE_MS)
    for (const listener of this.#onOpen) listener()
  }

  #lookIn(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), milliseconds).unref()
  }

  async #look(): Promise<void> {
    const wasAway = this.#away
    if (!wasAway && performance.now() - this.#lastKept < IDLE_MS) {
      this.#timer = this.#lookIn(IDLE_MS)
      return
    }
    try {
      await this.probe()
      if (wasAway || this.#isClosed) return
      this.#failures = 0
      this.#timer = this.#lookIn(IDLE_MS)
    } catch (error) {
      if (!(error instanceof ObjectsUnavailable)) throw error
      if (this.#isClosed) return
      if (wasAway) {
        this.#away = error
        this.#pause()
      }
    }
  }
}
