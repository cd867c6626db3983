import type { Middleware } from 'koa'
import { newId } from '../storage/ids.js'
import type { AppState } from './app-state.js'

/** Gives each request an id of ours (a client's is never taken over) and sends it with every answer. */
export function requestId(): Middleware<AppState> {
  return (ctx, next) => {
    const id = newId('req')
    ctx.state = { requestId: id, noted: {} }
    ctx.set('X-Request-ID', id)
    return next()
  }
}
