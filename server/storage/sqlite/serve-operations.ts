import { parentPort } from 'node:worker_threads'
import { StoreError } from '../store.js'
import { isUnusable } from './open-database.js'
import { type Answer, type Call, CLOSE, type ThreadMessage, type ThreadNews } from './thread-messages.js'

type Operations = Readonly<Record<string, (...parameters: never[]) => Promise<unknown>>>

interface ServedFiles {
  /** The operations that can be called. */
  readonly operations: object
  /** Called for every message that is no call. */
  onMessage?(message: Exclude<ThreadMessage, Call | typeof CLOSE>): void
  /** Closes the files, when every call has its answer. */
  close(): Promise<void>
}

/** Says something to the thread that has started this one. */
export function post(news: ThreadNews): void {
  if (!parentPort) throw new Error('a thread of the store was started as a program')
  parentPort.postMessage(news)
}

/** Answers the calls of the thread that has started this one, until it asks for the end. */
export function serveOperations({ operations, onMessage, close }: ServedFiles): void {
  const port = parentPort
  const running = new Set<Promise<void>>()
  const end = async () => {
    await Promise.all(running)
    await close()
    port?.close()
  }
  port?.on('message', (message: ThreadMessage) => {
    if (message === CLOSE) void end()
    else if (typeof message === 'string') onMessage?.(message)
    else {
      const call = answer(operations as Operations, message).then((result) => {
        running.delete(call)
        post(result)
      })
      running.add(call)
    }
  })
}

async function answer(operations: Operations, { id, operation, parameters }: Call): Promise<Answer> {
  try {
    const run = operations[operation]
    if (!run) throw new Error(`the store has no operation ${operation}`)
    // The other side is typed by the interface of the operations; messages carry what it was given.
    return { kind: 'result', id, result: await run(...(parameters as never[])) }
  } catch (error) {
    if (error instanceof StoreError) return { kind: 'refused', id, code: error.code, message: error.message }
    if (isUnusable(error)) return { kind: 'refused', id, code: 'unusable', message: error.message }
    return { kind: 'failed', id, error }
  }
}
