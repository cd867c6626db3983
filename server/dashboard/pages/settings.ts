import { CONCURRENT_REQUESTS, DAILY_TESTS, monthlyQuota } from '../../limits/quotas.js'
import { logRetentionMs, retentionMs } from '../../storage/requests/retention.js'
import { isAtLeast } from '../access/roles.js'
import { html } from '../html.js'
import { type Answer, type DashboardRoute, type MemberVisit, route } from '../route.js'
import { csrfField } from '../shell.js'
import { type FormState, formProblem, textField } from '../views/fields.js'
import { facts } from '../views/table.js'
import { copyable, count, day, plural } from '../views/values.js'

const DAY_MS = 86_400_000

function settingsPage(visit: MemberVisit, state: FormState): Answer {
  const { organization, role, user } = visit
  const { id, slug, name, plan, createdAt } = organization
  const quota = monthlyQuota(organization)
  return {
    kind: 'page',
    title: 'Settings',
    status: Object.keys(state.errors).length > 0 ? 422 : 200,
    body: html`<header class="page"><h1>Settings</h1></header>
<section class="panel"><h2>Organization</h2>
${formProblem(state.errors)}
${
  isAtLeast(role, 'owner')
    ? html`<form method="post" action="/dashboard/${slug}/settings" class="stack">${csrfField(visit)}
${textField({ name: 'name', label: 'Name', autocomplete: 'organization' }, state)}
<button>Save</button></form>`
    : facts([['Name', name]])
}
${facts([
  ['In addresses', html`<code>${slug}</code>`],
  ['Id', copyable(id, 'Copy the id')],
  ['Since', day(createdAt)],
])}</section>
<section class="panel"><header><h2>Plan and limits</h2>${user.isAdmin && html`<a class="button small" href="/dashboard/admin/organizations/${slug}">Change</a>`}</header>
${facts([
  ['Plan', plan],
  ['Documents a month', quota === undefined ? 'without a limit' : count(quota)],
  ['Test documents a day', DAILY_TESTS],
  ['Requests of one key at once', CONCURRENT_REQUESTS],
  ['Size of a request', '1 MB'],
  ['Size of a PDF', '50 MB'],
])}
${!user.isAdmin && html`<p class="help">Whoever runs this service can change the plan.</p>`}</section>
<section class="panel"><h2>How long things are kept</h2>
${facts([
  ['Documents', plural(retentionMs(plan) / DAY_MS, 'day')],
  ['Requests and deliveries', plural(logRetentionMs(plan) / DAY_MS, 'day')],
  ['Audit log', '400 days'],
  ['Data of requests', 'until the document is made'],
])}</section>`,
  }
}

export const GET_SETTINGS: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/settings',
  least: 'viewer',
  handle: (visit) => settingsPage(visit, { values: { name: visit.organization.name }, errors: {} }),
})

export const POST_SETTINGS: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/settings',
  least: 'owner',
  async handle(visit, { store }) {
    const { form, organization, user } = visit
    const name = form.text('name', 'The name')
    if (!form.isValid) return settingsPage(visit, { values: { name: form.raw('name') }, errors: form.errors })
    const change = { name, plan: undefined, monthlyQuota: undefined }
    await store.updateOrganization(organization.slug, change, user.email)
    return {
      kind: 'redirect',
      to: `/dashboard/${organization.slug}/settings`,
      flash: { kind: 'done', text: 'The settings are saved.' },
    }
  },
})
