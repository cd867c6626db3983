import { parentPort, workerData } from 'node:worker_threads'
import { StoreError, type StoreOperations } from '../store.js'
import { DataVersionWatch } from './data-version-watch.js'
import { FileWatch } from './file-watch.js'
import { isUnusable } from './open-database.js'
import { openSqliteFiles, type SqlitePaths } from './sqlite-store.js'
import { CLOSE, type StoreAnswer, type StoreCall, type StoreMessage, UNWATCH, WATCH } from './thread-messages.js'

/** The entry of the store's thread: waiting for the disk here never holds up the thread that serves HTTP. */
async function main(): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('the store thread was started as a program')
  const post = (message: StoreAnswer) => port.postMessage(message)
  const paths: SqlitePaths = workerData
  const { operations, driver } = await openSqliteFiles(paths)
  const files = new FileWatch([paths.main, paths.slots], (path) => post({ kind: 'lost', path }))
  const watch = new DataVersionWatch(driver, () => post({ kind: 'changed' }))
  const running = new Set<Promise<void>>()
  const close = async () => {
    files.stop()
    await watch.stop()
    await Promise.all(running)
    await operations.close()
    port.close()
  }
  port.on('message', (message: StoreMessage) => {
    if (message === WATCH) watch.start()
    else if (message === UNWATCH) void watch.stop()
    else if (message === CLOSE) void close()
    else {
      const call = answer(operations, message).then((result) => {
        running.delete(call)
        post(result)
      })
      running.add(call)
    }
  })
  post({ kind: 'open' })
}

async function answer(store: StoreOperations, { id, operation, parameters }: StoreCall): Promise<StoreAnswer> {
  // The other side is typed by the store's interface; messages carry what it was given.
  const run = store[operation] as (...parameters: readonly unknown[]) => Promise<unknown>
  try {
    return { kind: 'result', id, result: await run(...parameters) }
  } catch (error) {
    if (error instanceof StoreError) return { kind: 'refused', id, code: error.code, message: error.message }
    if (isUnusable(error)) return { kind: 'refused', id, code: 'unusable', message: error.message }
    return { kind: 'failed', id, error }
  }
}

await main()
