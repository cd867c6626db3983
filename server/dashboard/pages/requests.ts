import { PAGE_ROWS, partOf, readCursor, writeCursor } from '../../http/cursor.js'
import { isEndpointPath } from '../../http/names.js'
import type { LoggedRequest, OpenRequest, RequestQuery } from '../../storage/request-log/request-log-store.js'
import { type Html, html, NOTHING } from '../html.js'
import { type DashboardRoute, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { cellOfTime, csvAnswer } from '../views/csv.js'
import { selectField, textField } from '../views/fields.js'
import { pager } from '../views/pager.js'
import { emptyState, table } from '../views/table.js'
import { badge, bytes, capitalized, copyableLink, duration, exactTime, plural } from '../views/values.js'

/** Requests that are shown before those that are over. */
const OPEN_SHOWN = 20

const FILTERS = ['q', 'outcome', 'problems', 'template', 'key', 'code', 'since', 'until'] as const

/** A day (`2026-11-21`) as epoch ms, at 00:00 UTC. */
function dayOf(text: string | null): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text ?? '')) return undefined
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(time) ? undefined : time
}

/** What an address asks for. */
function filtersOf(query: URLSearchParams): Partial<RequestQuery> {
  const text = (name: string) => query.get(name)?.trim() || undefined
  const until = dayOf(query.get('until'))
  const outcome = query.get('outcome')
  return {
    outcome: outcome === 'failed' || outcome === 'succeeded' ? outcome : undefined,
    hasProblems: query.get('problems') === 'some' ? true : undefined,
    endpointPath: text('template'),
    keyId: text('key'),
    code: text('code'),
    since: dayOf(query.get('since')),
    until: until === undefined ? undefined : until + 86_400_000,
  }
}

/** The names of an organization's keys by their ids. */
async function namesOfKeys(
  { organization }: MemberVisit,
  { store }: DashboardServices,
): Promise<ReadonlyMap<string, string>> {
  const keys = await store.reader.listKeys(organization.id, { limit: KEYS_NAMED })
  return new Map(keys.map((key) => [key.id, key.description || key.display]))
}

/** Keys that are known by name in the list; others are shown by their ids. */
const KEYS_NAMED = 200

/** The address without the fields that were left empty, so that it can be kept and sent; undefined where none is. */
function withoutEmpty(url: string, query: URLSearchParams): string | undefined {
  const filled = [...query].filter(([, value]) => value !== '')
  if (filled.length === [...query].length) return undefined
  const text = new URLSearchParams(filled).toString()
  return (url.split('?')[0] ?? '') + (text === '' ? '' : `?${text}`)
}

/** The requests that an address asks for, as a file. */
export const GET_REQUESTS_CSV: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/requests.csv',
  least: 'viewer',
  async handle(visit, services) {
    const { organization, query } = visit
    const names = await namesOfKeys(visit, services)
    const filters = filtersOf(query)
    return csvAnswer<LoggedRequest>({
      name: `requests-${organization.slug}`,
      columns: [
        ...['request', 'time_utc', 'outcome', 'status', 'code', 'place', 'template', 'mode', 'test', 'key_id', 'key'],
        ...['document', 'received_bytes', 'pdf_bytes', 'pages', 'problems', 'total_ms', 'render_ms'],
      ],
      next: (after, limit) =>
        services.store.reader.searchRequests({ organizationId: organization.id, ...filters, limit, after }),
      cells: (row) => [
        ...[row.id, cellOfTime(row.createdAt), row.outcome, row.status, row.code, row.place],
        ...[row.endpointPath, row.mode, row.isTest, row.keyId, names.get(row.keyId)],
        ...[row.documentId, row.receivedBytes, row.documentBytes, row.pages, row.problems?.count ?? 0],
        ...[Math.round(row.times.totalMs), row.times.renderedMs && Math.round(row.times.renderedMs)],
      ],
    })
  },
})

export const GET_REQUESTS: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/requests',
  least: 'viewer',
  isLive: true,
  async handle(visit, services) {
    const { organization, query, url } = visit
    const { store } = services
    const base = `/dashboard/${organization.slug}`
    const id = query.get('q')?.trim()
    if (id !== undefined && /^(?:req|doc)_\w{1,60}$/.test(id)) {
      return { kind: 'redirect', to: `${base}/requests/${id}` }
    }
    const short = withoutEmpty(url, query)
    if (short !== undefined) return { kind: 'redirect', to: short }
    const filters = filtersOf(query)
    const after = readCursor(query.get('after'))
    const isUnfiltered = Object.values(filters).every((value) => value === undefined)
    const [all, open, names] = await Promise.all([
      store.reader.searchRequests({ organizationId: organization.id, ...filters, limit: PAGE_ROWS + 1, after }),
      isUnfiltered && !after ? store.reader.listOpenRequests(organization.id, OPEN_SHOWN) : [],
      namesOfKeys(visit, services),
    ])
    const { rows, last, hasMore } = partOf(all)
    const state = { values: Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? ''])), errors: {} }
    const file = `${base}/requests.csv${url.includes('?') ? `?${new URLSearchParams([...query].filter(([name]) => name !== 'after'))}` : ''}`
    return {
      kind: 'page',
      title: 'Requests',
      body: html`<header class="page"><h1>Requests</h1><a class="button" href="${url}">Refresh</a><a class="button" href="${file}" download>Download as CSV</a></header>
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
          copyableLink(`${base}/requests/${row.id}`, row.id, 'Copy the id of the request'),
          html`<a class="clip" href="${base}/keys/${row.keyId}">${names.get(row.keyId) ?? row.keyId}</a>`,
          row.documentBytes === undefined ? '–' : bytes(row.documentBytes),
          duration(row.times.totalMs),
          exactTime(row.createdAt),
        ]),
      })}</section>`
}
${pager(url, query, hasMore && last ? writeCursor(last) : undefined)}`,
    }
  },
})

/** The template's path, which leads to it if there is one. */
function templateOf(base: string, { endpointPath, code }: LoggedRequest): Html {
  if (code === 'template_not_found' || !isEndpointPath(endpointPath)) return html`${endpointPath}`
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
      copyableLink(`${base}/requests/${id}`, id, 'Copy the id of the request'),
      exactTime(createdAt),
    ]),
  })}</section>`
}
