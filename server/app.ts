import Router from '@koa/router'
import Koa from 'koa'
import { type DocumentServices, getDocument, getDocumentPdf, getRequest } from './api/documents.js'
import { type GenerateServices, generate, generateBatch } from './api/generate.js'
import { getHealth, getMetrics, getReadiness } from './api/health.js'
import { type DescriptionServices, getDescription, getOwnDescription, getReference } from './api/openapi.js'
import { getSamplePdf } from './api/sample-pdf.js'
import { answerErrors } from './http/answer-errors.js'
import type { AppState } from './http/app-state.js'
import { logRequests } from './http/log-requests.js'
import { measureRequests } from './http/measure-requests.js'
import { refuseWhileClosing } from './http/refuse-while-closing.js'
import { requestId } from './http/request-id.js'
import { requireClearHeaders } from './http/require-clear-headers.js'
import { unknownRoutes } from './http/unknown-routes.js'
import type { Logger } from './observability/log.js'
import { SAMPLE_PDF_PATH } from './webhooks/sample-pdf.js'

interface AppServices extends GenerateServices, DocumentServices, DescriptionServices {
  readonly log: Logger
  /** Proxies in front of the service whose X-Forwarded-For entries are true. */
  readonly trustedProxies: number
}

/** The list of what a request passes through. */
export function createApp(services: AppServices): Koa<AppState> {
  const { log, metrics, trustedProxies, closing } = services
  const app = new Koa<AppState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies })
  app.on('error', (error: unknown) => log.warn({ err: error }, 'answer not delivered'))

  const router = new Router<AppState>({ sensitive: true, strict: true })
  router.post('/api/v1/:org_slug/templates/:endpoint_path/documents', generate(services))
  router.post('/api/v1/:org_slug/templates/:endpoint_path/batches', generateBatch(services))
  router.get('/api/v1/:org_slug/requests/:request_id', getRequest(services))
  router.get('/api/v1/:org_slug/documents/:document_id', getDocument(services))
  router.get('/api/v1/:org_slug/documents/:document_id/pdf', getDocumentPdf(services))
  router.get('/api/v1/openapi.json', getDescription(services))
  router.get(SAMPLE_PDF_PATH, getSamplePdf())
  router.get('/api/v1/docs', getReference(services))
  router.get('/api/v1/:org_slug/openapi.json', getOwnDescription(services))
  router.get('/healthz', getHealth())
  router.get('/readyz', getReadiness(services))
  router.get('/metrics', getMetrics(services))

  app.use(requestId())
  app.use(logRequests(log))
  app.use(measureRequests(metrics))
  app.use(answerErrors(log))
  app.use(requireClearHeaders())
  app.use(refuseWhileClosing(closing))
  app.use(unknownRoutes(router))
  app.use(router.routes())
  return app
}
