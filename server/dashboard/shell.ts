import type { Role } from '../storage/administration/administration-store.js'
import { isAtLeast } from './access/roles.js'
import type { Assets } from './assets.js'
import { type Html, html, NOTHING, toText } from './html.js'
import { markOf } from './live-pages.js'
import type { Answer, Flash, SignedInVisit, Visit } from './route.js'
import { type IconName, icon } from './views/icons.js'

type Page = Extract<Answer, { kind: 'page' }>

/** What the frame of a page says of whom it is for. */
export type FramedVisit = Pick<Visit, 'url' | 'user' | 'csrf' | 'organization' | 'role' | 'flash'>

/** The whole document around a page: head, navigation, a message of the page before. */
export function frame(page: Page, visit: FramedVisit | undefined, assets: Assets, isLive = false): Html {
  const { organization, user } = visit ?? {}
  const name = organization ? `${page.title} · ${organization.name}` : page.title
  const kind = page.isWide ? 'wide' : user ? 'framed' : 'plain'
  return html`<html lang="en" data-theme="${user?.theme ?? 'system'}">
<head>
<meta charset="utf-8">
<title>${name} · Platen</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${user?.theme === 'light' || user?.theme === 'dark' ? user.theme : 'light dark'}">
<link rel="icon" href="${assets.address('icon.svg') ?? ''}" type="image/svg+xml">
${['style.css', ...(page.styles ?? [])].map((sheet) => styleSheet(assets.address(sheet)))}
${['dashboard.js', ...(page.scripts ?? [])].map((script) => scriptTag(assets.address(script)))}
</head>
<body class="${kind}">
<a class="skip" href="#main">Skip to the content</a>
${visit && user ? header({ ...visit, user }, assets) : plainHeader()}
${visit && user ? navigation({ ...visit, user }) : NOTHING}
<main id="main" tabindex="-1">
${visit?.flash ? flashMessage(visit.flash) : NOTHING}
${isLive ? html`<div id="live" data-mark="${markOf(toText(page.body))}">${page.body}</div>` : page.body}
</main>
</body>
</html>`
}

function styleSheet(address: string | undefined): Html {
  return address === undefined ? NOTHING : html`<link rel="stylesheet" href="${address}">`
}

function scriptTag(address: string | undefined): Html {
  return address === undefined ? NOTHING : html`<script type="module" src="${address}"></script>`
}

function flashMessage({ kind, text }: Flash): Html {
  return html`<p class="flash ${kind}" role="${kind === 'problem' ? 'alert' : 'status'}">${text}</p>`
}

/** The press plate with a sheet on it. */
const LOGO = html`<svg class="logo" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><rect x="3" y="3" width="18" height="18" rx="4"/><path d="M8 7h5.500L16 9.500V17H8z"/></svg>`

function plainHeader(): Html {
  return html`<header class="top"><a class="brand" href="/dashboard">${LOGO}<span>Platen</span></a></header>`
}

type Known = FramedVisit & Pick<SignedInVisit, 'user'>

function header({ user, organization, csrf }: Known, assets: Assets): Html {
  return html`<header class="top">
<a class="brand" href="/dashboard">${LOGO}<span>Platen</span></a>
${
  organization &&
  html`<a class="crumb" href="/dashboard/${organization.slug}">${organization.name}</a>
<a class="search-link" href="/dashboard/${organization.slug}/search" data-search="${assets.address('search.js') ?? ''}">${icon('search')}<span>Search</span></a>`
}
<details class="menu">
<summary>${icon('user')}<span class="menu-name">${user.email}</span></summary>
<div class="menu-items">
<a href="/dashboard/account">Account</a>
<a href="/dashboard/organizations">Organizations</a>
${user.isAdmin && html`<a href="/dashboard/admin">Administration</a>`}
<a href="/api/v1/docs">API reference</a>
<form method="post" action="/dashboard/sign-out"><input type="hidden" name="csrf" value="${csrf}"><button class="quiet">Sign out</button></form>
</div>
</details>
</header>`
}

interface Place {
  readonly path: string
  readonly label: string
  readonly icon: IconName
  /** Key behind `g`. */
  readonly key: string
  readonly least?: 'editor' | 'owner'
}

const ORGANIZATION_PLACES: readonly Place[] = [
  { path: '', label: 'Home', icon: 'home', key: 'h' },
  { path: '/templates', label: 'Templates', icon: 'templates', key: 't' },
  { path: '/partials', label: 'Partials', icon: 'partials', key: 'p' },
  { path: '/requests', label: 'Requests', icon: 'requests', key: 'r' },
  { path: '/keys', label: 'API keys', icon: 'keys', key: 'k' },
  { path: '/webhooks', label: 'Webhooks', icon: 'webhooks', key: 'w' },
  { path: '/usage', label: 'Usage', icon: 'usage', key: 'u' },
  { path: '/members', label: 'Members', icon: 'members', key: 'm' },
  { path: '/audit', label: 'Audit log', icon: 'audit', key: 'a', least: 'owner' },
  { path: '/settings', label: 'Settings', icon: 'settings', key: 's' },
]

const ADMIN_PLACES: readonly Place[] = [
  { path: '', label: 'Service', icon: 'admin', key: 'h' },
  { path: '/organizations', label: 'Organizations', icon: 'home', key: 'o' },
  { path: '/users', label: 'Users', icon: 'members', key: 'u' },
  { path: '/audit', label: 'Audit log', icon: 'audit', key: 'a' },
]

/** The pages of an organization that somebody may see, in the order of the navigation. */
export function placesOf(role: Role): readonly Place[] {
  return ORGANIZATION_PLACES.filter(({ least }) => !least || isAtLeast(role, least))
}

function navigation({ url, organization, role }: Known): Html {
  const path = url.split('?')[0] ?? ''
  if (organization && role) {
    return menu(`/dashboard/${organization.slug}`, placesOf(role), path, organization.name)
  }
  return /^\/dashboard\/admin(?:\/|$)/.test(path)
    ? menu('/dashboard/admin', ADMIN_PLACES, path, 'Administration')
    : NOTHING
}

function menu(base: string, places: readonly Place[], path: string, label: string): Html {
  return html`<nav class="side" aria-label="${label}"><ul>${places.map((place) => {
    const href = base + place.path
    const isHere = place.path === '' ? path === href : path === href || path.startsWith(`${href}/`)
    const here = isHere ? html`aria-current="page"` : NOTHING
    return html`<li><a href="${href}" data-go="${place.key}" ${here}>${icon(place.icon)}<span>${place.label}</span></a></li>`
  })}</ul></nav>`
}

/** The token of the session, for every form. */
export function csrfField({ csrf }: Pick<Visit, 'csrf'>): Html {
  return html`<input type="hidden" name="csrf" value="${csrf}">`
}
