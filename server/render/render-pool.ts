import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { assertNever, invariant } from '../../engine/base/invariant.js'
import type { TemplateContent } from '../storage/store.js'
import type {
  CheckOutcome,
  CheckResult,
  CheckTask,
  RenderOutcome,
  Unfinished,
  WorkerAnswer,
  WorkerOutcome,
  WorkerQuestion,
  WorkerTask,
} from './render-types.js'

export interface RenderPoolOptions {
  readonly workers: number
  /** The worker's compiled module; the engine's when absent. */
  readonly workerFile?: URL | undefined
  /** Ends a worker whose document outgrows it, before it takes the service's memory; 1,024 when absent. */
  readonly workerHeapMb?: number | undefined
  /** Told of a worker that failed while it had no task; it is replaced. */
  onWorkerError(error: unknown): void
}

/** A request on its way to a worker that checks it, with what the worker may ask for. */
export interface CheckJob {
  /** The request's body as received. Its memory moves to the worker: it is empty afterwards. */
  readonly body: Uint8Array
  /** Absent when there is no such template: the body is still checked first. */
  readonly versionId: string | undefined
  /** The body holds several documents. For checks only. */
  readonly isBatch?: boolean | undefined
  readonly timeoutMs: number
  /** The time for waiting counts too, or only that in the worker; `waiting` when absent. */
  readonly timeoutFrom?: 'waiting' | 'start' | undefined
  /** Aborted when nobody waits for the document any more; absent when that cannot be. */
  readonly cancelled?: AbortSignal | undefined
  /** The schema of the template version, when the worker does not have it. */
  loadSchema(versionId: string): Promise<string | undefined>
}

/** A generation request on its way to a worker that checks and renders it. */
export interface RenderJob extends CheckJob {
  /** The content of the template version, when the worker does not have it. */
  loadTemplate(versionId: string): Promise<TemplateContent | undefined>
  /** Called once the request is known to be valid, before rendering; false refuses it. */
  admit(isTest: boolean): Promise<boolean>
}

/** Tasks that wait for a worker; each holds a body of up to 1 MB. */
const MAX_QUEUE = 256

/** Far more than the largest documents need. */
const WORKER_HEAP_MB = 1024

/** Far more than it takes to load the checks, even on a busy machine. */
const WARM_UP_MS = 60_000

/** How long `close` waits for documents that are being rendered. Those who wait for one had their time before. */
const CLOSE_TIMEOUT_MS = 1_000

/** Worker threads with an engine each. A document that runs too long or too large costs its worker, not the service. */
export class RenderPool {
  readonly #threads: Piscina<WorkerTask, WorkerOutcome>
  readonly #checkers: Piscina<CheckTask, CheckResult>
  /** What ends the tasks that are not finished yet. */
  readonly #unfinished = new Set<AbortController>()
  #closing = false

  constructor(options: RenderPoolOptions) {
    const { workers, workerHeapMb = WORKER_HEAP_MB, onWorkerError } = options
    const { workerFile = new URL('./worker.js', import.meta.url) } = options
    this.#threads = new Piscina({
      filename: workerFile.href,
      minThreads: workers,
      maxThreads: workers,
      maxQueue: MAX_QUEUE,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: workerHeapMb },
    })
    this.#checkers = new Piscina({
      filename: new URL('./check-worker.js', import.meta.url).href,
      // Checks take milliseconds, so one worker does.
      minThreads: 1,
      maxThreads: 1,
      maxQueue: MAX_QUEUE,
      resourceLimits: { maxOldGenerationSizeMb: workerHeapMb },
    })
    this.#threads.on('error', onWorkerError)
    this.#checkers.on('error', onWorkerError)
  }

  /** Resolves when the workers have loaded their engines. @throws what a worker throws when it cannot */
  async warm(): Promise<void> {
    const warmUp = { body: Buffer.from('{}'), versionId: undefined, timeoutMs: WARM_UP_MS }
    await Promise.all([
      ...Array.from(this.#threads.threads, () => this.#threads.run({ kind: 'warm' })),
      this.check({ ...warmUp, loadSchema: async () => undefined }),
    ])
  }

  /**
   * Checks and renders.
   *
   * @throws Error when the worker crashes, or `loadTemplate` or `admit` throws
   */
  run(job: RenderJob): Promise<RenderOutcome> {
    return this.#supervise(job, this.#threads, async (task, options) => {
      const outcome = await this.#threads.run({ kind: 'document', ...task }, options)
      if (outcome.kind === 'warm') throw new Error('expected a document, the worker only warmed up')
      return outcome
    })
  }

  /** Only checks, without waiting for documents. @throws Error when the worker crashes, or `loadSchema` throws */
  check(job: CheckJob): Promise<CheckOutcome> {
    return this.#supervise(job, this.#checkers, (task, options) => this.#checkers.run(task, options))
  }

  /** Runs a task within its time, as long as somebody waits for it, and answers what its worker asks. */
  async #supervise<T>(
    job: CheckJob | RenderJob,
    { queueSize }: { readonly queueSize: number },
    run: (task: CheckTask, options: { transferList: Movable[]; signal: AbortSignal }) => Promise<T>,
  ): Promise<T | Unfinished> {
    if (this.#closing || queueSize >= MAX_QUEUE) return { kind: 'unavailable' }
    const stop = new AbortController()
    this.#unfinished.add(stop)
    let timeout: NodeJS.Timeout | undefined
    const startClock = () => {
      timeout ??= setTimeout(() => stop.abort('timed-out'), job.timeoutMs)
    }
    if (job.timeoutFrom !== 'start') startClock()
    const conversation = new Conversation(job, startClock)
    const cancel = () => {
      // A worker that has begun may finish: its caches are worth more than the time.
      if (!conversation.started) stop.abort('cancelled')
    }
    job.cancelled?.addEventListener('abort', cancel)
    if (job.cancelled?.aborted) cancel()
    try {
      const { body, versionId, isBatch } = job
      const port = conversation.workerPort
      const options = { transferList: [port, ...movable(body)], signal: stop.signal }
      const outcome = await run({ body, versionId, isBatch, port }, options)
      if (conversation.failure !== undefined) throw conversation.failure
      return outcome
    } catch (error) {
      if (!stop.signal.aborted) throw error
      return stop.signal.reason === 'timed-out' ? { kind: 'timed-out' } : { kind: 'cancelled' }
    } finally {
      this.#unfinished.delete(stop)
      clearTimeout(timeout)
      job.cancelled?.removeEventListener('abort', cancel)
      conversation.close()
    }
  }

  /** Lets documents that have begun finish for a moment, then ends the workers. New ones are `unavailable`. */
  async close(): Promise<void> {
    this.#closing = true
    const impatience = setTimeout(() => {
      for (const stop of this.#unfinished) stop.abort('cancelled')
    }, CLOSE_TIMEOUT_MS)
    await Promise.all([this.#threads.close(), this.#checkers.close()])
    clearTimeout(impatience)
  }
}

/** Our end of the channel on which a worker asks about its task. */
class Conversation {
  readonly workerPort: MessagePort
  started = false
  /** What went wrong while finding an answer; the worker was refused then. */
  failure: unknown
  readonly #port: MessagePort

  constructor(job: CheckJob | RenderJob, onStart: () => void) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.workerPort = port2
    port1.on('message', (question: WorkerQuestion) => {
      if (question.kind === 'started') {
        this.started = true
        onStart()
        return
      }
      answer(question, job).then(
        (message) => port1.postMessage(message),
        (error: unknown) => {
          this.failure = error
          port1.postMessage(refusal(question))
        },
      )
    })
  }

  close(): void {
    this.#port.close()
    this.workerPort.close()
  }
}

type Asked = Exclude<WorkerQuestion, { readonly kind: 'started' }>

async function answer(question: Asked, job: CheckJob | RenderJob): Promise<WorkerAnswer> {
  const { versionId } = job
  switch (question.kind) {
    case 'need-schema':
      return { kind: 'schema', schema: versionId === undefined ? undefined : await job.loadSchema(versionId) }
    case 'need-template':
      invariant('loadTemplate' in job && versionId !== undefined, 'a template to be asked for by who renders only')
      return { kind: 'template', content: await job.loadTemplate(versionId) }
    case 'admit':
      invariant('admit' in job, 'admission to be asked for by who renders only')
      return { kind: (await job.admit(question.isTest)) ? 'admitted' : 'refused' }
    default:
      return assertNever(question)
  }
}

/** The answer that ends a task whose real answer could not be found out. */
function refusal(question: Asked): WorkerAnswer {
  switch (question.kind) {
    case 'need-schema':
      return { kind: 'schema', schema: undefined }
    case 'need-template':
      return { kind: 'template', content: undefined }
    case 'admit':
      return { kind: 'refused' }
    default:
      return assertNever(question)
  }
}

type Movable = ArrayBuffer | MessagePort

/** The body's memory, when nothing else lives in it. */
function movable(body: Uint8Array): ArrayBuffer[] {
  const { buffer, byteLength } = body
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : []
}
