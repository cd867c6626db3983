import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { ChangeSource, QueueChange } from '../change-signal.js'
import type { Database } from '../schema.js'
import { StoreUnavailable } from '../store.js'
import { connectionSettings } from './connection-settings.js'

const CHANNEL = 'platen_changes'

/** Ids in one notification: PostgreSQL takes up to 8,000 bytes, and an id has 30. */
const IDS_PER_PAYLOAD = 200

const FIRST_RETRY_MS = 100

const LAST_RETRY_MS = 5_000

/** How often this process looks by itself while it does not know that it hears of the others. */
const DEAF_INTERVAL_MS = 100

/**
 * Signals between processes by NOTIFY, sent after the transactions they are about: a NOTIFY within one makes all
 * commits of the database wait for each other. It listens on a connection of its own, as listening belongs to a
 * connection, and takes a new one when that is lost. Behind a pooler that gives connections away between transactions
 * nothing is ever heard: until a signal that it has sent itself has come back, it looks many times a second.
 */
export class ChangeChannel implements ChangeSource {
  readonly #url: string
  readonly #db: Kysely<Database>
  readonly #onChange: (change?: QueueChange) => void
  /** Its own signals come back to a process; by this it knows them. */
  readonly #sender = randomUUID()
  #client: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #retryMs = FIRST_RETRY_MS
  #deaf: NodeJS.Timeout | undefined

  constructor(url: string, db: Kysely<Database>, onChange: (change?: QueueChange) => void) {
    this.#url = url
    this.#db = db
    this.#onChange = onChange
  }

  start(): void {
    void this.#listen()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#retry)
    clearInterval(this.#deaf)
    const client = this.#client
    this.#client = undefined
    await client?.end()
  }

  async announce(changes: readonly QueueChange[]): Promise<void> {
    const messages = changes.flatMap(({ queue, ids }) =>
      ids ? portions(ids).map((part) => `${queue} ${part}`) : [queue],
    )
    await this.#notify(messages.map((message) => `${this.#sender} ${message}`))
  }

  async #notify(payloads: readonly string[]): Promise<void> {
    try {
      await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`.execute(this.#db)
    } catch (error) {
      // The others find out a little later by themselves.
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }

  async #listen(): Promise<void> {
    const client = new pg.Client(connectionSettings(this.#url))
    this.#client = client
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ payload = '' }) => this.#hear(payload))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch {
      // Users of the store see that it is away; here it is enough to connect again.
      this.#lose(client)
      return
    }
    if (this.#client !== client) {
      await client.end()
      return
    }
    this.#retryMs = FIRST_RETRY_MS
    // Anything may have changed while nobody listened.
    this.#onChange()
    this.#deaf = setInterval(() => this.#onChange(), DEAF_INTERVAL_MS).unref()
    await this.#notify([this.#sender])
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    clearInterval(this.#deaf)
    this.#retry = setTimeout(() => void this.#listen(), this.#retryMs)
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS)
    void client.end()
  }

  #hear(payload: string): void {
    const [sender, queue, ids] = payload.split(' ')
    if (sender === this.#sender) clearInterval(this.#deaf)
    else if (queue !== undefined)
      this.#onChange({ queue, ids: ids === undefined ? undefined : new Set(ids.split(',')) })
  }
}

/** Ids as they are written into notifications. */
function portions(ids: ReadonlySet<string>): readonly string[] {
  const list = [...ids]
  const count = Math.ceil(list.length / IDS_PER_PAYLOAD)
  return Array.from({ length: count }, (_, index) =>
    list.slice(index * IDS_PER_PAYLOAD, (index + 1) * IDS_PER_PAYLOAD).join(','),
  )
}
