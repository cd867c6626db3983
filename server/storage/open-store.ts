import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describeFullDisk, isFullDisk } from './disk-space.js'
import { assertLocalDisk } from './sqlite/local-disk.js'
import { openThreadStore } from './sqlite/thread-store.js'
import { type Store, StoreError, StoreUnavailable } from './store.js'

/** In the data directory. */
const DATABASE_FILE = 'platen.db'

export interface StoreLocation {
  readonly dataDir: string
  /** `postgres://…`; the store is in files of the data directory when absent. */
  readonly databaseUrl?: string | undefined
  /** The same database past a pooler of connections that `databaseUrl` leads to, for signals. */
  readonly databaseDirectUrl?: string | undefined
  /** Of the package: it is remembered with the data, for older ones that may be started on them. */
  readonly version?: string | undefined
}

/**
 * Opens the store.
 *
 * @throws StoreError `unusable` when the database cannot be used, `newer` when a newer version has written to it; the message is one line that names the variable
 */
export function openStore({ dataDir, databaseUrl, databaseDirectUrl, version }: StoreLocation): Promise<Store> {
  return databaseUrl === undefined
    ? openFiles(dataDir, version)
    : openServer(databaseUrl, databaseDirectUrl ?? databaseUrl, version)
}

/** The data directory is created when missing, readable by its owner only. */
async function openFiles(dataDir: string, version: string | undefined): Promise<Store> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await assertLocalDisk(dataDir)
    return await openThreadStore({ main: join(dataDir, DATABASE_FILE), slots: join(dataDir, 'slots.db'), version })
  } catch (error) {
    const reason = isDisksFault(error) ? await describeFullDisk(dataDir, 0) : undefined
    if (reason !== undefined) throw new StoreError('unusable', `PLATEN_DATA_DIR: ${reason}`, { cause: error })
    throw describe(error, variableOf({ dataDir }))
  }
}

/**
 * The file that has what was written last and the database's own lacks, though the store was closed: its disk was full, or
 * another process uses it. Undefined when there is none.
 */
export async function findLeftLog({ dataDir, databaseUrl }: StoreLocation): Promise<string | undefined> {
  if (databaseUrl !== undefined) return undefined
  const file = join(dataDir, `${DATABASE_FILE}-wal`)
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  return size > 0 ? file : undefined
}

/** What names a store to whoever has set it. The address of a database is not repeated: it may contain a password. */
function variableOf({ dataDir, databaseUrl }: Partial<StoreLocation>): string {
  return databaseUrl === undefined ? `PLATEN_DATA_DIR ${dataDir}` : 'DATABASE_URL'
}

/** An error of a store that was open and went away, with the variable that leads to it; any other error as it is. */
export function withVariable(error: unknown, location: StoreLocation): unknown {
  return error instanceof StoreUnavailable ? describe(error, variableOf(location)) : error
}

/** A disk that is full shows in many ways: SQLite calls it an I/O error where it has yet to make its files. */
function isDisksFault(error: unknown): boolean {
  return isFullDisk(error) || (error instanceof Error && /disk/i.test(error.message))
}

/** The driver is loaded only where it is used. */
async function openServer(databaseUrl: string, directUrl: string, version: string | undefined): Promise<Store> {
  const { openPostgresStore } = await import('./postgres/postgres-store.js')
  try {
    return await openPostgresStore(databaseUrl, directUrl, version)
  } catch (error) {
    throw describe(error, variableOf({ databaseUrl }))
  }
}

/** Errors of the system, of the store and of databases have codes; any other is a bug. */
function describe(error: unknown, what: string): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  if (error.code === 'newer') return new StoreError('newer', `${what}: ${error.message}`, { cause: error })
  const reason = 'syscall' in error ? error.code : error.message
  return new StoreError('unusable', `${what} cannot be used (${reason})`, { cause: error })
}
