import { parentPort, workerData } from 'node:worker_threads'
import { type Store, StoreError } from '../store.js'
import { openSqliteStore } from './sqlite-store.js'
import { CLOSE, type StoreAnswer, type StoreCall } from './thread-messages.js'

/** The entry of the store's thread: waiting for the disk here never holds up the thread that serves HTTP. */
async function main(): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('the store thread was started as a program')
  const store = await openSqliteStore(workerData)
  const running = new Set<Promise<void>>()
  port.on('message', (message: StoreCall | typeof CLOSE) => {
    if (message === CLOSE) {
      void Promise.all(running).then(async () => {
        await store.close()
        port.close()
      })
      return
    }
    const call = answer(store, message).then((result) => {
      running.delete(call)
      port.postMessage(result)
    })
    running.add(call)
  })
  port.postMessage({ kind: 'open' } satisfies StoreAnswer)
}

async function answer(store: Store, { id, operation, parameters }: StoreCall): Promise<StoreAnswer> {
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

/** SQLite's result codes for trouble with the file or its disk; all others are our mistakes. */
const UNUSABLE = new Set([5, 6, 8, 10, 11, 13, 14, 23, 26])

function isUnusable(error: unknown): error is Error {
  return error instanceof Error && 'errcode' in error && UNUSABLE.has(Number(error.errcode) & 0xff)
}

await main()
