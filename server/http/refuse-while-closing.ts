import type { Middleware } from 'koa'
import { unavailable } from './api-error.js'
import type { AppState } from './app-state.js'

/** Seconds until another instance, or this one restarted, is likely to answer. */
const RETRY_AFTER_SHUTDOWN = 5

/**
 * Refuses requests that arrive on open connections while the service stops, and ends those connections. What cannot be
 * finished in time is refused too, while there is still time to say so.
 *
 * @param givingUp aborted when what has no answer yet will have none
 */
export function refuseWhileClosing(closing: AbortSignal, givingUp: AbortSignal): Middleware<AppState> {
  const unanswered = new Set<() => void>()
  givingUp.addEventListener('abort', () => {
    for (const giveUp of unanswered) giveUp()
  })
  return async (ctx, next) => {
    let giveUp: (() => void) | undefined
    try {
      if (closing.aborted) throw shuttingDown()
      const givenUp = new Promise<never>((_, reject) => {
        giveUp = () => reject(shuttingDown())
        unanswered.add(giveUp)
      })
      await Promise.race([next(), givenUp])
    } finally {
      if (giveUp) unanswered.delete(giveUp)
      if (closing.aborted) ctx.set('Connection', 'close')
    }
  }
}

function shuttingDown() {
  return unavailable('The service is shutting down', RETRY_AFTER_SHUTDOWN)
}
