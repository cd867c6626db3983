import { isTimeZone } from '../../../engine/base/time-zone.js'
import { CONCURRENT_REQUESTS, DAILY_TESTS, monthlyQuota } from '../../limits/quotas.js'
import { KEEP_DATA_DAYS, logRetentionMs, mostDocumentDays, retentionMs } from '../../storage/requests/retention.js'
import type { Organization } from '../../storage/store.js'
import { isAtLeast } from '../access/roles.js'
import { html } from '../html.js'
import { type Answer, type DashboardRoute, type MemberVisit, route } from '../route.js'
import { csrfField } from '../shell.js'
import { type Choice, choiceField, type FormState, formProblem, selectField, textField } from '../views/fields.js'
import { facts } from '../views/table.js'
import { copyable, count, day, plural } from '../views/values.js'

const DAY_MS = 86_400_000

const SERVICE_ZONE = 'As the service has it'

const KEEP_DATA_HELP =
  'With the data, a request can be rendered again. They are kept encrypted and removed on time; with a shorter time also those that are kept already.'

const KEEP_DATA_CHOICES: readonly Choice[] = [
  { value: '', label: 'Until the document is made' },
  ...KEEP_DATA_DAYS.map((days) => ({ value: String(days), label: plural(days, 'day') })),
]

const TIME_ZONE_HELP =
  'Of moments in documents whose templates name no time zone. Dates without a time stay as they are.'

const SECOND_FACTOR = {
  value: '1',
  label: 'Require a second factor',
  help: 'Members without one are led to set it up before they see anything of this organization, you as well.',
}

/** All zones by their names, also one that was chosen when Node.js had it. */
function zoneChoices({ timeZone }: Organization): readonly Choice[] {
  const names = new Set(['UTC', ...(timeZone === undefined ? [] : [timeZone]), ...Intl.supportedValuesOf('timeZone')])
  return [{ value: '', label: SERVICE_ZONE }, ...[...names].sort().map((name) => ({ value: name, label: name }))]
}

function settingsPage(visit: MemberVisit, state: FormState): Answer {
  const { organization, role, user } = visit
  const { id, slug, name, plan, timeZone, documentDays, keepDataDays, createdAt } = organization
  const most = mostDocumentDays(plan)
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
${selectField({ name: 'timeZone', label: 'Time zone', help: TIME_ZONE_HELP, choices: zoneChoices(organization) }, state)}
${textField({ name: 'documentDays', label: 'Days that documents are kept', type: 'number', isOptional: true, help: `1 to ${most}; empty: ${most}, as the plan says. It holds for documents from now on.` }, state)}
${selectField({ name: 'keepData', label: 'Data of asynchronous requests', help: KEEP_DATA_HELP, choices: KEEP_DATA_CHOICES }, state)}
<input type="hidden" name="asked" value="secondFactor">
${choiceField({ legend: 'Signing in', name: 'secondFactor', kind: 'checkbox', choices: [SECOND_FACTOR], chosen: [state.values.secondFactor ?? ''] })}
<button>Save</button></form>`
    : facts([
        ['Name', name],
        ['Time zone', timeZone ?? SERVICE_ZONE],
        ['Second factor', organization.requiresSecondFactor ? 'required' : 'as each member likes'],
      ])
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
${!user.isAdmin && html`<p class="help">Your administrator can change the plan.</p>`}</section>
<section class="panel"><h2>How long things are kept</h2>
${facts([
  ['Documents', plural(retentionMs(plan, documentDays) / DAY_MS, 'day')],
  ['Requests and deliveries', plural(logRetentionMs(plan) / DAY_MS, 'day')],
  ['Audit log', '400 days'],
  ['Data of requests', keepDataDays === undefined ? 'until the document is made' : plural(keepDataDays, 'day')],
])}</section>`,
  }
}

export const GET_SETTINGS: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/settings',
  least: 'viewer',
  handle(visit) {
    const { name, timeZone = '', requiresSecondFactor, documentDays = '', keepDataDays = '' } = visit.organization
    const values = {
      name,
      timeZone,
      secondFactor: requiresSecondFactor ? '1' : '',
      documentDays: String(documentDays),
      keepData: String(keepDataDays),
    }
    return settingsPage(visit, { values, errors: {} })
  },
})

export const POST_SETTINGS: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/settings',
  least: 'owner',
  async handle(visit, { store }) {
    const { form, organization, user } = visit
    const name = form.text('name', 'The name')
    const timeZone = form.raw('timeZone')
    if (timeZone !== '' && !isTimeZone(timeZone)) form.fail('timeZone', 'There is no such time zone.')
    const documentDays = form.raw('documentDays').trim()
    const most = mostDocumentDays(organization.plan)
    if (documentDays !== '' && !(/^\d{1,3}$/.test(documentDays) && isWithin(Number(documentDays), most))) {
      form.fail('documentDays', `Write a whole number from 1 to ${most}.`)
    }
    const keepData = form.raw('keepData')
    const keepDataDays = KEEP_DATA_DAYS.find((days) => String(days) === keepData)
    if (!form.isValid) {
      const secondFactor = form.raw('secondFactor')
      const values = { name: form.raw('name'), timeZone, secondFactor, documentDays, keepData }
      return settingsPage(visit, { values, errors: form.errors })
    }
    // A form without the field leaves the zone as it is.
    const zone = form.has('timeZone') ? timeZone || null : undefined
    const requiresSecondFactor = form.has('asked') ? form.raw('secondFactor') === '1' : undefined
    const change = {
      name,
      plan: undefined,
      monthlyQuota: undefined,
      timeZone: zone,
      requiresSecondFactor,
      documentDays: form.has('documentDays') ? (documentDays === '' ? null : Number(documentDays)) : undefined,
      keepDataDays: form.has('keepData') ? (keepDataDays ?? null) : undefined,
    }
    await store.updateOrganization(organization.slug, change, user.email)
    return {
      kind: 'redirect',
      to: `/dashboard/${organization.slug}/settings`,
      flash: { kind: 'done', text: 'The settings are saved.' },
    }
  },
})

function isWithin(days: number, most: number): boolean {
  return days >= 1 && days <= most
}
