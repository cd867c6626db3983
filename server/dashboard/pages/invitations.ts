import type { OpenInvitation } from '../../storage/accounts/member-store.js'
import { hashToken, isToken } from '../access/tokens.js'
import { html } from '../html.js'
import { type Answer, type DashboardRoute, route, type Visit } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { EMPTY_FORM, type FormState, formProblem, textField } from '../views/fields.js'
import { enter } from './enter.js'

function find({ params }: Visit, { store }: DashboardServices): Promise<OpenInvitation | undefined> | undefined {
  const { token = '' } = params
  return isToken(token) ? store.findInvitation(hashToken(token)) : undefined
}

function over(): Answer {
  return {
    kind: 'page',
    title: 'This invitation is over',
    status: 410,
    body: html`<section class="narrow card"><h1>This invitation is over</h1>
<p>It was accepted before, revoked, or its week has passed. An owner of the organization can invite you again.</p>
<p><a class="button" href="/dashboard/sign-in">To the sign-in</a></p></section>`,
  }
}

function invitationPage(visit: Visit, invitation: OpenInvitation, state: FormState, status = 200): Answer {
  const { params, user } = visit
  const { email, role, organizationName, invitedBy, userId } = invitation
  const address = `/dashboard/invitations/${params.token}`
  const hasAccount = userId !== undefined
  const isSignedIn = hasAccount && user?.id === userId
  return {
    kind: 'page',
    title: `Join ${organizationName}`,
    status,
    body: html`<section class="narrow card"><h1>Join ${organizationName}</h1>
<p>${invitedBy} invites <strong>${email}</strong> as ${role}.</p>
${formProblem(state.errors)}
${
  hasAccount && !isSignedIn
    ? html`<p>There is an account with this address. Sign in with it, and you come back here.</p>
<p><a class="button primary" href="/dashboard/sign-in?${new URLSearchParams({ next: address }).toString()}">Sign in</a></p>`
    : html`<form method="post" action="${address}">${csrfField(visit)}
${
  !hasAccount &&
  html`<input type="hidden" name="username" value="${email}" autocomplete="username">
${textField({ name: 'password', label: 'Choose a password', type: 'password', autocomplete: 'new-password', help: 'At least 10 characters. A few words are easy to remember.' }, state)}`
}
<button class="primary wide">Join</button></form>`
}</section>`,
  }
}

export const GET_INVITATION: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/invitations/{token}',
  least: 'anyone',
  async handle(visit, services) {
    const invitation = await find(visit, services)
    return invitation ? invitationPage(visit, invitation, EMPTY_FORM) : over()
  },
})

export const POST_ACCEPT_INVITATION: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/invitations/{token}',
  least: 'anyone',
  async handle(visit, services) {
    const { form, params, user } = visit
    const { store, passwords } = services
    const invitation = await find(visit, services)
    if (!invitation) return over()
    const hash = hashToken(params.token ?? '')
    if (invitation.userId !== undefined) {
      if (user?.id !== invitation.userId) return invitationPage(visit, invitation, EMPTY_FORM)
      const { slug } = await store.acceptInvitation(hash, undefined)
      return { kind: 'redirect', to: `/dashboard/${slug}` }
    }
    const password = form.newPassword('password', invitation.email)
    if (!form.isValid) return invitationPage(visit, invitation, { values: {}, errors: form.errors }, 422)
    const { userId, slug } = await store.acceptInvitation(hash, await passwords.hash(password))
    return enter(userId, visit, services, `/dashboard/${slug}`)
  },
})
