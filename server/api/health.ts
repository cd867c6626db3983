import { unavailable } from '../http/api-error.js'
import type { Route } from '../http/route.js'
import type { Readiness } from '../jobs/readiness.js'
import type { Metrics } from '../observability/metrics.js'

export interface HealthServices {
  readonly readiness: Readiness
  readonly metrics: Metrics
}

/** Seconds in which a database usually comes back. */
const RETRY_AFTER = 5

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

/**
 * The service can do its work: data and documents can be kept, and it is not about to stop. `?without=documents` leaves
 * the documents out, for those who would rather have the others than nothing while a bucket is away.
 */
export const GET_READINESS: Route<Pick<HealthServices, 'readiness'>> = {
  method: 'GET',
  path: '/readyz',
  access: 'anyone',
  handle:
    ({ readiness }) =>
    async (ctx) => {
      const fault = await readiness.find(ctx.query.without !== 'documents')
      if (fault) throw unavailable(fault.message, RETRY_AFTER)
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
