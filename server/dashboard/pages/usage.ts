import { DAILY_TESTS, monthlyQuota } from '../../limits/quotas.js'
import type { LatencyCount, UsageSum } from '../../storage/request-log/request-log-store.js'
import { lastUsageDays, NOTHING_MADE, USAGE_DAYS } from '../../storage/request-log/usage-days.js'
import type { CurrentUsage, Organization } from '../../storage/store.js'
import { barChart } from '../charts/bar-chart.js'
import { percentile } from '../charts/percentiles.js'
import { type Html, html } from '../html.js'
import { type DashboardRoute, route } from '../route.js'
import { csvAnswer } from '../views/csv.js'
import { emptyState, table } from '../views/table.js'
import { bytes, count, duration } from '../views/values.js'

/** Templates of the table, by what they make. */
const TEMPLATES = 50

type Sum = Omit<UsageSum, 'of'>

export const GET_USAGE: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/usage',
  least: 'viewer',
  async handle({ organization }, { store }) {
    const days = lastUsageDays(Date.now())
    const [first = ''] = days
    const [usage, ofDays, byTemplate, latencies] = await Promise.all([
      store.reader.readUsage(organization.id),
      store.reader.sumUsageByDay(organization.id, first),
      store.reader.sumUsageByTemplate(organization.id, first, TEMPLATES),
      store.reader.listLatencies(organization.id, first),
    ])
    const byDay = new Map(ofDays.map((sum) => [sum.of, sum]))
    const base = `/dashboard/${organization.slug}`
    return {
      kind: 'page',
      title: 'Usage',
      body: html`<header class="page"><h1>Usage</h1><a class="button" href="${base}/usage.csv" download>Download as CSV</a></header>
${tiles(organization, usage, ofDays)}
${chart(days, byDay)}
${
  byTemplate.length === 0
    ? emptyState(
        'Nothing was made in this time',
        html`The numbers of each template appear here. <a href="${base}">Make a document</a>.`,
      )
    : html`${templateTable(base, byTemplate)}${dayTable(days, byDay, latencies)}`
}
<section class="panel"><h2>When the limit is reached</h2>
<p>Requests beyond the documents of a month are answered with <code>429</code>, <code>monthly_limit_exceeded</code> and the time until the next month in <code>Retry-After</code>. Nothing is lost: what was accepted before is still made. Documents that fail are given back, and test documents never count.</p></section>`,
    }
  },
})

/** The numbers of each day, as a file. */
export const GET_USAGE_CSV: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/usage.csv',
  least: 'viewer',
  async handle({ organization }, { store }) {
    const days = lastUsageDays(Date.now())
    const sums = await store.reader.sumUsageByDay(organization.id, days[0] ?? '')
    const byDay = new Map(sums.map((sum) => [sum.of, sum]))
    return csvAnswer<UsageSum>({
      name: `usage-${organization.slug}`,
      columns: ['day_utc', 'documents', 'tests', 'failures', 'pages', 'pdf_bytes'],
      next: async (after) => (after ? [] : days.map((day) => byDay.get(day) ?? { of: day, ...NOTHING_MADE })),
      cells: (sum) => [sum.of, sum.documents, sum.tests, sum.failures, sum.pages, sum.bytes],
    })
  },
})

function tiles(organization: Organization, { documents, tests }: CurrentUsage, ofDays: readonly Sum[]): Html {
  const quota = monthlyQuota(organization)
  const total = (of: 'pages' | 'bytes') => ofDays.reduce((sum, made) => sum + made[of], 0)
  return html`<dl class="tiles">
<div class="tile"><dt>Documents this month</dt><dd>${count(documents.used)}<p class="note">${quota === undefined ? 'without tests; no limit' : `of ${count(quota)} on the ${organization.plan} plan, without tests`}${
    quota !== undefined &&
    html`<progress value="${Math.min(documents.used, quota)}" max="${quota}" class="${documents.used >= quota ? 'full' : ''}" aria-label="Part of the month’s documents that is used">${documents.used}</progress>`
  }</p></dd></div>
<div class="tile"><dt>Test documents today</dt><dd>${count(tests.used)}<p class="note">of ${DAILY_TESTS}, until 00:00 UTC</p></dd></div>
<div class="tile"><dt>Pages in ${USAGE_DAYS} days</dt><dd>${count(total('pages'))}</dd></div>
<div class="tile"><dt>PDF in ${USAGE_DAYS} days</dt><dd>${bytes(total('bytes'))}</dd></div>
</dl>`
}

function chart(days: readonly string[], byDay: ReadonlyMap<string, Sum>): Html {
  const bars = days.map((day) => {
    const { documents, tests, failures } = byDay.get(day) ?? NOTHING_MADE
    return { label: day.slice(5), value: documents + tests, second: failures }
  })
  return html`<section class="panel"><h2>Documents by day (UTC), tests included</h2>${barChart({
    title: `Documents and failures of the last ${USAGE_DAYS} days`,
    names: ['documents', 'failures'],
    columns: ['Day (UTC)', 'Documents', 'Failures'],
    bars,
  })}</section>`
}

/** The columns that both tables have. */
const COUNTS = ['Documents', 'Tests', 'Failures', 'Pages', 'Size']

function counts(sum: Sum): readonly string[] {
  return [count(sum.documents), count(sum.tests), count(sum.failures), count(sum.pages), bytes(sum.bytes)]
}

function numbers(labels: readonly string[]) {
  return labels.map((label) => ({ label, isNumber: true }))
}

function templateTable(base: string, byTemplate: readonly UsageSum[]): Html {
  return html`<section class="panel flush"><header><h2>By template</h2></header>${table({
    label: 'Usage by template',
    columns: ['Template', ...numbers(COUNTS)],
    rows: byTemplate.map((sum) => [
      html`<a href="${base}/requests?template=${encodeURIComponent(sum.of)}">${sum.of}</a>`,
      ...counts(sum),
    ]),
  })}</section>`
}

function dayTable(days: readonly string[], byDay: ReadonlyMap<string, Sum>, latencies: readonly LatencyCount[]): Html {
  const busy = days.filter((day) => byDay.has(day)).reverse()
  return html`<section class="panel flush"><header><h2>By day</h2></header>${table({
    label: 'Usage by day, with the time to the answer of synchronous requests',
    columns: ['Day (UTC)', ...numbers([...COUNTS, 'Median', '95% within'])],
    rows: busy.map((day) => {
      const times = latencies.filter((latency) => latency.day === day)
      return [
        html`<span class="nowrap">${day}</span>`,
        ...counts(byDay.get(day) ?? NOTHING_MADE),
        ...[0.5, 0.95].map((share) => time(percentile(times, share))),
      ]
    }),
  })}</section>`
}

function time(ms: number | undefined): string {
  return ms === undefined ? '–' : duration(ms)
}
