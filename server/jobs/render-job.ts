import { assertNever } from '../../engine/base/invariant.js'
import type { KeySlots } from '../limits/key-slots.js'
import type { Logger } from '../observability/log.js'
import type { Metrics } from '../observability/metrics.js'
import type { RenderPool } from '../render/render-pool.js'
import { type FailedTemplate, MAX_PDF_BYTES, type RenderOutcome } from '../render/render-types.js'
import type { ObjectStorage } from '../storage/objects/object-storage.js'
import { ObjectsUnavailable } from '../storage/objects/objects-unavailable.js'
import type { CountedRequest } from '../storage/request-log/request-log-store.js'
import { AD_HOC } from '../storage/requests/ad-hoc-requests.js'
import type { DocumentProblems } from '../storage/requests/document-problems.js'
import { MERGED } from '../storage/requests/merged-requests.js'
import type { ClaimedJob, InputVersion, Job, RequestFailure, RequestInput } from '../storage/requests/request-store.js'
import { retentionMs } from '../storage/requests/retention.js'
import { isStoreAway, type Store } from '../storage/store.js'
import { openBody } from '../webhooks/seal-body.js'
import type { Sealer } from '../webhooks/sealer.js'
import type { DocumentLinks } from './document-links.js'
import { documentKey, documentKeys } from './document-objects.js'
import type { JobEnd } from './job-runner.js'
import type { RequestLog } from './request-log.js'
import type { UnsavedDocuments } from './unsaved-documents.js'

export interface RenderJobServices {
  readonly store: Store
  readonly pool: Pick<RenderPool, 'run' | 'merge' | 'runAdHoc'>
  /** Opens bodies that bring their templates. */
  readonly sealer: Sealer
  readonly slots: KeySlots
  readonly objects: Pick<ObjectStorage, 'put' | 'delete'>
  readonly unsaved: UnsavedDocuments
  readonly links: DocumentLinks
  readonly metrics: Metrics
  readonly requestLog: RequestLog
  readonly log: Logger
  /** Time limit of one document. */
  readonly asyncTimeoutMs: number
}

/** How long a job waits when the pool has no place for it. */
const POOL_PAUSE_MS = 250

/** How long a job waits after an error, times the attempt. */
const ERROR_PAUSE_MS = 500

/** How long a job waits at least that was rendered and could not be stored. */
const STORAGE_PAUSE_MS = 1_000

/**
 * How long storing a document and finishing its request may take before the next one is begun meanwhile. A storage that
 * answers is not overtaken: renderers that are always busy take the processors from requests that are to be accepted.
 */
const LONG_STORING_MS = 50

/**
 * Renders the document of an asynchronous request, stores it and finishes the request.
 *
 * @param leave called when storing takes long, if the next one may be begun meanwhile
 */
export async function runRenderJob(
  { job, input: kept }: ClaimedJob,
  services: RenderJobServices,
  leave: () => void,
): Promise<JobEnd> {
  if (!kept) return { kind: 'done' }
  let input: RequestInput
  try {
    input = kept.isAdHoc ? { ...kept, body: openBody(kept.body, kept.requestId, services.sealer) } : kept
  } catch (error) {
    return afterError(job, kept, services, error)
  }
  services.log.trace(logIds(job, input), 'a job was taken')
  const slot = await services.slots.acquireRendering(job.keyId)
  if (!slot) return { kind: 'key-busy' }
  let outcome: RenderOutcome | undefined
  try {
    const { version, merged, isAdHoc } = input
    const made = isAdHoc ? 'ad-hoc' : (merged ?? version)
    if (!made) return await fail(job, input, services, TEMPLATE_NOT_FOUND)
    outcome = await render(job, input, made, services)
  } catch (error) {
    return await afterError(job, input, services, error)
  } finally {
    await slot.release()
  }
  const bytes = outcome.kind === 'rendered' ? outcome.content.byteLength : 0
  let hasLeft = false
  const tooLong = setTimeout(() => {
    hasLeft = services.unsaved.take(bytes)
    if (hasLeft) leave()
  }, LONG_STORING_MS)
  try {
    return await finish(job, input, outcome, services)
  } catch (error) {
    if (!(error instanceof ObjectsUnavailable)) throw error
    // The storage says itself what is wrong with it. It is no fault of the document, which is made again.
    services.log.debug({ request_id: job.refId, reason: error.message }, 'a document could not be stored')
    return { kind: 'later', delayMs: STORAGE_PAUSE_MS, counted: false }
  } finally {
    clearTimeout(tooLong)
    if (hasLeft) services.unsaved.giveBack(bytes)
  }
}

/** @param made the version that the document is made from, or those of several documents; else the body has its template */
function render(
  job: Job,
  { body, timeZone }: RequestInput,
  made: InputVersion | NonNullable<RequestInput['merged']> | 'ad-hoc',
  services: RenderJobServices,
): Promise<RenderOutcome> {
  const { store, pool, metrics, asyncTimeoutMs } = services
  const rendering = {
    body,
    organizationId: job.organizationId,
    requestId: job.refId,
    timeZone,
    mode: 'async',
    timeoutMs: asyncTimeoutMs,
    // It waits for no one: only rendering is limited.
    timeoutFrom: 'start',
    onStart: () => metrics.renderingBegun('async', Date.now() - job.createdAt),
    loadTemplate: (versionId: string) => store.reader.loadTemplateVersion(versionId),
  } as const
  if (made === 'ad-hoc') return pool.runAdHoc(rendering)
  return 'id' in made ? pool.run({ ...rendering, versionId: made.id }) : pool.merge({ ...rendering, versions: made })
}

async function finish(
  job: Job,
  input: RequestInput,
  outcome: RenderOutcome,
  services: RenderJobServices,
): Promise<JobEnd> {
  switch (outcome.kind) {
    case 'rendered':
      return complete(job, input, outcome, services)
    case 'template-failed':
      return fail(job, input, services, renderFailed(outcome), outcome.problems)
    case 'document-too-large':
      return fail(job, input, services, {
        code: 'DOCUMENT_TOO_LARGE',
        message: 'The PDF exceeds 50 MB',
        details: { size_bytes: outcome.bytes, limit_bytes: MAX_PDF_BYTES },
      })
    case 'timed-out':
      return fail(job, input, services, {
        code: 'RENDER_TIMEOUT',
        message: 'Rendering took longer than the time limit',
        details: { timeout_ms: services.asyncTimeoutMs, template_size: templateSize(input) },
      })
    case 'unknown-template':
      return fail(job, input, services, TEMPLATE_NOT_FOUND)
    case 'unavailable':
    case 'cancelled':
      return { kind: 'later', delayMs: POOL_PAUSE_MS, counted: false }
    default:
      return assertNever(outcome)
  }
}

/** In bytes of HTML; of a template that comes with its data, of both. */
function templateSize({ version, merged = [], isAdHoc, body }: RequestInput): number {
  if (isAdHoc) return body.byteLength
  return (version ? [version] : merged).reduce((sum, { htmlBytes }) => sum + htmlBytes, 0)
}

/** The document first, then the request: what is announced can be fetched. */
async function complete(
  job: Job,
  input: RequestInput,
  { content, pages, fileName, renderTimeMs, problems }: Extract<RenderOutcome, { readonly kind: 'rendered' }>,
  { store, objects, links, metrics, requestLog, log }: RenderJobServices,
): Promise<JobEnd> {
  const { documentId, slug, plan, documentDays } = input
  // Each attempt has an object of its own: one that was given up may still be writing.
  const objectKey = documentKey(documentId, job.attempt)
  await objects.put(objectKey, content)
  const expiresAt = Date.now() + retentionMs(plan, documentDays)
  const completed = await store.completeRequest(job, {
    objectKey,
    documentUrl: links.urlOf(slug, documentId, expiresAt, links.recall(job.refId)),
    fileName,
    sizeBytes: content.byteLength,
    pages,
    renderTimeMs,
    problems,
    expiresAt,
  })
  if (!completed) {
    await objects.delete(objectKey)
    return { kind: 'done' }
  }
  metrics.documentMade('async', 'completed', renderTimeMs)
  log.debug(
    { ...logIds(job, input), bytes: content.byteLength, pages, render_time_ms: renderTimeMs },
    'a document was completed',
  )
  tellProblems(logIds(job, input), problems, { metrics, log })
  requestLog.record(logged(job, input, { documentBytes: content.byteLength, pages, renderTimeMs }, problems), plan)
  store.changes.notify('finished', job.refId)
  store.changes.notify('deliver')
  await removeEarlierAttempts(objects, documentId, job.attempt)
  return { kind: 'done' }
}

async function fail(
  job: Job,
  input: RequestInput,
  { store, metrics, requestLog, log }: RenderJobServices,
  failure: RequestFailure,
  problems?: DocumentProblems,
): Promise<JobEnd> {
  if (await store.failRequest(job, failure, problems)) {
    log.warn({ ...logIds(job, input), code: failure.code }, 'a document has failed')
    requestLog.record(logged(job, input, failure, problems), input.plan)
    tellProblems(logIds(job, input), problems, { metrics, log })
    metrics.documentMade('async', failure.code.toLowerCase(), undefined)
    store.changes.notify('finished', job.refId)
    store.changes.notify('deliver')
  }
  return { kind: 'done' }
}

/** A line for each document that has lost something: their codes are all that leaves the store. */
function tellProblems(
  ids: ReturnType<typeof logIds>,
  problems: DocumentProblems | undefined,
  { metrics, log }: Pick<RenderJobServices, 'metrics' | 'log'>,
): void {
  if (!problems) return
  metrics.problemsFound('async', problems.codes)
  const { count, codes } = problems
  log.info({ ...ids, problems: count, problem_codes: Object.keys(codes) }, 'document with problems')
}

/**
 * Tries again after an error that need not be the document's fault: only the last attempt decides. The pool has its own
 * rule for processes that die.
 */
async function afterError(job: Job, input: RequestInput, services: RenderJobServices, error: unknown): Promise<JobEnd> {
  // No attempt of the document's: it is made when the store is there again.
  if (isStoreAway(error)) return { kind: 'later', delayMs: ERROR_PAUSE_MS, counted: false }
  services.log.error({ err: error, request_id: job.refId, attempt: job.attempt }, 'rendering has failed')
  if (job.attempt < job.maxAttempts) {
    return { kind: 'later', delayMs: ERROR_PAUSE_MS * job.attempt, counted: true }
  }
  return fail(job, input, services, {
    code: 'INTERNAL_ERROR',
    message: 'The document could not be generated',
    details: {},
  })
}

/** By which a document is found in the log and elsewhere. */
function logIds(job: Job, { endpointPath }: Pick<RequestInput, 'endpointPath'>) {
  return {
    request_id: job.refId,
    organization_id: job.organizationId,
    key_id: job.keyId,
    template: endpointPath,
    attempt: job.attempt,
  }
}

/** The log's account of a finished request: how it failed, or what was made. */
function logged(
  job: Job,
  { requestId, documentId, endpointPath, isTest, version, merged, isAdHoc, documents, body }: RequestInput,
  outcome: RequestFailure | { readonly documentBytes: number; readonly pages: number; readonly renderTimeMs: number },
  problems?: DocumentProblems,
): CountedRequest {
  const failure = 'code' in outcome ? outcome : undefined
  const made = 'code' in outcome ? undefined : outcome
  const code = failure?.code.toLowerCase()
  const totalMs = Math.max(0, Date.now() - job.createdAt)
  return {
    id: requestId,
    organizationId: job.organizationId,
    keyId: job.keyId,
    mode: 'async',
    endpointPath,
    versionId: isAdHoc ? AD_HOC.versionId : merged ? MERGED.versionId : version?.id,
    documents,
    documentId,
    isTest,
    outcome: failure ? 'failed' : 'succeeded',
    status: 202,
    code,
    place: code === 'render_failed' ? failure?.message : undefined,
    receivedBytes: body.byteLength,
    documentBytes: made?.documentBytes,
    pages: made?.pages,
    problems,
    times: {
      checkedMs: undefined,
      waitedMs: made && Math.max(0, totalMs - made.renderTimeMs),
      renderedMs: made?.renderTimeMs,
      totalMs,
    },
    createdAt: job.createdAt,
  }
}

async function removeEarlierAttempts(
  objects: RenderJobServices['objects'],
  documentId: string,
  attempt: number,
): Promise<void> {
  for (const key of documentKeys(documentId, attempt - 1)) await objects.delete(key)
}

const TEMPLATE_NOT_FOUND: RequestFailure = {
  code: 'TEMPLATE_NOT_FOUND',
  message: 'The template was deleted before the document was generated',
  details: {},
}

function renderFailed({ message, problems }: FailedTemplate): RequestFailure {
  return { code: 'RENDER_FAILED', message, details: { diagnostics: problems?.items ?? [{ message }] } }
}
