import { dirname } from 'node:path'
import { SharedSignal } from '../change-signal.js'
import type { EntranceOperations } from '../sql-store.js'
import { type Store, type StoreOperations, StoreUnavailable } from '../store.js'
import type { StoreReader } from '../store-reader.js'
import { callOperation } from './call-operation.js'
import { describeTrouble, isUnusable } from './open-database.js'
import { OperationsThread } from './operations-thread.js'
import { openSqliteEntrance, type SqlitePaths } from './sqlite-store.js'
import { UNWATCH, WATCH } from './thread-messages.js'

const STORE_THREAD = new URL('./store-thread.js', import.meta.url)
const READER_THREAD = new URL('./reader-thread.js', import.meta.url)

/**
 * Opens the store in SQLite files, in threads of its own: one that writes, in the order of the calls, and one that
 * reads, which may take its time and is started when somebody reads for the first time. Only who calls is looked up in
 * the thread of the caller, and the slots of keys are taken and given back there: every request does, and it takes less
 * time than asking another thread, let alone waiting there for others' commits. It never waits for the disk: writing the
 * slots does not, and for the locks of other processes nobody waits in a way that holds up the thread.
 *
 * @throws Error when a file cannot be opened or migrated
 */
export async function openThreadStore(paths: SqlitePaths): Promise<Store> {
  const writing = new OperationsThread(STORE_THREAD, paths, () => changes.changed())
  const changes: SharedSignal = new SharedSignal({
    start: () => writing.post(WATCH),
    stop: async () => writing.post(UNWATCH),
    // The news are in the file already, where other processes see them.
    announce: async () => undefined,
  })
  const names = await writing.opened
  let reading: OperationsThread | undefined
  let isClosed = false
  const startReading = () => {
    const thread = new OperationsThread(READER_THREAD, paths)
    // The next one who reads starts another.
    void thread.failed.then(() => {
      if (reading === thread) reading = undefined
    })
    return thread
  }
  const entrance = openSqliteEntrance(paths)
  const { operations: here } = entrance
  return {
    ...callsOf<StoreOperations>(names.operations, (...call) => writing.call(...call)),
    ...callsOf<EntranceOperations>(Object.keys(here), async (operation, parameters) => {
      if (isClosed) throw new StoreUnavailable('the store is closed')
      try {
        return await callOperation(here, operation, parameters)
      } catch (error) {
        throw isUnusable(error) ? new StoreUnavailable(await describeTrouble(error, dirname(paths.main))) : error
      }
    }),
    reader: callsOf<StoreReader>(names.reader, async (...call) => {
      if (isClosed) throw new StoreUnavailable('the store is closed')
      reading ??= startReading()
      return reading.call(...call)
    }),
    changes,
    failed: writing.failed,
    async close() {
      isClosed = true
      await changes.close()
      // The last connection to a file takes the write-ahead log away, and only one that writes can.
      await Promise.all([reading?.close(), entrance.close()])
      await writing.close()
    },
  }
}

/** The operations of these names, each of which is a call. The thread itself has said which there are. */
function callsOf<Operations>(
  names: readonly string[],
  call: (operation: string, parameters: readonly unknown[]) => Promise<unknown>,
): Operations {
  const operations = names.map((name) => [name, (...parameters: unknown[]) => call(name, parameters)])
  // The thread implements this interface, and nothing else.
  return Object.fromEntries(operations) as Operations
}
