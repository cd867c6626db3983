import { workerData } from 'node:worker_threads'
import { DataVersionWatch } from './data-version-watch.js'
import { FileWatch } from './file-watch.js'
import { post, serveOperations } from './serve-operations.js'
import { openSqliteFiles, type SqlitePaths } from './sqlite-store.js'
import { WATCH } from './thread-messages.js'

/** The entry of the store's thread: waiting for the disk here never holds up the thread that serves HTTP. */
async function main(): Promise<void> {
  const paths: SqlitePaths = workerData
  const store = await openSqliteFiles(paths)
  const files = new FileWatch([paths.main, paths.slots], (path) => post({ kind: 'lost', path }))
  const watch = new DataVersionWatch(store.driver, () => post({ kind: 'changed' }))
  serveOperations({
    operations: store.operations,
    onMessage(message) {
      if (message === WATCH) watch.start()
      else void watch.stop()
    },
    async close() {
      files.stop()
      await watch.stop()
      await store.close()
    },
  })
}

await main()
