import Router from '@koa/router'
import Koa from 'koa'
import { type ApiServices, ROUTES } from './api/routes.js'
import { answerErrors } from './http/answer-errors.js'
import type { AppState } from './http/app-state.js'
import { logRequests } from './http/log-requests.js'
import { measureRequests } from './http/measure-requests.js'
import { refuseWhileClosing } from './http/refuse-while-closing.js'
import { requestId } from './http/request-id.js'
import { requireClearHeaders } from './http/require-clear-headers.js'
import { routerPath } from './http/route.js'
import { unknownRoutes } from './http/unknown-routes.js'
import type { Logger } from './observability/log.js'

interface AppServices extends ApiServices {
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
  for (const route of ROUTES) router.register(routerPath(route), [route.method], [route.handle(services)])

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
