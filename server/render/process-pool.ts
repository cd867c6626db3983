import { type Applicant, assignNext } from '../shares/renderers.js'
import { ServedTime } from '../shares/served-time.js'
import { WaitingLines } from '../shares/waiting-lines.js'
import { PoolTask, type TaskEvents } from './pool-task.js'
import type { ProcessSetup } from './process-messages.js'
import { type Fate, type ProcessProblem, ProcessSlot, SLOW_MS, type SlotOwner } from './process-slot.js'

export interface ProcessPoolOptions<Outcome> {
  readonly processes: number
  readonly setup: ProcessSetup
  /** The outcome of a task that ends its process. */
  outcomeOf(fate: Fate): Outcome
  onProblem(problem: ProcessProblem): void
}

export interface RunningTask<Outcome> {
  /** Rejects when the task throws. */
  readonly outcome: Promise<Outcome>
  /** Its place among all: those of an organization begin in this order. */
  readonly place: number
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
  #arrived = 0
  #isClosed = false

  constructor({ processes, setup, outcomeOf, onProblem }: ProcessPoolOptions<Outcome>) {
    const owner: SlotOwner<Task, Outcome, Question, Answer> = {
      setup,
      outcomeOf,
      onProblem,
      onReturn: (task) => this.#waiting.add(task),
      onDone: ({ organizationId }, milliseconds) => this.#served.leave(organizationId, milliseconds),
      onChange: () => this.#share(),
    }
    this.#slots = Array.from({ length: processes }, () => new ProcessSlot(owner))
  }

  /** Resolves when all processes have loaded their modules. @throws what a module throws */
  async ready(): Promise<void> {
    await Promise.all(this.#slots.map(({ ready }) => ready))
  }

  /** Tasks that wait: all of them, and those of an organization. */
  waiting(organizationId: string): { readonly taken: number; readonly own: number } {
    return { taken: this.#waiting.size, own: this.#waiting.countOf(organizationId) }
  }

  /** @param place of a task that has not begun, in whose stead this one comes; the last place when absent */
  start(
    task: Task,
    applicant: Applicant,
    events: TaskEvents<Question, Answer>,
    place: number = ++this.#arrived,
  ): RunningTask<Outcome> {
    const pooled = new PoolTask<Task, Outcome, Question, Answer>(place, task, applicant, events, this.#served)
    this.#served.arrive(applicant.organizationId)
    this.#waiting.add(pooled)
    this.#share()
    return {
      outcome: pooled.outcome,
      place,
      get started() {
        return pooled.started
      },
      stop: (outcome) => this.#stop(pooled, outcome),
    }
  }

  /** Ends all processes, whatever they do. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#slowWatch)
    await Promise.all(this.#slots.map((slot) => slot.close()))
  }

  #share(): void {
    if (this.#isClosed) return
    for (;;) {
      const next = assignNext(this.#slots, this.#waiting.heads())
      if (!next) break
      if (next.kind === 'take-back') {
        this.#slots[next.renderer]?.takeBack()
      } else {
        this.#waiting.remove(next.task)
        this.#slots[next.renderer]?.give(next.task)
      }
    }
    if (this.#slots.some(({ ahead }) => ahead)) this.#slowWatch ??= setTimeout(() => this.#lookForSlow(), SLOW_MS)
  }

  #lookForSlow(): void {
    this.#slowWatch = undefined
    this.#share()
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
