import { Worker } from 'node:worker_threads'
import { assertNever } from '../../engine/base/invariant.js'
import type { FromThread, ThreadSetup, ToThread } from './thread-messages.js'

interface ThreadPoolOptions {
  readonly threads: number
  /** The compiled module of a thread, which calls `serveThread`. */
  readonly file: URL
  /** A thread that outgrows it is ended. */
  readonly heapMb: number
  /** Told of a thread that failed without a task; it is replaced. */
  onIdleError(error: unknown): void
}

/** What happens around a task. */
export interface TaskEvents<Question, Answer> {
  /** A thread has begun the task. */
  onStart(): void
  /** Finds out what the task asks for; if that fails, so does the task. */
  answer(question: Question): Promise<Answer>
}

export interface RunningTask<Outcome> {
  /** Rejects when the task throws, or the thread that has begun it ends. */
  readonly outcome: Promise<Outcome>
  /** A thread has begun it. */
  readonly started: boolean
  /** Ends the task with this outcome, and the thread that has begun it. */
  stop(outcome: Outcome): void
}

/** How long a thread stays away that could not even load its module. */
const RESTART_PAUSE_MS = 1_000

/**
 * Threads that run one task at a time, in the order in which tasks came. While a thread is busy the next task is sent
 * ahead, so that it loses no time between two; it can be taken back as long as it has not been begun, for a thread that
 * has nothing to do or when its own thread ends.
 */
export class ThreadPool<Task, Outcome, Question, Answer> {
  readonly #options: ThreadPoolOptions
  readonly #threads: PoolThread<Task, Outcome, Question, Answer>[] = []
  /** Tasks that were not sent to a thread, or were taken back. */
  readonly #waiting: PoolTask<Task, Outcome, Question, Answer>[] = []
  readonly #timers = new Set<NodeJS.Timeout>()
  #lastId = 0
  #closed = false

  constructor(options: ThreadPoolOptions) {
    this.#options = options
    for (let count = 0; count < options.threads; count++) this.#addThread()
  }

  /** Tasks that no thread has yet. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Resolves when all threads have loaded their modules. @throws what a module throws */
  async ready(): Promise<void> {
    await Promise.all(this.#threads.map(({ ready }) => ready))
  }

  start(task: Task, events: TaskEvents<Question, Answer>): RunningTask<Outcome> {
    // Ids are 32 bits wide, as they are exchanged between threads; 0 stands for none.
    this.#lastId = (this.#lastId % 0x7fff_ffff) + 1
    const pooled = new PoolTask<Task, Outcome, Question, Answer>(this.#lastId, task, events)
    this.#waiting.push(pooled)
    this.#share()
    return {
      outcome: pooled.outcome,
      get started() {
        return pooled.started
      },
      stop: (outcome) => this.#stop(pooled, outcome),
    }
  }

  /** Ends all threads, whatever they do. */
  async close(): Promise<void> {
    this.#closed = true
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }

  #addThread(): void {
    const { file, heapMb } = this.#options
    const thread = new PoolThread<Task, Outcome, Question, Answer>(
      file,
      heapMb,
      () => this.#share(),
      (error) => this.#replace(thread, error),
    )
    this.#threads.push(thread)
  }

  /** Gives tasks to threads: first to those without any, then ahead to those that have begun all they were sent. */
  #share(): void {
    while (this.#waiting.length > 0) {
      const thread =
        this.#threads.find(({ load }) => load === 0) ?? this.#threads.find((candidate) => candidate.canTakeAhead)
      if (!thread) return
      const task = this.#waiting.shift()
      if (task) thread.send(task)
    }
    for (const idle of this.#threads.filter(({ load }) => load === 0)) {
      const task = this.#takeBack()
      if (!task) return
      idle.send(task)
    }
  }

  /** A task that was sent ahead to a thread that is still busy with another. */
  #takeBack(): PoolTask<Task, Outcome, Question, Answer> | undefined {
    for (const thread of this.#threads) {
      const task = thread.load > 1 ? thread.takeBack() : undefined
      if (task) return task
    }
    return undefined
  }

  #stop(task: PoolTask<Task, Outcome, Question, Answer>, outcome: Outcome): void {
    const index = this.#waiting.indexOf(task)
    if (index >= 0) this.#waiting.splice(index, 1)
    const thread = this.#threads.find((candidate) => candidate.has(task))
    task.resolve(outcome)
    if (!thread) return
    if (thread.takeBack(task)) {
      this.#share()
      return
    }
    const ahead = thread.takeBack()
    if (ahead) this.#waiting.unshift(ahead)
    // When the next one has been begun, this one has just ended by itself.
    if (thread.load > 1) thread.forget(task)
    else this.#replace(thread, undefined)
  }

  /** @param error why it has ended; undefined when it is we who end it */
  #replace(thread: PoolThread<Task, Outcome, Question, Answer>, error: unknown): void {
    const index = this.#threads.indexOf(thread)
    if (index < 0 || this.#closed) return
    this.#threads.splice(index, 1)
    const unbegun = thread.takeBack()
    if (unbegun) this.#waiting.unshift(unbegun)
    const failed = thread.failAll(error)
    void thread.end()
    if (error !== undefined && !failed) this.#options.onIdleError(error)
    if (thread.isReady) {
      this.#addThread()
    } else {
      const timer = setTimeout(() => {
        this.#timers.delete(timer)
        this.#addThread()
        this.#share()
      }, RESTART_PAUSE_MS)
      this.#timers.add(timer)
    }
    this.#share()
  }
}

class PoolTask<Task, Outcome, Question, Answer> {
  readonly outcome: Promise<Outcome>
  started = false
  /** Why a question of the task had no answer. */
  unanswered: unknown
  #resolve: (outcome: Outcome) => void = () => undefined
  #reject: (error: unknown) => void = () => undefined

  constructor(
    readonly id: number,
    readonly task: Task,
    readonly events: TaskEvents<Question, Answer>,
  ) {
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  resolve(outcome: Outcome): void {
    this.#resolve(outcome)
  }

  reject(error: unknown): void {
    this.#reject(this.unanswered ?? error)
  }
}

/** A thread and what it was sent: one task that it has begun, and one that it has not. */
class PoolThread<Task, Outcome, Question, Answer> {
  readonly ready: Promise<void>
  isReady = false
  readonly #worker: Worker
  readonly #unbegun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  readonly #tasks = new Map<number, PoolTask<Task, Outcome, Question, Answer>>()
  readonly #onFree: () => void

  constructor(file: URL, heapMb: number, onFree: () => void, onEnd: (error: unknown) => void) {
    this.#onFree = onFree
    const workerData: ThreadSetup = { unbegun: this.#unbegun }
    this.#worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMb } })
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: FromThread<Outcome, Question>) => {
        if (message.kind === 'ready') {
          this.isReady = true
          resolve()
        } else {
          this.#hear(message)
        }
      })
      const end = (error: unknown) => {
        reject(error)
        onEnd(error)
      }
      this.#worker.on('error', end)
      this.#worker.on('exit', (code) => end(new Error(`the thread has ended with status ${code}`)))
    })
    // Who waits for it learns of it; a thread that ends later has its own ways to tell.
    this.ready.catch(() => undefined)
  }

  /** Tasks it was sent that are not finished. */
  get load(): number {
    return this.#tasks.size
  }

  /** It has begun everything it was sent, so one more may lie ready for it. */
  get canTakeAhead(): boolean {
    return this.load === 1 && Atomics.load(this.#unbegun, 0) === 0
  }

  has(task: PoolTask<Task, Outcome, Question, Answer>): boolean {
    return this.#tasks.has(task.id)
  }

  send(task: PoolTask<Task, Outcome, Question, Answer>): void {
    this.#tasks.set(task.id, task)
    Atomics.store(this.#unbegun, 0, task.id)
    this.#post({ kind: 'task', id: task.id, task: task.task })
  }

  /** The task that it has not begun, or this one if it is that; it will not begin it any more. */
  takeBack(task?: PoolTask<Task, Outcome, Question, Answer>): PoolTask<Task, Outcome, Question, Answer> | undefined {
    const id = task?.id ?? Atomics.load(this.#unbegun, 0)
    if (id === 0 || Atomics.compareExchange(this.#unbegun, 0, id, 0) !== id) return undefined
    const taken = this.#tasks.get(id)
    this.#tasks.delete(id)
    return taken
  }

  forget(task: PoolTask<Task, Outcome, Question, Answer>): void {
    this.#tasks.delete(task.id)
  }

  /** Whether there was a task to fail. */
  failAll(error: unknown): boolean {
    const tasks = [...this.#tasks.values()]
    this.#tasks.clear()
    for (const task of tasks) task.reject(error)
    return tasks.length > 0
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #hear(message: Exclude<FromThread<Outcome, Question>, { readonly kind: 'ready' }>): void {
    const task = this.#tasks.get(message.id)
    // It was stopped, and this thread with it.
    if (!task) return
    switch (message.kind) {
      case 'started':
        task.started = true
        task.events.onStart()
        this.#onFree()
        return
      case 'question':
        void this.#answer(task, message.question)
        return
      case 'finished':
        this.#tasks.delete(task.id)
        task.resolve(message.outcome)
        this.#onFree()
        return
      case 'failed':
        this.#tasks.delete(task.id)
        task.reject(message.error)
        this.#onFree()
        return
      default:
        assertNever(message)
    }
  }

  async #answer(task: PoolTask<Task, Outcome, Question, Answer>, question: Question): Promise<void> {
    try {
      this.#post({ kind: 'answer', id: task.id, answer: await task.events.answer(question) })
    } catch (error) {
      task.unanswered = error
      this.#post({ kind: 'no-answer', id: task.id })
    }
  }

  #post(message: ToThread<Task, Answer>): void {
    this.#worker.postMessage(message)
  }
}
