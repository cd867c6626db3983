import { type Html, html } from '../html.js'
import { type DashboardRoute, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { placesOf } from '../shell.js'
import { textField } from '../views/fields.js'
import { emptyState } from '../views/table.js'

/** Something that a search has found. */
interface Found {
  readonly label: string
  /** What tells it from others of its kind. */
  readonly detail: string
  readonly href: string
}

/** Of each kind. */
const MOST_SHOWN = 8

/** Ids of requests and documents, which lead to their request. */
const REQUEST_ID = /^(?:req|doc)_\w{1,60}$/

/** Everything of an organization that a text is part of, by kinds. */
async function search(
  { organization, role }: MemberVisit,
  { store }: DashboardServices,
  text: string,
): Promise<readonly (readonly [kind: string, found: readonly Found[]])[]> {
  const base = `/dashboard/${organization.slug}`
  const isRequest = REQUEST_ID.test(text)
  const [templates, keys, webhooks, request] = await Promise.all([
    store.reader.listTemplates(organization.id, undefined, 'all'),
    store.reader.listKeys(organization.id),
    store.reader.listWebhooks(organization.id),
    isRequest ? store.reader.findLoggedRequest(organization.id, text) : undefined,
  ])
  const words = text.toLowerCase().split(/\s+/)
  const matching = (found: readonly Found[]) =>
    found.filter(({ label, detail }) => {
      const all = `${label} ${detail}`.toLowerCase()
      return words.every((word) => all.includes(word))
    })
  const kinds: readonly (readonly [string, readonly Found[]])[] = [
    ['Requests', request ? [{ label: text, detail: '', href: `${base}/requests/${text}` }] : []],
    [
      'Templates',
      matching(
        templates.map(({ name, endpointPath }) => ({
          label: name,
          detail: endpointPath,
          href: `${base}/templates/${endpointPath}`,
        })),
      ),
    ],
    [
      'API keys',
      matching(
        keys.map(({ id, description, display, revokedAt }) => ({
          label: description || display,
          detail: `${display} ${id}${revokedAt === undefined ? '' : ' revoked'}`,
          href: `${base}/keys/${id}`,
        })),
      ),
    ],
    [
      'Webhooks',
      matching(webhooks.map(({ id, name, url }) => ({ label: name, detail: url, href: `${base}/webhooks/${id}` }))),
    ],
    ['Pages', matching(placesOf(role).map(({ label, path }) => ({ label, detail: '', href: base + path })))],
  ]
  return kinds.filter(([, found]) => found.length > 0)
}

/** The results stand in an element of their own, which the dialog of ⌘K takes out of the page. */
export const GET_SEARCH: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/search',
  least: 'viewer',
  async handle(visit, services) {
    const text = visit.query.get('q')?.trim().slice(0, 200) ?? ''
    const kinds = text === '' ? [] : await search(visit, services, text)
    return {
      kind: 'page',
      title: 'Search',
      body: html`<header class="page"><h1>Search</h1></header>
<form method="get" action="/dashboard/${visit.organization.slug}/search" class="filters" role="search">${textField(
        { name: 'q', label: 'Template, key, webhook, page or id of a request', type: 'search' },
        { values: { q: text }, errors: {} },
      )}<button>Search</button></form>
<div id="results">${text !== '' && (kinds.length > 0 ? kinds.map(section) : emptyState('Nothing fits', 'Try a part of a name, or the whole id of a request or document.'))}</div>`,
    }
  },
})

function section([kind, found]: readonly [kind: string, found: readonly Found[]]): Html {
  const others = found.length - MOST_SHOWN
  return html`<section class="panel found"><h2>${kind}</h2><ul>${found
    .slice(0, MOST_SHOWN)
    .map(
      ({ label, detail, href }) =>
        html`<li><a href="${href}"><span>${label}</span>${detail !== '' && html` <small>${detail}</small>`}</a></li>`,
    )}</ul>${others > 0 && html`<p class="hint">${others} more: write more of the name.</p>`}</section>`
}
