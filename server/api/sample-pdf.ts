import type { Route } from '../http/route.js'
import { SAMPLE_PDF, SAMPLE_PDF_PATH } from '../webhooks/sample-pdf.js'

/** The document behind the `document_url` of test events. */
export const GET_SAMPLE_PDF: Route<unknown> = {
  method: 'GET',
  path: SAMPLE_PDF_PATH,
  access: 'anyone',
  handle: () => (ctx) => {
    ctx.status = 200
    ctx.type = 'application/pdf'
    ctx.set('Content-Disposition', 'inline; filename="sample.pdf"')
    ctx.body = SAMPLE_PDF
  },
}
