import type { Middleware } from 'koa'
import { unavailable } from './api-error.js'
import type { AppState } from './app-state.js'

/** Seconds until another instance, or this one restarted, is likely to answer. */
const RETRY_AFTER_SHUTDOWN = 5

/** Refuses requests that arrive on open connections while the service stops, and ends those connections. */
export function refuseWhileClosing(closing: AbortSignal): Middleware<AppState> {
  return async (ctx, next) => {
    try {
      if (closing.aborted) throw unavailable('The service is shutting down', RETRY_AFTER_SHUTDOWN)
      await next()
    } finally {
      if (closing.aborted) ctx.set('Connection', 'close')
    }
  }
}
