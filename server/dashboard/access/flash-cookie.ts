import type { AppContext } from '../../http/app-state.js'
import { SealError, type Sealer } from '../../webhooks/sealer.js'
import type { Flash } from '../route.js'
import { hashToken } from './tokens.js'

const NAME = 'platen-flash'

/** A message is for the page that comes next. */
const LIFETIME_SECONDS = 60

/** A message belongs to the session in which it was left, so that nobody can leave one in another's. */
function contextOf(token: string | undefined): string {
  return `flash of ${token === undefined ? 'nobody' : hashToken(token)}`
}

/** Leaves a message for the next page. It may hold what is shown once, such as a key: it is encrypted. */
export function leaveFlash(
  ctx: AppContext,
  sealer: Sealer,
  token: string | undefined,
  isSecure: boolean,
  flash: Flash,
): void {
  write(ctx, isSecure, sealer.seal(JSON.stringify(flash), contextOf(token)), LIFETIME_SECONDS)
}

/** Takes the message that the page before has left, which is gone then. */
export function takeFlash(
  ctx: AppContext,
  sealer: Sealer,
  token: string | undefined,
  isSecure: boolean,
): Flash | undefined {
  const sealed = ctx.cookies.get(NAME)
  if (sealed === undefined || sealed === '') return undefined
  write(ctx, isSecure, '', 0)
  try {
    return JSON.parse(sealer.open(sealed, contextOf(token)))
  } catch (error) {
    // Left in another session, or by nobody of us.
    if (error instanceof SealError) return undefined
    throw error
  }
}

function write(ctx: AppContext, isSecure: boolean, value: string, seconds: number): void {
  const attributes = [`Max-Age=${seconds}`, 'Path=/dashboard', 'HttpOnly', 'SameSite=Lax']
  ctx.append('Set-Cookie', [`${NAME}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; '))
}
