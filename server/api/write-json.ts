import type { AppContext } from '../http/app-state.js'

/** Answers with JSON that nobody may keep. */
export function writeJson(ctx: AppContext, status: number, value: unknown): void {
  ctx.status = status
  ctx.type = 'application/json; charset=utf-8'
  ctx.set('Cache-Control', 'private, no-store')
  ctx.body = JSON.stringify(value)
}
