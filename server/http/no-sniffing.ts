import type { Middleware } from 'koa'
import type { AppState } from './app-state.js'

/** Tells browsers to take every answer for what it says that it is, and never to run one as a script or a page. */
export function noSniffing(): Middleware<AppState> {
  return (ctx, next) => {
    ctx.set('X-Content-Type-Options', 'nosniff')
    return next()
  }
}
