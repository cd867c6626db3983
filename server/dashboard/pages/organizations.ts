import { PAGE_ROWS, partOf } from '../../http/cursor.js'
import type { User } from '../../storage/accounts/account-store.js'
import type { Organization } from '../../storage/store.js'
import { html } from '../html.js'
import { type DashboardRoute, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { pager } from '../views/pager.js'

/** The organizations that somebody may see, in the order of their slugs; of an administrator's so many at once. */
function organizationsOf(
  { store }: DashboardServices,
  { id, isAdmin }: User,
  limit: number,
  after?: string | null,
): Promise<readonly Organization[]> {
  if (!isAdmin) return store.reader.listOrganizationsOf(id)
  return store.reader.listOrganizations({ limit, after: after ? { slug: after } : undefined })
}

/** Where the dashboard begins: in the organization, when there is one only. */
export const GET_DASHBOARD: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard',
  least: 'signed-in',
  async handle({ user }, services) {
    const [first, second] = await organizationsOf(services, user, 2)
    const isOnly = first !== undefined && second === undefined
    return { kind: 'redirect', to: isOnly ? `/dashboard/${first.slug}` : '/dashboard/organizations' }
  },
})

export const GET_ORGANIZATIONS: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/organizations',
  least: 'signed-in',
  async handle({ user, query, url }, services) {
    const all = await organizationsOf(services, user, PAGE_ROWS + 1, query.get('after'))
    const { rows, last, hasMore } = user.isAdmin ? partOf(all) : { rows: all, last: undefined, hasMore: false }
    return {
      kind: 'page',
      title: 'Organizations',
      body: html`<header class="page"><h1>Organizations</h1>${
        user.isAdmin && html`<a class="button primary" href="/dashboard/admin/organizations">New organization</a>`
      }</header>
${
  rows.length === 0
    ? html`<section class="empty"><h2>You do not belong to an organization yet</h2><p>Ask an owner of your organization to invite <strong>${user.email}</strong>.</p></section>`
    : html`<ul class="cards">${rows.map(
        ({ slug, name, plan }) =>
          html`<li><a class="card" href="/dashboard/${slug}"><strong>${name}</strong><span class="muted">${slug} · ${plan} plan</span></a></li>`,
      )}</ul>`
}
${pager(url, query, hasMore ? last?.slug : undefined)}`,
    }
  },
})
