import type { Applicant, WaitingTask } from '../shares/renderers.js'
import type { ServedTime } from '../shares/served-time.js'

/** The events in a task's life. */
export interface TaskEvents<Question, Answer> {
  /** It has begun, or begins again in another process. */
  onStart(): void
  /** Its process has died; it begins again when there is another. */
  onLoss(): void
  /** Finds out what the task asks for; if that fails, so does the task. */
  answer(question: Question): Promise<Answer>
}

/** Whom a task is for. */
export interface TaskOwner extends Applicant {
  /** As the log names it. */
  readonly requestId?: string | undefined
}

/** A task's place among all, which another may take over from it. */
export interface Turn {
  /** Ascending numbers: those of an organization begin in this order. */
  readonly order: number
  /** When the place was taken, on the clock of `performance.now`. */
  readonly since: number
}

/** A task on its way through a `ProcessPool`. */
export class PoolTask<Task, Outcome, Question, Answer> implements WaitingTask {
  readonly outcome: Promise<Outcome>
  readonly organizationId: string
  readonly mode: Applicant['mode']
  /** The request that it is for, where there is one. */
  readonly requestId: string | undefined
  readonly order: number
  readonly since: number
  /** By which its process knows it; given to it each time it is sent. */
  id = 0
  /** It has begun, at least once. */
  started = false
  /** Its process has died under it. */
  hasLostProcess = false
  /** How it is to end, decided while it lay ahead in a process that has not given it back yet. */
  ending: Outcome | undefined
  /** Why a question of it had no answer. */
  unanswered: unknown
  readonly #served: ServedTime
  #resolve: (outcome: Outcome) => void = () => undefined
  #reject: (error: unknown) => void = () => undefined

  constructor(
    readonly turn: Turn,
    readonly task: Task,
    { organizationId, mode, requestId }: TaskOwner,
    readonly events: TaskEvents<Question, Answer>,
    served: ServedTime,
  ) {
    this.organizationId = organizationId
    this.mode = mode
    this.requestId = requestId
    this.order = turn.order
    this.since = turn.since
    this.#served = served
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  get served(): number {
    return this.#served.of(this.organizationId)
  }

  resolve(outcome: Outcome): void {
    this.#resolve(outcome)
  }

  reject(error: unknown): void {
    this.#reject(this.unanswered ?? error)
  }
}
