import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { assertNever } from '../../engine/base/invariant.js'
import type { TemplateContent } from '../storage/store.js'
import type { RenderOutcome, WorkerAnswer, WorkerOutcome, WorkerQuestion, WorkerTask } from './render-types.js'

export interface RenderPoolOptions {
  readonly workers: number
  /** The worker's compiled module; the engine's when absent. */
  readonly workerFile?: URL | undefined
  /** Told of a worker that failed while it had no task; it is replaced. */
  onWorkerError(error: unknown): void
}

/** A generation request on its way to a worker, with what the worker may ask for. */
export interface RenderJob {
  /** The request's body as received. Its memory moves to the worker: it is empty afterwards. */
  readonly body: Uint8Array
  /** Absent when there is no such template: the body is still checked first. */
  readonly versionId: string | undefined
  /** Counted from here on, waiting included. */
  readonly timeoutMs: number
  /** Aborted when nobody waits for the document any more. */
  readonly cancelled: AbortSignal
  /** The content of the template version, when the worker does not have it. */
  loadTemplate(versionId: string): Promise<TemplateContent | undefined>
  /** Called once the request is known to be valid, before rendering; false refuses it. */
  admit(isTest: boolean): Promise<boolean>
}

/** Tasks that wait for a worker; each holds a body of up to 1 MB. */
const MAX_QUEUE = 256

/** Ends a worker whose document outgrows it, before it takes the service's memory. */
const WORKER_HEAP_MB = 1024

/** How long `close` waits for documents that are being rendered. */
const CLOSE_TIMEOUT_MS = 30_000

/** Worker threads with an engine each. A document that runs too long or too large costs its worker, not the service. */
export class RenderPool {
  readonly #threads: Piscina<WorkerTask, WorkerOutcome>
  #closing = false

  constructor({ workers, workerFile = new URL('./worker.js', import.meta.url), onWorkerError }: RenderPoolOptions) {
    this.#threads = new Piscina({
      filename: workerFile.href,
      minThreads: workers,
      maxThreads: workers,
      maxQueue: MAX_QUEUE,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
      closeTimeout: CLOSE_TIMEOUT_MS,
    })
    this.#threads.on('error', onWorkerError)
  }

  /** Resolves when the workers have loaded their engines. @throws what a worker throws when it cannot */
  async warm(): Promise<void> {
    await Promise.all(Array.from(this.#threads.threads, () => this.#threads.run({ kind: 'warm' })))
  }

  /** @throws Error when the worker crashes, or `loadTemplate` or `admit` throws */
  async run(job: RenderJob): Promise<RenderOutcome> {
    if (this.#closing || this.#threads.queueSize >= MAX_QUEUE) return { kind: 'unavailable' }
    const stop = new AbortController()
    const conversation = new Conversation(job)
    const timeout = setTimeout(() => stop.abort('timed-out'), job.timeoutMs)
    const cancel = () => {
      // A worker that has begun may finish: its caches are worth more than the time.
      if (!conversation.started) stop.abort('cancelled')
    }
    job.cancelled.addEventListener('abort', cancel)
    if (job.cancelled.aborted) cancel()
    try {
      return await this.#runTask(job, conversation, stop.signal)
    } catch (error) {
      if (!stop.signal.aborted) throw error
      return stop.signal.reason === 'timed-out' ? { kind: 'timed-out' } : { kind: 'cancelled' }
    } finally {
      clearTimeout(timeout)
      job.cancelled.removeEventListener('abort', cancel)
      conversation.close()
    }
  }

  async #runTask(job: RenderJob, conversation: Conversation, signal: AbortSignal): Promise<RenderOutcome> {
    const { body, versionId } = job
    const port = conversation.workerPort
    const running = this.#threads.run(
      { kind: 'document', body, versionId, port },
      { transferList: [port, ...movable(body)], signal },
    )
    const outcome = await running
    if (conversation.failure !== undefined) throw conversation.failure
    if (outcome.kind === 'warm') throw new Error('expected a document, the worker only warmed up')
    return outcome
  }

  /** Lets documents that have begun finish, then ends the workers. New ones are answered with `unavailable`. */
  async close(): Promise<void> {
    this.#closing = true
    await this.#threads.close()
  }
}

/** Our end of the channel on which a worker asks about its task. */
class Conversation {
  readonly workerPort: MessagePort
  started = false
  /** What went wrong while finding an answer; the worker was refused then. */
  failure: unknown
  readonly #port: MessagePort

  constructor(job: RenderJob) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.workerPort = port2
    port1.on('message', (question: WorkerQuestion) => {
      if (question.kind === 'started') {
        this.started = true
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

async function answer(question: Asked, job: RenderJob): Promise<WorkerAnswer> {
  switch (question.kind) {
    case 'need-template': {
      const content = job.versionId === undefined ? undefined : await job.loadTemplate(job.versionId)
      return { kind: 'template', content }
    }
    case 'admit':
      return { kind: (await job.admit(question.isTest)) ? 'admitted' : 'refused' }
    default:
      return assertNever(question)
  }
}

/** The answer that ends a task whose real answer could not be found out. */
function refusal(question: Asked): WorkerAnswer {
  return question.kind === 'admit' ? { kind: 'refused' } : { kind: 'template', content: undefined }
}

/** The body's memory, when nothing else lives in it. */
function movable(body: Uint8Array): ArrayBuffer[] {
  const { buffer, byteLength } = body
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : []
}
