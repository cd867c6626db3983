import { limitExceeded, unavailable } from '../http/api-error.js'
import type { AppContext } from '../http/app-state.js'
import type { AuthenticatedCaller } from '../http/authenticate.js'
import { idempotencyRunning, readIdempotencyKey } from '../http/idempotency.js'
import { type Preferences, waitSeconds } from '../http/preferences.js'
import { readBody } from '../http/read-body.js'
import type { QueueGauge } from '../jobs/queue-gauge.js'
import { refuseCount } from '../limits/admission.js'
import { DAILY_TESTS, monthlyQuota } from '../limits/quotas.js'
import type { RenderPool } from '../render/render-pool.js'
import type { CheckedDocument } from '../render/render-types.js'
import { newId } from '../storage/ids.js'
import type { IdempotencyHold, NewDocument } from '../storage/request-store.js'
import type { Entry, PublishedTemplate } from '../storage/store.js'
import { sealLegacyTarget } from '../webhooks/seal-legacy.js'
import type { Sealer } from '../webhooks/sealer.js'
import { type AcceptedAnswer, writeAccepted } from './accepted-answer.js'
import { toError } from './check-errors.js'
import { sendPdf } from './documents.js'
import { answerOnce, type IdempotencyServices } from './idempotent.js'

export interface AcceptServices extends IdempotencyServices {
  readonly pool: RenderPool
  readonly gauge: QueueGauge
  readonly sealer: Sealer
  readonly syncTimeoutMs: number
  /** Aborted when the service begins to stop. */
  readonly closing: AbortSignal
}

/** One asynchronous call. */
interface AsyncCall {
  readonly caller: AuthenticatedCaller & Pick<Entry, 'template'>
  readonly endpointPath: string
  readonly preferences: Preferences
  /** Several documents in one body. */
  readonly isBatch: boolean
}

/** Retry-After of a full queue, in seconds. */
const RETRY_AFTER_FULL = 5

/** The longest that `Prefer: wait` holds an answer back. */
const MAX_WAIT_SECONDS = 30

/** Accepts documents that are made later: checked completely, counted and durable before the 202. */
export async function accept(ctx: AppContext, call: AsyncCall, services: AcceptServices): Promise<void> {
  const key = readIdempotencyKey(ctx)
  const body = await readBody(ctx.req, ctx.res)
  if (key === undefined) {
    await enqueue(ctx, call, { body, hold: undefined }, services)
    return
  }
  const idempotency = { keyId: call.caller.key.id, key }
  const answerInTime = (requestId: string) => isAnsweredInTime(ctx, call, requestId, services)
  await answerOnce(ctx, { ...idempotency, mode: 'async', body, answerInTime }, services, async (hold) => {
    await enqueue(ctx, call, { body, hold }, services)
    return true
  })
}

interface ReceivedCall {
  readonly body: Uint8Array<ArrayBuffer>
  /** With an idempotency key, the right to answer the call under it. */
  readonly hold: IdempotencyHold | undefined
}

async function enqueue(ctx: AppContext, call: AsyncCall, received: ReceivedCall, services: AcceptServices) {
  const { store, gauge, links } = services
  const { checked, template } = await check(call, received.body, services)
  const documents = checked.map((document, index) => {
    const body = document.body ?? received.body
    // One request is known by the id of its answer.
    const requestId = call.isBatch || index > 0 ? newId('req') : ctx.state.requestId
    return toDocument({ ...document, body }, requestId, services.sealer)
  })
  const { organization, key } = call.caller
  if (gauge.isFullFor(organization.id, documents.length)) throw queueFull()
  const answer = describe(call, documents)
  const { hold } = received
  const acceptance = await store.acceptRequests({
    organizationId: organization.id,
    keyId: key.id,
    templateId: template.templateId,
    versionId: template.versionId,
    endpointPath: call.endpointPath,
    batchId: answer.kind === 'batch' ? answer.batchId : undefined,
    documents,
    testLimit: DAILY_TESTS,
    documentLimit: monthlyQuota(organization),
    queueBound: gauge.boundFor(documents.length),
    idempotency: hold && { ...hold, answer: JSON.stringify(answer), objectKey: undefined },
  })
  if (acceptance.kind === 'exceeded') {
    throw limitExceeded(refuseCount(acceptance.usage, organization, acceptance))
  }
  if (acceptance.kind === 'superseded') throw idempotencyRunning()
  if (acceptance.kind === 'full') {
    gauge.refuse(organization.id, documents.length)
    throw queueFull()
  }
  gauge.add(documents.length)
  store.changes.notify('render')
  if (answer.kind === 'request' && (await isAnsweredInTime(ctx, call, answer.requestId, services))) return
  writeAccepted(ctx, answer, acceptance.createdAt, links)
}

function queueFull() {
  return unavailable('The queue has no room for more documents of this organization', RETRY_AFTER_FULL)
}

/** The checks of a synchronous request, on the thread that has no documents to wait for. */
async function check(
  { isBatch, caller: { organization, template } }: AsyncCall,
  body: Uint8Array,
  { store, pool, syncTimeoutMs }: AcceptServices,
): Promise<{ checked: readonly CheckedDocument[]; template: PublishedTemplate }> {
  const outcome = await pool.check({
    body,
    versionId: template?.versionId,
    isBatch,
    organizationId: organization.id,
    timeoutMs: syncTimeoutMs,
    loadSchema: (versionId) => store.loadTemplateSchema(versionId),
  })
  if (outcome.kind !== 'valid') throw toError(outcome)
  if (!template) throw toError({ kind: 'unknown-template' })
  return { checked: outcome.documents, template }
}

function toDocument(
  { isTest, webhook, body }: CheckedDocument & { readonly body: Uint8Array },
  requestId: string,
  sealer: Sealer,
): NewDocument {
  const target = webhook === undefined ? undefined : sealLegacyTarget(webhook, requestId, sealer)
  return { requestId, documentId: newId('doc'), isTest, webhook: target, body }
}

function describe({ caller, preferences, isBatch }: AsyncCall, documents: readonly NewDocument[]): AcceptedAnswer {
  const { slug } = caller.organization
  const requestIds = documents.map(({ requestId }) => requestId)
  const applied = preferences.has('respond-async') ? 'respond-async' : ''
  if (isBatch) return { kind: 'batch', slug, batchId: newId('bat'), requestIds, applied }
  return { kind: 'request', slug, requestId: requestIds[0] ?? '', applied }
}

/** `Prefer: respond-async, wait=N`: a document that is ready within N seconds is the answer. */
async function isAnsweredInTime(
  ctx: AppContext,
  { caller, preferences }: AsyncCall,
  requestId: string,
  services: AcceptServices,
): Promise<boolean> {
  const seconds = waitSeconds(preferences)
  if (seconds === undefined || seconds === 0) return false
  const { store } = services
  const request = await finishedWithin(ctx, Math.min(seconds, MAX_WAIT_SECONDS) * 1000, services, () =>
    store.findRequest(caller.organization.id, requestId),
  )
  if (request?.outcome.status !== 'completed') return false
  ctx.set('Preference-Applied', `respond-async, wait=${seconds}`)
  await sendPdf(ctx, request.documentId, request.outcome, services)
  return true
}

/** Looks again whenever a document is finished anywhere; undefined when the time is over or the client is gone. */
function finishedWithin<T extends { readonly outcome: { readonly status: string } }>(
  ctx: AppContext,
  milliseconds: number,
  { store, closing }: AcceptServices,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const end = (result: T | undefined) => {
      clearTimeout(timer)
      stopListening()
      ctx.res.off('close', giveUp)
      closing.removeEventListener('abort', giveUp)
      resolve(result)
    }
    const giveUp = () => end(undefined)
    const look = () => {
      find().then((request) => {
        if (request?.outcome.status === 'completed' || request?.outcome.status === 'failed') end(request)
        // The request is accepted: what cannot be found out now is asked for later.
      }, giveUp)
    }
    const timer = setTimeout(giveUp, milliseconds)
    const stopListening = store.changes.onChange('finished', look)
    ctx.res.once('close', giveUp)
    closing.addEventListener('abort', giveUp)
    look()
  })
}
