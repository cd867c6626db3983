import { partOf } from '../../http/cursor.js'
import type { Member } from '../../storage/accounts/member-store.js'
import { ROLES, type Role } from '../../storage/administration/administration-store.js'
import { StoreError } from '../../storage/store.js'
import { isAtLeast } from '../access/roles.js'
import { hashToken, newToken } from '../access/tokens.js'
import { html, NOTHING } from '../html.js'
import { type Answer, type DashboardRoute, found, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { actionButton } from '../views/action.js'
import { confirmation } from '../views/confirmation.js'
import { choiceField, EMPTY_FORM, type FormState, formProblem, textField } from '../views/fields.js'
import { pager } from '../views/pager.js'
import { table } from '../views/table.js'
import { badge, copyable, email as emailText, time } from '../views/values.js'

/** A week. */
const INVITATION_LIFETIME_MS = 7 * 86_400_000

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'Everything, with members, settings and the audit log.',
  editor: 'Templates, keys and webhooks; sends deliveries again.',
  viewer: 'Sees everything but secrets and the audit log, and changes nothing.',
}

interface MembersState {
  /** The form that invites. */
  readonly invitation?: FormState
  /** Why a member stays as they are, by the user's id. */
  readonly faults?: Readonly<Record<string, string>>
}

async function membersPage(
  visit: MemberVisit,
  { store, baseUrl }: DashboardServices,
  { invitation = EMPTY_FORM, faults = {} }: MembersState = {},
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
  const faultOf = ({ userId }: Member) =>
    faults[userId] === undefined ? NOTHING : html`aria-invalid="true" aria-describedby="fault-${userId}" autofocus`
  return {
    kind: 'page',
    title: 'Members',
    status: Object.keys({ ...invitation.errors, ...faults }).length > 0 ? 422 : 200,
    body: html`<header class="page"><h1>Members</h1></header>
${
  flash?.secret !== undefined &&
  html`<section class="secret" aria-label="The invitation’s link"><h2>Send this link to who is invited</h2>${copyable(`${baseUrl()}/dashboard/invitations/${flash.secret}`, 'Copy the link')}<p>It is shown this once, works once, and is good for a week.</p></section>`
}
<section class="panel flush">${table({
      label: 'Members',
      isStacked: true,
      columns: ['E-mail', 'Role', 'Last signed in', { label: 'Action', isHidden: true }],
      rows: rows.map((member) => [
        html`${emailText(member.email)}${member.userId === user.id && html` ${badge('you', 'neutral')}`}${member.disabledAt !== undefined && html` ${badge('disabled', 'bad')}`}`,
        isOwner
          ? html`<form method="post" action="${base}/${member.userId}/role" class="row together">${csrfField(visit)}<select name="role" aria-label="Role of ${member.email}" ${faultOf(member)}>${ROLES.map(
              (each) =>
                each === member.role ? html`<option selected>${each}</option>` : html`<option>${each}</option>`,
            )}</select><button class="small">Save</button></form>${faults[member.userId] !== undefined && html`<p class="error" id="fault-${member.userId}">${faults[member.userId]}</p>`}`
          : member.role,
        member.signedInAt === undefined ? html`<span class="muted">never</span>` : time(member.signedInAt),
        isOwner &&
          html`<a class="button small danger" href="${base}/${member.userId}/remove" aria-label="Remove ${member.email}">Remove…</a>`,
      ]),
    })}</section>
${pager(url, query, hasMore ? last?.email : undefined)}
${
  invitations.length > 0 &&
  html`<section class="panel flush"><header><h2>Invited</h2></header>${table({
    label: 'Invitations',
    columns: ['E-mail', 'Role', 'Invited by', 'Good until', { label: 'Action', isHidden: true }],
    rows: invitations.map((invited) => [
      emailText(invited.email),
      invited.role,
      emailText(invited.invitedBy),
      time(invited.expiresAt),
      actionButton(visit, { to: `${base}/invitations/${invited.id}/revoke`, label: 'Revoke', look: 'small danger' }),
    ]),
  })}</section>`
}
${
  isOwner &&
  html`<section class="panel"><h2>Invite somebody</h2>
<p class="help">You get a link to send. Who opens it chooses a password, or signs in, and belongs to ${organization.name}.</p>
${formProblem(invitation.errors)}
<form method="post" action="${base}/invitations" class="stack">${csrfField(visit)}
${textField({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'off' }, invitation)}
${choiceField({
  legend: 'Role',
  name: 'role',
  kind: 'radio',
  chosen: [invitation.values.role ?? 'editor'],
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
    if (!form.isValid || role === undefined) return membersPage(visit, services, { invitation: state() })
    const token = newToken()
    try {
      await services.store.createInvitation(
        { organizationId: organization.id, email, role, hash: hashToken(token), lifetimeMs: INVITATION_LIFETIME_MS },
        user.email,
      )
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'conflict')) throw error
      form.fail('email', 'This is the address of a member.')
      return membersPage(visit, services, { invitation: state() })
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
    const { organization, params, user } = visit
    const { member = '' } = params
    if (role === undefined) return membersPage(visit, services, { faults: { [member]: 'Choose one of the roles.' } })
    return unlessLastOwner(visit, services, member, async () => {
      await services.store.setMemberRole(organization.id, member, role, user.email)
      return done(visit, 'The role is changed.')
    })
  },
})

/** Does something to a member, or says beside them why not. */
async function unlessLastOwner(
  visit: MemberVisit,
  services: DashboardServices,
  member: string,
  act: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'conflict')) throw error
    const text = `This is the only owner of ${visit.organization.name}. Make somebody else an owner first.`
    return membersPage(visit, services, { faults: { [member]: text } })
  }
}

/** Asks before somebody loses their access. */
export const GET_REMOVE_MEMBER: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/members/{member}/remove',
  least: 'owner',
  async handle(visit, { store }) {
    const { organization, params, user } = visit
    const back = `/dashboard/${organization.slug}/members`
    const members = await store.reader.listMembers(organization.id)
    const { userId, email, role } = found(members.find((each) => each.userId === params.member))
    const who = userId === user.id ? 'You lose' : `${email} loses`
    return confirmation(visit, {
      title: `Remove ${email}`,
      text: `${who} the role ${role} and cannot open ${organization.name} any more, from now on. What ${userId === user.id ? 'you have' : 'they have'} made stays: templates, keys and webhooks go on working. An owner can invite them again.`,
      to: `${back}/${userId}/remove`,
      label: 'Remove the member',
      back,
      backLabel: 'Members',
    })
  },
})

export const POST_REMOVE_MEMBER: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/members/{member}/remove',
  least: 'owner',
  async handle(visit, services) {
    const { organization, params, user } = visit
    const { member = '' } = params
    return unlessLastOwner(visit, services, member, async () => {
      await services.store.removeMember(organization.id, member, user.email)
      if (member === user.id && !user.isAdmin) return { kind: 'redirect', to: '/dashboard/organizations' }
      return done(visit, 'The member is removed.')
    })
  },
})
