import { parentPort } from 'node:worker_threads'
import { StoreError } from '../store.js'
import { callOperation } from './call-operation.js'
import { describeTrouble, isUnusable } from './open-database.js'
import { type Answer, type Call, CLOSE, type ThreadMessage, type ThreadNews } from './thread-messages.js'

interface ServedFiles {
  /** The folder of the files, whose disk may be full. */
  readonly folder: string
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
export function serveOperations({ folder, operations, onMessage, close }: ServedFiles): void {
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
      const call = answer(operations, message, folder).then((result) => {
        running.delete(call)
        post(result)
      })
      running.add(call)
    }
  })
}

async function answer(operations: object, { id, operation, parameters }: Call, folder: string): Promise<Answer> {
  try {
    return { kind: 'result', id, result: await callOperation(operations, operation, parameters) }
  } catch (error) {
    if (error instanceof StoreError) return { kind: 'refused', id, code: error.code, message: error.message }
    if (isUnusable(error))
      return { kind: 'refused', id, code: 'unusable', message: await describeTrouble(error, folder) }
    return { kind: 'failed', id, error }
  }
}
