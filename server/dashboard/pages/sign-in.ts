import { tryWithin } from '../access/attempts.js'
import { boundsOf } from '../access/sign-in-throttle.js'
import type { SignOn } from '../access/sign-on.js'
import { html } from '../html.js'
import { type Answer, type DashboardRoute, route } from '../route.js'
import { EMPTY_FORM, type FormState, formProblem, textField } from '../views/fields.js'
import { enter, KEPT, targetOf } from './enter.js'

function signInPage(next: string, signOn: SignOn | undefined, state: FormState, status = 200): Answer {
  return {
    kind: 'page',
    title: 'Sign in',
    status,
    body: html`<section class="narrow card">
<h1>Sign in</h1>
${
  signOn &&
  html`<p><a class="button primary wide" href="/dashboard/sign-on?${new URLSearchParams({ next }).toString()}">Sign in with ${signOn.label}</a></p>
<p class="divider">or with a password</p>`
}
${formProblem(state.errors)}
<form method="post" action="/dashboard/sign-in">
<input type="hidden" name="next" value="${next}">
${textField({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' }, state)}
${textField({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }, state)}
<button class="${signOn ? 'wide' : 'primary wide'}">Sign in</button>
</form>
<p class="help">Forgot your password? Ask your administrator for a link to choose a new one.</p>
</section>`,
  }
}

export const GET_SIGN_IN: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/sign-in',
  least: 'anyone',
  handle: ({ user, query }, { signOn }) => {
    const next = targetOf(query.get('next') ?? '')
    return user ? { kind: 'redirect', to: next } : signInPage(next, signOn, EMPTY_FORM)
  },
})

export const POST_SIGN_IN: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/sign-in',
  least: 'anyone',
  async handle(visit, services) {
    const { form, address } = visit
    const next = targetOf(form.raw('next'))
    const email = form.email('email')
    const password = form.password('password')
    const state = () => ({ values: { email: form.raw('email') }, errors: form.errors })
    const { store, passwords, signOn } = services
    if (!form.isValid) return signInPage(next, signOn, state(), 422)
    let userId: string | undefined
    await tryWithin(services, boundsOf(address, email), async () => {
      const account = await store.findCredentials(email)
      const isRight = await passwords.verify(password, account?.passwordHash || undefined)
      if (isRight && account?.disabledAt === undefined) userId = account?.userId
      return userId !== undefined
    })
    if (userId === undefined) {
      form.fail('form', 'The e-mail address or the password is wrong.')
      return signInPage(next, signOn, state(), 422)
    }
    return enter(userId, visit, services, next)
  },
})

/** Whether the browser has kept the session; without this page it would be asked to sign in again, and again. */
export const GET_SIGNED_IN: DashboardRoute = route({
  method: 'GET',
  path: KEPT,
  least: 'anyone',
  handle: ({ user, query }, { baseUrl }) => {
    const next = targetOf(query.get('next') ?? '')
    if (user) return { kind: 'redirect', to: next }
    const address = `${baseUrl()}/dashboard/sign-in`
    return {
      kind: 'page',
      title: 'Not signed in',
      body: html`<section class="narrow card">
<h1>This page was opened over http</h1>
<p>The password was right, but your browser keeps nobody signed in over plain http: the address of this service begins with <code>https</code>.</p>
<p><a class="button primary" href="${address}">Open ${address}</a></p>
<p class="help">Whoever runs the service: its address is the setting <code>PLATEN_PUBLIC_URL</code>. If it has no TLS, let it begin with <code>http</code>.</p>
</section>`,
    }
  },
})

export const POST_SIGN_OUT: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/sign-out',
  least: 'signed-in',
  async handle({ user, session }, { store }) {
    await store.endSession(user.id, session.id)
    return { kind: 'session', token: undefined, to: '/dashboard/sign-in' }
  },
})
