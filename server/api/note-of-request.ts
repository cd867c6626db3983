import { performance } from 'node:perf_hooks'
import { toAnswer } from '../http/answer-errors.js'
import { ApiError } from '../http/api-error.js'
import type { AppContext } from '../http/app-state.js'
import type { AuthenticatedCaller } from '../http/authenticate.js'
import type { RequestLog } from '../jobs/request-log.js'
import type { Logger } from '../observability/log.js'
import type { RenderedDocument } from '../render/render-types.js'
import type { RequestTimes } from '../storage/request-log/request-log-store.js'
import type { DocumentProblems } from '../storage/requests/document-problems.js'

/** Notes about a request while it is answered: how far it has come and when, and nothing of its data. */
export class NoteOfRequest {
  readonly #started = performance.now()
  readonly #createdAt = Date.now()
  #receivedBytes: number | undefined
  #endpointPath: string
  #versionId: string | undefined
  #isTest = false
  #documents = 1
  #checkedAt: number | undefined
  #begunAt: number | undefined
  #renderedMs: number | undefined
  #pages: number | undefined
  #problems: DocumentProblems | undefined

  constructor(
    readonly ctx: AppContext,
    readonly caller: AuthenticatedCaller,
    endpointPath: string,
    readonly mode: 'sync' | 'async',
    readonly log: Logger,
  ) {
    this.#endpointPath = endpointPath
    this.#step('authenticated')
  }

  received(bytes: number): void {
    this.#receivedBytes = bytes
    this.#step('received', { bytes })
  }

  /**
   * @param documents how many it counts as
   * @param endpointPath what its template is called, if only its body says
   */
  checked(versionId: string, isTest: boolean, documents = 1, endpointPath = this.#endpointPath): void {
    this.#documents = documents
    this.#endpointPath = endpointPath
    this.#checkedAt = performance.now()
    this.#versionId = versionId
    this.#isTest = isTest
    this.#step('checked', { template_version: versionId })
  }

  /** It was counted against its limits. */
  counted(): void {
    this.#step('counted')
  }

  /** A worker has begun the document. */
  begun(): void {
    this.#begunAt = performance.now()
    this.#step('begun')
  }

  /** The document is there; whether it can be kept for repetitions is not known yet. */
  made({ content, pages, renderTimeMs }: RenderedDocument): void {
    this.#step('rendered', { bytes: content.byteLength, pages, render_time_ms: renderTimeMs })
  }

  /** Its document is kept for repetitions, or the documents that it has asked for wait in the queue. */
  saved(): void {
    this.#step('saved')
  }

  rendered({ renderTimeMs, pages, problems }: RenderedDocument): void {
    this.#renderedMs = renderTimeMs
    this.#pages = pages
    this.#problems = problems
  }

  /** @param problems why it was refused, where it was for what it has lost */
  failed(problems: DocumentProblems | undefined): void {
    this.#problems = problems
  }

  /** Answers the request and puts the note into the log. A request accepted for later is logged when it is over. */
  async during(log: RequestLog, answer: () => Promise<void>): Promise<void> {
    try {
      await answer()
    } catch (error) {
      this.#record(log, error)
      throw error
    }
    if (this.mode === 'sync') this.#record(log, undefined)
  }

  /** A line of its own, for whoever looks for where the time goes. */
  #step(step: string, more?: Readonly<Record<string, string | number>>): void {
    if (!this.log.isLevelEnabled('trace')) return
    const afterMs = Math.round((performance.now() - this.#started) * 10) / 10
    this.log.trace({ request_id: this.ctx.state.requestId, step, after_ms: afterMs, ...more }, 'a step of a request')
  }

  #record(log: RequestLog, error: unknown): void {
    const { ctx, caller, mode } = this
    const { key, organization } = caller
    const answer = error === undefined ? undefined : toAnswer(error)
    log.record(
      {
        id: ctx.state.requestId,
        organizationId: organization.id,
        keyId: key.id,
        mode,
        endpointPath: this.#endpointPath,
        versionId: this.#versionId,
        documentId: undefined,
        isTest: this.#isTest,
        documents: this.#documents,
        outcome: error === undefined ? 'succeeded' : 'failed',
        status: answer?.status ?? 200,
        code: answer?.code,
        place: placeOf(error),
        receivedBytes: this.#receivedBytes,
        documentBytes: error === undefined ? ctx.response.length : undefined,
        pages: this.#pages,
        problems: this.#problems,
        times: this.#times(),
        createdAt: this.#createdAt,
      },
      organization.plan,
    )
  }

  #times(): RequestTimes {
    const between = (start: number | undefined, end: number | undefined) =>
      start === undefined || end === undefined ? undefined : end - start
    return {
      checkedMs: between(this.#started, this.#checkedAt),
      waitedMs: between(this.#checkedAt, this.#begunAt),
      renderedMs: this.#renderedMs,
      totalMs: performance.now() - this.#started,
    }
  }
}

/** Of a template's fault the message, which names the place in it; of a fault in the data the field's name, and types. */
function placeOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'render_failed') return error.message
  const { field, types } = error.details
  if (!types) return field
  return `${field ?? 'the data'}: expected ${types.expected}, received ${types.received}`
}
