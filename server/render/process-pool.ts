import { performance } from 'node:perf_hooks'
import type { Later } from '../shares/previews.js'
import { type Assignment, assignNext } from '../shares/renderers.js'
import { ServedTime } from '../shares/served-time.js'
import { WaitingLines } from '../shares/waiting-lines.js'
import { ASK_INTERVAL_MS, MISSED_QUESTIONS } from './liveness.js'
import { PoolTask, type TaskEvents, type TaskOwner, type Turn } from './pool-task.js'
import type { ProcessSetup } from './process-messages.js'
import {
  type Fate,
  type ProcessProblem,
  ProcessSlot,
  type Replacement,
  SLOW_MS,
  type SlotOwner,
} from './process-slot.js'

export interface ProcessPoolOptions<Task, Outcome, Question, Answer> {
  readonly processes: number
  readonly setup: ProcessSetup
  /** The questions in a row that a process may leave without an answer; those of a document when absent. */
  readonly mayMiss?: number
  /** The rule by which processes are shared out; that of documents when absent. */
  readonly assign?: (
    slots: readonly ProcessSlot<Task, Outcome, Question, Answer>[],
    waiting: readonly PoolTask<Task, Outcome, Question, Answer>[],
  ) => Assignment<PoolTask<Task, Outcome, Question, Answer>> | Later | undefined
  /** The outcome of a task that ends its process. */
  outcomeOf(fate: Fate): Outcome
  onProblem(problem: ProcessProblem): void
  /** Told of processes that are replaced and did not die. */
  onReplaced?(replacement: Replacement): void
}

export interface RunningTask<Outcome> {
  /** Rejects when the task throws. */
  readonly outcome: Promise<Outcome>
  readonly turn: Turn
  /** It has begun. */
  readonly started: boolean
  /** Ends the task with this outcome, and the process that has begun it. */
  stop(outcome: Outcome): void
}

/**
 * Processes that run one task at a time, shared out by the rules of `shares/`. While a process is busy the next task is
 * sent ahead, so that it loses no time between two; it can be taken back as long as it has not been begun.
 */
export class ProcessPool<Task, Outcome, Question, Answer> {
  readonly #slots: readonly ProcessSlot<Task, Outcome, Question, Answer>[]
  /** Tasks that were not sent to a process, or came back. */
  readonly #waiting = new WaitingLines<PoolTask<Task, Outcome, Question, Answer>>()
  readonly #served = new ServedTime()
  /** Looks again when a document has become slow that something waits behind. */
  #slowWatch: NodeJS.Timeout | undefined
  readonly #assign: NonNullable<ProcessPoolOptions<Task, Outcome, Question, Answer>['assign']>
  /** Looks again when the rule says so. */
  #later: NodeJS.Timeout | undefined
  readonly #watch: NodeJS.Timeout
  #lastAsked = performance.now()
  #arrived = 0
  #isClosed = false

  constructor(options: ProcessPoolOptions<Task, Outcome, Question, Answer>) {
    const {
      processes,
      setup,
      mayMiss = MISSED_QUESTIONS,
      assign = assignNext,
      outcomeOf,
      onProblem,
      onReplaced = () => undefined,
    } = options
    this.#assign = assign
    const owner: SlotOwner<Task, Outcome, Question, Answer> = {
      setup,
      mayMiss,
      outcomeOf,
      onProblem,
      onReplaced,
      onReturn: (task) => this.#waiting.add(task),
      onDone: ({ organizationId }, milliseconds) => this.#served.leave(organizationId, milliseconds),
      onChange: () => this.share(),
    }
    this.#slots = Array.from({ length: processes }, () => new ProcessSlot(owner))
    this.#watch = setInterval(() => this.#askAll(), ASK_INTERVAL_MS).unref()
  }

  /** Resolves when all processes have loaded their modules. @throws what a module throws */
  async ready(): Promise<void> {
    await Promise.all(this.#slots.map(({ ready }) => ready))
  }

  /** The numbers that the system knows its processes by. */
  get pids(): readonly (number | undefined)[] {
    return this.#slots.map(({ pid }) => pid)
  }

  /** Tasks that wait: all of them, and those of an organization. */
  waiting(organizationId: string): { readonly taken: number; readonly own: number } {
    return { taken: this.#waiting.size, own: this.#waiting.countOf(organizationId) }
  }

  /** @param turn of a task that has not begun, in whose stead this one comes; the last one when absent */
  start(
    task: Task,
    applicant: TaskOwner,
    events: TaskEvents<Question, Answer>,
    turn: Turn = { order: ++this.#arrived, since: performance.now() },
  ): RunningTask<Outcome> {
    const pooled = new PoolTask<Task, Outcome, Question, Answer>(turn, task, applicant, events, this.#served)
    this.#served.arrive(applicant.organizationId)
    this.#waiting.add(pooled)
    this.share()
    return {
      outcome: pooled.outcome,
      turn,
      get started() {
        return pooled.started
      },
      stop: (outcome) => this.#stop(pooled, outcome),
    }
  }

  /**
   * Stops tasks in the middle of their work, each for so many ms in all its pauses together. One process stays awake and
   * looks after the others: if there is none to do so, none is stopped.
   */
  pause(mostMs: number): void {
    if (this.#isClosed) return
    const [awake, ...others] = [...this.#slots].sort((a, b) => Number(a.isPausable) - Number(b.isPausable))
    for (const slot of others) if (awake) slot.pause(mostMs, awake)
  }

  /** Goes on with what was stopped. */
  resume(): void {
    for (const slot of this.#slots) slot.resume()
  }

  /** Ends all processes, whatever they do. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#slowWatch)
    clearTimeout(this.#later)
    clearInterval(this.#watch)
    await Promise.all(this.#slots.map((slot) => slot.close()))
  }

  /** Shares processes out; to be called when something has happened of which the rule takes account. */
  share(): void {
    if (this.#isClosed) return
    clearTimeout(this.#later)
    for (;;) {
      const next = this.#assign(this.#slots, this.#waiting.heads())
      if (!next) break
      if (next.kind === 'later') {
        this.#later = setTimeout(() => this.share(), next.inMs)
        break
      }
      if (next.kind === 'take-back') {
        this.#slots[next.renderer]?.takeBack()
      } else {
        this.#waiting.remove(next.task)
        this.#slots[next.renderer]?.give(next.task)
      }
    }
    if (this.#slots.some(({ ahead }) => ahead)) this.#slowWatch ??= setTimeout(() => this.#lookForSlow(), SLOW_MS)
  }

  /** Finds processes that are stopped or hang. */
  #askAll(): void {
    const now = performance.now()
    // Whatever kept this thread from asking may have kept the others from answering.
    const isLate = now - this.#lastAsked > 2 * ASK_INTERVAL_MS
    this.#lastAsked = now
    for (const slot of this.#slots) slot.ask(isLate)
  }

  #lookForSlow(): void {
    this.#slowWatch = undefined
    this.share()
  }

  #stop(task: PoolTask<Task, Outcome, Question, Answer>, outcome: Outcome): void {
    if (this.#waiting.remove(task)) {
      this.#served.leave(task.organizationId, 0)
      task.resolve(outcome)
    } else {
      this.#slots.some((slot) => slot.stop(task, outcome))
    }
  }
}
