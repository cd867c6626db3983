import type { Middleware } from 'koa'
import { isStoreAway } from '../storage/store.js'
import { ApiError, internalError, unavailable } from './api-error.js'
import type { AppContext, AppState } from './app-state.js'
import { isDebugMode } from './debug-mode.js'

/** Seconds in which a database usually comes back. */
const RETRY_AFTER_STORE = 5

/** Seconds after which what we could not do may succeed, in this process or another. */
const RETRY_AFTER_FAULT = 5

/**
 * Turns what the inner middleware throws into JSON answers; unknown errors are noted for the log and not described. Every
 * answer that is our fault says when to come again.
 */
export function answerErrors(): Middleware<AppState> {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const { noted } = ctx.state
      if (isStoreAway(error)) noted.reason = error.message
      else if (!(error instanceof ApiError)) noted.failure = error
      const answer = toAnswer(error)
      noted.code = answer.code
      writeError(ctx, answer)
    }
    if (ctx.status >= 500 && !ctx.response.get('Retry-After')) ctx.set('Retry-After', String(RETRY_AFTER_FAULT))
  }
}

/** The answer that an error leads to. */
export function toAnswer(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return isStoreAway(error) ? unavailable('The service cannot reach its data', RETRY_AFTER_STORE) : internalError()
}

function writeError(ctx: AppContext, error: ApiError): void {
  const { field, retryAfter, headers, debug } = error.details
  ctx.status = error.status
  ctx.type = 'application/json; charset=utf-8'
  if (headers) ctx.set({ ...headers })
  if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter))
  ctx.body = JSON.stringify({
    error: {
      message: error.message,
      type: error.type,
      code: error.code,
      // JSON leaves out members that are undefined.
      field,
      retry_after: retryAfter,
      debug: isDebugMode(ctx)
        ? {
            schema_errors: debug?.schemaErrors ?? [],
            received_fields: debug?.receivedFields ?? [],
            expected_fields: debug?.expectedFields ?? [],
          }
        : undefined,
    },
  })
}
