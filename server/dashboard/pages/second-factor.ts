import { secondFactorContext } from '../../webhooks/contexts.js'
import { SealError } from '../../webhooks/sealer.js'
import { factorBounds, tryWithin } from '../access/attempts.js'
import { factorAddress, newFactorSecret, newRecoveryCodes, stepOfCode, takeCode } from '../access/second-factor.js'
import { type Html, html } from '../html.js'
import { type Answer, type DashboardRoute, route, type SignedInVisit } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { EMPTY_FORM, type FormState, formProblem, textField } from '../views/fields.js'
import { qrCode } from '../views/qr-code.js'
import { badge, copyable, plural } from '../views/values.js'
import { targetOf } from './enter.js'

const PAGE = '/dashboard/account/second-factor'

/** The part of the account's page that says whether there is a second factor. */
export function secondFactorPanel({ user }: SignedInVisit): Html {
  return html`<section class="panel"><h2>Second factor</h2>
<p>${user.hasSecondFactor ? badge('on', 'good') : badge('off', 'neutral')} ${
    user.hasSecondFactor
      ? 'Signing in asks for a code of your app, besides the password.'
      : 'Somebody who has your password can sign in. A code of an app on your phone prevents that.'
  }</p>
<p><a class="button" href="${PAGE}">${user.hasSecondFactor ? 'Recovery codes, remove' : 'Set it up'}</a></p></section>`
}

/** The context that the secret is encrypted for while it is in the form. */
function setupContext(userId: string): string {
  return `new second factor of ${userId}`
}

/** @param secret in base 32 */
function setupPage(visit: SignedInVisit, { sealer }: DashboardServices, secret: string, state = EMPTY_FORM): Answer {
  const { user } = visit
  return {
    kind: 'page',
    title: 'Second factor',
    status: Object.keys(state.errors).length > 0 ? 422 : 200,
    body: html`<p class="back"><a href="/dashboard/account">Account</a></p>
<header class="page"><h1>Set up a second factor</h1></header>
<section class="panel"><h2>1. Let your app read this code</h2>
<p class="help">Any app for one-time passwords works: Aegis, 1Password, Google Authenticator and others.</p>
${qrCode(factorAddress(secret, user.email), 'QR code with the secret that stands below')}
<p class="help">Or type the secret:</p>${copyable(secret.replace(/.{4}(?=.)/g, '$& '), 'Copy the secret')}</section>
<section class="panel"><h2>2. Enter the six digits that it shows</h2>
${formProblem(state.errors)}
<form method="post" action="${PAGE}" class="stack">${csrfField(visit)}
<input type="hidden" name="secret" value="${sealer.seal(secret, setupContext(user.id))}">
<input type="hidden" name="next" value="${targetOf(visit.query.get('next') ?? visit.form.raw('next'))}">
${textField({ name: 'code', label: 'Code', autocomplete: 'one-time-code', isMono: true }, state)}
<button class="primary">Turn it on</button></form>
<p class="help">Your other sessions end.</p></section>`,
  }
}

async function factorPage(
  visit: SignedInVisit,
  services: DashboardServices,
  state: FormState = EMPTY_FORM,
): Promise<Answer> {
  const { user, flash } = visit
  const factor = await services.store.findSecondFactor(user.id)
  if (!factor) return setupPage(visit, services, newFactorSecret(), EMPTY_FORM)
  const next = targetOf(visit.query.get('next') ?? '')
  return {
    kind: 'page',
    title: 'Second factor',
    status: Object.keys(state.errors).length > 0 ? 422 : 200,
    body: html`<p class="back"><a href="/dashboard/account">Account</a></p>
<header class="page"><h1>Second factor ${badge('on', 'good')}</h1></header>
${flash?.secret !== undefined && recoveryCodes(flash.secret, next)}
<section class="panel"><h2>Recovery codes</h2>
<p>${plural(factor.recoveryCodes, 'recovery code')} left. Each signs in once, in place of a code of your app.</p></section>
<section class="panel"><h2>Change it</h2>
${formProblem(state.errors)}
<form method="post" action="${PAGE}/change" class="stack">${csrfField(visit)}
${textField({ name: 'code', label: 'Code of your app, or a recovery code', autocomplete: 'one-time-code', isMono: true }, state)}
<div class="row together"><button name="what" value="codes">New recovery codes</button><button class="danger" name="what" value="remove">Turn the second factor off</button></div></form>
<p class="help">New recovery codes replace those that you have. To change the phone, turn the second factor off and set it up again.</p></section>`,
  }
}

function recoveryCodes(codes: string, next: string): Html {
  return html`<section class="secret" aria-label="Recovery codes"><h2>Keep these recovery codes</h2>
<p>They are shown this once. Without your phone they are the only way to sign in.</p>
<ul class="codes">${codes.split(' ').map((code) => html`<li><code>${code}</code></li>`)}</ul>
${copyable(codes, 'Copy all codes')}
<p><a class="button primary" href="${next}">I have kept them</a></p></section>`
}

/** The page after something has changed, with the codes that it shows once. */
function shown(text: string, codes: readonly string[], next = '/dashboard/account'): Answer {
  const to = `${PAGE}?${new URLSearchParams({ next })}`
  return { kind: 'redirect', to, flash: { kind: 'done', text, secret: codes.join(' ') } }
}

export const GET_SECOND_FACTOR: DashboardRoute = route({
  method: 'GET',
  path: PAGE,
  least: 'signed-in',
  handle: (visit, services) => factorPage(visit, services),
})

export const POST_SECOND_FACTOR: DashboardRoute = route({
  method: 'POST',
  path: PAGE,
  least: 'signed-in',
  async handle(visit, services) {
    const { form, user, session, address } = visit
    if (user.hasSecondFactor) return factorPage(visit, services)
    const secret = openSecret(form.raw('secret'), user.id, services)
    if (secret === undefined) {
      return {
        kind: 'redirect',
        to: PAGE,
        flash: { kind: 'problem', text: 'The form was not complete. Here is another.' },
      }
    }
    const code = form.text('code', 'The code', { max: 40 }).replace(/\s/g, '')
    let step: number | undefined
    if (form.isValid) {
      await tryWithin(services, factorBounds(address, user.id), async () => {
        step = stepOfCode(secret, code, Date.now())
        return step !== undefined
      })
    }
    if (step === undefined) {
      form.fail('code', 'This is not the code. Does the clock of your phone run right?')
      return setupPage(visit, services, secret, { values: {}, errors: form.errors })
    }
    const { codes, hashes } = newRecoveryCodes()
    const sealed = services.sealer.seal(secret, secondFactorContext(user.id))
    await services.store.setSecondFactor({ userId: user.id, sealed, step, recoveryHashes: hashes }, session.id)
    return shown('The second factor is on.', codes, targetOf(form.raw('next')))
  },
})

/** Undefined for what is not from this user's form. */
function openSecret(sealed: string, userId: string, { sealer }: DashboardServices): string | undefined {
  try {
    return sealer.open(sealed, setupContext(userId))
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}

export const POST_CHANGE_SECOND_FACTOR: DashboardRoute = route({
  method: 'POST',
  path: `${PAGE}/change`,
  least: 'signed-in',
  async handle(visit, services) {
    const { form, user, address } = visit
    const { store } = services
    const factor = await store.findSecondFactor(user.id)
    if (!factor) return { kind: 'redirect', to: PAGE }
    const code = form.text('code', 'The code', { max: 40 })
    const isRight =
      form.isValid &&
      (await tryWithin(services, factorBounds(address, user.id), () => takeCode(services, user.id, factor, code)))
    if (!isRight) {
      form.fail('code', 'This code is wrong, or was used before. Wait for the next one.')
      return factorPage(visit, services, { values: {}, errors: form.errors })
    }
    if (form.raw('what') === 'remove') {
      await store.removeSecondFactor(user.email, user.email)
      return { kind: 'redirect', to: '/dashboard/account', flash: { kind: 'done', text: 'The second factor is off.' } }
    }
    const { codes, hashes } = newRecoveryCodes()
    await store.replaceRecoveryCodes(user.id, hashes)
    return shown('There are new recovery codes.', codes)
  },
})
