import Router from '@koa/router'
import Koa from 'koa'
import { gotenbergRoutes } from './api/gotenberg/convert-html.js'
import { GET_METRICS } from './api/health.js'
import { acceptAgain } from './api/render-again.js'
import { type ApiServices, ROUTES } from './api/routes.js'
import type { GotenbergSettings } from './config.js'
import { addDashboard, answerDashboardErrors } from './dashboard/dashboard.js'
import type { DashboardServices, RenderAgainCall, RenderedAgain } from './dashboard/services.js'
import { answerErrors } from './http/answer-errors.js'
import { ApiError } from './http/api-error.js'
import type { AppContext, AppState } from './http/app-state.js'
import { compressPages } from './http/compress-pages.js'
import { countRequests } from './http/count-requests.js'
import { httpsOnly } from './http/https-only.js'
import { logRequests } from './http/log-requests.js'
import { measureRequests } from './http/measure-requests.js'
import { noSniffing } from './http/no-sniffing.js'
import { noteRefusals } from './http/note-refusals.js'
import { refuseWhileClosing } from './http/refuse-while-closing.js'
import { requestId } from './http/request-id.js'
import { requireClearHeaders } from './http/require-clear-headers.js'
import { routerPath } from './http/route.js'
import { servePrefix } from './http/serve-prefix.js'
import { unknownRoutes } from './http/unknown-routes.js'
import type { RequestRates } from './limits/request-rates.js'
import type { Logger } from './observability/log.js'

interface AppServices extends ApiServices, Omit<DashboardServices, 'renderAgain'> {
  readonly log: Logger
  readonly rates: RequestRates
  /** Aborted when requests that have no answer yet will have none. */
  readonly givingUp: AbortSignal
  /** Whether the metrics are shown beside the interface. */
  readonly showsMetrics: boolean
  /** How clients reach the service, where that is set. */
  readonly publicUrl: string | undefined
  /** Who requests in the form of Gotenberg's are for; there is no route for them when absent. */
  readonly gotenberg?: GotenbergSettings | undefined
  /** Proxies in front of the service whose X-Forwarded-For entries are true. */
  readonly trustedProxies: number
}

/** The list of what a request passes through. */
export function createApp(services: AppServices): Koa<AppState> {
  const { log, metrics, showsMetrics, trustedProxies, closing, givingUp } = services
  const app = new Koa<AppState>({ proxy: trustedProxies > 0, maxIpsCount: trustedProxies })
  app.on('error', reportUndelivered(log))

  const router = new Router<AppState>({ sensitive: true, strict: true })
  const routes = showsMetrics ? ROUTES : ROUTES.filter((route) => route !== GET_METRICS)
  for (const route of [...routes, ...gotenbergRoutes(services.gotenberg)])
    router.register(routerPath(route), [route.method], [route.handle(services)])
  const dashboard = { ...services, renderAgain: (call: RenderAgainCall) => renderAgain(call, services) }
  addDashboard(router, dashboard)

  const { protocol, pathname } = new URL(services.publicUrl ?? 'http://localhost')
  app.use(requestId())
  // Outside of what still changes pages.
  app.use(compressPages())
  if (pathname !== '/') app.use(servePrefix(pathname))
  app.use(noSniffing())
  if (protocol === 'https:') app.use(httpsOnly())
  app.use(logRequests(log))
  app.use(measureRequests(metrics))
  app.use(answerErrors())
  app.use(noteRefusals(services.keyUsage))
  app.use(countRequests(services.rates))
  app.use(requireClearHeaders())
  app.use(refuseWhileClosing(closing, givingUp))
  app.use(answerDashboardErrors(dashboard))
  app.use(unknownRoutes(router))
  app.use(router.routes())
  return app
}

/** A limit that is reached, or data that do not fit any more, is told to who asked. */
async function renderAgain(call: RenderAgainCall, services: ApiServices): Promise<RenderedAgain> {
  try {
    return { requestId: await acceptAgain(call, services) }
  } catch (error) {
    if (error instanceof ApiError) return { refusal: error.message }
    throw error
  }
}

/** An answer breaks off because its client has gone, which its own line says, or because of where it comes from. */
function reportUndelivered(log: Logger) {
  return (error: unknown, ctx?: AppContext): void => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (ctx && CLIENT_CLOSED.has(code)) return
    log.warn({ request_id: ctx?.state.requestId, err: error }, 'an answer broke off')
  }
}

/** What Node.js reports of an answer whose client closes the connection. */
const CLIENT_CLOSED = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ECONNABORTED'])

/** The metrics alone, for an address that not everybody reaches. */
export function createMetricsApp({ metrics, log }: Pick<AppServices, 'metrics' | 'log'>): Koa<AppState> {
  const app = new Koa<AppState>()
  app.on('error', reportUndelivered(log))
  const router = new Router<AppState>({ sensitive: true, strict: true })
  router.register(routerPath(GET_METRICS), [GET_METRICS.method], [GET_METRICS.handle({ metrics })])
  app.use(requestId())
  app.use(noSniffing())
  app.use(answerErrors())
  app.use(unknownRoutes(router))
  app.use(router.routes())
  return app
}
