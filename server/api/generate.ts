import type { RouterContext, RouterMiddleware } from '@koa/router'
import { invariant } from '../../engine/base/invariant.js'
import { ApiError, limitExceeded } from '../http/api-error.js'
import type { AppContext, AppState } from '../http/app-state.js'
import { type AuthenticatedCaller, authenticate } from '../http/authenticate.js'
import { readIdempotencyKey } from '../http/idempotency.js'
import { requireJsonContent } from '../http/json-content.js'
import type { KeyUsage } from '../http/key-usage.js'
import { isEndpointPath } from '../http/names.js'
import { parsePreferences } from '../http/preferences.js'
import { readBody } from '../http/read-body.js'
import { Admission } from '../limits/admission.js'
import { type KeySlots, TOO_MANY_AT_ONCE } from '../limits/key-slots.js'
import type { Metrics } from '../observability/metrics.js'
import type { CheckJob } from '../render/render-pool.js'
import type { CheckOutcome, RenderOutcome } from '../render/render-types.js'
import { type AcceptServices, accept } from './accept.js'
import { toError } from './check-errors.js'
import { answerOnce, savePdfAnswer } from './idempotent.js'

export interface GenerateServices extends AcceptServices {
  readonly slots: KeySlots
  readonly keyUsage: KeyUsage
  readonly metrics: Metrics
}

/**
 * `POST /api/v1/{org_slug}/templates/{endpoint_path}/documents`: the PDF in the answer, or with
 * `Prefer: respond-async` the acknowledgement of a request that is worked on later.
 */
export function generate(services: GenerateServices): RouterMiddleware<AppState> {
  return async (ctx) => {
    const caller = await authenticateGeneration(ctx, services)
    const { endpoint_path: endpointPath = '' } = ctx.params
    const preferences = parsePreferences(ctx.get('Prefer'))
    if (preferences.has('respond-async')) {
      await accept(ctx, { caller, endpointPath, preferences, isBatch: false }, services)
    } else {
      await answerWithPdf(ctx, caller, endpointPath, services)
    }
  }
}

/** `POST /api/v1/{org_slug}/templates/{endpoint_path}/batches`: up to 100 documents, all worked on later. */
export function generateBatch(services: GenerateServices): RouterMiddleware<AppState> {
  return async (ctx) => {
    const caller = await authenticateGeneration(ctx, services)
    const { endpoint_path: endpointPath = '' } = ctx.params
    const preferences = parsePreferences(ctx.get('Prefer'))
    await accept(ctx, { caller, endpointPath, preferences, isBatch: true }, services)
  }
}

async function authenticateGeneration(
  ctx: RouterContext<AppState>,
  { store, keyUsage }: GenerateServices,
): Promise<AuthenticatedCaller> {
  const caller = await authenticate(ctx, ctx.params.org_slug ?? '', store)
  keyUsage.record(caller.key.id)
  requireJsonContent(ctx)
  return caller
}

async function answerWithPdf(
  ctx: AppContext,
  { key, organization }: AuthenticatedCaller,
  path: string,
  services: GenerateServices,
): Promise<void> {
  const { store, pool, slots, syncTimeoutMs } = services
  const idempotencyKey = readIdempotencyKey(ctx)
  const slot = await slots.acquire(key.id)
  try {
    const [body, template] = await Promise.all([
      readBody(ctx.req, ctx.res),
      isEndpointPath(path) ? store.findPublishedTemplate(organization.id, path) : undefined,
    ])
    // A worker goes on with the checks where the body is parsed: JSON, template, special members, schema.
    const job: CheckJob = {
      body,
      versionId: template?.versionId,
      timeoutMs: syncTimeoutMs,
      cancelled: abortedWith(ctx),
      loadSchema: (versionId) => store.loadTemplateSchema(versionId),
    }
    // Limits come last: without a slot the request is still checked, but does not wait behind documents for it.
    const answer = async () =>
      slot ? await render(ctx, job, services, new Admission(store, organization)) : refuse(await pool.check(job))
    if (idempotencyKey === undefined) {
      await answer()
      return
    }
    const idempotency = { keyId: key.id, key: idempotencyKey }
    await answerOnce(ctx, { ...idempotency, mode: 'sync', body }, services, async () => {
      const pdf = await answer()
      await savePdfAnswer(idempotency, ctx.state.requestId, pdf, services)
      return true
    })
  } finally {
    await slot?.release()
  }
}

/** Renders and answers; what was counted is given back when no document comes of it. */
async function render(
  ctx: AppContext,
  job: CheckJob,
  { store, pool, metrics }: GenerateServices,
  admission: Admission,
): Promise<Uint8Array> {
  let outcome: RenderOutcome | undefined
  try {
    outcome = await pool.run({
      ...job,
      loadTemplate: (versionId) => store.loadTemplateVersion(versionId),
      admit: (isTest) => admission.admit(isTest),
    })
  } finally {
    if (outcome?.kind !== 'rendered') await admission.giveBack()
  }
  metrics.documentMade(
    'sync',
    outcome.kind === 'rendered' ? 'completed' : outcome.kind,
    outcome.kind === 'rendered' ? outcome.renderTimeMs : undefined,
  )
  switch (outcome.kind) {
    case 'rendered':
      ctx.status = 200
      ctx.type = 'application/pdf'
      ctx.body = Buffer.from(outcome.pdf.buffer, outcome.pdf.byteOffset, outcome.pdf.byteLength)
      return outcome.pdf
    case 'refused':
      invariant(admission.refusal, 'a reason for the refusal')
      throw limitExceeded(admission.refusal)
    case 'template-failed':
      throw new ApiError(422, 'generation_error', 'render_failed', outcome.message)
    case 'document-too-large':
      throw new ApiError(422, 'generation_error', 'document_too_large', 'The PDF exceeds 50 MB')
    default:
      throw toError(outcome)
  }
}

/** Refuses a request that found no slot: for its first fault, or for being one too many. */
function refuse(outcome: CheckOutcome): never {
  throw outcome.kind === 'valid' ? limitExceeded(TOO_MANY_AT_ONCE) : toError(outcome)
}

/** Aborts when the client goes away before its answer was sent. */
function abortedWith(ctx: AppContext): AbortSignal {
  const gone = new AbortController()
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) gone.abort()
  })
  return gone.signal
}
