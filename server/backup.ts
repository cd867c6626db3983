import { createHmac, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { ServerConfig } from './config.js'
import { LEASE, LEASE_MS } from './schedule/retention.js'
import { findSecrets } from './secret.js'
import {
  type BackupCounts,
  BackupError,
  type BackupHead,
  BackupWriter,
  readBackup,
} from './storage/backup/backup-file.js'
import type { RowTarget, Snapshot } from './storage/backup/rows.js'
import { BACKUP_TABLES } from './storage/backup/tables.js'
import type { ObjectStorage } from './storage/objects/object-storage.js'
import { openObjects } from './storage/objects/open-objects.js'
import { openStore } from './storage/open-store.js'
import { insertIntoSqlite, snapshotSqlite } from './storage/sqlite/backup-rows.js'
import { isStoreAway, type Store } from './storage/store.js'

/** How long whoever removes what has expired may take to stop. */
const PATIENCE_MS = 2 * LEASE_MS

/** Files that may be in a data directory in which nothing was done yet. */
const BEFORE_ANYTHING = new Set(['secret', 'demo-key'])

export interface BackupReport extends BackupCounts {
  /** Documents that were gone when they were to be read. */
  readonly missing: number
  /** Where the secret is, without which neither links nor webhooks of the data are of use. */
  readonly secret: string
}

/**
 * Writes all data to a file, as they were at one moment, while the service runs. Meanwhile nothing that has expired is
 * removed, so that the documents of that moment are there.
 *
 * @throws BackupError, StoreError, and the system's error when the file cannot be written
 */
export async function makeBackup(config: ServerConfig, path: string): Promise<BackupReport> {
  if (existsSync(path)) throw new BackupError(`${path} is there already`)
  const [secret] = await findSecrets(config)
  const store = await openStore(config)
  const objects = openObjects(config)
  const pause = await pauseRetention(store)
  let snapshot: Snapshot | undefined
  let writer: BackupWriter | undefined
  try {
    snapshot = await takeSnapshot(config, path)
    writer = await BackupWriter.begin(path, {
      version: config.version ?? '',
      migration: snapshot.migration,
      createdAt: new Date().toISOString(),
      secretMark: markOf(secret),
    })
    const missing = await write(snapshot, objects, writer)
    const counts = await writer.end()
    return { ...counts, missing, secret: secretPlace(config) }
  } catch (error) {
    await writer?.giveUp()
    throw error
  } finally {
    await pause.end()
    await snapshot?.close()
    await store.close()
  }
}

/** @returns documents that are gone */
async function write(snapshot: Snapshot, objects: ObjectStorage, writer: BackupWriter): Promise<number> {
  const keys = new Set<string>()
  for (const table of BACKUP_TABLES) {
    for await (const rows of snapshot.rows(table)) {
      for (const row of rows) {
        await writer.row(table, row)
        if (typeof row.object_key === 'string') keys.add(row.object_key)
      }
    }
  }
  let missing = 0
  for (const key of keys) {
    const object = await objects.get(key)
    if (object) await writer.document(key, await buffer(object.content))
    else missing++
  }
  return missing
}

/**
 * Reads a backup into a place where nothing is yet: all of it, or nothing.
 *
 * @throws BackupError for a file that is no whole backup, a place that is not empty, another secret, or documents that
 *   could not be taken back when something else had failed; that something otherwise
 */
export async function restoreBackup(config: ServerConfig, path: string): Promise<BackupCounts & BackupHead> {
  const { head, counts, items } = await readBackup(path)
  if (config.databaseUrl === undefined) assertEmptyFolder(config.dataDir)
  const [secret] = await findSecrets(config)
  if (markOf(secret) !== head.secretMark) {
    throw new BackupError(`it was made with another secret than ${secretPlace(config)}: put that one there first`)
  }
  const store = await openStore(config)
  try {
    const organizations = await store.reader.listOrganizations({ limit: 1 })
    const users = await store.reader.listUsers({ limit: 1 })
    if (organizations.length + users.length > 0) throw new BackupError('there are data in the database already')
  } finally {
    await store.close()
  }
  const objects = openObjects(config)
  const target = await openTarget(config)
  /** Documents that are in the storage, or may be. */
  const stored: string[] = []
  try {
    for await (const item of items()) {
      if (item.kind === 'document') {
        stored.push(item.key)
        await objects.put(item.key, item.bytes)
      } else if (BACKUP_TABLES.includes(item.table)) await target.insert(item.table, item.row)
      else throw new BackupError(`this version has no table ${item.table}: restore it with platen ${head.version}`)
    }
    await target.commit()
  } catch (error) {
    await target.close()
    const left = await removeDocuments(objects, stored)
    if (config.databaseUrl === undefined) emptyFolder(config.dataDir)
    throw left.length === 0 ? error : new BackupError(describeLeft(error, left), { cause: error })
  }
  await target.close()
  return { ...counts, ...head }
}

/** Takes back what was stored. @returns the keys of those that could not be removed */
async function removeDocuments(objects: ObjectStorage, keys: readonly string[]): Promise<readonly string[]> {
  for (const [index, key] of keys.entries()) {
    try {
      await objects.delete(key)
    } catch (error) {
      // What is away now is away for the others too.
      if (isStoreAway(error)) return keys.slice(index)
      throw error
    }
  }
  return []
}

function describeLeft(error: unknown, left: readonly string[]): string {
  const reason = error instanceof Error ? error.message : String(error)
  const last = left.length === 1 ? '' : ` to ${left.at(-1)}, in the order of the backup`
  return `${reason}; ${left.length} documents that were stored before could not be removed: ${left[0]}${last}`
}

/** Takes away what was made in a data directory in which nothing was done before. */
function emptyFolder(folder: string): void {
  const made = readdirSync(folder).filter((name) => !BEFORE_ANYTHING.has(name))
  for (const name of made) rmSync(join(folder, name), { recursive: true, force: true })
}

function assertEmptyFolder(folder: string): void {
  const found = existsSync(folder) ? readdirSync(folder).filter((name) => !BEFORE_ANYTHING.has(name)) : []
  if (found.length > 0) throw new BackupError(`${folder} is not empty: it has ${found.slice(0, 3).join(', ')}`)
}

async function takeSnapshot({ databaseUrl, dataDir }: ServerConfig, path: string): Promise<Snapshot> {
  if (databaseUrl === undefined) return snapshotSqlite(join(dataDir, 'platen.db'), path)
  const { snapshotPostgres } = await import('./storage/postgres/backup-rows.js')
  return snapshotPostgres(databaseUrl)
}

async function openTarget({ databaseUrl, dataDir }: ServerConfig): Promise<RowTarget> {
  if (databaseUrl === undefined) return insertIntoSqlite(join(dataDir, 'platen.db'))
  const { insertIntoPostgres } = await import('./storage/postgres/backup-rows.js')
  return insertIntoPostgres(databaseUrl)
}

/** Keeps all processes from removing what has expired. */
async function pauseRetention(store: Store): Promise<{ end(): Promise<void> }> {
  const holder = `backup ${randomUUID()}`
  const until = performance.now() + PATIENCE_MS
  while (!(await store.holdLease(LEASE, holder, LEASE_MS))) {
    if (performance.now() > until) throw new BackupError('what has expired is being removed for too long')
    await delay(100)
  }
  const timer = setInterval(() => void store.holdLease(LEASE, holder, LEASE_MS).catch(() => undefined), LEASE_MS / 3)
  return {
    async end() {
      clearInterval(timer)
      await store.releaseLease(LEASE, holder)
    },
  }
}

/** Shows that two secrets are the same, and nothing about them. */
function markOf(secret: string): string {
  return createHmac('sha256', secret).update('backup').digest('hex').slice(0, 16)
}

function secretPlace({ secret, dataDir }: ServerConfig): string {
  return secret === undefined ? `the file ${join(dataDir, 'secret')}` : 'PLATEN_SECRET'
}
