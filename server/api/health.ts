import type { RouterMiddleware } from '@koa/router'
import type { AppState } from '../http/app-state.js'
import type { Metrics } from '../observability/metrics.js'
import type { Store } from '../storage/store.js'

interface HealthServices {
  readonly store: Store
  readonly metrics: Metrics
}

/** `GET /healthz`: the process answers. */
export function getHealth(): RouterMiddleware<AppState> {
  return (ctx) => {
    ctx.type = 'application/json; charset=utf-8'
    ctx.body = '{"status":"ok"}'
  }
}

/** `GET /readyz`: the data can be reached too; what goes wrong there is answered with 503 as everywhere. */
export function getReadiness({ store }: HealthServices): RouterMiddleware<AppState> {
  return async (ctx) => {
    await store.countWaitingJobs('render', 1)
    ctx.type = 'application/json; charset=utf-8'
    ctx.body = '{"status":"ready"}'
  }
}

/** `GET /metrics`: in the Prometheus text format. */
export function getMetrics({ metrics }: HealthServices): RouterMiddleware<AppState> {
  return async (ctx) => {
    ctx.body = await metrics.text()
    ctx.set('Content-Type', metrics.contentType)
  }
}
