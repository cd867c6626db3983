import type { RouterMiddleware } from '@koa/router'
import type { AppState } from '../http/app-state.js'
import { SAMPLE_PDF } from '../webhooks/sample-pdf.js'

/** `GET /api/v1/sample.pdf`: what the `document_url` of test events leads to. */
export function getSamplePdf(): RouterMiddleware<AppState> {
  return async (ctx) => {
    ctx.status = 200
    ctx.type = 'application/pdf'
    ctx.set('Content-Disposition', 'inline; filename="sample.pdf"')
    ctx.body = SAMPLE_PDF
  }
}
