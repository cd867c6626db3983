import { DAILY_TESTS, monthlyQuota } from '../../limits/quotas.js'
import type { UsageSum } from '../../storage/request-log/request-log-store.js'
import { barChart } from '../charts/bar-chart.js'
import { percentile } from '../charts/percentiles.js'
import { html } from '../html.js'
import { type DashboardRoute, route } from '../route.js'
import { emptyState, table } from '../views/table.js'
import { bytes, count, duration } from '../views/values.js'

const DAY_MS = 86_400_000

/** Days that are shown. */
const DAYS = 30

/** Templates of the table, by what they make. */
const TEMPLATES = 50

type Sum = Omit<UsageSum, 'of'>

const NOTHING_MADE: Sum = { documents: 0, tests: 0, failures: 0, pages: 0, bytes: 0 }

export const GET_USAGE: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/usage',
  least: 'viewer',
  async handle({ organization }, { store }) {
    const today = Date.now()
    const days = Array.from({ length: DAYS }, (_, index) =>
      new Date(today - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
    )
    const [first = ''] = days
    const [usage, ofDays, byTemplate, latencies] = await Promise.all([
      store.reader.readUsage(organization.id),
      store.reader.sumUsageByDay(organization.id, first),
      store.reader.sumUsageByTemplate(organization.id, first, TEMPLATES),
      store.reader.listLatencies(organization.id, first),
    ])
    const byDay = new Map(ofDays.map((sum) => [sum.of, sum]))
    const pages = ofDays.reduce((sum, made) => sum + made.pages, 0)
    const size = ofDays.reduce((sum, made) => sum + made.bytes, 0)
    const quota = monthlyQuota(organization)
    const base = `/dashboard/${organization.slug}`
    const busy = days.filter((day) => byDay.has(day)).reverse()
    return {
      kind: 'page',
      title: 'Usage',
      body: html`<header class="page"><h1>Usage</h1></header>
<dl class="tiles">
<div class="tile"><dt>Documents this month</dt><dd>${count(usage.documents.used)}<p class="note">${quota === undefined ? 'without a limit' : `of ${count(quota)} on the ${organization.plan} plan`}${
        quota !== undefined &&
        html`<progress value="${Math.min(usage.documents.used, quota)}" max="${quota}" class="${usage.documents.used >= quota ? 'full' : ''}" aria-label="Part of the month’s documents that is used">${usage.documents.used}</progress>`
      }</p></dd></div>
<div class="tile"><dt>Test documents today</dt><dd>${count(usage.tests.used)}<p class="note">of ${DAILY_TESTS}</p></dd></div>
<div class="tile"><dt>Pages in ${DAYS} days</dt><dd>${count(pages)}</dd></div>
<div class="tile"><dt>PDF in ${DAYS} days</dt><dd>${bytes(size)}</dd></div>
</dl>
<section class="panel"><h2>Documents by the day</h2>${barChart({
        title: `Documents and failures of the last ${DAYS} days`,
        names: ['documents', 'failures'],
        columns: ['Day (UTC)', 'Documents', 'Failures'],
        bars: days.map((day) => {
          const sum = byDay.get(day) ?? NOTHING_MADE
          return { label: day.slice(5), value: sum.documents + sum.tests, second: sum.failures }
        }),
      })}</section>
${
  byTemplate.length === 0
    ? emptyState(
        'Nothing was made in this time',
        html`The numbers of each template appear here. <a href="${base}">Make a document</a>.`,
      )
    : html`<section class="panel flush"><header><h2>By template</h2></header>${table({
        label: 'Usage by template',
        columns: [
          'Template',
          ...['Documents', 'Tests', 'Failures', 'Pages', 'Size'].map((label) => ({ label, isNumber: true })),
        ],
        rows: byTemplate.map((sum) => [
          html`<a href=\"${base}/requests?template=${encodeURIComponent(sum.of)}\">${sum.of}</a>`,
          count(sum.documents),
          count(sum.tests),
          count(sum.failures),
          count(sum.pages),
          bytes(sum.bytes),
        ]),
      })}</section>
<section class="panel flush"><header><h2>By day</h2></header>${table({
        label: 'Usage by day, with the time to the answer of synchronous requests',
        columns: [
          'Day (UTC)',
          ...['Documents', 'Tests', 'Failures', 'Pages', 'Size', 'Median', '95 of 100'].map((label) => ({
            label,
            isNumber: true,
          })),
        ],
        rows: busy.map((day) => {
          const sum = byDay.get(day) ?? NOTHING_MADE
          const times = latencies.filter((latency) => latency.day === day)
          return [
            html`<span class="nowrap">${day}</span>`,
            count(sum.documents),
            count(sum.tests),
            count(sum.failures),
            count(sum.pages),
            bytes(sum.bytes),
            ...[0.5, 0.95].map((share) => time(percentile(times, share))),
          ]
        }),
      })}</section>`
}
<section class="panel"><h2>When the limit is reached</h2>
<p>Requests beyond the documents of a month are answered with <code>429</code>, <code>monthly_limit_exceeded</code> and the time until the next month in <code>Retry-After</code>. Nothing is lost: what was accepted before is still made. Documents that fail are given back, and test documents never count.</p></section>`,
    }
  },
})

function time(ms: number | undefined): string {
  return ms === undefined ? '–' : duration(ms)
}
