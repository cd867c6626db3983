import { parentPort, workerData } from 'node:worker_threads'
import { invariant } from '../../engine/base/invariant.js'
import type { FromThread, ThreadSetup, ToThread } from './thread-messages.js'

/** What a task can do besides computing: ask the pool something and wait for the answer. */
export type Ask<Question, Answer> = (question: Question) => Promise<Answer>

interface ThreadTasks<Task, Outcome, Question, Answer> {
  run(task: Task, ask: Ask<Question, Answer>): Promise<Outcome>
  /** The memory of an outcome that moves to the pool instead of being copied. */
  moving?(outcome: Outcome): readonly ArrayBuffer[]
}

interface PendingAnswer<Answer> {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/** Runs the tasks that a `ThreadPool` sends to this thread, one after the other. */
export function serveThread<Task, Outcome, Question, Answer>({
  run,
  moving = () => [],
}: ThreadTasks<Task, Outcome, Question, Answer>): void {
  invariant(parentPort, 'a thread that was started by a pool')
  const port = parentPort
  const { unbegun }: ThreadSetup = workerData
  const post = (message: FromThread<Outcome, Question>, memory: readonly ArrayBuffer[] = []) =>
    port.postMessage(message, memory)
  let pending: PendingAnswer<Answer> | undefined
  let last: Promise<void> = Promise.resolve()

  const perform = async (id: number, task: Task) => {
    // The pool may have taken it back meanwhile.
    if (Atomics.compareExchange(unbegun, 0, id, 0) !== id) return
    post({ kind: 'started', id })
    const ask = (question: Question) =>
      new Promise<Answer>((resolve, reject) => {
        pending = { resolve, reject }
        post({ kind: 'question', id, question })
      })
    try {
      const outcome = await run(task, ask)
      post({ kind: 'finished', id, outcome }, moving(outcome))
    } catch (error) {
      post({ kind: 'failed', id, error })
    }
  }

  port.on('message', (message: ToThread<Task, Answer>) => {
    switch (message.kind) {
      case 'task':
        last = last.then(() => perform(message.id, message.task))
        return
      case 'answer':
        pending?.resolve(message.answer)
        return
      case 'no-answer':
        pending?.reject(new Error('the pool has no answer'))
        return
    }
  })
  post({ kind: 'ready' })
}
