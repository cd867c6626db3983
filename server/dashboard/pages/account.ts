import { THEMES, type Theme } from '../../storage/accounts/account-store.js'
import { tryWithin } from '../access/attempts.js'
import { IDLE_MS } from '../access/session-cookie.js'
import { boundsOf } from '../access/sign-in-throttle.js'
import { html } from '../html.js'
import { type Answer, type DashboardRoute, route, type SignedInVisit } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { choiceField, EMPTY_FORM, type FormState, formProblem, textField } from '../views/fields.js'
import { badge, email, time } from '../views/values.js'
import { secondFactorPanel } from './second-factor.js'

const THEME_WORDS: Readonly<Record<Theme, string>> = { system: 'As the system', light: 'Light', dark: 'Dark' }

async function accountPage(
  visit: SignedInVisit,
  { store }: DashboardServices,
  state: FormState = EMPTY_FORM,
): Promise<Answer> {
  const { user, session } = visit
  const sessions = await store.reader.listSessions(user.id, IDLE_MS)
  const isInvalid = Object.keys(state.errors).length > 0
  return {
    kind: 'page',
    title: 'Account',
    status: isInvalid ? 422 : 200,
    body: html`<header class="page"><h1>Account</h1><p class="muted">${email(user.email)}</p></header>
<section class="panel"><h2>Appearance</h2>
<form method="post" action="/dashboard/account/theme" class="stack">${csrfField(visit)}
${choiceField({
  legend: 'Theme',
  name: 'theme',
  kind: 'radio',
  choices: THEMES.map((value) => ({ value, label: THEME_WORDS[value] })),
  chosen: [user.theme],
})}
<button>Save</button></form></section>
<section class="panel"><h2>Password</h2>
${formProblem(state.errors)}
<form method="post" action="/dashboard/account/password" class="stack">${csrfField(visit)}
${textField({ name: 'current', label: 'Current password', type: 'password', autocomplete: 'current-password' }, state)}
${textField({ name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', help: 'At least 10 characters. All your other sessions end.' }, state)}
<button>Change the password</button></form>
<p class="help">You signed in with a link and have no password? ${user.isAdmin ? html`<code>platen user reset ${user.email}</code> makes a link to choose one.` : 'Ask your administrator for a link to choose one.'}</p></section>
${secondFactorPanel(visit)}
<section class="panel"><h2>Sessions</h2>
<p class="help">Where you are signed in. A session ends after three days without use.</p>
<div class="table-scroll" tabindex="0" role="region" aria-label="Sessions"><table><thead><tr><th>Browser</th><th>Address</th><th>Began</th><th>Last used</th><th><span class="visually-hidden">Action</span></th></tr></thead>
<tbody>${sessions.map(
      ({ id, userAgent, address, createdAt, seenAt }) =>
        html`<tr><td>${browserOf(userAgent)}</td><td>${address}</td><td>${time(createdAt)}</td><td>${time(seenAt)}</td><td class="actions">${
          id === session.id
            ? badge('this session', 'good')
            : html`<form method="post" action="/dashboard/account/sessions/${id}/end">${csrfField(visit)}<button class="small">End</button></form>`
        }</td></tr>`,
    )}</tbody></table></div>
<form method="post" action="/dashboard/account/sessions/end-others">${csrfField(visit)}<button>End all other sessions</button></form></section>`,
  }
}

/** A browser by its name for itself, of which the most telling parts are kept. */
function browserOf(userAgent: string): string {
  const name = [/Edg/, /OPR/, /Firefox/, /Chrome/, /Safari/].find((pattern) => pattern.test(userAgent))?.source
  const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' }
  const system = /Windows|Mac OS X|Android|iPhone|iPad|Linux/.exec(userAgent)?.[0].replace('Mac OS X', 'macOS')
  if (name === undefined) return userAgent === '' ? 'unknown' : userAgent.slice(0, 60)
  return `${names[name] ?? name}${system === undefined ? '' : ` on ${system}`}`
}

export const GET_ACCOUNT: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/account',
  least: 'signed-in',
  handle: (visit, services) => accountPage(visit, services),
})

export const POST_THEME: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/account/theme',
  least: 'signed-in',
  async handle(visit, services) {
    const theme = visit.form.choice('theme', 'The theme', THEMES)
    if (theme === undefined) return accountPage(visit, services, { values: {}, errors: visit.form.errors })
    await services.store.setTheme(visit.user.id, theme)
    return { kind: 'redirect', to: '/dashboard/account', flash: { kind: 'done', text: 'The theme is saved.' } }
  },
})

export const POST_PASSWORD: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/account/password',
  least: 'signed-in',
  async handle(visit, services) {
    const { user, session, form, address } = visit
    const { store, passwords } = services
    const current = form.password('current')
    const chosen = form.newPassword('password', user.email)
    if (form.isValid) {
      // Somebody who finds an open session must not be able to guess the password here either.
      const isRight = await tryWithin(services, boundsOf(address, user.email), async () => {
        const account = await store.findCredentials(user.email)
        return passwords.verify(current, account?.passwordHash)
      })
      if (isRight) {
        await store.setPassword(user.id, await passwords.hash(chosen), session.id, user.email)
        return {
          kind: 'redirect',
          to: '/dashboard/account',
          flash: { kind: 'done', text: 'The password is changed, and all other sessions have ended.' },
        }
      }
      form.fail('current', 'This is not your current password.')
    }
    return accountPage(visit, services, { values: {}, errors: form.errors })
  },
})

export const POST_END_SESSION: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/account/sessions/{session}/end',
  least: 'signed-in',
  async handle({ user, params }, { store }) {
    await store.endSession(user.id, params.session ?? '')
    return { kind: 'redirect', to: '/dashboard/account', flash: { kind: 'done', text: 'The session has ended.' } }
  },
})

export const POST_END_SESSIONS: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/account/sessions/end-others',
  least: 'signed-in',
  async handle({ user, session }, { store }) {
    await store.endSessions(user.id, session.id)
    return {
      kind: 'redirect',
      to: '/dashboard/account',
      flash: { kind: 'done', text: 'All other sessions have ended.' },
    }
  },
})
