import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import type { WorkerAnswer, WorkerQuestion } from './render-types.js'

/** Tells the pool something, without an answer. */
export function tell(port: MessagePort, question: WorkerQuestion): void {
  port.postMessage(question)
}

/** Asks the pool and waits for its answer. */
export async function ask(port: MessagePort, question: WorkerQuestion): Promise<WorkerAnswer> {
  const answered = once(port, 'message')
  tell(port, question)
  const [answer] = await answered
  return answer
}
