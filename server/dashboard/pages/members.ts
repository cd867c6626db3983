import { ROLES, type Role } from '../../storage/administration/administration-store.js'
import { StoreError } from '../../storage/store.js'
import { isAtLeast } from '../access/roles.js'
import { hashToken, newToken } from '../access/tokens.js'
import { html } from '../html.js'
import { type Answer, type DashboardRoute, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { actionButton } from '../views/action.js'
import { choiceField, EMPTY_FORM, type FormState, formProblem, textField } from '../views/fields.js'
import { pager, partOf } from '../views/pager.js'
import { table } from '../views/table.js'
import { badge, copyable, email as emailText, time } from '../views/values.js'

/** A week. */
const INVITATION_LIFETIME_MS = 7 * 86_400_000

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'Everything, with members, settings and the audit log.',
  editor: 'Templates, keys and webhooks; sends deliveries again.',
  viewer: 'Sees everything but secrets and the audit log, and changes nothing.',
}

async function membersPage(
  visit: MemberVisit,
  { store, baseUrl }: DashboardServices,
  state: FormState = EMPTY_FORM,
): Promise<Answer> {
  const { organization, role, user, flash, query, url } = visit
  const isOwner = isAtLeast(role, 'owner')
  const [members, invitations] = await Promise.all([
    store.reader.listMembers(organization.id),
    isOwner ? store.reader.listInvitations(organization.id) : [],
  ])
  // All of them are there: an organization has hundreds of members, not millions.
  const after = query.get('after') ?? ''
  const { rows, last, hasMore } = partOf(members.filter(({ email }) => email > after))
  const base = `/dashboard/${organization.slug}/members`
  return {
    kind: 'page',
    title: 'Members',
    status: Object.keys(state.errors).length > 0 ? 422 : 200,
    body: html`<header class="page"><h1>Members</h1></header>
${
  flash?.secret !== undefined &&
  html`<section class="secret" aria-label="The invitation’s link"><h2>Send this link to who is invited</h2>${copyable(`${baseUrl()}/dashboard/invitations/${flash.secret}`, 'Copy the link')}<p>It is shown this once, works once, and is good for a week.</p></section>`
}
<section class="panel flush">${table({
      label: 'Members',
      columns: ['E-mail', 'Role', 'Last signed in', { label: 'Action', isHidden: true }],
      rows: rows.map((member) => [
        html`${emailText(member.email)}${member.userId === user.id && html` ${badge('you', 'neutral')}`}${member.disabledAt !== undefined && html` ${badge('disabled', 'bad')}`}`,
        isOwner
          ? html`<form method="post" action="${base}/${member.userId}/role" class="row together">${csrfField(visit)}<select name="role" aria-label="Role of ${member.email}">${ROLES.map(
              (each) =>
                each === member.role ? html`<option selected>${each}</option>` : html`<option>${each}</option>`,
            )}</select><button class="small">Save</button></form>`
          : member.role,
        member.signedInAt === undefined ? html`<span class="muted">never</span>` : time(member.signedInAt),
        isOwner &&
          actionButton(visit, { to: `${base}/${member.userId}/remove`, label: 'Remove', look: 'small danger' }),
      ]),
    })}</section>
${pager(url, query, hasMore ? last?.email : undefined)}
${
  invitations.length > 0 &&
  html`<section class="panel flush"><header><h2>Invited</h2></header>${table({
    label: 'Invitations',
    columns: ['E-mail', 'Role', 'Invited by', 'Good until', { label: 'Action', isHidden: true }],
    rows: invitations.map((invitation) => [
      emailText(invitation.email),
      invitation.role,
      emailText(invitation.invitedBy),
      time(invitation.expiresAt),
      actionButton(visit, { to: `${base}/invitations/${invitation.id}/revoke`, label: 'Revoke', look: 'small danger' }),
    ]),
  })}</section>`
}
${
  isOwner &&
  html`<section class="panel"><h2>Invite somebody</h2>
<p class="help">You get a link to send. Who opens it chooses a password, or signs in, and belongs to ${organization.name}.</p>
${formProblem(state.errors)}
<form method="post" action="${base}/invitations" class="stack">${csrfField(visit)}
${textField({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'off' }, state)}
${choiceField({
  legend: 'Role',
  name: 'role',
  kind: 'radio',
  chosen: [state.values.role ?? 'editor'],
  choices: ROLES.map((value) => ({ value, label: value, help: ROLE_WORDS[value] })),
})}
<button class="primary">Invite</button></form></section>`
}`,
  }
}

export const GET_MEMBERS: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/members',
  least: 'viewer',
  handle: (visit, services) => membersPage(visit, services),
})

export const POST_INVITATION: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/members/invitations',
  least: 'owner',
  async handle(visit, services) {
    const { form, organization, user } = visit
    const email = form.email('email')
    const role = form.choice('role', 'The role', ROLES)
    const state = () => ({ values: { email: form.raw('email'), role: form.raw('role') }, errors: form.errors })
    if (!form.isValid || role === undefined) return membersPage(visit, services, state())
    const token = newToken()
    try {
      await services.store.createInvitation(
        { organizationId: organization.id, email, role, hash: hashToken(token), lifetimeMs: INVITATION_LIFETIME_MS },
        user.email,
      )
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'conflict')) throw error
      form.fail('email', 'This is the address of a member.')
      return membersPage(visit, services, state())
    }
    return {
      kind: 'redirect',
      to: `/dashboard/${organization.slug}/members`,
      flash: { kind: 'done', text: `${email} is invited.`, secret: token },
    }
  },
})

function done({ organization }: MemberVisit, text: string): Answer {
  return { kind: 'redirect', to: `/dashboard/${organization.slug}/members`, flash: { kind: 'done', text } }
}

export const POST_REVOKE_INVITATION: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/members/invitations/{invitation}/revoke',
  least: 'owner',
  async handle(visit, { store }) {
    await store.revokeInvitation(visit.organization.id, visit.params.invitation ?? '', visit.user.email)
    return done(visit, 'The invitation is revoked.')
  },
})

export const POST_MEMBER_ROLE: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/members/{member}/role',
  least: 'owner',
  async handle(visit, services) {
    const role = visit.form.choice('role', 'The role', ROLES)
    if (role === undefined) return membersPage(visit, services, { values: {}, errors: { form: 'This is no role.' } })
    const { organization, params, user } = visit
    await services.store.setMemberRole(organization.id, params.member ?? '', role, user.email)
    return done(visit, 'The role is changed.')
  },
})

export const POST_REMOVE_MEMBER: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/members/{member}/remove',
  least: 'owner',
  async handle(visit, { store }) {
    const { organization, params, user } = visit
    await store.removeMember(organization.id, params.member ?? '', user.email)
    if (params.member === user.id && !user.isAdmin) return { kind: 'redirect', to: '/dashboard/organizations' }
    return done(visit, 'The member is removed.')
  },
})
