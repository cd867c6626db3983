import { performance } from 'node:perf_hooks'
import { assertNever } from '../../engine/base/invariant.js'
import type { Applicant, Renderer } from '../shares/renderers.js'
import { ASK_INTERVAL_MS, Liveness } from './liveness.js'
import type { PoolTask } from './pool-task.js'
import type { FromProcess, ProcessSetup } from './process-messages.js'
import { TaskProcess } from './task-process.js'

/** How a task can end its process. */
export type Fate =
  /** The process died under it twice, the second time a new one that had done nothing else. */
  { readonly kind: 'died' } | { readonly kind: 'outgrown'; readonly limitMb: number } | { readonly kind: 'exhausted' }

/** A problem that those who run the service should know of. */
export interface ProcessProblem {
  /** How it has cost a process its place, if it has. */
  readonly kind: 'died' | 'other'
  readonly message: string
  /** Why, when the system or V8 said so. */
  readonly reason?: string | undefined
  readonly error?: unknown
  /** Whose task was under way. */
  readonly organizationId?: string | undefined
  readonly requestId?: string | undefined
}

/** A process that another takes the place of, though it did not die. */
export interface Replacement {
  readonly kind: 'task' | 'memory'
  readonly reason: 'its task was ended' | 'it held too much memory'
  /** Whose task was under way, if one was. */
  readonly organizationId?: string | undefined
  readonly requestId?: string | undefined
}

/** The pool of a slot. */
export interface SlotOwner<Task, Outcome, Question, Answer> {
  readonly setup: ProcessSetup
  /** The questions in a row that a process may leave without an answer before it is taken for stopped. */
  readonly mayMiss: number
  /** The outcome of a task that ends its process. */
  outcomeOf(fate: Fate): Outcome
  /** A task was not begun and waits again. */
  onReturn(task: PoolTask<Task, Outcome, Question, Answer>): void
  /** A task is over; it has held a process for so long. */
  onDone(task: PoolTask<Task, Outcome, Question, Answer>, milliseconds: number): void
  /** There may be more or less to give to this slot. */
  onChange(): void
  onProblem(problem: ProcessProblem): void
  onReplaced(replacement: Replacement): void
}

/**
 * From then on nothing waits behind a document: the moment that is lost between two, for which the next is sent ahead,
 * is nothing to so long a one, and the next may soon have its turn elsewhere.
 */
export const SLOW_MS = 50

/** How long a slot stays empty whose process could not even load its module. */
const RESTART_PAUSE_MS = 1_000

/**
 * The place of one process in a pool: a process, the task that is under way in it, and the one that was sent ahead. When
 * the process ends, another takes its place.
 */
export class ProcessSlot<Task, Outcome, Question, Answer>
  implements Renderer<PoolTask<Task, Outcome, Question, Answer>>
{
  /** Resolves when its first process has loaded everything. */
  readonly ready: Promise<void>
  ahead: PoolTask<Task, Outcome, Question, Answer> | undefined
  readonly #owner: SlotOwner<Task, Outcome, Question, Answer>
  #process: TaskProcess<Task, Outcome, Question, Answer> | undefined
  #isReady = false
  #sent = 0
  /** Started to take the place of a process that holds too much memory. */
  #successor: TaskProcess<Task, Outcome, Question, Answer> | undefined
  #isSuccessorReady = false
  #underWay: PoolTask<Task, Outcome, Question, Answer> | undefined
  /** Without the time for which it was paused. */
  #begunAt = 0
  /** For how long the task under way was paused, in ms. */
  #pausedMs = 0
  /** Since when it is paused. */
  #pausedAt: number | undefined
  #resumption: NodeJS.Timeout | undefined
  /** The process was asked to give back what was sent ahead, and has not answered. */
  #isReturning = false
  /** Whose task has ended the process, until the next one is there. */
  #culprit: Applicant | undefined
  /** Processes that were ended and are not gone yet. */
  readonly #leaving = new Set<Promise<void>>()
  #restart: NodeJS.Timeout | undefined
  #isClosed = false
  #liveness: Liveness
  #successorLiveness: Liveness
  /** Was ended since it did not answer. */
  #silent: TaskProcess<Task, Outcome, Question, Answer> | undefined
  #becomeReady: () => void = () => undefined
  #failToStart: (error: unknown) => void = () => undefined

  constructor(owner: SlotOwner<Task, Outcome, Question, Answer>) {
    this.#owner = owner
    this.#liveness = new Liveness(owner.mayMiss)
    this.#successorLiveness = new Liveness(owner.mayMiss)
    this.ready = new Promise((resolve, reject) => {
      this.#becomeReady = resolve
      this.#failToStart = reject
    })
    // Those that wait for it see the error; anything later is reported as a problem.
    this.ready.catch(() => undefined)
    this.#process = this.#startProcess()
  }

  /** Of its process. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  get current(): Applicant | undefined {
    return this.#underWay ?? this.#culprit
  }

  get state(): Renderer<PoolTask<Task, Outcome, Question, Answer>>['state'] {
    if (!this.#isReady || this.#isClosed) return 'closed'
    if (this.#isReturning) return 'returning'
    if (!this.#underWay) return 'idle'
    // One that may end this process too is to be alone with it.
    if (this.#isSuccessorReady || this.#underWay.hasLostProcess) return 'closed'
    return performance.now() - this.#begunAt < SLOW_MS ? 'busy' : 'slow'
  }

  /** How long the task under way has held the process, in ms, finished pauses left out; 0 when there is none. */
  get heldMs(): number {
    return this.#underWay ? performance.now() - this.#begunAt : 0
  }

  /** There is work to stop in the middle. */
  get isPausable(): boolean {
    return this.#isReady && this.#underWay !== undefined
  }

  /**
   * Stops the task under way, for so many ms in all its pauses together.
   *
   * @param guard whose process wakes this one if the pool goes away without a word
   */
  pause(mostMs: number, guard: ProcessSlot<Task, Outcome, Question, Answer>): void {
    const leftMs = mostMs - this.#pausedMs
    if (!this.isPausable || this.#pausedAt !== undefined || leftMs <= 0) return
    if (!guard.#process || !this.#process?.pause(guard.#process)) return
    this.#pausedAt = performance.now()
    this.#resumption = setTimeout(() => this.resume(), leftMs)
  }

  /** Goes on with the task, if it was stopped. */
  resume(): void {
    if (this.#pausedAt === undefined) return
    const milliseconds = performance.now() - this.#pausedAt
    this.#pausedMs += milliseconds
    this.#begunAt += milliseconds
    this.#pausedAt = undefined
    clearTimeout(this.#resumption)
    this.#process?.resume()
  }

  /**
   * Asks processes that are being started, and one whose task takes its time, whether they are there. One that does not
   * answer for long is ended, as if it had died: its task begins again elsewhere.
   *
   * @param isLate whether they may have been kept from answering
   */
  ask(isLate: boolean): void {
    const task = this.#underWay
    const mayHang = !this.#isReady || (task && this.#pausedAt === undefined && this.heldMs >= ASK_INTERVAL_MS)
    this.#askOne(this.#process, this.#liveness, !isLate && mayHang === true, this.#isReady)
    this.#askOne(this.#successor, this.#successorLiveness, !isLate && !this.#isSuccessorReady, false)
  }

  #askOne(
    process: TaskProcess<Task, Outcome, Question, Answer> | undefined,
    liveness: Liveness,
    isToBeAsked: boolean,
    isReady: boolean,
  ): void {
    if (!process || !isToBeAsked) {
      liveness.rest()
      return
    }
    if (!liveness.ask(() => process.send({ kind: 'ask' }), isReady)) return
    liveness.rest()
    const whose = process === this.#process ? this.#underWay : undefined
    this.#owner.onProblem({
      kind: 'other',
      message: 'a process does not answer and is ended',
      organizationId: whose?.organizationId,
      requestId: whose?.requestId,
    })
    this.#silent = process
    void process.end()
  }

  /** Begins a task, or sends it ahead. */
  give(task: PoolTask<Task, Outcome, Question, Answer>): void {
    this.#send(task)
    if (this.#underWay) this.ahead = task
    else this.#begin(task)
  }

  /** Asks for what was sent ahead; it may be too late. */
  takeBack(): void {
    if (!this.ahead || this.#isReturning) return
    this.#isReturning = true
    this.#process?.send({ kind: 'take-back', id: this.ahead.id })
  }

  /** Ends a task with this outcome, and the process if it has begun it. False when the slot does not have it. */
  stop(task: PoolTask<Task, Outcome, Question, Answer>, outcome: Outcome): boolean {
    if (task === this.ahead) {
      task.ending = outcome
      if (this.#isClosed) this.#giveBackAhead()
      else this.takeBack()
      return true
    }
    if (task !== this.#underWay) return false
    this.#end(task, () => task.resolve(outcome))
    return true
  }

  /** Ends its processes, whatever they do: their work cannot be stopped otherwise. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#restart)
    clearTimeout(this.#resumption)
    for (const process of [this.#process, this.#successor]) this.#dismiss(process)
    await Promise.all(this.#leaving)
  }

  /** Ends the task that is under way, and with it the process. */
  #end(task: PoolTask<Task, Outcome, Question, Answer>, settle: () => void): void {
    this.#finish(task)
    settle()
    this.#culprit = task
    // A process that is still being started knows nothing of it.
    if (this.#isReady) {
      const { organizationId, requestId } = task
      this.#owner.onReplaced({ kind: 'task', reason: 'its task was ended', organizationId, requestId })
      this.#replace()
    }
    this.#owner.onChange()
  }

  #dismiss(process: TaskProcess<Task, Outcome, Question, Answer> | undefined): void {
    if (!process) return
    const gone = process.end().then(() => void this.#leaving.delete(gone))
    this.#leaving.add(gone)
  }

  #startProcess(): TaskProcess<Task, Outcome, Question, Answer> {
    let failure: unknown
    const process: TaskProcess<Task, Outcome, Question, Answer> = new TaskProcess(this.#owner.setup, {
      onMessage: (message) => {
        if (this.#isClosed) return
        if (message.kind === 'broken') failure = message.error
        if (process === this.#process) this.#hear(message)
        else if (process === this.#successor && message.kind === 'ready') this.#succeed()
        else if (process === this.#successor && message.kind === 'here') this.#successorLiveness.hear()
      },
      onEnd: (reason) => {
        if (this.#isClosed) return
        if (process === this.#process) this.#lose(reason, failure)
        else if (process === this.#successor) this.#loseSuccessor(reason, failure)
      },
    })
    return process
  }

  #hear(message: FromProcess<Outcome, Question>): void {
    switch (message.kind) {
      case 'ready':
        this.#open()
        return
      case 'here':
        this.#liveness.hear()
        return
      case 'question':
        void this.#answer(message.id, message.question)
        return
      case 'finished': {
        const task = this.#taskUnderWay(message.id)
        if (!task) return
        this.#finish(task)
        task.resolve(message.outcome)
        this.#proceed()
        return
      }
      case 'failed': {
        const task = this.#taskUnderWay(message.id)
        if (!task) return
        this.#finish(task)
        task.reject(message.error)
        this.#proceed()
        return
      }
      case 'outgrown': {
        const task = this.#taskUnderWay(message.id)
        if (task) this.stop(task, this.#owner.outcomeOf({ kind: 'outgrown', limitMb: this.#owner.setup.limitMb }))
        return
      }
      case 'exhausted': {
        const task = this.#taskUnderWay(message.id)
        if (task) this.stop(task, this.#owner.outcomeOf({ kind: 'exhausted' }))
        return
      }
      case 'returned':
        this.#isReturning = false
        this.#giveBackAhead()
        this.#proceed()
        return
      case 'kept':
        this.#isReturning = false
        this.#proceed()
        return
      case 'replace-me':
        this.#successor ??= this.#startProcess()
        return
      case 'broken': {
        const task = message.id === undefined ? undefined : this.#taskUnderWay(message.id)
        if (task) this.#end(task, () => task.reject(message.error))
        return
      }
      case 'stray':
        this.#owner.onProblem({
          kind: 'other',
          message: 'a promise was rejected that no document waits for',
          error: message.error,
        })
        return
      default:
        assertNever(message)
    }
  }

  /** The process has loaded everything. */
  #open(): void {
    this.#isReady = true
    this.#culprit = undefined
    this.#becomeReady()
    if (this.#underWay) {
      this.#send(this.#underWay)
      this.#begin(this.#underWay)
    }
    this.#owner.onChange()
  }

  #send(task: PoolTask<Task, Outcome, Question, Answer>): void {
    task.id = ++this.#sent
    this.#process?.send({ kind: 'task', id: task.id, task: task.task })
  }

  #begin(task: PoolTask<Task, Outcome, Question, Answer>): void {
    this.#underWay = task
    this.#begunAt = performance.now()
    this.#pausedMs = 0
    task.started = true
    task.events.onStart()
  }

  /** The task that a process tells of, which may have begun without our having been told. */
  #taskUnderWay(id: number): PoolTask<Task, Outcome, Question, Answer> | undefined {
    if (this.#underWay?.id === id) return this.#underWay
    if (this.ahead?.id === id && !this.#underWay) this.#promote(this.ahead)
    return this.#underWay?.id === id ? this.#underWay : undefined
  }

  /** The task that was sent ahead has begun. */
  #promote(task: PoolTask<Task, Outcome, Question, Answer>): void {
    this.ahead = undefined
    this.#begin(task)
    if (task.ending !== undefined) this.stop(task, task.ending)
  }

  #finish(task: PoolTask<Task, Outcome, Question, Answer>): void {
    // It may have finished before it was stopped.
    this.resume()
    this.#underWay = undefined
    this.#owner.onDone(task, performance.now() - this.#begunAt)
  }

  /** Continues after a task, or an answer to what was asked back. */
  #proceed(): void {
    if (!this.#underWay && !this.#isReturning) {
      // It begins what it has by itself.
      if (this.ahead) this.#promote(this.ahead)
      else if (this.#isSuccessorReady) {
        this.#owner.onReplaced({ kind: 'memory', reason: 'it held too much memory' })
        this.#replace()
      }
    }
    this.#owner.onChange()
  }

  /** Puts what was sent ahead, and has not begun, where it is to be. */
  #giveBackAhead(): void {
    const task = this.ahead
    this.ahead = undefined
    if (!task) return
    if (task.ending === undefined) {
      this.#owner.onReturn(task)
    } else {
      task.resolve(task.ending)
      this.#owner.onDone(task, 0)
    }
  }

  /** The successor is ready: it takes over between two tasks. */
  #succeed(): void {
    this.#isSuccessorReady = true
    if (this.ahead) this.takeBack()
    else this.#proceed()
  }

  /** Ends the process, which has no task any more, in favour of its successor or a new one. */
  #replace(): void {
    if (this.#isClosed) return
    this.#dismiss(this.#process)
    this.#isReturning = false
    this.#giveBackAhead()
    const isReady = this.#isSuccessorReady
    const next = this.#successor ?? this.#startProcess()
    this.#successor = undefined
    this.#isSuccessorReady = false
    this.#liveness = this.#successorLiveness
    this.#successorLiveness = new Liveness(this.#owner.mayMiss)
    this.#process = next
    this.#isReady = false
    if (isReady) this.#open()
  }

  /** The process has ended by itself. */
  #lose(reason: string, failure: unknown): void {
    this.resume()
    const task = this.#underWay
    const problem = { reason, error: failure, organizationId: task?.organizationId, requestId: task?.requestId }
    if (!this.#isReady) {
      // One that was stopped is no reason to believe that the next cannot start either.
      const isSilent = this.#process === this.#silent
      if (!isSilent) this.#failToStart(failure ?? new Error(`a process could not start: ${reason}`))
      this.#owner.onProblem({ kind: 'other', message: 'a process could not start', ...problem })
      this.#process = undefined
      this.#restart = setTimeout(() => {
        this.#process = this.#startProcess()
      }, RESTART_PAUSE_MS)
      return
    }
    if (task?.hasLostProcess) {
      this.#owner.onProblem({
        kind: 'died',
        message: 'a task has ended its process twice, the second time alone',
        ...problem,
      })
      this.stop(task, this.#owner.outcomeOf({ kind: 'died' }))
      return
    }
    this.#owner.onProblem({ kind: 'died', message: 'a process has died', ...problem })
    // Rendering is pure: what was under way is rendered again, alone in the next process.
    if (task) {
      task.hasLostProcess = true
      task.events.onLoss()
    }
    this.#replace()
    this.#owner.onChange()
  }

  #loseSuccessor(reason: string, failure: unknown): void {
    this.#owner.onProblem({ kind: 'other', message: 'a process could not start', reason, error: failure })
    this.#successor = undefined
    this.#isSuccessorReady = false
    this.#restart = setTimeout(() => {
      this.#successor ??= this.#startProcess()
    }, RESTART_PAUSE_MS)
  }

  async #answer(id: number, question: Question): Promise<void> {
    const task = this.#taskUnderWay(id)
    const process = this.#process
    if (!task) return
    try {
      process?.send({ kind: 'answer', id, answer: await task.events.answer(question) })
    } catch (error) {
      task.unanswered = error
      process?.send({ kind: 'no-answer', id })
    }
  }
}
