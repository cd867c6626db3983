import { performance } from 'node:perf_hooks'
import type { Middleware } from 'koa'
import type { Metrics } from '../observability/metrics.js'
import { CLIENT_GONE, endedWith } from './answered.js'
import type { AppState } from './app-state.js'

/** Measures how long answers take, by route. */
export function measureRequests(metrics: Metrics): Middleware<AppState> {
  return (ctx, next) => {
    const started = performance.now()
    ctx.res.once('close', () => {
      // A stream of events takes as long as somebody watches.
      if (ctx.response.is('text/event-stream')) return
      const { route = 'none' } = ctx.state
      const status = endedWith(ctx.res)
      metrics.requestAnswered(ctx.method, route, status, performance.now() - started)
      if (status === CLIENT_GONE) metrics.requestAborted(route)
    })
    return next()
  }
}
