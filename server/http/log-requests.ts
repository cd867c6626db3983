import { performance } from 'node:perf_hooks'
import type { Middleware } from 'koa'
import type { Logger } from '../observability/log.js'
import type { AppState } from './app-state.js'

/** Links that let somebody in who has them. */
const TOKEN_IN_PATH = /^(\/dashboard\/(?:sign-in|reset|invitations)\/).+/

/** One line for each request when its answer has been sent or given up; never headers or bodies. */
export function logRequests(log: Logger): Middleware<AppState> {
  return (ctx, next) => {
    const started = performance.now()
    ctx.res.once('close', () => {
      log.info(
        {
          request_id: ctx.state.requestId,
          method: ctx.method,
          path: ctx.path.replace(TOKEN_IN_PATH, '$1…'),
          status: ctx.res.statusCode,
          bytes: ctx.response.length,
          duration_ms: Math.round(performance.now() - started),
          aborted: ctx.res.writableFinished ? undefined : true,
        },
        'request',
      )
    })
    return next()
  }
}
