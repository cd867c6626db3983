import { html } from '../html.js'
import { type DashboardRoute, route } from '../route.js'

export const GET_HOME: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}',
  least: 'viewer',
  handle: ({ organization }) => ({
    kind: 'page',
    title: 'Home',
    body: html`<header class="page"><h1>${organization.name}</h1></header>`,
  }),
})
