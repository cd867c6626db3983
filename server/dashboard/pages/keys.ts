import { issueKey } from '../../http/api-key.js'
import { PAGE_ROWS, partOf, readCursor, writeCursor } from '../../http/cursor.js'
import type { ApiKey, KeyRefusal } from '../../storage/store.js'
import { isAtLeast } from '../access/roles.js'
import { type Html, html, NOTHING } from '../html.js'
import { type Answer, type DashboardRoute, found, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { dangerPanel, isConfirmed } from '../views/action.js'
import { explainCode } from '../views/explain.js'
import { EMPTY_FORM, type FormState, formProblem } from '../views/fields.js'
import { pager } from '../views/pager.js'
import { emptyState, facts, table } from '../views/table.js'
import { ago, badge, commandBlock, copyable, time } from '../views/values.js'
import { keyFields, readKeySettings, typedSettings, valuesOf } from './key-form.js'

/** A key as people call it. */
function nameOf({ description, display }: ApiKey): string {
  return description === '' ? display : description
}

function stateOf({ revokedAt, expiresAt, isTestOnly }: ApiKey): Html {
  if (revokedAt !== undefined) return badge('revoked', 'neutral')
  if (expiresAt !== undefined && expiresAt <= Date.now()) return badge('expired', 'bad')
  return html`${badge('active', 'good')}${isTestOnly && html` ${badge('tests only', 'neutral')}`}`
}

/** The text of a key that was just made, which is shown this once. */
function newKey(secret: string | undefined): Html {
  return secret === undefined
    ? NOTHING
    : html`<section class="secret" aria-label="The new key"><h2>Copy the key now</h2>
<p>It is shown this once: only a fingerprint of it is kept. Store it where your secrets are, never in a page or a repository.</p>
${copyable(secret, 'Copy the key')}
<p>For the commands and programs on the page “Use” of each template, set it in your terminal:</p>${commandBlock(`export PLATEN_KEY=${secret}`)}</section>`
}

export const GET_KEYS: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/keys',
  least: 'viewer',
  async handle({ organization, role, query, url, flash }, { store }) {
    const after = readCursor(query.get('after'))
    const keys = await store.reader.listKeys(organization.id, { limit: PAGE_ROWS + 1, after })
    const { rows, last, hasMore } = partOf(keys)
    const base = `/dashboard/${organization.slug}/keys`
    const create = isAtLeast(role, 'editor') && html`<a class="button primary" href="${base}/new">Create a key</a>`
    const now = Date.now()
    return {
      kind: 'page',
      title: 'API keys',
      body: html`<header class="page"><h1>API keys</h1>${create}</header>
<p class="lead">Programs use a key to ask for documents: <code>Authorization: Bearer sk_live_…</code> Give every program one of its own, so that each can be revoked by itself.</p>
${newKey(flash?.secret)}
${
  rows.length === 0
    ? emptyState(
        'No keys yet',
        'A key lets a program of yours make documents from your templates.',
        create || undefined,
      )
    : html`<section class="panel flush">${table({
        label: 'API keys',
        columns: ['Description', 'Key', 'State', 'Last used', 'Created'],
        rows: rows.map((key) => [
          html`<a class="prose" href="${base}/${key.id}">${nameOf(key)}</a>`,
          html`<code>${key.display.replace(/^(sk_live_).+_/, '$1…_')}</code>`,
          stateOf(key),
          key.lastUsedAt === undefined ? html`<span class="muted">never</span>` : ago(key.lastUsedAt, now),
          time(key.createdAt),
        ]),
      })}</section>`
}
${pager(url, query, hasMore && last ? writeCursor(last) : undefined)}`,
    }
  },
})

function newKeyPage(visit: MemberVisit, state: FormState): Answer {
  const base = `/dashboard/${visit.organization.slug}/keys`
  return {
    kind: 'page',
    title: 'Create a key',
    status: Object.keys(state.errors).length > 0 ? 422 : 200,
    body: html`<p class="back"><a href="${base}">API keys</a></p>
<header class="page"><h1>Create a key</h1></header>
<section class="panel">${formProblem(state.errors)}
<form method="post" action="${base}" class="stack">${csrfField(visit)}
${keyFields(state)}
<div class="row"><button class="primary">Create the key</button><a href="${base}">Cancel</a></div></form></section>`,
  }
}

export const GET_NEW_KEY: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/keys/new',
  least: 'editor',
  handle: (visit) => newKeyPage(visit, EMPTY_FORM),
})

export const POST_KEY: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/keys',
  least: 'editor',
  async handle(visit, { store }) {
    const { form, organization, user } = visit
    const settings = readKeySettings(form)
    if (!form.isValid) return newKeyPage(visit, { values: typedSettings(form), errors: form.errors })
    const { key, hash, display } = issueKey(organization.id)
    await store.createKey({ ...settings, organizationId: organization.id, hash, display }, user.email)
    const to = form.raw('from') === 'home' ? `/dashboard/${organization.slug}` : `/dashboard/${organization.slug}/keys`
    return {
      kind: 'redirect',
      to,
      flash: { kind: 'done', text: `The key “${settings.description}” is created.`, secret: key },
    }
  },
})

async function keyPage(
  visit: MemberVisit,
  { store }: DashboardServices,
  state: FormState = EMPTY_FORM,
): Promise<Answer> {
  const { organization, role, params } = visit
  const key = found(await store.reader.findKey(organization.id, params.key ?? ''))
  const base = `/dashboard/${organization.slug}`
  const mayChange = key.revokedAt === undefined && isAtLeast(role, 'editor')
  return {
    kind: 'page',
    title: nameOf(key),
    status: Object.keys(state.errors).length > 0 ? 422 : 200,
    body: html`<p class="back"><a href="${base}/keys">API keys</a></p>
<header class="page"><h1>${nameOf(key)}</h1>${stateOf(key)}${mayChange && html`<a class="button" href="${base}/keys/${key.id}/settings">Change</a>`}</header>
${key.lastRefusal && refusalNotice(key.lastRefusal)}
<section class="panel">${facts([
      ['Key', html`<code>${key.display}</code>`],
      ['Id', copyable(key.id, 'Copy the id')],
      ['Created', time(key.createdAt)],
      ['Last used', key.lastUsedAt === undefined ? 'never' : time(key.lastUsedAt)],
      ['Allowed addresses', key.allowIps.length === 0 ? 'anywhere' : html`<code>${key.allowIps.join(', ')}</code>`],
      ['Makes', key.isTestOnly ? 'test documents only' : 'documents'],
      ['Makes them of', key.scopes.includes('generate-html') ? 'templates, and HTML that is sent' : 'templates'],
      ['Changes', key.scopes.includes('manage') ? 'templates and partials' : 'nothing'],
      ['Expires', key.expiresAt === undefined ? 'never' : time(key.expiresAt)],
      key.revokedAt === undefined ? undefined : ['Revoked', time(key.revokedAt)],
      ['Requests', html`<a href="${base}/requests?key=${key.id}">Requests of this key</a>`],
    ])}</section>
${
  mayChange &&
  dangerPanel(
    visit,
    {
      to: `${base}/keys/${key.id}/revoke`,
      title: 'Revoke the key',
      text: 'Programs that use it are refused from now on. A key that was revoked stays so; documents that wait are still made.',
      name: nameOf(key),
      label: 'Revoke the key',
    },
    state,
  )
}`,
  }
}

/** The last request with the key that got nothing, and why. */
function refusalNotice({ at, code, address }: KeyRefusal): Html {
  return html`<section class="notice"><h2>A request with this key was refused</h2><p>${REFUSALS[code] ?? explainCode(code)} It came from <code>${address}</code>, ${ago(at, Date.now())}.</p></section>`
}

const REFUSALS: Readonly<Record<string, string>> = {
  expired_api_key: 'The key had expired or was revoked.',
  unauthorized: 'Its address is not among the allowed ones.',
  unauthorized_org: 'The address that it asked for names another organization.',
  insufficient_scope: 'It asked for what the key may not do: to change partials, or a document that is no test.',
}

export const GET_KEY: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/keys/{key}',
  least: 'viewer',
  handle: (visit, services) => keyPage(visit, services),
})

async function settingsPage(visit: MemberVisit, { store }: DashboardServices, state?: FormState): Promise<Answer> {
  const { organization, params } = visit
  const key = found(await store.reader.findKey(organization.id, params.key ?? ''))
  const address = `/dashboard/${organization.slug}/keys/${key.id}`
  if (key.revokedAt !== undefined) return { kind: 'redirect', to: address }
  return {
    kind: 'page',
    title: `Change ${nameOf(key)}`,
    status: state ? 422 : 200,
    body: html`<p class="back"><a href="${address}">${nameOf(key)}</a></p>
<header class="page"><h1>Change ${nameOf(key)}</h1><p class="lead">The key itself stays the same. What you change holds for the next request.</p></header>
<section class="panel">${formProblem(state?.errors ?? {})}
<form method="post" action="${address}/settings" class="stack">${csrfField(visit)}
${keyFields(state ?? { values: valuesOf(key), errors: {} })}
<div class="row"><button class="primary">Save</button><a href="${address}">Cancel</a></div></form></section>`,
  }
}

export const GET_KEY_SETTINGS: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/keys/{key}/settings',
  least: 'editor',
  handle: (visit, services) => settingsPage(visit, services),
})

export const POST_KEY_SETTINGS: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/keys/{key}/settings',
  least: 'editor',
  async handle(visit, services) {
    const { organization, params, form, user } = visit
    const key = found(await services.store.reader.findKey(organization.id, params.key ?? ''))
    const settings = readKeySettings(form, key)
    if (!form.isValid) return settingsPage(visit, services, { values: typedSettings(form), errors: form.errors })
    await services.store.updateKey(organization.id, key.id, settings, user.email)
    const text = `The key “${settings.description}” is changed.`
    return { kind: 'redirect', to: `/dashboard/${organization.slug}/keys/${key.id}`, flash: { kind: 'done', text } }
  },
})

export const POST_REVOKE_KEY: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/keys/{key}/revoke',
  least: 'editor',
  async handle(visit, services) {
    const { organization, params, form, user } = visit
    const key = found(await services.store.reader.findKey(organization.id, params.key ?? ''))
    if (!isConfirmed(visit, nameOf(key))) {
      return keyPage(visit, services, { values: { confirm: form.raw('confirm') }, errors: form.errors })
    }
    await services.store.revokeKey(key.id, user.email)
    return {
      kind: 'redirect',
      to: `/dashboard/${organization.slug}/keys`,
      flash: { kind: 'done', text: `The key “${nameOf(key)}” is revoked.` },
    }
  },
})
