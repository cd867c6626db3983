import type { AppContext } from '../../http/app-state.js'
import { isToken } from './tokens.js'

/** However much it is used. */
export const ABSOLUTE_MS = 30 * 86_400_000

/** Without use. */
export const IDLE_MS = 3 * 86_400_000

/** The prefix makes browsers take the cookie from this host only, over https only, for all of its paths. */
const SECURE_NAME = '__Host-platen'

const PLAIN_NAME = 'platen'

function nameFor(isSecure: boolean): string {
  return isSecure ? SECURE_NAME : PLAIN_NAME
}

/** The token of the session that a request says it belongs to. */
export function readSessionCookie(ctx: AppContext, isSecure: boolean): string | undefined {
  const token = ctx.cookies.get(nameFor(isSecure))
  return token !== undefined && isToken(token) ? token : undefined
}

/** Gives the browser a session, or takes it away. */
export function writeSessionCookie(ctx: AppContext, isSecure: boolean, token: string | undefined): void {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])]
  const lifetime = `Max-Age=${token === undefined ? 0 : ABSOLUTE_MS / 1000}`
  ctx.append('Set-Cookie', [`${nameFor(isSecure)}=${token ?? ''}`, lifetime, ...attributes].join('; '))
}
