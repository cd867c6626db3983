import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseSync as PackagedDatabase } from '@photostructure/sqlite'
import { describeFullDisk } from '../disk-space.js'

/** The part of SQLite's Node drivers that the store needs. */
export interface SqliteHandle {
  /** False again after SQLite itself rolled a transaction back, e.g. when the disk is full. */
  readonly isTransaction: boolean
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

export interface SqliteStatement {
  all(...parameters: unknown[]): unknown[]
  run(...parameters: unknown[]): { readonly changes: number | bigint }
  /** Empty for statements that return no rows. */
  columns(): readonly unknown[]
}

type SqliteConstructor = new (path: string, options?: { readonly readOnly: boolean }) => SqliteHandle

/** Older releases can corrupt a write-ahead log that several processes checkpoint. */
const OLDEST_SQLITE = [3, 51, 3] as const

/** SQLite's `synchronous` setting: whether a commit waits for the disk. */
export type Durability = 'full' | 'off'

const SYNCHRONOUS: Record<Durability, number> = { off: 0, full: 2 }

/** How long another process may hold a lock before we give up on it. */
const BUSY_TIMEOUT_MS = 10_000

/**
 * Opens a database file for durable use by several processes: write-ahead log, `synchronous=FULL` (the packaged
 * driver is compiled with NORMAL for write-ahead logs, so it is set and read back), foreign keys. SQLite's own
 * waiting for locks is off because it blocks the thread: callers retry. `off` is for what may be lost with the power.
 * The files are readable by their owner only.
 *
 * @throws Error when the SQLite library is too old or a setting did not take effect
 */
export async function openDatabase(path: string, durability: Durability = 'full'): Promise<SqliteHandle> {
  hideFromOthers(path)
  const handle = new (driver())(path)
  try {
    handle.exec('pragma busy_timeout = 0')
    // Even the first look at a file meets locks while another process opens or closes it.
    await retryWhileBusy(() => configure(handle, durability))
    return handle
  } catch (error) {
    handle.close()
    throw error
  }
}

/** Opens a database file that is there already, to look at it only. @throws Error when it cannot be opened */
export async function openForReading(path: string): Promise<SqliteHandle> {
  return retryWhileBusy(() => {
    const handle = new (driver())(path, { readOnly: true })
    handle.exec('pragma busy_timeout = 0')
    return handle
  })
}

/** The permissions of the service's files. */
const OWNER_ONLY = 0o600

/** The files that SQLite keeps beside a database file; it creates them with that file's permissions. */
const COMPANIONS = ['', '-wal', '-shm']

/** Keeps other users of the machine from a database, whoever may enter its folder. */
function hideFromOthers(path: string): void {
  closeSync(openSync(path, 'a', OWNER_ONLY))
  for (const companion of COMPANIONS) {
    const file = statSync(path + companion, { throwIfNoEntry: false })
    // Files of somebody else are theirs to keep.
    if (file && (file.mode & 0o077) !== 0 && file.uid === process.getuid?.()) chmodSync(path + companion, OWNER_ONLY)
  }
}

function configure(handle: SqliteHandle, durability: Durability): void {
  assertVersion(String(pragma(handle, 'select sqlite_version() as value')))
  handle.exec('pragma journal_mode = wal')
  handle.exec(`pragma synchronous = ${durability}`)
  handle.exec('pragma foreign_keys = on')
  const synchronous = pragma(handle, 'select synchronous as value from pragma_synchronous')
  if (synchronous !== SYNCHRONOUS[durability]) {
    throw new Error(`SQLite did not accept synchronous=${durability} (it says ${synchronous})`)
  }
}

/** Runs `action`, again and again without blocking the thread while another process holds the lock. */
export async function retryWhileBusy<T>(action: () => T): Promise<T> {
  const end = Date.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      return action()
    } catch (error) {
      if (!isBusy(error) || Date.now() > end) throw error
      await delay(1)
    }
  }
}

/** The drivers name the condition in different members, their messages agree. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && /database (?:table |schema )?is locked|locking protocol/i.test(error.message)
}

/** SQLite's result codes for trouble with the file or its disk; all others are our mistakes. */
const UNUSABLE = new Set([5, 6, 8, 10, 11, 13, 14, 23, 26])

export function isUnusable(error: unknown): error is Error {
  return error instanceof Error && 'errcode' in error && UNUSABLE.has(Number(error.errcode) & 0xff)
}

/** SQLite's result codes for a disk without room: it says so of commits, and calls it an I/O error elsewhere. */
const NO_ROOM = new Set([10, 13])

/** Why a file or its disk cannot be used, with the disk's room where there is none left. */
export async function describeTrouble(error: Error, folder: string): Promise<string> {
  const code = 'errcode' in error ? Number(error.errcode) & 0xff : 0
  if (!NO_ROOM.has(code)) return error.message
  return (await describeFullDisk(folder, 0, code === FULL)) ?? error.message
}

const FULL = 13

/** The SQLite built into Node where it has all we need (22.16 and newer), otherwise the packaged one. */
function driver(): SqliteConstructor {
  const builtin = process.getBuiltinModule('node:sqlite')
  return builtin && isComplete(builtin) ? builtin.DatabaseSync : PackagedDatabase
}

function isComplete(module: object): module is { readonly DatabaseSync: SqliteConstructor } {
  if (!('DatabaseSync' in module && typeof module.DatabaseSync === 'function')) return false
  const probe: SqliteHandle = Reflect.construct(module.DatabaseSync, [':memory:'])
  try {
    return 'isTransaction' in probe && 'columns' in probe.prepare('select 1')
  } finally {
    probe.close()
  }
}

function assertVersion(version: string): void {
  const parts = version.split('.').map(Number)
  for (const [index, wanted] of OLDEST_SQLITE.entries()) {
    const actual = parts[index] ?? 0
    if (actual > wanted) return
    if (actual < wanted) throw new Error(`SQLite ${version} is older than ${OLDEST_SQLITE.join('.')}`)
  }
}

function pragma(handle: SqliteHandle, sql: string): unknown {
  const [row] = handle.prepare(sql).all()
  return typeof row === 'object' && row !== null && 'value' in row ? row.value : undefined
}
