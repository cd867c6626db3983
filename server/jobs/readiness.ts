import type { Logger } from '../observability/log.js'
import { describeFullDisk } from '../storage/disk-space.js'
import type { GuardedObjects } from '../storage/objects/guarded-objects.js'
import { type Store, StoreError } from '../storage/store.js'

/** A reason why the service cannot do its work; `message` is for everybody, and tells nothing of the machine. */
export interface Unreadiness {
  readonly part: 'shutdown' | 'database' | 'disk' | 'documents'
  readonly message: string
}

interface ReadinessParts {
  readonly store: Store
  readonly objects: Pick<GuardedObjects, 'isOpen'>
  /** The folder that data are written to; absent where all are on other machines. */
  readonly folder: string | undefined
  /** The largest request, in bytes: there must be room for one. */
  readonly requestBytes: number
  /** Aborted when the service is about to stop. */
  readonly draining: AbortSignal
  readonly log: Logger
}

/** An answer is good for so long: whoever asks more often does not make the disk work. */
const GOOD_FOR_MS = 1_000

/** How often the log tells that it is still so, at most. */
const TELL_INTERVAL_MS = 60_000

/** Its lease is taken again and again by whoever asks, since that is something to write. */
const LEASE = 'readiness'

const LEASE_MS = 60_000

const MESSAGES: Record<Unreadiness['part'], string> = {
  shutdown: 'The service is shutting down',
  database: 'The service cannot write to its database',
  disk: 'The disk of the service is full',
  documents: 'The service cannot store documents',
}

/** Finds out whether the service can do its work: it writes to the database, and there is room for more. */
export class Readiness {
  readonly #parts: ReadinessParts
  #lookedAt = Number.NEGATIVE_INFINITY
  #look: Promise<Unreadiness | undefined> | undefined
  #told: { readonly part: Unreadiness['part']; readonly at: number } | undefined

  constructor(parts: ReadinessParts) {
    this.#parts = parts
  }

  /**
   * Why it is not ready; undefined when it is.
   *
   * @param withDocuments whether storing documents counts, which documents that are answered at once do without
   */
  async find(withDocuments: boolean): Promise<Unreadiness | undefined> {
    if (this.#parts.draining.aborted) return describe('shutdown')
    if (this.#look === undefined || performance.now() - this.#lookedAt > GOOD_FOR_MS) {
      this.#lookedAt = performance.now()
      this.#look = this.#write()
    }
    const found = await this.#look
    if (found) return found
    return withDocuments && !this.#parts.objects.isOpen ? describe('documents') : undefined
  }

  async #write(): Promise<Unreadiness | undefined> {
    const { store, folder, requestBytes } = this.#parts
    try {
      const full = folder === undefined ? undefined : await describeFullDisk(folder, requestBytes)
      if (full !== undefined) return this.#tell('disk', full)
      await store.holdLease(LEASE, LEASE, LEASE_MS)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      return this.#tell('database', error.message)
    }
    this.#told = undefined
    return undefined
  }

  #tell(part: Unreadiness['part'], reason: string): Unreadiness {
    const isKnown = this.#told?.part === part && performance.now() - this.#told.at < TELL_INTERVAL_MS
    if (!isKnown) {
      this.#told = { part, at: performance.now() }
      this.#parts.log.warn({ reason }, 'the service is not ready')
    }
    return describe(part)
  }
}

function describe(part: Unreadiness['part']): Unreadiness {
  return { part, message: MESSAGES[part] }
}
