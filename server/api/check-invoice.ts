import type { RouterContext } from '@koa/router'
import type { InvoiceReport } from '../../engine/index.js'
import { ApiError, invalidTemplateData, limitExceeded } from '../http/api-error.js'
import type { AppContext, AppState } from '../http/app-state.js'
import { authenticate, requireScope } from '../http/authenticate.js'
import { requireIdentity } from '../http/json-content.js'
import type { KeyUsage } from '../http/key-usage.js'
import { parseMediaType } from '../http/media-type.js'
import { errorResponses, fileContent, jsonResponse } from '../http/operation.js'
import { readBody } from '../http/read-body.js'
import type { Route } from '../http/route.js'
import type { HeldRequests } from '../limits/held-requests.js'
import { type KeySlots, TOO_MANY_AT_ONCE } from '../limits/key-slots.js'
import type { RenderPool } from '../render/render-pool.js'
import { toError } from './check-errors.js'

export interface InvoiceCheckServices {
  readonly slots: KeySlots
  readonly keyUsage: KeyUsage
  readonly held: HeldRequests
  readonly pool: RenderPool
}

/** As much as the check reads: 10 MB. */
const MAX_INVOICE_BYTES = 10_485_760

/** Far more than the largest invoice takes. */
const CHECK_TIMEOUT_MS = 10_000

/** What the file itself is counts: its first bytes tell. */
const MEDIA_TYPES = ['application/pdf', 'application/xml', 'text/xml', 'application/octet-stream']

/** Says of the invoice of anybody what it claims to be and what is wrong with it. Counts as no document. */
export const CHECK_INVOICE: Route<InvoiceCheckServices> = {
  method: 'POST',
  path: '/api/v1/{org_slug}/invoices/check',
  access: 'key',
  operation: {
    id: 'checkInvoice',
    tag: 'Invoices',
    summary: 'Check an electronic invoice',
    description: `Of a PDF that carries one (Factur-X, ZUGFeRD), or of XML (CII, UBL). At most ${MAX_INVOICE_BYTES} bytes. Counts as no document; the file is not kept. What is wrong with the invoice is in the answer, whose status is 200.`,
    content: fileContent(...MEDIA_TYPES),
    responses: {
      200: jsonResponse('What was found.', 'InvoiceReport'),
      ...errorResponses(400, 401, 403, 404, 413, 422, 429, 503),
    },
  },
  handle: (services) => (ctx) => answerWithReport(ctx, services),
}

async function answerWithReport(ctx: RouterContext<AppState>, services: InvoiceCheckServices): Promise<void> {
  const { org_slug: slug = '' } = ctx.params
  const { key, organization, slot } = await authenticate(
    ctx,
    slug,
    (who) => services.slots.enter({ ...who, endpointPath: undefined }),
    { undo: (entry) => entry.slot?.release() },
  )
  services.keyUsage.record(key.id)
  const memory = services.held.bodies.open(organization.id)
  try {
    requireScope(key, 'generate')
    requireInvoiceContent(ctx)
    const body = await readBody(ctx, memory, MAX_INVOICE_BYTES)
    if (body.byteLength === 0) throw invalidTemplateData('The body is empty; it must be a PDF or XML')
    if (!slot) throw limitExceeded(TOO_MANY_AT_ONCE)
    const report = await check(ctx, body, organization.id, services)
    ctx.status = 200
    ctx.type = 'application/json; charset=utf-8'
    ctx.set('Cache-Control', 'private, no-store')
    ctx.body = JSON.stringify(withNulls(report))
  } finally {
    memory.release()
    await slot?.release()
  }
}

async function check(
  ctx: AppContext,
  body: Uint8Array,
  organizationId: string,
  { pool }: InvoiceCheckServices,
): Promise<InvoiceReport> {
  const { requestId } = ctx.state
  const outcome = await pool.checkInvoice({
    body,
    organizationId,
    requestId,
    mode: 'sync',
    timeoutMs: CHECK_TIMEOUT_MS,
  })
  switch (outcome.kind) {
    case 'invoice-checked':
      return outcome.report
    case 'timed-out':
      throw tooMuch(`The file takes too long to check: more than ${CHECK_TIMEOUT_MS / 1000} s`)
    case 'template-failed':
      throw tooMuch('The file needs too much memory to be checked')
    default:
      throw toError(outcome)
  }
}

function tooMuch(message: string): ApiError {
  return new ApiError(422, 'validation_error', 'validation_failed', message)
}

/** @throws ApiError 400 `invalid_template_data` */
function requireInvoiceContent(ctx: AppContext): void {
  const type = parseMediaType(ctx.get('Content-Type'))?.type
  if (type === undefined || !MEDIA_TYPES.includes(type))
    throw invalidTemplateData(`The Content-Type must be one of ${MEDIA_TYPES.join(', ')}`)
  requireIdentity(ctx)
}

/** JSON has no undefined: what is absent is told as null. */
function withNulls({ format, level, file, problems, ...rest }: InvoiceReport) {
  return {
    ...rest,
    format: format ?? null,
    level: level ?? null,
    file: file ?? null,
    problems: problems.map(({ rule, term, line, column, ...problem }) => ({
      ...problem,
      rule: rule ?? null,
      term: term ?? null,
      line: line ?? null,
      column: column ?? null,
    })),
  }
}
