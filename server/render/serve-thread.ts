import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { assertNever, invariant } from '../../engine/base/invariant.js'
import { claimTask, type FromThread, plainError, type ToThread } from './thread-messages.js'

/** A task's way to ask the pool for something and wait for the answer. */
export type Ask<Question, Answer> = (question: Question) => Promise<Answer>

interface ThreadTasks<Task, Outcome, Question, Answer> {
  run(task: Task, ask: Ask<Question, Answer>): Promise<Outcome>
  /** The memory of an outcome that moves out of the thread instead of being copied. */
  moving?(outcome: Outcome): readonly ArrayBuffer[]
}

/** The task that is under way. */
interface CurrentTask<Answer> {
  readonly id: number
  /** Ends it, whatever it waits for. */
  readonly fail: (error: unknown) => void
  pending?: { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void }
}

/** Runs the tasks that are sent to this thread, one after the other. */
export function serveThread<Task, Outcome, Question, Answer>({
  run,
  moving = () => [],
}: ThreadTasks<Task, Outcome, Question, Answer>): void {
  invariant(parentPort, 'a thread that was started to serve')
  const port = parentPort
  const post = (message: FromThread<Outcome, Question>, memory: readonly ArrayBuffer[] = []) =>
    port.postMessage(message, memory)
  let current: CurrentTask<Answer> | undefined
  let last: Promise<void> = Promise.resolve()

  const perform = async ({ id, task, claim }: Extract<ToThread<Task, Answer>, { readonly kind: 'task' }>) => {
    // It may have been taken back meanwhile.
    if (!claimTask(claim)) return
    try {
      const outcome = await new Promise<Outcome>((resolve, reject) => {
        const mine: CurrentTask<Answer> = { id, fail: reject }
        current = mine
        const ask = (question: Question) =>
          new Promise<Answer>((resolve, reject) => {
            mine.pending = { resolve, reject }
            post({ kind: 'question', id, question })
          })
        run(task, ask).then(resolve, reject)
      })
      post({ kind: 'finished', id, outcome }, moving(outcome))
    } catch (error) {
      post({ kind: 'failed', id, error: plainError(error) })
    }
    current = undefined
    // Promises that the task has left behind fail at the end of this turn, before the next task could be blamed.
    await nextTurn()
  }

  process.on('unhandledRejection', (error) => {
    if (current) current.fail(error)
    else post({ kind: 'stray', error: plainError(error) })
  })
  port.on('message', (message: ToThread<Task, Answer>) => {
    switch (message.kind) {
      case 'task':
        last = last.then(() => perform(message))
        return
      case 'answer':
        if (current?.id === message.id) current.pending?.resolve(message.answer)
        return
      case 'no-answer':
        if (current?.id === message.id) current.pending?.reject(new Error('the pool has no answer'))
        return
      default:
        assertNever(message)
    }
  })
  post({ kind: 'ready' })
}
