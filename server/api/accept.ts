import { limitExceeded, unavailable } from '../http/api-error.js'
import type { AppContext } from '../http/app-state.js'
import { type AuthenticatedCaller, requireTest } from '../http/authenticate.js'
import { idempotencyRunning, readIdempotencyKey } from '../http/idempotency.js'
import { parseTemplateName } from '../http/names.js'
import type { Preferences } from '../http/preferences.js'
import { originOf } from '../http/public-address.js'
import { MAX_BODY_BYTES, readBody } from '../http/read-body.js'
import type { QueueGauge } from '../jobs/queue-gauge.js'
import { refuseCount } from '../limits/admission.js'
import { DAILY_TESTS, monthlyQuota } from '../limits/quotas.js'
import type { RenderPool } from '../render/render-pool.js'
import type { BodyForm, CheckedDocument, ValidRequest } from '../render/render-types.js'
import { MAX_BATCH_BYTES } from '../render/request-schemas.js'
import { newId } from '../storage/ids.js'

import { AD_HOC } from '../storage/requests/ad-hoc-requests.js'
import { MERGED, type MergedTemplate } from '../storage/requests/merged-requests.js'
import type { IdempotencyHold, NewDocument, Priority } from '../storage/requests/request-store.js'
import type { Entry, Organization, PublishedTemplate } from '../storage/store.js'
import { keepBody, sealBody } from '../webhooks/seal-body.js'

import { sealLegacyTarget } from '../webhooks/seal-legacy.js'
import type { Sealer } from '../webhooks/sealer.js'
import { type AcceptedAnswer, writeAccepted } from './accepted-answer.js'
import { CHECK_TIMEOUT_MS, toCheckError } from './check-errors.js'
import { answerOnce, type IdempotencyServices } from './idempotent.js'
import type { NoteOfRequest } from './note-of-request.js'
import { isAnsweredInTime, type WaitServices } from './wait-for-document.js'

export interface AcceptServices extends IdempotencyServices, WaitServices {
  readonly pool: RenderPool
  readonly gauge: QueueGauge
  readonly sealer: Sealer
}

/** One asynchronous call. */
export interface AsyncCall {
  readonly caller: AuthenticatedCaller & Pick<Entry, 'template'>
  readonly endpointPath: string
  readonly preferences: Preferences
  readonly form: BodyForm
  /** Absent where no request of the interface stands behind it. */
  readonly note: NoteOfRequest | undefined
  readonly given?: GivenData | undefined
  readonly priority?: Priority | undefined
}

/** Data that are there already, in place of those of a request's body. */
export interface GivenData {
  readonly body: Uint8Array<ArrayBuffer>
  /** What the request has in their place, by which another one with the same idempotency key is told from it. */
  readonly asked: Uint8Array
  /** Finds the templates that a body of several documents names; as they are published when absent. */
  readonly findTemplate?: ((path: string) => Promise<PublishedTemplate | undefined>) | undefined
}

/** How a request has come here. */
interface Arrival {
  /** Of the answer, and of the document if it is one. */
  readonly requestId: string
  readonly origin: string | undefined
}

/** Retry-After of a full queue, in seconds. */
const RETRY_AFTER_FULL = 5

/** Accepts documents that are made later: checked completely, counted and durable before the 202. */
export async function accept(ctx: AppContext, call: AsyncCall, services: AcceptServices): Promise<void> {
  const { answer, createdAt } = await receive(ctx, call, services)
  // From here on nothing holds the body any more.
  if (answer.kind === 'request') {
    // A repetition is known by the id of the first request.
    ctx.set('X-Request-ID', answer.requestId)
    const { organization } = call.caller
    if (await isAnsweredInTime(ctx, { ...call, organization }, answer.requestId, services)) return
  }
  writeAccepted(ctx, answer, createdAt, services.links)
}

/** The acceptance, made now or when the request came for the first time. */
export interface Accepted {
  readonly answer: AcceptedAnswer
  /** Epoch ms. */
  readonly createdAt: number
}

async function receive(ctx: AppContext, call: AsyncCall, services: AcceptServices): Promise<Accepted> {
  const { organization, key } = call.caller
  const idempotencyKey = readIdempotencyKey(ctx)
  const memory = services.held.bodies.open(organization.id)
  try {
    const most = call.form === 'batch' ? MAX_BATCH_BYTES : MAX_BODY_BYTES
    const body = call.given?.body ?? (await readBody(ctx, memory, most))
    call.note?.received(body.byteLength)
    const arrival = { requestId: ctx.state.requestId, origin: originOf(ctx) }
    if (idempotencyKey === undefined) return await enqueue(arrival, call, { body, hold: undefined }, services)
    const asked = call.given?.asked ?? body
    const idempotency = { keyId: key.id, key: idempotencyKey, mode: 'async', body: asked } as const
    return await answerOnce(ctx, idempotency, services, {
      first: (hold) => enqueue(arrival, call, { body, hold }, services),
      // The fingerprint of an asynchronous request leads to answers of this file only.
      again: async ({ answer, answeredAt }) => ({ answer: JSON.parse(answer), createdAt: answeredAt }),
    })
  } finally {
    memory.release()
  }
}

interface ReceivedCall {
  readonly body: Uint8Array<ArrayBuffer>
  /** With an idempotency key, the right to answer the call under it. */
  readonly hold: IdempotencyHold | undefined
}

/** Checks, counts and saves the documents of a call. @throws ApiError */
export async function enqueue(
  { requestId: ownId, origin }: Arrival,
  call: AsyncCall,
  received: ReceivedCall,
  services: AcceptServices,
): Promise<Accepted> {
  const { store, gauge } = services
  const { checked, template, merged, isAdHoc, endpointPath } = await check(ownId, call, received.body, services)
  call.note?.checked(
    template.versionId,
    checked.some(({ isTest }) => isTest),
    merged?.count,
    endpointPath,
  )
  requireTest(
    call.caller.key,
    checked.every(({ isTest }) => isTest),
  )
  const { organization, key } = call.caller
  const documents = checked.map((document, index) => {
    const body = document.body ?? received.body
    // One request is known by the id of its answer.
    const requestId = call.form === 'batch' || index > 0 ? newId('req') : ownId
    return toDocument({ ...document, body, isAdHoc: isAdHoc === true }, requestId, organization, services.sealer)
  })
  if (gauge.isFullFor(organization.id, documents.length)) throw queueFull()
  const answer = describe(call, documents)
  const { hold } = received
  for (const { requestId } of documents) services.links.remember(requestId, origin)
  const acceptance = await store.acceptRequests({
    organizationId: organization.id,
    keyId: key.id,
    templateId: template.templateId,
    versionId: template.versionId,
    endpointPath,
    batchId: answer.kind === 'batch' ? answer.batchId : undefined,
    merged,
    documents,
    keepDataDays: organization.keepDataDays,
    priority: call.priority,
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
  call.note?.saved()
  gauge.add(documents.length)
  store.changes.notify('render', organization.id)
  return { answer, createdAt: acceptance.createdAt }
}

function queueFull() {
  return unavailable('The queue has no room for more documents of this organization', RETRY_AFTER_FULL)
}

/** What is to be made, and from what. */
interface CheckedCall extends Pick<ValidRequest, 'merged' | 'isAdHoc'> {
  readonly checked: readonly CheckedDocument[]
  readonly template: PublishedTemplate
  /** What the template is called in events and in the log. */
  readonly endpointPath: string
}

/** The checks of a synchronous request, on the thread that has no documents to wait for. */
async function check(
  requestId: string,
  { form, given, endpointPath, caller: { organization, key, template } }: AsyncCall,
  body: Uint8Array,
  services: AcceptServices,
): Promise<CheckedCall> {
  const { store, pool, syncTimeoutMs } = services
  const outcome = await pool.check({
    body,
    versionId: template?.versionId,
    form,
    mayBringHtml: key.scopes.includes('generate-html'),
    organizationId: organization.id,
    requestId,
    timeoutMs: Math.min(CHECK_TIMEOUT_MS, syncTimeoutMs),
    loadSchema: (versionId) => store.loadTemplateSchema(versionId),
    findTemplate: given?.findTemplate ?? ((path) => findNamedTemplate(organization.id, path, services)),
  })
  if (outcome.kind !== 'valid') throw toCheckError(outcome)
  const { documents: checked, merged, isAdHoc = false } = outcome
  const named = withoutTemplate(outcome) ?? (template && { ...template, endpointPath })
  if (!named) throw toCheckError({ kind: 'unknown-template' })
  return { checked, template: named, merged, isAdHoc, endpointPath: named.endpointPath }
}

/** What stands in the place of a template where a request has none of its own path. */
export function withoutTemplate({
  merged,
  isAdHoc,
}: Pick<ValidRequest, 'merged' | 'isAdHoc'>): MergedTemplate | undefined {
  if (isAdHoc) return AD_HOC
  return merged && MERGED
}

/** The template that a member of a body names; undefined where there is none, or can be none, of that name. */
export async function findNamedTemplate(
  organizationId: string,
  name: string,
  { store }: Pick<AcceptServices, 'store'>,
): Promise<PublishedTemplate | undefined> {
  const named = parseTemplateName(name)
  return named && store.findPublishedTemplate(organizationId, named.endpointPath, named.stage)
}

function toDocument(
  { isTest, webhook, body, isAdHoc }: CheckedDocument & { readonly body: Uint8Array; readonly isAdHoc: boolean },
  requestId: string,
  { keepDataDays }: Organization,
  sealer: Sealer,
): NewDocument {
  const target = webhook === undefined ? undefined : sealLegacyTarget(webhook, requestId, sealer)
  const kept = keepDataDays === undefined ? undefined : keepBody(body, requestId, sealer)
  const stored = isAdHoc ? sealBody(body, requestId, sealer) : body
  return { requestId, documentId: newId('doc'), isTest, webhook: target, body: stored, kept }
}

function describe({ caller, preferences, form }: AsyncCall, documents: readonly NewDocument[]): AcceptedAnswer {
  const { slug } = caller.organization
  const requestIds = documents.map(({ requestId }) => requestId)
  const applied = preferences.has('respond-async') ? 'respond-async' : ''
  if (form === 'batch') return { kind: 'batch', slug, batchId: newId('bat'), requestIds, applied }
  return { kind: 'request', slug, requestId: requestIds[0] ?? '', applied }
}
