import type { TemplateContent } from '../storage/store.js'
import { type AddressPolicy, PUBLIC_ONLY } from '../webhooks/rules/address-guard.js'
import type {
  CheckOutcome,
  CheckTask,
  RenderOutcome,
  RenderTask,
  SchemaAnswer,
  SchemaQuestion,
  TemplateAnswer,
  TemplateQuestion,
  Unfinished,
} from './render-types.js'
import { type RunningTask, type TaskEvents, ThreadPool } from './thread-pool.js'

interface RenderPoolOptions {
  readonly workers: number
  /** The worker's compiled module; the engine's when absent. */
  readonly workerFile?: URL | undefined
  /** Where webhooks of requests may lead to; to public addresses only when absent. */
  readonly webhooks?: AddressPolicy | undefined
  /** Ends a worker whose document outgrows it, before it takes the service's memory; 1,024 when absent. */
  readonly workerHeapMb?: number | undefined
  /** Told of a worker that failed while it had no task; it is replaced. */
  onWorkerError(error: unknown): void
}

/** A body that a worker works on. */
interface Job {
  /** As received. */
  readonly body: Uint8Array
  readonly timeoutMs: number
  /** Aborted when nobody waits for the outcome any more; absent when that cannot be. */
  readonly cancelled?: AbortSignal | undefined
}

/** A request on its way to the worker that checks it, with what the worker may ask for. */
export interface CheckJob extends Job {
  /** Absent when there is no such template: the body is still checked first. */
  readonly versionId: string | undefined
  /** The body holds several documents. */
  readonly isBatch?: boolean | undefined
  /** The schema of the template version, when the worker does not have it. */
  loadSchema(versionId: string): Promise<string | undefined>
}

/** A request that is known to be valid, on its way to a worker that renders it. */
export interface RenderJob extends Job {
  readonly versionId: string
  /** The time for waiting counts too, or only that in the worker; `waiting` when absent. */
  readonly timeoutFrom?: 'waiting' | 'start' | undefined
  /** Told when a worker has begun. */
  onStart?(): void
  /** The content of the template version, when the worker does not have it. */
  loadTemplate(versionId: string): Promise<TemplateContent | undefined>
}

/** Tasks that wait for a worker; each holds a body of up to 1 MB. */
const MAX_QUEUE = 256

/** Far more than the largest documents need. */
const WORKER_HEAP_MB = 1024

/** How long `close` waits for documents that are being rendered. Those who wait for one had their time before. */
const CLOSE_TIMEOUT_MS = 1_000

/** Worker threads with an engine each. A document that runs too long or too large costs its worker, not the service. */
export class RenderPool {
  readonly #renderers: ThreadPool<RenderTask, RenderOutcome, TemplateQuestion, TemplateAnswer>
  /** Checks take milliseconds, so one thread does. */
  readonly #checkers: ThreadPool<CheckTask, CheckOutcome, SchemaQuestion, SchemaAnswer>
  /** What can end the tasks that are not finished yet. */
  readonly #unfinished = new Map<Promise<unknown>, () => void>()
  readonly #webhooks: AddressPolicy
  #closing = false

  constructor(options: RenderPoolOptions) {
    const { workers, workerHeapMb: heapMb = WORKER_HEAP_MB, onWorkerError: onIdleError } = options
    const { workerFile = new URL('./worker.js', import.meta.url) } = options
    this.#webhooks = options.webhooks ?? PUBLIC_ONLY
    this.#renderers = new ThreadPool({ threads: workers, file: workerFile, heapMb, onIdleError })
    const file = new URL('./check-worker.js', import.meta.url)
    this.#checkers = new ThreadPool({ threads: 1, file, heapMb, onIdleError })
  }

  /** Resolves when the workers have loaded their engines. @throws what a worker throws when it cannot */
  async warm(): Promise<void> {
    await Promise.all([this.#renderers.ready(), this.#checkers.ready()])
  }

  /** Checks, without waiting for documents. @throws Error when the worker crashes, or `loadSchema` throws */
  check(job: CheckJob): Promise<CheckOutcome> {
    const { body, versionId, isBatch } = job
    return this.#supervise<CheckOutcome, SchemaQuestion, SchemaAnswer>(job, this.#checkers, (events) =>
      this.#checkers.start(
        { body, versionId, isBatch, webhooks: this.#webhooks },
        {
          ...events,
          answer: async () => (versionId === undefined ? undefined : await job.loadSchema(versionId)),
        },
      ),
    )
  }

  /** Renders what was checked. @throws Error when the worker crashes, or `loadTemplate` throws */
  run(job: RenderJob): Promise<RenderOutcome> {
    const { body, versionId } = job
    return this.#supervise<RenderOutcome, TemplateQuestion, TemplateAnswer>(job, this.#renderers, (events) =>
      this.#renderers.start({ body, versionId }, { ...events, answer: () => job.loadTemplate(versionId) }),
    )
  }

  /** Lets documents that have begun finish for a moment, then ends the workers. New ones are `unavailable`. */
  async close(): Promise<void> {
    this.#closing = true
    const impatience = setTimeout(() => {
      for (const stop of this.#unfinished.values()) stop()
    }, CLOSE_TIMEOUT_MS)
    await Promise.allSettled(this.#unfinished.keys())
    clearTimeout(impatience)
    await Promise.all([this.#renderers.close(), this.#checkers.close()])
  }

  /** Runs a task within its time, as long as somebody waits for it. */
  async #supervise<Outcome, Question, Answer>(
    job: CheckJob | RenderJob,
    { waiting }: { readonly waiting: number },
    start: (events: Omit<TaskEvents<Question, Answer>, 'answer'>) => RunningTask<Outcome | Unfinished>,
  ): Promise<Outcome | Unfinished> {
    if (this.#closing || waiting >= MAX_QUEUE) return { kind: 'unavailable' }
    if (job.cancelled?.aborted) return { kind: 'cancelled' }
    let timeout: NodeJS.Timeout | undefined
    const startClock = () => {
      timeout ??= setTimeout(() => running.stop({ kind: 'timed-out' }), job.timeoutMs)
    }
    const running = start({
      onStart: () => {
        startClock()
        if ('onStart' in job) job.onStart?.()
      },
    })
    if (!('timeoutFrom' in job && job.timeoutFrom === 'start')) startClock()
    const cancel = () => {
      // A worker that has begun may finish: its caches are worth more than the time.
      if (!running.started) running.stop({ kind: 'cancelled' })
    }
    job.cancelled?.addEventListener('abort', cancel)
    this.#unfinished.set(running.outcome, () => running.stop({ kind: 'cancelled' }))
    try {
      return await running.outcome
    } finally {
      this.#unfinished.delete(running.outcome)
      clearTimeout(timeout)
      job.cancelled?.removeEventListener('abort', cancel)
    }
  }
}
