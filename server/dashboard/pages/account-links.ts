import { hashToken, isToken } from '../access/tokens.js'
import { html } from '../html.js'
import { type Answer, type DashboardRoute, route } from '../route.js'
import { csrfField } from '../shell.js'
import { EMPTY_FORM, type FormState, formProblem, textField } from '../views/fields.js'
import { enter } from './enter.js'

/** A link that signs in is used by a button: what looks at links ahead of people must not use it up. */
export const GET_SIGN_IN_LINK: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/sign-in/{token}',
  least: 'anyone',
  async handle({ params, csrf }, { store }) {
    const { token = '' } = params
    const link = isToken(token) ? await store.findAccountLink(hashToken(token)) : undefined
    if (link?.purpose !== 'sign-in') return usedLink()
    return {
      kind: 'page',
      title: 'Welcome',
      body: html`<section class="narrow card">
<h1>Welcome to Platen</h1>
<p>This link signs you in as <strong>${link.email}</strong>. It can be used once.</p>
<form method="post" action="/dashboard/sign-in/${token}">${csrfField({ csrf })}<button class="primary wide">Sign in</button></form>
</section>`,
    }
  },
})

export const POST_SIGN_IN_LINK: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/sign-in/{token}',
  least: 'anyone',
  async handle(visit, services) {
    const { token = '' } = visit.params
    const waiting = isToken(token) ? await services.store.findAccountLink(hashToken(token)) : undefined
    if (waiting?.purpose !== 'sign-in') return usedLink()
    const link = await services.store.takeAccountLink(hashToken(token))
    return link ? enter(link.userId, visit, services, '/dashboard') : usedLink()
  },
})

function usedLink(): Answer {
  return {
    kind: 'page',
    title: 'This link is over',
    status: 410,
    body: html`<section class="narrow card">
<h1>This link is over</h1>
<p>It was used before, or its time has passed. Links work once and for a limited time.</p>
<p class="help">Ask your administrator for a new one.</p>
<p><a class="button" href="/dashboard/sign-in">To the sign-in</a></p>
</section>`,
  }
}

function resetPage(token: string, email: string, csrf: string, state: FormState, status = 200): Answer {
  return {
    kind: 'page',
    title: 'Choose a new password',
    status,
    body: html`<section class="narrow card">
<h1>Choose a new password</h1>
<p>For <strong>${email}</strong>. All sessions of this account end.</p>
${formProblem(state.errors)}
<form method="post" action="/dashboard/reset/${token}">${csrfField({ csrf })}
<input type="hidden" name="username" value="${email}" autocomplete="username">
${textField({ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', help: 'At least 10 characters. A few words are easy to remember.' }, state)}
<button class="primary wide">Save and sign in</button>
</form>
</section>`,
  }
}

export const GET_RESET: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/reset/{token}',
  least: 'anyone',
  async handle({ params, csrf }, { store }) {
    const { token = '' } = params
    const link = isToken(token) ? await store.findAccountLink(hashToken(token)) : undefined
    return link?.purpose === 'reset' ? resetPage(token, link.email, csrf, EMPTY_FORM) : usedLink()
  },
})

export const POST_RESET: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/reset/{token}',
  least: 'anyone',
  async handle(visit, services) {
    const { store, passwords } = services
    const { token = '' } = visit.params
    const link = isToken(token) ? await store.findAccountLink(hashToken(token)) : undefined
    if (link?.purpose !== 'reset') return usedLink()
    const password = visit.form.newPassword('password', link.email)
    if (!visit.form.isValid) {
      return resetPage(token, link.email, visit.csrf, { values: {}, errors: visit.form.errors }, 422)
    }
    const passwordHash = await passwords.hash(password)
    const taken = await store.takeAccountLink(hashToken(token))
    if (!taken) return usedLink()
    await store.setPassword(taken.userId, passwordHash, undefined, taken.email)
    return enter(taken.userId, visit, services, '/dashboard')
  },
})
