import { assertNever } from '../../engine/base/invariant.js'
import type { JsonObject } from '../../engine/base/json.js'
import { ApiError } from '../http/api-error.js'
import type { AppContext } from '../http/app-state.js'
import type { Metrics } from '../observability/metrics.js'
import type { PagePool } from '../render/page-pool.js'
import type { DrawnPage, PageForm, RefusedPage } from '../render/page-types.js'
import { toError } from './check-errors.js'

export interface DrawServices {
  readonly pages: PagePool
  readonly metrics: Metrics
}

/** A document of which a page is to be drawn. */
export interface DrawCall {
  readonly organizationId: string
  readonly pdf: Uint8Array
  readonly form: PageForm
  readonly timeoutMs: number
  readonly cancelled?: AbortSignal | undefined
}

/** What an answer with a picture says of its document. */
export type ToldPage = Pick<DrawnPage, 'pages' | 'missingFonts'>

/** How OpenAPI describes it. */
export const PAGE_HEADERS: JsonObject = {
  'X-Document-Pages': {
    description: 'With a picture: how many pages its document has.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-Document-Missing-Fonts': {
    description:
      'With a picture: the fonts that the page asks for and the document does not contain, so that it may look different, or lack characters.',
    schema: { type: 'string' },
  },
}

/**
 * Draws a page of a document.
 *
 * @throws ApiError when there is no picture
 */
export async function drawPage(
  ctx: AppContext,
  { organizationId, pdf, form, timeoutMs, cancelled }: DrawCall,
  { pages, metrics }: DrawServices,
): Promise<DrawnPage> {
  const outcome = await pages.draw({
    organizationId,
    requestId: ctx.state.requestId,
    task: { ...form, pdf, timeoutMs },
    cancelled,
  })
  const drawTimeMs = outcome.kind === 'drawn' ? outcome.drawTimeMs : undefined
  metrics.pageDrawn(form.format, outcome.kind, drawTimeMs)
  ctx.state.noted.picture = { format: form.format, milliseconds: drawTimeMs }
  if (outcome.kind === 'drawn') return outcome
  throw outcome.kind === 'refused' ? refusal(outcome) : toError(outcome)
}

export function setPageHeaders(ctx: AppContext, { pages, missingFonts }: ToldPage): void {
  ctx.set('X-Document-Pages', String(pages))
  if (missingFonts.length > 0) ctx.set('X-Document-Missing-Fonts', missingFonts.join(', '))
}

function refusal({ reason, message }: RefusedPage): ApiError {
  const said = message.charAt(0).toUpperCase() + message.slice(1)
  const about = (field: string) => new ApiError(422, 'validation_error', 'invalid_value', said, { field })
  switch (reason) {
    case 'page':
      return about('page')
    case 'size':
      return about('width')
    case 'password':
      return about('format')
    case 'broken':
      return new ApiError(422, 'generation_error', 'render_failed', said)
    default:
      return assertNever(reason)
  }
}
