import { issueKey } from '../../http/api-key.js'
import { isAddressRange } from '../../storage/keys/allow-list.js'
import { type ApiKey, KEY_SCOPES } from '../../storage/store.js'
import { isAtLeast } from '../access/roles.js'
import { type Html, html, NOTHING } from '../html.js'
import { type Answer, type DashboardRoute, found, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { dangerPanel, isConfirmed } from '../views/action.js'
import { areaField, choiceField, EMPTY_FORM, type FormState, formProblem, textField } from '../views/fields.js'
import { PAGE_ROWS, pager, partOf, readCursor, writeCursor } from '../views/pager.js'
import { emptyState, facts, table } from '../views/table.js'
import { ago, badge, commandBlock, copyable, time } from '../views/values.js'

/** A key as people call it. */
function nameOf({ description, display }: ApiKey): string {
  return description === '' ? display : description
}

function stateOf({ revokedAt }: ApiKey): Html {
  return revokedAt === undefined ? badge('active', 'good') : badge('revoked', 'neutral')
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
${textField({ name: 'description', label: 'Description', help: 'What uses the key, such as “shop, production”.', autocomplete: 'off' }, state)}
${areaField(
  {
    name: 'allow',
    label: 'Allowed addresses',
    isOptional: true,
    isMono: true,
    placeholder: '203.0.113.0/24',
    help: 'IP addresses or ranges (CIDR), one to a line. Requests from elsewhere are refused. Empty: from anywhere.',
  },
  state,
)}
${choiceField({
  legend: 'Scope',
  name: 'scope',
  kind: 'radio',
  chosen: [state.values.scope ?? 'generate'],
  choices: [
    { value: 'generate', label: 'Make documents' },
    { value: 'manage', label: 'Make documents and change partials', help: 'For programs that deploy templates.' },
  ],
})}
<div class="row"><button class="primary">Create the key</button><a href="${base}">Cancel</a></div></form></section>`,
  }
}

export const GET_NEW_KEY: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/keys/new',
  least: 'editor',
  handle: (visit) => newKeyPage(visit, EMPTY_FORM),
})

/** Entries of an allow list of one key. */
const MAX_RANGES = 100

export const POST_KEY: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/keys',
  least: 'editor',
  async handle(visit, { store }) {
    const { form, organization, user } = visit
    const description = form.text('description', 'The description')
    const allowIps = form
      .raw('allow')
      .split(/[\s,]+/)
      .filter((range) => range !== '')
    const wrong = allowIps.find((range) => !isAddressRange(range))
    if (wrong !== undefined)
      form.fail('allow', `“${wrong}” is neither an IP address nor a range such as 203.0.113.0/24.`)
    if (allowIps.length > MAX_RANGES) form.fail('allow', `A key can have at most ${MAX_RANGES} entries.`)
    const scope = form.has('scope') ? form.choice('scope', 'The scope', KEY_SCOPES) : 'generate'
    if (!form.isValid) {
      return newKeyPage(visit, {
        values: {
          description: form.raw('description'),
          allow: form.raw('allow'),
          scope: form.raw('scope') || 'generate',
        },
        errors: form.errors,
      })
    }
    const { key, hash, display } = issueKey(organization.id)
    const scopes = scope && [scope]
    await store.createKey({ organizationId: organization.id, hash, display, description, allowIps, scopes }, user.email)
    const to = form.raw('from') === 'home' ? `/dashboard/${organization.slug}` : `/dashboard/${organization.slug}/keys`
    return { kind: 'redirect', to, flash: { kind: 'done', text: `The key “${description}” is created.`, secret: key } }
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
  return {
    kind: 'page',
    title: nameOf(key),
    status: Object.keys(state.errors).length > 0 ? 422 : 200,
    body: html`<p class="back"><a href="${base}/keys">API keys</a></p>
<header class="page"><h1>${nameOf(key)}</h1>${stateOf(key)}</header>
<section class="panel">${facts([
      ['Key', html`<code>${key.display}</code>`],
      ['Id', copyable(key.id, 'Copy the id')],
      ['Created', time(key.createdAt)],
      ['Last used', key.lastUsedAt === undefined ? 'never' : time(key.lastUsedAt)],
      ['Allowed addresses', key.allowIps.length === 0 ? 'anywhere' : html`<code>${key.allowIps.join(', ')}</code>`],
      ['Scope', key.scopes.includes('manage') ? 'documents and partials' : 'documents'],
      key.revokedAt === undefined ? undefined : ['Revoked', time(key.revokedAt)],
      ['Requests', html`<a href="${base}/requests?key=${key.id}">Requests of this key</a>`],
    ])}</section>
${
  key.revokedAt === undefined &&
  isAtLeast(role, 'editor') &&
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

export const GET_KEY: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/keys/{key}',
  least: 'viewer',
  handle: (visit, services) => keyPage(visit, services),
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
