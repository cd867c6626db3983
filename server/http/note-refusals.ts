import type { Middleware } from 'koa'
import { ApiError } from './api-error.js'
import type { AppState } from './app-state.js'
import type { KeyUsage } from './key-usage.js'

/** Notes at a key that a request with it was refused, for whoever looks why a program of theirs gets nothing. */
export function noteRefusals(keyUsage: KeyUsage): Middleware<AppState> {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const { keyId } = ctx.state.noted
      if (keyId !== undefined && error instanceof ApiError && error.type === 'authentication_error') {
        keyUsage.recordRefusal(keyId, error.code, ctx.ip)
      }
      throw error
    }
  }
}
