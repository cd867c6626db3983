import { PAGE_ROWS, partOf, readCursor, writeCursor } from '../../http/cursor.js'
import { isSlug, RESERVED_SLUGS } from '../../http/names.js'
import type { User } from '../../storage/accounts/account-store.js'
import { type Organization, PLANS, StoreError } from '../../storage/store.js'
import { createResetLink } from '../access/links.js'
import { type Html, html } from '../html.js'
import { type Answer, type DashboardRoute, found, route, type SignedInVisit } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { actionButton } from '../views/action.js'
import { confirmation } from '../views/confirmation.js'
import { EMPTY_FORM, type FormState, formProblem, selectField, textField } from '../views/fields.js'
import { pager } from '../views/pager.js'
import { facts, table } from '../views/table.js'
import { badge, copyable, count, day, duration, email as emailText, plural, time } from '../views/values.js'
import { auditTable } from './audit.js'

const PLAN_CHOICES = PLANS.map((value) => ({ value, label: value }))

export const GET_ADMIN: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/admin',
  least: 'administrator',
  async handle(_visit, { store, pool, deployment }) {
    const { version, workers, database, documents } = deployment
    const [processes, waiting] = await Promise.all([store.listProcesses(), store.countWaitingJobs('render')])
    const memory = process.memoryUsage()
    return {
      kind: 'page',
      title: 'Service',
      body: html`<header class="page"><h1>Service</h1></header>
<dl class="tiles">
<div class="tile"><dt>Documents that wait</dt><dd>${count(waiting)}</dd></div>
<div class="tile"><dt>Being answered at once</dt><dd>${count(pool.documents.count)}<p class="note">by this process, which has ${plural(workers + 1, 'renderer')}</p></dd></div>
<div class="tile"><dt>Memory of this process</dt><dd>${Math.round(memory.rss / 1_048_576)} MB</dd></div>
<div class="tile"><dt>Running for</dt><dd>${duration(process.uptime() * 1_000)}</dd></div>
</dl>
<section class="panel"><h2>This process</h2>${facts([
        ['Platen', version],
        ['Node.js', process.version],
        ['Process', process.pid],
        ['Database', database],
        ['Documents are kept in', documents],
        ['Ready', html`<a href="/readyz">/readyz</a>`],
      ])}</section>
<section class="panel flush"><header><h2>Processes that share the data</h2></header>${table({
        label: 'Processes',
        columns: ['Id', 'Machine', { label: 'Process', isNumber: true }],
        rows: processes.map(({ id, host, pid }) => [html`<code>${id}</code>`, host, pid]),
      })}</section>`,
    }
  },
})

async function organizationsPage(
  visit: SignedInVisit,
  { store }: DashboardServices,
  state: FormState = EMPTY_FORM,
): Promise<Answer> {
  const { query, url } = visit
  const after = query.get('after')
  const all = await store.reader.listOrganizations({
    limit: PAGE_ROWS + 1,
    after: after === null ? undefined : { slug: after },
  })
  const { rows, last, hasMore } = partOf(all)
  return {
    kind: 'page',
    title: 'Organizations',
    status: Object.keys(state.errors).length > 0 ? 422 : 200,
    body: html`<header class="page"><h1>Organizations</h1></header>
<section class="panel flush">${table({
      label: 'Organizations',
      columns: ['Name', 'Slug', 'Plan', 'Documents a month', 'Since', { label: 'Action', isHidden: true }],
      rows: rows.map(({ slug, name, plan, monthlyQuota, createdAt }) => [
        html`<a class="prose" href="/dashboard/${slug}">${name}</a>`,
        html`<code>${slug}</code>`,
        plan,
        monthlyQuota === undefined ? 'as the plan says' : count(monthlyQuota),
        html`<span class="nowrap">${day(createdAt)}</span>`,
        html`<a class="button small" href="/dashboard/admin/organizations/${slug}">Change</a>`,
      ]),
    })}</section>
${pager(url, query, hasMore ? last?.slug : undefined)}
<section class="panel"><h2>New organization</h2>${formProblem(state.errors)}
<form method="post" action="/dashboard/admin/organizations" class="stack">${csrfField(visit)}
${textField({ name: 'name', label: 'Name' }, state)}
${textField({ name: 'slug', label: 'Slug', isMono: true, help: 'Stands in all addresses: a–z, 0–9 and -, for good.' }, state)}
${selectField({ name: 'plan', label: 'Plan', choices: PLAN_CHOICES }, state)}
<button class="primary">Create</button></form></section>`,
  }
}

export const GET_ADMIN_ORGANIZATIONS: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/admin/organizations',
  least: 'administrator',
  handle: (visit, services) => organizationsPage(visit, services),
})

export const POST_ADMIN_ORGANIZATION: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/admin/organizations',
  least: 'administrator',
  async handle(visit, services) {
    const { form, user } = visit
    const name = form.text('name', 'The name')
    const slug = form.text('slug', 'The slug', { max: 63 })
    const plan = form.choice('plan', 'The plan', PLANS)
    if (slug !== '' && !isSlug(slug)) form.fail('slug', 'Use a–z, 0–9 and -, with a letter or digit first.')
    if (RESERVED_SLUGS.has(slug)) form.fail('slug', 'The dashboard needs this word itself.')
    const state = () => ({
      values: { name: form.raw('name'), slug: form.raw('slug'), plan: form.raw('plan') },
      errors: form.errors,
    })
    if (!form.isValid || plan === undefined) return organizationsPage(visit, services, state())
    try {
      await services.store.createOrganization({ slug, name, plan }, user.email)
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'conflict')) throw error
      form.fail('slug', 'There is an organization with this slug.')
      return organizationsPage(visit, services, state())
    }
    return { kind: 'redirect', to: `/dashboard/${slug}`, flash: { kind: 'done', text: `${name} is created.` } }
  },
})

function planPage(visit: SignedInVisit, { slug, name }: Organization, state: FormState): Answer {
  return {
    kind: 'page',
    title: `Plan of ${name}`,
    status: Object.keys(state.errors).length > 0 ? 422 : 200,
    body: html`<p class="back"><a href="/dashboard/admin/organizations">Organizations</a></p>
<header class="page"><h1>${name}</h1></header>
<section class="panel"><h2>Plan</h2>${formProblem(state.errors)}
<form method="post" action="/dashboard/admin/organizations/${slug}" class="stack">${csrfField(visit)}
${selectField({ name: 'plan', label: 'Plan', choices: PLAN_CHOICES }, state)}
${textField({ name: 'quota', label: 'Documents a month', type: 'number', isOptional: true, help: 'Empty: as the plan says.' }, state)}
<div class="row"><button class="primary">Save</button><a href="/dashboard/${slug}">To the organization</a></div></form></section>`,
  }
}

async function organizationOf({ params }: SignedInVisit, { store }: DashboardServices): Promise<Organization> {
  return found(await store.findOrganization(params.slug ?? ''))
}

export const GET_ADMIN_ORGANIZATION: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/admin/organizations/{slug}',
  least: 'administrator',
  async handle(visit, services) {
    const organization = await organizationOf(visit, services)
    const { plan, monthlyQuota } = organization
    return planPage(visit, organization, { values: { plan, quota: String(monthlyQuota ?? '') }, errors: {} })
  },
})

export const POST_ADMIN_PLAN: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/admin/organizations/{slug}',
  least: 'administrator',
  async handle(visit, services) {
    const { form, user } = visit
    const organization = await organizationOf(visit, services)
    const plan = form.choice('plan', 'The plan', PLANS)
    const quota = form.wholeNumber('quota', 'This', 0, 1_000_000_000)
    if (!form.isValid) {
      return planPage(visit, organization, {
        values: { plan: form.raw('plan'), quota: form.raw('quota') },
        errors: form.errors,
      })
    }
    const change = { name: undefined, plan, monthlyQuota: quota ?? null }
    await services.store.updateOrganization(organization.slug, change, user.email)
    return {
      kind: 'redirect',
      to: '/dashboard/admin/organizations',
      flash: { kind: 'done', text: `The plan of ${organization.name} is saved.` },
    }
  },
})

export const GET_ADMIN_USERS: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/admin/users',
  least: 'administrator',
  async handle(visit, { store, baseUrl }) {
    const { query, url, user, flash } = visit
    const users = await store.reader.listUsers({ limit: PAGE_ROWS + 1, after: readCursor(query.get('after')) })
    const { rows, last, hasMore } = partOf(users)
    const actions = ({ id, email, disabledAt, hasSecondFactor }: User): Html => html`<div class="row together">
${actionButton(visit, { to: '/dashboard/admin/users/reset', label: 'Reset link', look: 'small', fields: { email } })}
${id !== user.id && actionButton(visit, { to: '/dashboard/admin/users/disable', label: disabledAt === undefined ? 'Disable' : 'Enable', look: 'small', fields: { email, ...(disabledAt === undefined ? { disable: '1' } : {}) } })}
${hasSecondFactor && id !== user.id && html`<a class="button small" href="/dashboard/admin/users/second-factor?${new URLSearchParams({ email }).toString()}">Remove second factor</a>`}</div>`
    return {
      kind: 'page',
      title: 'Users',
      body: html`<header class="page"><h1>Users</h1></header>
<p class="lead">Owners invite people to their organizations. Administrators are made with <code>platen user create --admin</code>.</p>
${flash?.secret !== undefined && html`<section class="secret" aria-label="The link"><h2>Send this link</h2>${copyable(`${baseUrl()}/dashboard/reset/${flash.secret}`, 'Copy the link')}<p>Who opens it chooses a new password. It is shown this once, works once, and is good for a day.</p></section>`}
<section class="panel flush">${table({
        label: 'Users',
        columns: ['E-mail', 'State', 'Second factor', 'Last signed in', 'Since', { label: 'Actions', isHidden: true }],
        rows: rows.map((each) => [
          html`${emailText(each.email)}${each.isAdmin && html` ${badge('administrator', 'busy')}`}`,
          each.disabledAt === undefined ? badge('active', 'good') : badge('disabled', 'bad'),
          each.hasSecondFactor ? badge('on', 'good') : html`<span class="muted">off</span>`,
          each.signedInAt === undefined ? html`<span class="muted">never</span>` : time(each.signedInAt),
          html`<span class="nowrap">${day(each.createdAt)}</span>`,
          actions(each),
        ]),
      })}</section>
${pager(url, query, hasMore && last ? writeCursor(last) : undefined)}`,
    }
  },
})

export const POST_ADMIN_RESET: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/admin/users/reset',
  least: 'administrator',
  async handle({ form, user }, { store }) {
    const email = form.raw('email')
    const { token } = await createResetLink(store, email, user.email)
    return {
      kind: 'redirect',
      to: '/dashboard/admin/users',
      flash: { kind: 'done', text: `There is a link for ${email}.`, secret: token },
    }
  },
})

/** Asks first: until the user sets up another, the password alone opens the account. */
export const GET_ADMIN_SECOND_FACTOR: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/admin/users/second-factor',
  least: 'administrator',
  handle(visit) {
    const email = visit.query.get('email') ?? ''
    return confirmation(visit, {
      title: `Remove the second factor of ${email}`,
      text: 'The password alone signs this person in from now on. Make sure that it is they who ask for it.',
      to: '/dashboard/admin/users/second-factor',
      fields: { email },
      label: 'Remove the second factor',
      back: '/dashboard/admin/users',
      backLabel: 'Users',
    })
  },
})

export const POST_ADMIN_SECOND_FACTOR: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/admin/users/second-factor',
  least: 'administrator',
  async handle({ form, user }, { store }) {
    const email = form.raw('email')
    await store.removeSecondFactor(email, user.email)
    const text = `The second factor of ${email} is removed.`
    return { kind: 'redirect', to: '/dashboard/admin/users', flash: { kind: 'done', text } }
  },
})

export const POST_ADMIN_DISABLE: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/admin/users/disable',
  least: 'administrator',
  async handle({ form, user }, { store }) {
    const email = form.raw('email')
    if (email.toLowerCase() === user.email) {
      return {
        kind: 'redirect',
        to: '/dashboard/admin/users',
        flash: { kind: 'problem', text: 'You cannot disable yourself.' },
      }
    }
    const isDisabled = form.has('disable')
    await store.disableUser(email, isDisabled, user.email)
    const text = isDisabled ? `${email} is disabled, and all sessions have ended.` : `${email} is enabled.`
    return { kind: 'redirect', to: '/dashboard/admin/users', flash: { kind: 'done', text } }
  },
})

export const GET_ADMIN_AUDIT: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/admin/audit',
  least: 'administrator',
  async handle({ query, url }, { store }) {
    const entries = await store.reader.listAudit({ limit: PAGE_ROWS + 1, after: readCursor(query.get('after')) })
    const { rows, last, hasMore } = partOf(entries)
    return {
      kind: 'page',
      title: 'Audit log of the service',
      body: html`<header class="page"><h1>Audit log</h1></header>${auditTable(rows)}
${pager(url, query, hasMore && last ? writeCursor(last) : undefined)}`,
    }
  },
})
