import type { AppContext } from './app-state.js'

/** Whether the caller develops, and wants to know more. */
export function isDebugMode(ctx: AppContext): boolean {
  return ctx.get('X-Debug-Mode').trim().toLowerCase() === 'true'
}
