import type { RouterMiddleware } from '@koa/router'
import { assertNever } from '../../engine/base/invariant.js'
import { ApiError, internalError, invalidTemplateData, unavailable } from '../http/api-error.js'
import type { AppContext, AppState } from '../http/app-state.js'
import { authenticate } from '../http/authenticate.js'
import { requireJsonContent } from '../http/json-content.js'
import type { KeyUsage } from '../http/key-usage.js'
import { isEndpointPath } from '../http/names.js'
import { readBody } from '../http/read-body.js'
import type { RenderPool } from '../render/render-pool.js'
import type { RenderOutcome } from '../render/render-types.js'
import type { Store } from '../storage/store.js'

export interface GenerateServices {
  readonly store: Store
  readonly pool: RenderPool
  readonly keyUsage: KeyUsage
  readonly syncTimeoutMs: number
}

/** Retry-After of a full queue, in seconds: it drains in about this time. */
const RETRY_AFTER_FULL = 1

/** `POST /api/v1/{org_slug}/templates/{endpoint_path}/documents`: the PDF in the answer. */
export function generate(services: GenerateServices): RouterMiddleware<AppState> {
  const { store, pool, keyUsage, syncTimeoutMs } = services
  return async (ctx) => {
    const { org_slug: slug = '', endpoint_path: path = '' } = ctx.params
    const { key, organization } = await authenticate(ctx, slug, store)
    keyUsage.record(key.id)
    requireJsonContent(ctx)
    const [body, template] = await Promise.all([
      readBody(ctx.req, ctx.res),
      isEndpointPath(path) ? store.findPublishedTemplate(organization.id, path) : undefined,
    ])
    // The worker goes on with the checks where the body is parsed: JSON, template, special members, schema.
    const outcome = await pool.run({
      body,
      versionId: template?.versionId,
      timeoutMs: syncTimeoutMs,
      cancelled: abortedWith(ctx),
      loadTemplate: (versionId) => store.loadTemplateVersion(versionId),
      admit: async () => true,
    })
    answer(ctx, outcome)
  }
}

/** Aborts when the client goes away before its answer was sent. */
function abortedWith(ctx: AppContext): AbortSignal {
  const gone = new AbortController()
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) gone.abort()
  })
  return gone.signal
}

function answer(ctx: AppContext, outcome: RenderOutcome): void {
  switch (outcome.kind) {
    case 'rendered':
      ctx.status = 200
      ctx.type = 'application/pdf'
      ctx.body = Buffer.from(outcome.pdf.buffer, outcome.pdf.byteOffset, outcome.pdf.byteLength)
      return
    case 'invalid-body':
      throw invalidTemplateData(outcome.message)
    case 'unknown-template':
      throw new ApiError(404, 'resource_error', 'template_not_found', 'There is no such template')
    case 'invalid-data': {
      const [{ code, field, message }] = outcome.violations
      throw new ApiError(422, 'validation_error', code, message, {
        field: field === '' ? undefined : field,
        debug: {
          schemaErrors: outcome.violations.map((violation) => violation.message),
          receivedFields: outcome.fields.received,
          expectedFields: outcome.fields.expected,
        },
      })
    }
    case 'template-failed':
      throw new ApiError(422, 'generation_error', 'render_failed', outcome.message)
    case 'document-too-large':
      throw new ApiError(422, 'generation_error', 'document_too_large', 'The PDF exceeds 50 MB')
    case 'timed-out':
      throw new ApiError(500, 'generation_error', 'render_timeout', 'Rendering took longer than the time limit')
    case 'unavailable':
      throw unavailable('The service has too much to do at the moment', RETRY_AFTER_FULL)
    case 'refused':
    case 'cancelled':
      // Nothing refuses without an error of its own, and nobody reads the answer to a cancelled request.
      throw internalError()
    default:
      assertNever(outcome)
  }
}
