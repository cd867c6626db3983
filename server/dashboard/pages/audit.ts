import { PAGE_ROWS, partOf, readCursor, writeCursor } from '../../http/cursor.js'
import type { AuditEntry } from '../../storage/administration/administration-store.js'
import { type Html, html } from '../html.js'
import { type DashboardRoute, route } from '../route.js'
import { auditSentence } from '../views/audit-sentence.js'
import { cellOfTime, csvAnswer } from '../views/csv.js'
import { textField } from '../views/fields.js'
import { pager } from '../views/pager.js'
import { emptyState, table } from '../views/table.js'
import { email, exactTime } from '../views/values.js'

const FILTERS = ['actor', 'action', 'subject'] as const

/** @param base the address of the organization that the entries are of; none for those of all */
export function auditTable(entries: readonly AuditEntry[], base?: string): Html {
  return html`<section class="panel flush">${table({
    label: 'Audit log',
    columns: ['When', 'Who', 'What', 'Details'],
    rows: entries.map(({ createdAt, actor, action, subject, details }) => [
      exactTime(createdAt),
      email(actor),
      html`${auditSentence({ action, subject, details }, base)}<span class="sub"><code class="nowrap">${action}</code></span>`,
      Object.entries(details).map(
        ([name, value]) =>
          html`<span class="sub">${name.replaceAll('_', ' ')}: <code>${JSON.stringify(value)}</code></span>`,
      ),
    ]),
  })}</section>`
}

/** What an address asks for. */
function searchOf(query: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = query.get(name)?.trim()
      return value ? [[name, value]] : []
    }),
  )
}

/** The entries that an address asks for, as a file. */
export const GET_AUDIT_CSV: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/audit.csv',
  least: 'owner',
  handle: ({ organization, query }, { store }) =>
    csvAnswer<AuditEntry>({
      name: `audit-${organization.slug}`,
      columns: ['time_utc', 'who', 'action', 'subject', 'details'],
      next: (after, limit) =>
        store.reader.listAudit({ ...searchOf(query), organizationId: organization.id, limit, after }),
      cells: ({ createdAt, actor, action, subject, details }) => [
        ...[cellOfTime(createdAt), actor, action, subject],
        JSON.stringify(details),
      ],
    }),
})

export const GET_AUDIT: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/audit',
  least: 'owner',
  async handle({ organization, query, url }, { store }) {
    const search = searchOf(query)
    const file = `/dashboard/${organization.slug}/audit.csv?${new URLSearchParams(search)}`
    const after = readCursor(query.get('after'))
    const entries = await store.reader.listAudit({
      ...search,
      organizationId: organization.id,
      limit: PAGE_ROWS + 1,
      after,
    })
    const { rows, last, hasMore } = partOf(entries)
    const state = { values: search, errors: {} }
    return {
      kind: 'page',
      title: 'Audit log',
      body: html`<header class="page"><h1>Audit log</h1><a class="button" href="${file}" download>Download as CSV</a></header>
<p class="lead">Who changed what, for 400 days. Secrets are never part of it.</p>
<form method="get" action="/dashboard/${organization.slug}/audit" class="filters" role="search">
${textField({ name: 'actor', label: 'Who', isOptional: true, placeholder: 'ada@example.com' }, state)}
${textField({ name: 'action', label: 'Action', isOptional: true, isMono: true, placeholder: 'key.revoked' }, state)}
${textField({ name: 'subject', label: 'Object (id or name)', isOptional: true, isMono: true }, state)}
<button>Search</button></form>
${rows.length === 0 ? emptyState('Nothing found', 'There is no such entry in the last 400 days.') : auditTable(rows, `/dashboard/${organization.slug}`)}
${pager(url, query, hasMore && last ? writeCursor(last) : undefined)}`,
    }
  },
})
