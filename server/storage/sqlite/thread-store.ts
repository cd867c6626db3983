import { SharedSignal } from '../change-signal.js'
import type { Store, StoreOperations } from '../store.js'
import type { StoreReader } from '../store-reader.js'
import { OperationsThread } from './operations-thread.js'
import type { SqlitePaths } from './sqlite-store.js'
import { UNWATCH, WATCH } from './thread-messages.js'

/**
 * Opens the store in SQLite files, in two threads of its own: one that writes, in the order of the calls, and one that
 * reads, which may take its time.
 *
 * @throws Error when a file cannot be opened or migrated
 */
export async function openThreadStore(paths: SqlitePaths): Promise<Store> {
  const entry = (file: string) => new URL(file, import.meta.url)
  const writing = new OperationsThread<StoreOperations>(entry('./store-thread.js'), paths, () => changes.changed())
  const changes: SharedSignal = new SharedSignal({
    start: () => writing.post(WATCH),
    stop: async () => writing.post(UNWATCH),
    // What was announced is in the file already, where other processes see it.
    announce: async () => undefined,
  })
  const operations = await writing.opened
  // The files are there and migrated from here on.
  const reading = new OperationsThread<StoreReader>(entry('./reader-thread.js'), paths)
  const reader = await reading.opened.catch(async (error: unknown) => {
    await writing.close()
    throw error
  })
  return {
    ...operations,
    reader,
    changes,
    failed: Promise.race([writing.failed, reading.failed]),
    async close() {
      await changes.close()
      // The last connection to a file takes the write-ahead log away, and only one that writes can.
      await reading.close()
      await writing.close()
    },
  }
}
