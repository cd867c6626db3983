import type { AppContext } from '../../http/app-state.js'
import { SealError, type Sealer } from '../../webhooks/sealer.js'
import type { SignOnFlow } from './sign-on.js'

/** As long as somebody may take to sign in to the provider. */
const LIFETIME_SECONDS = 600

const CONTEXT = 'sign-on'

/** The prefix keeps other hosts from planting a sign-on of theirs. */
function nameFor(isSecure: boolean): string {
  return isSecure ? '__Host-platen-sign-on' : 'platen-sign-on'
}

interface SealedFlow extends SignOnFlow {
  /** Epoch ms. */
  readonly until: number
}

/** The sign-on that the browser has begun, if it has, and not too long ago. */
export function readSignOnCookie(ctx: AppContext, sealer: Sealer, isSecure: boolean): SignOnFlow | undefined {
  const sealed = ctx.cookies.get(nameFor(isSecure))
  if (sealed === undefined || sealed === '') return undefined
  try {
    const flow: SealedFlow = JSON.parse(sealer.open(sealed, CONTEXT))
    return Date.now() < flow.until ? flow : undefined
  } catch (error) {
    // Sealed by nobody of us.
    if (error instanceof SealError) return undefined
    throw error
  }
}

/** Has the browser keep a sign-on, encrypted, or forget it. SameSite=Lax: it comes back from the provider by a link. */
export function writeSignOnCookie(
  ctx: AppContext,
  sealer: Sealer,
  isSecure: boolean,
  flow: SignOnFlow | undefined,
): void {
  const sealed: SealedFlow | undefined = flow && { ...flow, until: Date.now() + LIFETIME_SECONDS * 1_000 }
  const value = sealed ? sealer.seal(JSON.stringify(sealed), CONTEXT) : ''
  const lifetime = `Max-Age=${sealed ? LIFETIME_SECONDS : 0}`
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])]
  ctx.append('Set-Cookie', [`${nameFor(isSecure)}=${value}`, lifetime, ...attributes].join('; '))
}
