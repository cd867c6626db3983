import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openThreadStore } from './sqlite/thread-store.js'
import { type Store, StoreError } from './store.js'

/**
 * Opens the store under the data directory, which is created when missing, readable by its owner only.
 *
 * @throws StoreError `unusable` when the directory or the database in it cannot be used
 */
export async function openStore(dataDir: string): Promise<Store> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    return await openThreadStore({ main: join(dataDir, 'platen.db'), slots: join(dataDir, 'slots.db') })
  } catch (error) {
    // Errors of the system and of SQLite have codes; any other is a bug.
    if (!(error instanceof Error && 'code' in error)) throw error
    const reason = error.code === 'ERR_SQLITE_ERROR' ? error.message : error.code
    throw new StoreError('unusable', `PLATEN_DATA_DIR ${dataDir} cannot be used (${reason})`)
  }
}
