import { performance } from 'node:perf_hooks'
import type { Middleware } from 'koa'
import type { Logger } from '../observability/log.js'
import { CLIENT_GONE, endedWith } from './answered.js'
import type { AppContext, AppState } from './app-state.js'

/** Links that let somebody in who has them. */
const TOKEN_IN_PATH = /^(\/dashboard\/(?:sign-in|reset|invitations)\/).+/

/** Asked for all the time by those who watch the service, and no work. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])

/** One line for each request when its answer has been sent or given up; never headers or bodies. */
export function logRequests(log: Logger): Middleware<AppState> {
  return (ctx, next) => {
    const started = performance.now()
    ctx.res.once('close', () => {
      const status = endedWith(ctx.res)
      log[levelOf(ctx, status)](
        {
          request_id: ctx.state.requestId,
          method: ctx.method,
          path: ctx.path.replace(TOKEN_IN_PATH, '$1…'),
          status,
          bytes: ctx.response.length,
          duration_ms: Math.round(performance.now() - started),
          aborted: status === CLIENT_GONE ? true : undefined,
          address: ctx.ip,
          ...describeNotes(ctx),
        },
        'request',
      )
    })
    return next()
  }
}

function describeNotes({ state }: AppContext) {
  const { organizationId, keyId, key, template, problems, problemCodes, picture, code, reason, failure } = state.noted
  return {
    organization_id: organizationId,
    key_id: keyId,
    key,
    template,
    problems,
    problem_codes: problemCodes,
    picture: picture?.format,
    picture_ms: picture?.milliseconds,
    code,
    reason,
    err: failure,
  }
}

function levelOf({ path, state }: AppContext, status: number): 'debug' | 'info' | 'warn' | 'error' {
  if (PROBES.has(path)) return 'debug'
  const { failure, reason } = state.noted
  if (failure !== undefined) return 'error'
  return reason !== undefined || status === 500 ? 'warn' : 'info'
}
