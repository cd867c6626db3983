import type { Route } from '../http/route.js'
import type { Metrics } from '../observability/metrics.js'
import type { Store } from '../storage/store.js'

interface HealthServices {
  readonly store: Store
  readonly metrics: Metrics
}

/** The process answers. */
export const GET_HEALTH: Route<unknown> = {
  method: 'GET',
  path: '/healthz',
  access: 'anyone',
  handle: () => (ctx) => {
    ctx.type = 'application/json; charset=utf-8'
    ctx.body = '{"status":"ok"}'
  },
}

/** The data can be reached too; what goes wrong there is answered with 503 as everywhere. */
export const GET_READINESS: Route<Pick<HealthServices, 'store'>> = {
  method: 'GET',
  path: '/readyz',
  access: 'anyone',
  handle:
    ({ store }) =>
    async (ctx) => {
      await store.countWaitingJobs('render')
      ctx.type = 'application/json; charset=utf-8'
      ctx.body = '{"status":"ready"}'
    },
}

/** In the Prometheus text format. */
export const GET_METRICS: Route<Pick<HealthServices, 'metrics'>> = {
  method: 'GET',
  path: '/metrics',
  access: 'anyone',
  handle:
    ({ metrics }) =>
    async (ctx) => {
      ctx.body = await metrics.text()
      ctx.set('Content-Type', metrics.contentType)
    },
}
