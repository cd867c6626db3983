import type { IdentityVerdict } from '../../storage/accounts/account-store.js'
import { type SignOn, SignOnRefused, SignOnUnavailable } from '../access/sign-on.js'
import { html } from '../html.js'
import { type Answer, type DashboardRoute, found, Refusal, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { enter, targetOf } from './enter.js'

const CALLBACK = '/dashboard/sign-on/callback'

/** Leads to the provider. A link and no form: browsers let no form of ours end at another site. */
export const GET_SIGN_ON: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/sign-on',
  least: 'anyone',
  async handle({ query }, services) {
    const signOn = found(services.signOn)
    const next = targetOf(query.get('next') ?? '')
    const { url, flow } = await asked(signOn, services, () => signOn.begin(services.baseUrl() + CALLBACK, next))
    return { kind: 'sign-on', to: url, flow }
  },
})

export const GET_SIGN_ON_CALLBACK: DashboardRoute = route({
  method: 'GET',
  path: CALLBACK,
  least: 'anyone',
  async handle(visit, services) {
    const signOn = found(services.signOn)
    const { signOnFlow: flow, query } = visit
    if (!flow) return notSignedIn('This sign-on has taken too long, or began in another browser. Please try again.')
    try {
      const url = new URL(`${services.baseUrl()}${CALLBACK}?${query}`)
      const identity = await asked(signOn, services, () => signOn.finish(url, flow))
      const verdict = await services.store.recognizeIdentity(identity)
      if (verdict.kind === 'user') return await enter(verdict.userId, visit, services, flow.next)
      return notSignedIn(REASONS[verdict.kind](identity.email, signOn.label))
    } catch (error) {
      if (!(error instanceof SignOnRefused)) throw error
      services.log.warn({ err: error }, 'a sign-on was refused')
      return notSignedIn(`${capitalize(signOn.label)} did not sign you in. Please try again.`)
    }
  },
})

const REASONS: Record<
  Exclude<IdentityVerdict['kind'], 'user'>,
  (email: string | undefined, provider: string) => string
> = {
  unknown: (email) => `There is no account for ${email}. An owner of your organization can invite this address.`,
  unverified: (email, provider) =>
    `${capitalize(provider)} does not confirm ${email === undefined ? 'an e-mail address of yours' : `that ${email} is yours`}, so no account can be found for you.`,
  taken: (email, provider) =>
    `The account of ${email} belongs to somebody else of ${provider}. Your administrator can help.`,
  disabled: () => 'This account is disabled. Your administrator can enable it.',
}

/** @throws Refusal when the provider cannot be asked */
async function asked<T>({ label }: SignOn, { log }: DashboardServices, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof SignOnUnavailable)) throw error
    log.error({ err: error }, 'the provider of sign-on cannot be reached')
    throw new Refusal(503, `${capitalize(label)} cannot be reached at the moment. Please try again.`, RETRY_AFTER)
  }
}

/** In seconds. */
const RETRY_AFTER = 10

function notSignedIn(reason: string): Answer {
  return {
    kind: 'page',
    title: 'You are not signed in',
    status: 403,
    body: html`<section class="narrow card"><h1>You are not signed in</h1>
<p>${reason}</p>
<p><a class="button" href="/dashboard/sign-in">To the sign-in</a></p></section>`,
  }
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
