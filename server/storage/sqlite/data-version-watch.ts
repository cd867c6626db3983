import type { ChangeSource } from '../change-signal.js'
import { isBusy, isUnusable } from './open-database.js'
import type { SqliteDriver } from './sqlite-driver.js'

/** How soon news of other processes are seen; a look takes some microseconds. */
const POLL_MS = 5

/** After this time without news we look less often. */
const QUIET_AFTER_MS = 1_000

const QUIET_POLL_MS = 20

/**
 * Notices what other processes commit to a SQLite file. SQLite tells nobody, but keeps a number that changes with
 * each commit (`PRAGMA data_version`); which table has changed it does not say. Watching the files of the
 * write-ahead log instead misses changes.
 */
export class DataVersionWatch implements ChangeSource {
  readonly #driver: SqliteDriver
  readonly #onChange: () => void
  #timer: NodeJS.Timeout | undefined
  #version: unknown
  #lastNews = 0

  constructor(driver: SqliteDriver, onChange: () => void) {
    this.#driver = driver
    this.#onChange = onChange
  }

  start(): void {
    this.#lastNews = Date.now()
    this.#version = this.#look()
    this.#plan()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** A commit is an announcement here. */
  async announce(): Promise<void> {}

  #plan(): void {
    const quiet = Date.now() - this.#lastNews > QUIET_AFTER_MS
    this.#timer = setTimeout(() => this.#poll(), quiet ? QUIET_POLL_MS : POLL_MS).unref()
  }

  #poll(): void {
    const version = this.#look()
    const changed = version !== this.#version
    this.#version = version
    if (changed) this.#lastNews = Date.now()
    this.#plan()
    if (changed) this.#onChange()
  }

  /** The number as it is now, or as it was while the file is locked or cannot be read. */
  #look(): unknown {
    try {
      return this.#driver.dataVersion()
    } catch (error) {
      // Operations tell about trouble with the file.
      if (!isBusy(error) && !isUnusable(error)) throw error
      return this.#version
    }
  }
}
