import { dirname } from 'node:path'
import { workerData } from 'node:worker_threads'
import { READER_OPERATIONS } from '../sql-reader.js'
import { DataVersionWatch } from './data-version-watch.js'
import { FileWatch } from './file-watch.js'
import { isBusy } from './open-database.js'
import { post, serveOperations } from './serve-operations.js'
import { openSqliteFiles, type SqlitePaths } from './sqlite-store.js'
import { WATCH } from './thread-messages.js'

/** How often SQLite looks whether its statistics still fit; mostly they do. */
const OPTIMIZE_INTERVAL_MS = 3_600_000

/** It writes, so that commands which are over in a moment leave it to the service. */
const FIRST_OPTIMIZE_MS = 60_000

/** The entry of the store's thread: waiting for the disk here never holds up the thread that serves HTTP. */
async function main(): Promise<void> {
  const paths: SqlitePaths = workerData
  const store = await openSqliteFiles(paths)
  const files = new FileWatch([paths.main, paths.slots], (path) => post({ kind: 'lost', path }))
  const watch = new DataVersionWatch(store.driver, () => post({ kind: 'changed' }))
  const optimize = () => void store.optimize().catch(ignoreBusy)
  const timers = [setTimeout(optimize, FIRST_OPTIMIZE_MS).unref(), setInterval(optimize, OPTIMIZE_INTERVAL_MS).unref()]
  serveOperations({
    folder: dirname(paths.main),
    operations: store.operations,
    onMessage(message) {
      if (message === WATCH) watch.start()
      else void watch.stop()
    },
    async close() {
      for (const timer of timers) clearTimeout(timer)
      files.stop()
      await watch.stop()
      await store.close()
    },
  })
  post({ kind: 'open', operations: Object.keys(store.operations), reader: READER_OPERATIONS })
}

/** Another process has the file for long: there is a next time. */
function ignoreBusy(error: unknown): void {
  if (!isBusy(error)) throw error
}

await main()
