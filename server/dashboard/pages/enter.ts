import { SealError } from '../../webhooks/sealer.js'
import { factorBounds, tryWithin } from '../access/attempts.js'
import { takeCode } from '../access/second-factor.js'
import { ABSOLUTE_MS, IDLE_MS } from '../access/session-cookie.js'
import { hashToken, newToken } from '../access/tokens.js'
import { findKeptForm } from '../forms/kept-form.js'
import { html } from '../html.js'
import { type Answer, type DashboardRoute, route, type Visit } from '../route.js'
import type { DashboardServices } from '../services.js'
import { EMPTY_FORM, type FormState, formProblem, textField } from '../views/fields.js'

/** The page that finds out whether the browser has kept the session. */
export const KEPT = '/dashboard/sign-in/kept'

/** The page that offers what was sent after a session had ended. */
export const KEPT_FORM = '/dashboard/sign-in/sent'

const CODE = '/dashboard/sign-in/code'

/** Where somebody is led who has signed in: only to pages of ours. */
export function targetOf(next: string): string {
  return /^\/dashboard(?:[/?][\w\-./?=&%:~+]*)?$/.test(next) ? next : '/dashboard'
}

/**
 * Lets somebody in who has shown who they are, by a password, a link or a provider: at once, or after a code when they have
 * a second factor.
 */
export async function enter(userId: string, visit: Visit, services: DashboardServices, next: string): Promise<Answer> {
  const factor = await services.store.findSecondFactor(userId)
  if (!factor) return beginSession(userId, visit, services, next)
  const waiting: Waiting = { userId, next, until: Date.now() + WAITING_MS }
  return codePage(services.sealer.seal(JSON.stringify(waiting), WAITING), EMPTY_FORM)
}

/** Somebody whose code is waited for. */
interface Waiting {
  readonly userId: string
  readonly next: string
  /** Epoch ms. */
  readonly until: number
}

/** The context that it is encrypted for. */
const WAITING = 'sign-in that waits for its code'

/** Long enough to find the phone. */
const WAITING_MS = 10 * 60_000

function readWaiting(sealed: string, { sealer }: DashboardServices): Waiting | undefined {
  try {
    const waiting: Waiting = JSON.parse(sealer.open(sealed, WAITING))
    return waiting.until > Date.now() ? waiting : undefined
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}

function codePage(waiting: string, state: FormState): Answer {
  return {
    kind: 'page',
    title: 'Second factor',
    status: Object.keys(state.errors).length > 0 ? 422 : 200,
    body: html`<section class="narrow card">
<h1>Enter your code</h1>
<p>Your app shows six digits for Platen. A recovery code works as well, once.</p>
${formProblem(state.errors)}
<form method="post" action="${CODE}">
<input type="hidden" name="waiting" value="${waiting}">
${textField({ name: 'code', label: 'Code', autocomplete: 'one-time-code', isMono: true }, state)}
<button class="primary wide">Sign in</button>
</form>
<p class="help">No phone and no recovery code? An administrator can remove the second factor of your account.</p>
</section>`,
  }
}

function tooLate(): Answer {
  return {
    kind: 'page',
    title: 'Sign in again',
    status: 422,
    body: html`<section class="narrow card"><h1>Sign in again</h1>
<p>Codes are taken for ${WAITING_MS / 60_000} minutes after the password, and that time is over.</p>
<p><a class="button" href="/dashboard/sign-in">To the sign-in</a></p></section>`,
  }
}

export const POST_SIGN_IN_CODE: DashboardRoute = route({
  method: 'POST',
  path: CODE,
  least: 'anyone',
  async handle(visit, services) {
    const { form, address } = visit
    const sealed = form.raw('waiting')
    const waiting = readWaiting(sealed, services)
    const factor = waiting && (await services.store.findSecondFactor(waiting.userId))
    if (!waiting || !factor) return tooLate()
    const code = form.text('code', 'The code', { max: 40 })
    const isRight =
      form.isValid &&
      (await tryWithin(services, factorBounds(address, waiting.userId), () =>
        takeCode(services, waiting.userId, factor, code),
      ))
    if (isRight) return beginSession(waiting.userId, visit, services, targetOf(waiting.next))
    form.fail('code', 'This code is wrong, or was used before. Wait for the next one.')
    return codePage(sealed, { values: {}, errors: form.errors })
  },
})

/** A new session with a new token, whatever the browser has sent: what somebody planted there before is worth nothing. */
async function beginSession(
  userId: string,
  { address, userAgent, isOverHttp, token: replaced }: Visit,
  services: DashboardServices,
  next: string,
): Promise<Answer> {
  const { store } = services
  const token = newToken()
  const session = { userId, hash: hashToken(token), absoluteMs: ABSOLUTE_MS, idleMs: IDLE_MS, address, userAgent }
  await store.startSession(session, replaced === undefined ? undefined : hashToken(replaced))
  const kept = await findKeptForm(userId, services)
  const to = kept ? `${KEPT_FORM}?${new URLSearchParams({ next })}` : next
  // Over http most browsers keep no cookie that is for https only: the next page finds out.
  return { kind: 'session', token, to: isOverHttp ? `${KEPT}?${new URLSearchParams({ next: to })}` : to }
}
