import type { LoggedRequest, OpenRequest, RequestQuery } from '../../storage/request-log/request-log-store.js'
import { type Html, html, NOTHING } from '../html.js'
import { type DashboardRoute, route } from '../route.js'
import { selectField, textField } from '../views/fields.js'
import { PAGE_ROWS, pager, partOf, readCursor, writeCursor } from '../views/pager.js'
import { emptyState, table } from '../views/table.js'
import { badge, bytes, capitalized, duration, plural, time } from '../views/values.js'

/** Requests that are shown before those that are over. */
const OPEN_SHOWN = 20

const FILTERS = ['q', 'outcome', 'problems', 'template', 'key', 'code', 'since', 'until'] as const

/** A day (`2026-11-21`) as epoch ms, at 00:00 UTC. */
function dayOf(text: string | null): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text ?? '')) return undefined
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) ? undefined : time
}

export const GET_REQUESTS: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/requests',
  least: 'viewer',
  isLive: true,
  async handle({ organization, query, url }, { store }) {
    const base = `/dashboard/${organization.slug}`
    const text = (name: string) => query.get(name)?.trim() || undefined
    const id = text('q')
    if (id !== undefined && /^(?:req|doc)_\w{1,60}$/.test(id)) {
      return { kind: 'redirect', to: `${base}/requests/${id}` }
    }
    const until = dayOf(query.get('until'))
    const outcome = query.get('outcome')
    const filters: Partial<RequestQuery> = {
      outcome: outcome === 'failed' || outcome === 'succeeded' ? outcome : undefined,
      hasProblems: query.get('problems') === 'some' ? true : undefined,
      endpointPath: text('template'),
      keyId: text('key'),
      code: text('code'),
      since: dayOf(query.get('since')),
      until: until === undefined ? undefined : until + 86_400_000,
    }
    const after = readCursor(query.get('after'))
    const isUnfiltered = Object.values(filters).every((value) => value === undefined)
    const [all, open, keys] = await Promise.all([
      store.reader.searchRequests({ organizationId: organization.id, ...filters, limit: PAGE_ROWS + 1, after }),
      isUnfiltered && !after ? store.reader.listOpenRequests(organization.id, OPEN_SHOWN) : [],
      store.reader.listKeys(organization.id, { limit: 200 }),
    ])
    const { rows, last, hasMore } = partOf(all)
    const state = { values: Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? ''])), errors: {} }
    const names = new Map(keys.map((key) => [key.id, key.description || key.display]))
    return {
      kind: 'page',
      title: 'Requests',
      body: html`<header class="page"><h1>Requests</h1><a class="button" href="${url}">Refresh</a></header>
<form method="get" action="${base}/requests" class="filters" role="search">
${textField({ name: 'q', label: 'Id', type: 'search', isOptional: true, isMono: true, placeholder: 'req_… or doc_…' }, state)}
${selectField(
  {
    name: 'outcome',
    label: 'Outcome',
    choices: [
      { value: '', label: 'Any' },
      { value: 'succeeded', label: 'Succeeded' },
      { value: 'failed', label: 'Failed' },
    ],
  },
  state,
)}
${selectField(
  {
    name: 'problems',
    label: 'Problems',
    choices: [
      { value: '', label: 'Any' },
      { value: 'some', label: 'Some' },
    ],
  },
  state,
)}
${textField({ name: 'template', label: 'Template path', isOptional: true, isMono: true }, state)}
${selectField({ name: 'key', label: 'Key', choices: [{ value: '', label: 'Any' }, ...[...names].map(([value, label]) => ({ value, label }))] }, state)}
${textField({ name: 'code', label: 'Error code', isOptional: true, isMono: true, placeholder: 'render_failed' }, state)}
${textField({ name: 'since', label: 'From (UTC)', type: 'date', isOptional: true }, state)}
${textField({ name: 'until', label: 'To (UTC)', type: 'date', isOptional: true }, state)}
<button>Search</button>${!isUnfiltered && html`<a class="button" href="${base}/requests">Clear</a>`}</form>
${openRequests(base, open)}
${
  rows.length === 0
    ? emptyState(
        isUnfiltered ? 'No requests yet' : 'No request fits',
        isUnfiltered
          ? html`Every request that your keys make appears here within a second. <a href="${base}">Make the first one</a>.`
          : 'Try fewer filters, or another time.',
      )
    : html`<section class="panel flush">${table({
        label: 'Requests',
        columns: [
          'Outcome',
          'Template',
          'Request',
          'Key',
          { label: 'Size', isNumber: true },
          { label: 'Time', isNumber: true },
          'When',
        ],
        rows: rows.map((row) => [
          html`${row.outcome === 'succeeded' ? badge('Succeeded', 'good') : badge('Failed', 'bad')}<span class="sub">${row.mode === 'sync' && html`<code>${row.status}</code> `}${row.code !== undefined && html`<code class="nowrap">${row.code}</code>`}</span>${row.problems && html`<span class="sub problems">${plural(row.problems.count, 'problem')}</span>`}`,
          html`${templateOf(base, row)}<span class="sub">${row.mode === 'sync' ? 'sync' : 'async'}${row.isTest && ', test'}</span>`,
          html`<a href="${base}/requests/${row.id}"><code>${row.id}</code></a>`,
          html`<a class="clip" href="${base}/keys/${row.keyId}">${names.get(row.keyId) ?? row.keyId}</a>`,
          row.documentBytes === undefined ? '–' : bytes(row.documentBytes),
          duration(row.times.totalMs),
          time(row.createdAt),
        ]),
      })}</section>`
}
${pager(url, query, hasMore && last ? writeCursor(last) : undefined)}`,
    }
  },
})

/** The template's path, which leads to it if there is one. */
function templateOf(base: string, { endpointPath, code }: LoggedRequest): Html {
  if (code === 'template_not_found') return html`${endpointPath}`
  return html`<a href="${base}/templates/${encodeURIComponent(endpointPath)}">${endpointPath}</a>`
}

function openRequests(base: string, open: readonly OpenRequest[]): Html {
  if (open.length === 0) return NOTHING
  return html`<section class="panel flush"><header><h2>Under way</h2></header>${table({
    label: 'Requests under way',
    columns: ['State', 'Template', 'Request', 'Since'],
    rows: open.map(({ id, status, endpointPath, isTest, createdAt }) => [
      badge(capitalized(status), 'busy'),
      html`${endpointPath}${isTest && html`<span class="sub">test</span>`}`,
      html`<a href="${base}/requests/${id}"><code>${id}</code></a>`,
      time(createdAt),
    ]),
  })}</section>`
}
