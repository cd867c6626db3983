import type { RouterMiddleware } from '@koa/router'
import { assertNever, invariant } from '../../engine/base/invariant.js'
import { ApiError, internalError, invalidTemplateData, limitExceeded, unavailable } from '../http/api-error.js'
import type { AppContext, AppState } from '../http/app-state.js'
import { authenticate } from '../http/authenticate.js'
import { requireJsonContent } from '../http/json-content.js'
import type { KeyUsage } from '../http/key-usage.js'
import { isEndpointPath } from '../http/names.js'
import { readBody } from '../http/read-body.js'
import { Admission } from '../limits/admission.js'
import { type KeySlots, TOO_MANY_AT_ONCE } from '../limits/key-slots.js'
import type { CheckJob, RenderPool } from '../render/render-pool.js'
import type { BodyFault, CheckOutcome, RenderOutcome, Unfinished } from '../render/render-types.js'
import type { Store } from '../storage/store.js'

export interface GenerateServices {
  readonly store: Store
  readonly pool: RenderPool
  readonly slots: KeySlots
  readonly keyUsage: KeyUsage
  readonly syncTimeoutMs: number
}

/** Retry-After of a full queue, in seconds: it drains in about this time. */
const RETRY_AFTER_FULL = 1

/** `POST /api/v1/{org_slug}/templates/{endpoint_path}/documents`: the PDF in the answer. */
export function generate(services: GenerateServices): RouterMiddleware<AppState> {
  const { store, pool, slots, keyUsage, syncTimeoutMs } = services
  return async (ctx) => {
    const { org_slug: slug = '', endpoint_path: path = '' } = ctx.params
    const { key, organization } = await authenticate(ctx, slug, store)
    keyUsage.record(key.id)
    requireJsonContent(ctx)
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
      if (slot) await render(ctx, job, services, new Admission(store, organization))
      else refuse(await pool.check(job))
    } finally {
      await slot?.release()
    }
  }
}

/** Renders and answers; what was counted is given back when no document comes of it. */
async function render(
  ctx: AppContext,
  job: CheckJob,
  { store, pool }: GenerateServices,
  admission: Admission,
): Promise<void> {
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
  switch (outcome.kind) {
    case 'rendered':
      ctx.status = 200
      ctx.type = 'application/pdf'
      ctx.body = Buffer.from(outcome.pdf.buffer, outcome.pdf.byteOffset, outcome.pdf.byteLength)
      return
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

function toError(outcome: BodyFault | Unfinished): ApiError {
  switch (outcome.kind) {
    case 'invalid-body':
      return invalidTemplateData(outcome.message)
    case 'unknown-template':
      return new ApiError(404, 'resource_error', 'template_not_found', 'There is no such template')
    case 'invalid-data': {
      const [{ code, field, message }] = outcome.violations
      return new ApiError(422, 'validation_error', code, message, {
        field: field === '' ? undefined : field,
        debug: {
          schemaErrors: outcome.violations.map((violation) => violation.message),
          receivedFields: outcome.fields.received,
          expectedFields: outcome.fields.expected,
        },
      })
    }
    case 'timed-out':
      return new ApiError(500, 'generation_error', 'render_timeout', 'Rendering took longer than the time limit')
    case 'unavailable':
      return unavailable('The service has too much to do at the moment', RETRY_AFTER_FULL)
    case 'cancelled':
      // The client is gone: nobody reads this answer.
      return internalError()
    default:
      return assertNever(outcome)
  }
}
