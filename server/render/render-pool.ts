import { setTimeout as delay } from 'node:timers/promises'
import { assertNever, invariant } from '../../engine/base/invariant.js'
import { shareOfFree } from '../shares/half-of-free.js'
import type { PublishedTemplate, TemplateContent } from '../storage/store.js'
import { type AddressPolicy, PUBLIC_ONLY } from '../webhooks/rules/address-guard.js'
import { DocumentsUnderWay } from './documents-under-way.js'
import { MISSED_IN_A_HURRY } from './liveness.js'
import type { TaskEvents } from './pool-task.js'
import type { ProcessMemory } from './process-messages.js'
import { ProcessPool, type RunningTask } from './process-pool.js'
import type { Fate, ProcessProblem, Replacement } from './process-slot.js'
import { CHECK_PROCESSOR_MS } from './render-limits.js'
import type {
  AdHocTask,
  BodyForm,
  CheckedInvoice,
  CheckOutcome,
  CheckTask,
  InvoiceCheckOutcome,
  InvoiceCheckTask,
  InvoiceForm,
  MergedVersion,
  MergeTask,
  RenderOutcome,
  RenderTask,
  SchemaAnswer,
  SchemaQuestion,
  TemplateAnswer,
  TemplateQuestion,
  Unfinished,
} from './render-types.js'

export interface RenderPoolOptions {
  /** Documents of one organization, and asynchronous ones, at the same time. */
  readonly workers: number
  /** The compiled module of the thread that renders; the engine's when absent. */
  readonly workerFile?: URL | undefined
  /** Where webhooks of requests may lead to; to public addresses only when absent. */
  readonly webhooks?: AddressPolicy | undefined
  /** The memory that one document may need, in MB; 1,024 when absent. */
  readonly documentMemoryMb?: number | undefined
  /** IANA time zone of documents for which neither template nor organization names one; UTC when absent. */
  readonly timeZone?: string | undefined
  /** Told of a process that died, and of other trouble with processes. */
  onProblem(problem: ProcessProblem): void
  /** Told of processes that are replaced and did not die. */
  onReplaced?(replacement: Replacement): void
}

/** A body that a process works on. */
interface Job {
  readonly organizationId: string
  /** For the log. */
  readonly requestId?: string | undefined
  /** As received. */
  readonly body: Uint8Array
  readonly timeoutMs: number
  /** Aborted when nobody waits for the outcome any more; absent when that cannot be. */
  readonly cancelled?: AbortSignal | undefined
}

/** A request on its way to the process that checks it, with what that may ask for. */
export interface CheckJob extends Job {
  /** Absent when there is no such template: the body is still checked first. */
  readonly versionId: string | undefined
  /** That of one document when absent. */
  readonly form?: BodyForm | undefined
  /** Whether the body may bring the template of its document; it may not when absent. */
  readonly mayBringHtml?: boolean | undefined
  /** The schema of a template version, when the process does not have it. */
  loadSchema(versionId: string): Promise<string | undefined>
  /** The template that a body with several documents names; it needs none where the body has one. */
  findTemplate?(endpointPath: string): Promise<PublishedTemplate | undefined>
}

/** A request that is known to be valid, on its way to a process that renders it. */
export interface RenderJob extends EngineJob {
  readonly versionId: string
  /** The XML of the invoice in place of the PDF. */
  readonly invoice?: InvoiceForm | undefined
}

/** A request for several documents as one file, known to be valid. */
export interface MergeJob extends EngineJob {
  readonly versions: readonly MergedVersion[]
}

/** A request that brings its template, known to be valid. */
export interface AdHocJob extends EngineJob {
  /** The XML of the invoice in place of the PDF. */
  readonly invoice?: InvoiceForm | undefined
}

/** What is rendered. */
interface EngineJob extends Job {
  /** Of the organization, for templates that name none; the service's when absent. */
  readonly timeZone?: string | undefined
  /** Whether somebody waits for it. */
  readonly mode: 'sync' | 'async'
  /** The time for waiting counts too, or only that in the process; `waiting` when absent. */
  readonly timeoutFrom?: 'waiting' | 'start' | undefined
  /** Told once, when it has begun. */
  onStart?(): void
  /** The content of the template version, when the process does not have it. */
  loadTemplate(versionId: string): Promise<TemplateContent | undefined>
}

/** A file on its way to the check of invoices, for which somebody waits. */
export interface InvoiceCheckJob extends Job {
  readonly mode: 'sync'
}

/** What the processes with an engine do. */
type EngineTask = RenderTask | MergeTask | AdHocTask | InvoiceCheckTask
type EngineOutcome = RenderOutcome | CheckedInvoice

/** Tasks that wait for a process; each holds a body of up to 1 MB. */
const MAX_QUEUE = 256

/** Far more than the largest documents need. */
const DOCUMENT_MEMORY_MB = 1024

/**
 * A process that holds more after a document than this part of what one may need, and than many documents of some pages
 * leave behind, is replaced.
 */
const RETAINED_SHARE = 1 / 3
const RETAINED_MB = 256

/** Two, so that one organization never has all. */
const CHECKERS = 2

/** Schemas and bodies are small. */
const CHECKER_MEMORY: ProcessMemory = { limitMb: 512, retainedMb: 256 }

/** How long `close` waits for documents that are being rendered. Those who wait for one had their time before. */
const CLOSE_TIMEOUT_MS = 1_000

/**
 * The processes that check requests and those that render, with an engine each. There is one more that renders than
 * documents of one organization, or asynchronous ones, may be rendered at the same time: so there is always one that
 * others can have at once, also while another is being replaced. A document that runs too long, needs too much or ends
 * V8 costs its process, nothing else.
 */
export class RenderPool {
  /** Those that somebody waits for. */
  readonly documents = new DocumentsUnderWay()
  readonly #renderers: ProcessPool<EngineTask, EngineOutcome, TemplateQuestion, TemplateAnswer>
  readonly #checkers: ProcessPool<CheckTask, CheckOutcome, SchemaQuestion, SchemaAnswer>
  /** Ends the tasks that are not finished yet. */
  readonly #unfinished = new Map<Promise<unknown>, () => void>()
  readonly #webhooks: AddressPolicy
  readonly #timeZone: string | undefined
  #closing = false

  constructor(options: RenderPoolOptions) {
    const { workers, documentMemoryMb: limitMb = DOCUMENT_MEMORY_MB, onProblem, onReplaced } = options
    const { workerFile = new URL('./worker.js', import.meta.url) } = options
    this.#webhooks = options.webhooks ?? PUBLIC_ONLY
    this.#timeZone = options.timeZone
    this.#renderers = new ProcessPool<EngineTask, EngineOutcome, TemplateQuestion, TemplateAnswer>({
      processes: workers + 1,
      setup: { file: workerFile.href, limitMb, retainedMb: Math.max(RETAINED_MB, limitMb * RETAINED_SHARE) },
      outcomeOf: (fate) => ({ kind: 'template-failed', message: describeFate(fate) }),
      onProblem,
      ...(onReplaced && { onReplaced }),
    })
    this.#checkers = new ProcessPool<CheckTask, CheckOutcome, SchemaQuestion, SchemaAnswer>({
      processes: CHECKERS,
      mayMiss: MISSED_IN_A_HURRY,
      setup: {
        file: new URL('./check-worker.js', import.meta.url).href,
        processorMs: CHECK_PROCESSOR_MS,
        ...CHECKER_MEMORY,
      },
      outcomeOf: () => ({ kind: 'timed-out' }),
      onProblem,
      ...(onReplaced && { onReplaced }),
    })
  }

  /** Resolves when the processes have loaded their engines. @throws what one throws that cannot */
  async warm(): Promise<void> {
    await Promise.all([this.#renderers.ready(), this.#checkers.ready()])
  }

  /** Checks, without waiting for documents. @throws Error when the check throws, or `loadSchema` */
  check(job: CheckJob): Promise<CheckOutcome> {
    const { body, versionId, form = 'single', mayBringHtml = false, organizationId, requestId } = job
    return this.#supervise<CheckTask, CheckOutcome, SchemaQuestion, SchemaAnswer>(job, this.#checkers, (events) =>
      this.#checkers.start(
        { body, versionId, form, webhooks: this.#webhooks, mayBringHtml },
        // Somebody waits for each of them.
        { organizationId, requestId, mode: 'sync' },
        {
          ...events,
          answer: async (question) =>
            question.kind === 'schema' ? job.loadSchema(question.versionId) : job.findTemplate?.(question.endpointPath),
        },
      ),
    )
  }

  /** Renders what was checked. @throws Error when the engine throws, or `loadTemplate` */
  run(job: RenderJob): Promise<RenderOutcome> {
    const { body, versionId, timeZone = this.#timeZone, invoice } = job
    return this.#render(job, { kind: 'document', body, versionId, timeZone, invoice })
  }

  /** Renders several documents as one file. @throws as `run` does */
  merge(job: MergeJob): Promise<RenderOutcome> {
    const { body, versions, timeZone = this.#timeZone } = job
    return this.#render(job, { kind: 'merged-documents', body, versions, timeZone })
  }

  /** Renders a document whose body brings its template. @throws as `run` does */
  runAdHoc(job: AdHocJob): Promise<RenderOutcome> {
    const { body, organizationId, timeZone = this.#timeZone, invoice } = job
    return this.#render(job, { kind: 'ad-hoc-document', body, organizationId, timeZone, invoice })
  }

  async #render(
    job: RenderJob | MergeJob | AdHocJob,
    task: RenderTask | MergeTask | AdHocTask,
  ): Promise<RenderOutcome> {
    const outcome = await this.#supervise(job, this.#renderers, (events) =>
      this.#renderers.start(task, job, {
        ...events,
        answer: ({ versionId }) => job.loadTemplate(versionId),
      }),
    )
    invariant(outcome.kind !== 'invoice-checked', 'a document')
    return outcome
  }

  /** Checks the invoice of anybody. @throws Error when the engine throws */
  async checkInvoice(job: InvoiceCheckJob): Promise<InvoiceCheckOutcome> {
    const { body } = job
    const outcome = await this.#supervise(job, this.#renderers, (events) =>
      this.#renderers.start({ kind: 'invoice-check', body }, job, { ...events, answer: async () => undefined }),
    )
    switch (outcome.kind) {
      case 'rendered':
      case 'unknown-template':
      case 'document-too-large':
        throw new Error(`the check of an invoice ended as ${outcome.kind}`)
      default:
        return outcome
    }
  }

  /** Its processes, as the system knows them. */
  get processes(): readonly { readonly kind: 'renderer' | 'checker'; readonly pid: number | undefined }[] {
    return [
      ...this.#renderers.pids.map((pid) => ({ kind: 'renderer', pid }) as const),
      ...this.#checkers.pids.map((pid) => ({ kind: 'checker', pid }) as const),
    ]
  }

  /** Ends all that is under way: nobody waits for it any more. */
  abandon(): void {
    for (const stop of [...this.#unfinished.values()]) stop()
  }

  /** Lets documents that have begun finish for a moment, then ends the processes. New ones are `unavailable`. */
  async close(): Promise<void> {
    this.#closing = true
    const impatience = new AbortController()
    await Promise.race([
      Promise.allSettled(this.#unfinished.keys()),
      delay(CLOSE_TIMEOUT_MS, undefined, { signal: impatience.signal }).catch(() => undefined),
    ])
    impatience.abort()
    const closed = Promise.all([this.#renderers.close(), this.#checkers.close()])
    for (const stop of this.#unfinished.values()) stop()
    await closed
  }

  /** Runs a task within its time, as long as somebody waits for it. */
  async #supervise<Task, Outcome, Question, Answer>(
    job: CheckJob | RenderJob | MergeJob | AdHocJob | InvoiceCheckJob,
    pool: ProcessPool<Task, Outcome | Unfinished, Question, Answer>,
    start: (events: Omit<TaskEvents<Question, Answer>, 'answer'>) => RunningTask<Outcome | Unfinished>,
  ): Promise<Outcome | Unfinished> {
    if (this.#closing) return { kind: 'unavailable' }
    if (shareOfFree({ capacity: MAX_QUEUE, ...pool.waiting(job.organizationId) }) === 0) return { kind: 'unavailable' }
    if (job.cancelled?.aborted) return { kind: 'cancelled' }
    const isRendering = 'mode' in job
    const fromStart = 'timeoutFrom' in job && job.timeoutFrom === 'start'
    let timeout: NodeJS.Timeout | undefined
    const startClock = () => {
      // A task that never began has not taken too long: there was no room for it. Nor has a check, which is held to its
      // processor time: what it waits for is the store, or a processor.
      const end = () => running.stop({ kind: running.started && isRendering ? 'timed-out' : 'unavailable' })
      timeout ??= setTimeout(end, job.timeoutMs)
    }
    const stopClock = () => {
      clearTimeout(timeout)
      timeout = undefined
    }
    let hasBegun = false
    const running = start({
      onStart: () => {
        startClock()
        if (!hasBegun && 'onStart' in job) job.onStart?.()
        hasBegun = true
      },
      onLoss: () => {
        if (fromStart) stopClock()
      },
    })
    if (!fromStart) startClock()
    const cancel = () => {
      // A task that has begun may finish: the caches of its process are worth more than the time.
      if (!running.started) running.stop({ kind: 'cancelled' })
    }
    job.cancelled?.addEventListener('abort', cancel)
    this.#unfinished.set(running.outcome, () => running.stop({ kind: 'cancelled' }))
    const isWaitedFor = !isRendering || job.mode === 'sync'
    if (isWaitedFor) this.documents.begin()
    try {
      return await running.outcome
    } finally {
      this.#unfinished.delete(running.outcome)
      if (isWaitedFor) this.documents.end()
      stopClock()
      job.cancelled?.removeEventListener('abort', cancel)
    }
  }
}

function describeFate(fate: Fate): string {
  switch (fate.kind) {
    case 'outgrown': {
      const limit = fate.limitMb.toLocaleString('en-US')
      return `The document needs more than the ${limit} MB of memory that one document may use`
    }
    case 'exhausted':
      return 'The document needs more processor time than one document may use'
    case 'died':
      return 'The document ended the process that rendered it, and once more when it was rendered alone: it is too large or meets a fault of the engine'
    default:
      return assertNever(fate)
  }
}
