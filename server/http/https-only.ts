import type { Middleware } from 'koa'
import type { AppState } from './app-state.js'

/** A year, as browsers remember it (RFC 6797 §6.1.1). Other services of the same domain are nobody's business here. */
const POLICY = 'max-age=31536000'

/** Tells browsers to reach this host by https from now on. They believe it only over https. */
export function httpsOnly(): Middleware<AppState> {
  return (ctx, next) => {
    ctx.set('Strict-Transport-Security', POLICY)
    return next()
  }
}
