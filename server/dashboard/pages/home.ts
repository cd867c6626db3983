import { DAILY_TESTS, monthlyQuota } from '../../limits/quotas.js'
import { isJsonObject, parseJson } from '../../render/parse-json.js'
import type { LoggedRequest } from '../../storage/request-log/request-log-store.js'
import type { Organization } from '../../storage/store.js'
import type { Webhook } from '../../storage/webhooks/webhook-store.js'
import { NO_DATA } from '../../templates/preview-template.js'
import { isAtLeast } from '../access/roles.js'
import { barChart } from '../charts/bar-chart.js'
import { percentile } from '../charts/percentiles.js'
import { type Html, html, NOTHING } from '../html.js'
import { type DashboardRoute, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { shell } from '../studio/snippets.js'
import { actionButton } from '../views/action.js'
import { explainCode } from '../views/explain.js'
import { table } from '../views/table.js'
import { ago, badge, commandBlock, count, duration, plural } from '../views/values.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export const GET_HOME: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}',
  least: 'viewer',
  async handle(visit, services) {
    const { organization } = visit
    const { reader } = services.store
    const now = Date.now()
    const yesterday = new Date(now - DAY_MS).toISOString().slice(0, 10)
    const firstHour = now - (now % HOUR_MS) - 23 * HOUR_MS
    const [usage, hours, latencies, failures, webhooks, template, keys] = await Promise.all([
      reader.readUsage(organization.id),
      reader.listUsageHours(organization.id, firstHour),
      reader.listLatencies(organization.id, yesterday),
      reader.searchRequests({ organizationId: organization.id, outcome: 'failed', limit: 5 }),
      reader.listWebhooks(organization.id),
      findFirstTemplate(services, organization.id),
      reader.listKeys(organization.id, { limit: 1 }),
    ])
    const made = hours.reduce((sum, hour) => sum + hour.documents, 0)
    const failed = hours.reduce((sum, hour) => sum + hour.failures, 0)
    const hasMade = made > 0 || usage.documents.used > 0 || usage.tests.used > 0
    const byHour = new Map(hours.map((hour) => [hour.hour, hour]))
    const steps = {
      template,
      hasKey: keys.length > 0,
      hasMade,
    }
    const quota = monthlyQuota(organization)
    return {
      kind: 'page',
      title: 'Home',
      body: html`<header class="page"><h1>${organization.name}</h1>${badge(`${organization.plan} plan`, 'neutral')}</header>
${!hasMade && firstSteps(visit, services, steps)}
<dl class="tiles">
<div class="tile"><dt>Documents this month</dt><dd>${count(usage.documents.used)}<p class="note">${quotaNote(usage.documents.used, quota)}</p></dd></div>
<div class="tile"><dt>Test documents today</dt><dd>${count(usage.tests.used)}<p class="note">of ${DAILY_TESTS}, until 00:00 UTC</p></dd></div>
<div class="tile"><dt>Documents in 24 hours</dt><dd>${count(made)}<p class="note">tests included; ${plural(failed, 'failure')}</p></dd></div>
<div class="tile"><dt>Time to the answer</dt><dd>${latency(percentile(latencies, 0.5))}<p class="note">${latencies.length === 0 ? 'no requests yet' : html`median; 95% within ${latency(percentile(latencies, 0.95))}`}</p></dd></div>
</dl>
${webhookProblems(organization, webhooks, now)}
<section class="panel"><h2>Documents by hour (UTC), tests included</h2>${barChart({
        title: 'Documents and failures of the last 24 hours',
        names: ['documents', 'failures'],
        columns: ['Hour (UTC)', 'Documents', 'Failures'],
        bars: Array.from({ length: 24 }, (_, index) => {
          const hour = firstHour + index * HOUR_MS
          const { documents = 0, failures = 0 } = byHour.get(hour) ?? {}
          return { label: new Date(hour).toISOString().slice(11, 16), value: documents, second: failures }
        }),
      })}</section>
${lastFailures(organization, failures, now)}
${hasMade && html`<details class="more"><summary>How to create a document</summary>${firstSteps(visit, services, steps)}</details>`}`,
    }
  },
})

function latency(ms: number | undefined): string {
  return ms === undefined ? '–' : duration(ms)
}

function quotaNote(used: number, quota: number | undefined): Html {
  if (quota === undefined) return html`without tests; no limit`
  return html`of ${count(quota)}, without tests<progress value="${Math.min(used, quota)}" max="${quota}" class="${used >= quota ? 'full' : ''}" aria-label="Part of the month’s documents that is used">${used}</progress>`
}

interface Steps {
  readonly template: FirstTemplate | undefined
  readonly hasKey: boolean
  readonly hasMade: boolean
}

/** A template for a first document. */
interface FirstTemplate {
  readonly path: string
  readonly isPublished: boolean
  /** JSON in one line, as a test; undefined where it is too long for that. */
  readonly data: string | undefined
}

/** Templates among which that of the first document is looked for. */
const TEMPLATES_LOOKED_AT = 50

/** Characters of data that people still copy as part of a command. */
const LONGEST_DATA = 8_000

/** The template that was published last, or that is about to be: who comes here has probably just worked on it. */
async function findFirstTemplate(
  { store: { reader } }: DashboardServices,
  organizationId: string,
): Promise<FirstTemplate | undefined> {
  const templates = await reader.listTemplates(organizationId, { limit: TEMPLATES_LOOKED_AT }, 'all')
  const published = templates.filter(({ version }) => version > 0)
  const newest = (published.length > 0 ? published : templates).reduce<(typeof templates)[number] | undefined>(
    (last, each) => (last && last.publishedAt >= each.publishedAt ? last : each),
    undefined,
  )
  if (!newest) return undefined
  const draft = await reader.findDraft(organizationId, newest.endpointPath)
  const parsed = parseJson(Buffer.from(draft?.samples[0]?.data ?? NO_DATA))
  const sample = parsed.kind === 'value' && isJsonObject(parsed.value) ? parsed.value : {}
  const data = JSON.stringify({ isTest: true, ...sample })
  return {
    path: newest.endpointPath,
    isPublished: newest.version > 0,
    data: data.length <= LONGEST_DATA ? data : undefined,
  }
}

/** The way to the first document. */
function firstSteps(visit: MemberVisit, { baseUrl }: DashboardServices, { template, hasKey, hasMade }: Steps): Html {
  const { organization, role, flash } = visit
  const base = `/dashboard/${organization.slug}`
  const mayEdit = isAtLeast(role, 'editor')
  const done = (isDone: boolean) => (isDone ? 'done' : '')
  const key = flash?.secret
  const { path = 'invoice', data = '{"isTest":true}' } = template ?? {}
  const curl = [
    `curl -sS --fail-with-body -o ${path}.pdf \\`,
    `  ${baseUrl()}/api/v1/${organization.slug}/templates/${path}/documents \\`,
    `  -H 'Authorization: Bearer ${key ?? 'YOUR_API_KEY'}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${shell(data)}`,
  ].join('\n')
  return html`<section class="panel"><h2>Your first PDF in three steps</h2>
<ol class="steps">
<li class="${done(template?.isPublished === true)}"><h3>Publish a template</h3>
<p>A template is HTML and CSS with placeholders such as <code>{{customer.name}}</code>. ${
    template === undefined
      ? html`Begin with one of the samples and change it in the studio.`
      : mayEdit && !template.isPublished
        ? html`<a href="${base}/templates/${path}">${path}</a> is a draft. Publish it, so that documents can be made of it.`
        : mayEdit
          ? html`<a href="${base}/templates/${path}">Open ${path} in the studio</a>, change something and publish it: documents are made of what is published.`
          : html`<a href="${base}/templates/${path}">${path}</a> is ready.`
  }</p>
${template === undefined && mayEdit && html`<p><a class="button" href="${base}/templates/new">Choose a sample</a></p>`}${template && !template.isPublished && mayEdit && html`<p><a class="button" href="${base}/templates/${path}/publish">Publish ${path}</a></p>`}</li>
<li class="${done(hasKey || key !== undefined)}"><h3>Create an API key</h3>
<p>Programs show it with each request. It is displayed once, and appears in the command below.</p>
${key !== undefined && html`<p class="notice info">Copy the command below now, or the key in it: <code>${key}</code></p>`}
${key === undefined && mayEdit && actionButton(visit, { to: `${base}/keys`, label: hasKey ? 'Create another key' : 'Create a key', fields: { description: 'first steps', from: 'home' } })}</li>
<li class="${done(hasMade)}"><h3>Send JSON, get a PDF</h3>
<p>Run this in a terminal. <code>isTest</code> marks the document as a test, which costs nothing: ten a day.</p>
${
  template && template.data === undefined
    ? html`<p>The sample of ${path} is too long for a command. <a class="button" href="${base}/templates/${path}/use">Get one with a file</a></p>`
    : commandBlock(curl)
}
<p class="help">${template && html`<a href="${base}/templates/${path}/use">The same in other languages</a>, or `}<a href="/api/v1/docs">${template ? 'the API reference' : 'The API reference'}</a></p></li>
</ol></section>`
}

/** Endpoints that need somebody to look after them. */
function webhookProblems({ slug }: Organization, webhooks: readonly Webhook[], now: number): Html {
  const failing = webhooks.filter(
    ({ failingSince, disabled }) => failingSince !== undefined || (disabled && disabled.reason !== 'manual'),
  )
  if (failing.length === 0) return NOTHING
  return html`<section class="panel"><h2>Webhooks that fail</h2>${table({
    label: 'Webhooks that fail',
    columns: ['Webhook', 'State', 'Since'],
    rows: failing.map(({ id, name, disabled, failingSince }) => [
      html`<a href="/dashboard/${slug}/webhooks/${id}">${name}</a>`,
      disabled ? badge('disabled', 'bad') : badge('failing', 'warn'),
      ago(disabled?.at ?? failingSince ?? now, now),
    ]),
  })}</section>`
}

function lastFailures({ slug }: Organization, failures: readonly LoggedRequest[], now: number): Html {
  if (failures.length === 0) return NOTHING
  return html`<section class="panel"><header><h2>Recent failures</h2><a href="/dashboard/${slug}/requests?outcome=failed">All failures</a></header>${table(
    {
      label: 'Recent failures',
      columns: ['Request', 'Template', 'Reason', 'When'],
      rows: failures.map(({ id, endpointPath, code = '', place, createdAt }) => [
        html`<a href="/dashboard/${slug}/requests/${id}"><code>${id.slice(0, 12)}…</code></a>`,
        endpointPath,
        html`<code class="nowrap">${code}</code><span class="sub">${place ?? explainCode(code)}</span>`,
        ago(createdAt, now),
      ]),
    },
  )}</section>`
}
