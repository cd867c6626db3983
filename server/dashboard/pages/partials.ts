import { PAGE_ROWS, partOf } from '../../http/cursor.js'
import { isPartialName } from '../../http/names.js'
import type { PartialUser, SharedPartial } from '../../storage/partials/partial-store.js'
import { publishAgain } from '../../templates/publish-again.js'
import { isAtLeast } from '../access/roles.js'
import { type Html, html, NOTHING } from '../html.js'
import { type Answer, type DashboardRoute, found, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { findFault } from '../studio/preview-draft.js'
import { actionButton, dangerPanel, isConfirmed } from '../views/action.js'
import { areaField, EMPTY_FORM, type FormState, formProblem, textField } from '../views/fields.js'
import { pager } from '../views/pager.js'
import { emptyState, table } from '../views/table.js'
import { ago, badge, bytes, plural } from '../views/values.js'
import { PARTIAL_FORM, PARTIALS, partialsAddress, readHtml, TOO_MUCH } from './partial-form.js'
import { partialMergePage } from './partial-merge.js'

export const GET_PARTIALS: DashboardRoute = route({
  method: 'GET',
  path: PARTIALS,
  least: 'viewer',
  async handle(visit, { store }) {
    const { organization, role, query, url } = visit
    const after = query.get('after')
    const page = { limit: PAGE_ROWS + 1, after: after === null ? undefined : { name: after } }
    const { rows, last, hasMore } = partOf(await store.reader.listPartials(organization.id, page))
    const base = partialsAddress(visit)
    const create = isAtLeast(role, 'editor') && html`<a class="button primary" href="${base}/new">New partial</a>`
    const now = Date.now()
    return {
      kind: 'page',
      title: 'Partials',
      body: html`<header class="page"><h1>Partials</h1>${create}</header>
<p class="lead">Parts that several templates share, such as a letterhead: <code>{{> header}}</code> stands for the partial <code>header</code>, unless the template has a file of that name itself.</p>
${
  rows.length === 0
    ? emptyState('No partials yet', 'What several templates have in common can stand here once.', create || undefined)
    : html`<section class="panel flush">${table({
        label: 'Partials',
        columns: ['Name', 'In templates', { label: 'Size', isNumber: true }, 'Changed', 'By'],
        rows: rows.map(({ name, users, sizeBytes, updatedAt, updatedBy }) => [
          html`<a href="${base}/${name}"><code>${name}</code></a>`,
          users === 0 ? html`<span class="muted">none</span>` : plural(users, 'template'),
          bytes(sizeBytes),
          ago(updatedAt, now),
          updatedBy ?? html`<span class="muted">the service</span>`,
        ]),
      })}</section>`
}
${pager(url, query, hasMore ? last?.name : undefined)}`,
    }
  },
})

function newPage(visit: MemberVisit, state: FormState): Answer {
  const base = partialsAddress(visit)
  return {
    kind: 'page',
    title: 'New partial',
    status: Object.keys(state.errors).length > 0 ? 422 : 200,
    body: html`<p class="back"><a href="${base}">Partials</a></p>
<header class="page"><h1>New partial</h1></header>
<section class="panel">${formProblem(state.errors)}
<form method="post" action="${base}" class="stack">${csrfField(visit)}
${textField({ name: 'name', label: 'Name', isMono: true, autocomplete: 'off', placeholder: 'header', help: 'Templates include it by this name: letters, digits, - and _.' }, state)}
${htmlField(state)}
<div class="row"><button class="primary">Create</button><a href="${base}">Cancel</a></div></form></section>`,
  }
}

function htmlField(state: FormState): Html {
  return areaField(
    {
      name: 'html',
      label: 'Text',
      rows: 18,
      isMono: true,
      help: 'HTML with placeholders, without <html> and <body>. It sees the data where it is included, and the names given there: {{> row item=line}}.',
    },
    state,
  )
}

export const GET_NEW_PARTIAL: DashboardRoute = route({
  method: 'GET',
  path: `${PARTIALS}/new`,
  least: 'editor',
  handle: (visit) => newPage(visit, EMPTY_FORM),
})

/** Words of the dashboard's own addresses. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['new'])

export const POST_NEW_PARTIAL: DashboardRoute = route({
  method: 'POST',
  path: PARTIALS,
  least: 'editor',
  form: PARTIAL_FORM,
  async handle(visit, { store }) {
    const { form, organization, user } = visit
    const name = form.text('name', 'The name', { max: 64 })
    const text = readHtml(visit)
    if (name !== '' && !isPartialName(name))
      form.fail('name', 'Use letters, digits, - and _, with a letter or digit first.')
    else if (RESERVED_NAMES.has(name)) form.fail('name', 'The dashboard needs this word itself.')
    if (form.isValid) {
      const change = await store.savePartial(
        { organizationId: organization.id, name, html: text, revision: 0 },
        user.email,
      )
      if (change.kind === 'conflict') form.fail('name', 'There is a partial with this name.')
      if (change.kind === 'too-much') form.fail('form', TOO_MUCH)
    }
    if (!form.isValid) return newPage(visit, { values: { name: form.raw('name'), html: text }, errors: form.errors })
    return {
      kind: 'redirect',
      to: `${partialsAddress(visit)}/${name}`,
      flash: { kind: 'done', text: `The partial ${name} is created.` },
    }
  },
})

interface PartialPageState {
  readonly text?: FormState
  readonly confirm?: FormState
}

async function partialPage(
  visit: MemberVisit,
  { store }: DashboardServices,
  { text, confirm }: PartialPageState = {},
): Promise<Answer> {
  const { organization, role, params } = visit
  const partial = found(await store.reader.findPartial(organization.id, params.partial ?? ''))
  const { name, revision, users } = partial
  const base = partialsAddress(visit)
  const mayEdit = isAtLeast(role, 'editor')
  const isFaulty = text !== undefined || confirm !== undefined
  return {
    kind: 'page',
    title: name,
    status: isFaulty ? 422 : 200,
    body: html`<p class="back"><a href="${base}">Partials</a></p>
<header class="page"><h1><code>${name}</code></h1></header>
<p class="lead">Write <code>{{> ${name}}}</code> in a template. Published templates keep the text that they were published with.</p>
${usersPanel(visit, partial, mayEdit)}
<section class="panel">${text ? formProblem(text.errors) : NOTHING}
${
  mayEdit
    ? html`<form method="post" action="${base}/${name}" class="stack">${csrfField(visit)}<input type="hidden" name="revision" value="${text?.values.revision ?? revision}"><input type="hidden" name="saved" value="${text?.values.saved ?? partial.html}">
${htmlField(text ?? { values: { html: partial.html }, errors: {} })}
<button class="primary">Save</button></form>`
    : html`<h2>Text</h2><pre><code>${partial.html}</code></pre>`
}</section>
${
  mayEdit &&
  dangerPanel(
    visit,
    {
      to: `${base}/${name}/delete`,
      title: 'Delete the partial',
      text:
        users.length === 0
          ? 'No published template has it. Drafts that include it cannot be published any more.'
          : `${plural(users.length, 'published template')} keep${users.length === 1 ? 's' : ''} it, but cannot be published again while including it.`,
      name,
      label: 'Delete the partial',
    },
    confirm,
  )
}`,
  }
}

function usersPanel(visit: MemberVisit, { name, users }: SharedPartial, mayEdit: boolean): Html {
  const templates = `/dashboard/${visit.organization.slug}/templates`
  if (users.length === 0)
    return html`<section class="panel"><h2>Templates</h2><p class="muted">No published template includes it.</p></section>`
  const behind = users.filter(({ isCurrent }) => !isCurrent).length
  const again =
    mayEdit &&
    behind > 0 &&
    actionButton(visit, {
      to: `${partialsAddress(visit)}/${name}/publish`,
      label: `Publish ${plural(behind, 'template')} again`,
      look: 'primary',
    })
  return html`<section class="panel flush"><header><h2>${plural(users.length, 'template')}</h2>${again}</header>${table(
    {
      label: 'Templates with this partial',
      columns: ['Template', 'Path', 'Version', 'Text'],
      rows: users.map((user) => userRow(templates, user)),
    },
  )}</section>`
}

function userRow(templates: string, { endpointPath, name, version, isCurrent }: PartialUser) {
  return [
    html`<a href="${templates}/${endpointPath}">${name}</a>`,
    html`<code>${endpointPath}</code>`,
    version,
    isCurrent ? badge('as it is now', 'good') : badge('older', 'busy'),
  ]
}

export const GET_PARTIAL: DashboardRoute = route({
  method: 'GET',
  path: `${PARTIALS}/{partial}`,
  least: 'viewer',
  handle: (visit, services) => partialPage(visit, services),
})

export const POST_PARTIAL: DashboardRoute = route({
  method: 'POST',
  path: `${PARTIALS}/{partial}`,
  least: 'editor',
  form: PARTIAL_FORM,
  async handle(visit, services) {
    const { form, organization, params, user } = visit
    const name = params.partial ?? ''
    found(await services.store.reader.findPartial(organization.id, name))
    const text = readHtml(visit)
    const revision = form.wholeNumber('revision', 'The revision', 1, Number.MAX_SAFE_INTEGER) ?? 0
    if (form.isValid) {
      const change = await services.store.savePartial(
        { organizationId: organization.id, name, html: text, revision },
        user.email,
      )
      if (change.kind === 'too-much') form.fail('form', TOO_MUCH)
      if (change.kind === 'conflict') return partialMergePage(visit, services, text)
    }
    if (!form.isValid) {
      const values = { html: text, revision: form.raw('revision'), saved: form.raw('saved') }
      return partialPage(visit, services, { text: { values, errors: form.errors } })
    }
    return {
      kind: 'redirect',
      to: `${partialsAddress(visit)}/${name}`,
      flash: { kind: 'done', text: `The partial ${name} is saved. Templates get it when they are published.` },
    }
  },
})

export const POST_DELETE_PARTIAL: DashboardRoute = route({
  method: 'POST',
  path: `${PARTIALS}/{partial}/delete`,
  least: 'editor',
  async handle(visit, services) {
    const { form, organization, params, user } = visit
    const name = params.partial ?? ''
    found(await services.store.reader.findPartial(organization.id, name))
    if (!isConfirmed(visit, name)) {
      const confirm = { values: { confirm: form.raw('confirm') }, errors: form.errors }
      return partialPage(visit, services, { confirm })
    }
    await services.store.deletePartial(organization.id, name, user.email)
    return {
      kind: 'redirect',
      to: partialsAddress(visit),
      flash: { kind: 'done', text: `The partial ${name} is deleted.` },
    }
  },
})

/** Templates that are published again with one click: each is rendered first. */
const PUBLISHED_AT_ONCE = 20

export const POST_PUBLISH_USERS: DashboardRoute = route({
  method: 'POST',
  path: `${PARTIALS}/{partial}/publish`,
  least: 'editor',
  async handle(visit, services) {
    const { organization, params, user } = visit
    const name = params.partial ?? ''
    const { users } = found(await services.store.reader.findPartial(organization.id, name))
    const ended = await publishAgain(services.store, {
      organizationId: organization.id,
      name,
      users: users.filter(({ isCurrent }) => !isCurrent).slice(0, PUBLISHED_AT_ONCE),
      findFault: (content) => findFault(visit, services, content),
      actor: user.email,
    })
    const failed = ended.flatMap((each) => (each.kind === 'failed' ? [`${each.endpointPath}: ${each.reason}`] : []))
    const done = `${plural(ended.length - failed.length, 'template')} published again`
    const text = failed.length > 0 ? `${done}. As before: ${failed.join(' ')}` : `${done}.`
    return {
      kind: 'redirect',
      to: `${partialsAddress(visit)}/${name}`,
      flash: { kind: failed.length > 0 ? 'problem' : 'done', text: text.slice(0, 1_000) },
    }
  },
})
