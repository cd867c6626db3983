import { PAGE_ROWS, partOf } from '../../http/cursor.js'
import type { HiddenTemplate } from '../../storage/administration/hidden-templates.js'
import { StoreError, type TemplateSummary } from '../../storage/store.js'
import { isAtLeast } from '../access/roles.js'
import { type Html, html } from '../html.js'
import { type Answer, type DashboardRoute, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { actionButton } from '../views/action.js'
import { type FormState, textField } from '../views/fields.js'
import { pager } from '../views/pager.js'
import { gallery, picture } from '../views/picture.js'
import { emptyState, table } from '../views/table.js'
import { ago, badge, plural, time } from '../views/values.js'
import { readPath } from './new-template.js'

/** @param restore the form of a deleted template that cannot be restored like this, with its id */
async function templatesPage(visit: MemberVisit, { store }: DashboardServices, restore?: FormState): Promise<Answer> {
  const { organization, role, query, url } = visit
  const search = query.get('q')?.trim().toLowerCase() ?? ''
  const after = query.get('after')
  const page = { limit: PAGE_ROWS + 1, after: after === null ? undefined : { endpointPath: after } }
  const [all, hidden] = await Promise.all([
    // Names are searched here: an organization has hundreds of templates, not millions.
    store.reader.listTemplates(organization.id, search === '' ? page : undefined, 'all'),
    store.reader.listHiddenTemplates(organization.id),
  ])
  const matching = all.filter(
    ({ name, endpointPath }) =>
      `${name} ${endpointPath}`.toLowerCase().includes(search) && (after === null || endpointPath > after),
  )
  const { rows, last, hasMore } = partOf(matching)
  const now = Date.now()
  const paths = rows.map(({ endpointPath }) => endpointPath)
  const made = await store.reader.countDocuments(organization.id, daysOfMonth(now), paths)
  const mayEdit = isAtLeast(role, 'editor')
  const base = `/dashboard/${organization.slug}/templates`
  const create = mayEdit && html`<a class="button primary" href="${base}/new">New template</a>`
  return {
    kind: 'page',
    title: 'Templates',
    status: restore ? 422 : 200,
    scripts: rows.length > 0 ? ['thumbnails.js'] : [],
    body: html`<header class="page"><h1>Templates</h1>${create}</header>
<form method="get" action="${base}" class="filters" role="search">${textField({ name: 'q', label: 'Name or path', type: 'search', isOptional: true }, { values: { q: query.get('q') ?? '' }, errors: {} })}<button>Search</button></form>
${
  rows.length > 0
    ? gallery(rows.map((template) => card(visit, base, template, made.get(template.endpointPath) ?? 0, now, mayEdit)))
    : search === ''
      ? emptyState(
          'No templates yet',
          html`A template is HTML and CSS with placeholders such as <code>{{customer.name}}</code>. Begin with a sample, or upload your own.`,
          create || undefined,
        )
      : emptyState('No template fits', 'Try a part of its name or path.')
}
${pager(url, query, hasMore ? last?.endpointPath : undefined)}
${hidden.length > 0 && mayEdit && hiddenPanel(visit, hidden, await takenPaths(visit, store, hidden), restore)}`,
  }
}

export const GET_TEMPLATES: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/templates',
  least: 'viewer',
  handle: (visit, services) => templatesPage(visit, services),
})

/** Which deleted templates' paths other templates have by now. */
async function takenPaths(
  { organization }: MemberVisit,
  store: DashboardServices['store'],
  hidden: readonly HiddenTemplate[],
): Promise<ReadonlySet<string>> {
  const paths = [...new Set(hidden.map(({ endpointPath }) => endpointPath))]
  const found = await Promise.all(paths.map((path) => store.reader.findTemplate(organization.id, path)))
  return new Set(paths.filter((_, index) => found[index] !== undefined))
}

function hiddenPanel(
  visit: MemberVisit,
  hidden: readonly HiddenTemplate[],
  taken: ReadonlySet<string>,
  restore: FormState | undefined,
): Html {
  const to = `/dashboard/${visit.organization.slug}/templates/restore`
  const action = ({ id, endpointPath }: HiddenTemplate) => {
    const state = restore?.values.id === id ? restore : undefined
    if (!taken.has(endpointPath) && !state)
      return actionButton(visit, {
        to,
        label: html`Restore<span class="visually-hidden"> ${endpointPath}</span>`,
        look: 'small',
        fields: { id },
      })
    const field = textField(
      {
        name: 'path',
        id: `restore-${id}`,
        label: `Another path, as ${endpointPath} is taken`,
        isMono: true,
        autocomplete: 'off',
      },
      state ?? { values: { path: `${endpointPath}-2` }, errors: {} },
    )
    return html`<form method="post" action="${to}" class="restore">${csrfField(visit)}<input type="hidden" name="id" value="${id}">${field}<button class="small">Restore</button></form>`
  }
  return html`<section class="panel flush"><header><h2>Deleted</h2><p class="muted">can be restored for thirty days</p></header>${table(
    {
      label: 'Deleted templates',
      columns: ['Path', 'Deleted', { label: 'Action', isHidden: true }],
      rows: hidden.map((template) => [
        html`<code>${template.endpointPath}</code>`,
        time(template.hiddenAt),
        action(template),
      ]),
    },
  )}</section>`
}

/** The days of a month in UTC (`2026-11-21`), up to a time. */
function daysOfMonth(now: number): readonly string[] {
  const today = new Date(now).toISOString().slice(0, 10)
  return Array.from(
    { length: Number(today.slice(8)) },
    (_, day) => `${today.slice(0, 8)}${String(day + 1).padStart(2, '0')}`,
  )
}

function card(
  visit: MemberVisit,
  base: string,
  { endpointPath, name, version, publishedAt, pageSize, orientation }: TemplateSummary,
  made: number,
  now: number,
  mayEdit: boolean,
): Html {
  const isDraft = version === 0
  const state = isDraft ? html`${badge('not published', 'warn')} changed` : html`Version ${version},`
  const page = isDraft ? 'thumbnail.png' : `versions/${version}/thumbnail.png`
  return html`<li>${picture(`${base}/${endpointPath}/${page}?at=${publishedAt}`)}
<div class="about"><a href="${base}/${endpointPath}">${name}</a><code class="muted">${endpointPath}</code>
<span class="help">${state} ${ago(publishedAt, now)} · ${pageSize.toUpperCase()} ${orientation}</span>
<a class="help made" href="/dashboard/${visit.organization.slug}/requests?template=${endpointPath}">${plural(made, 'document')} this month, without tests</a></div>
${
  mayEdit &&
  html`<div class="tools"><a class="button small" href="${base}/${endpointPath}/use" aria-label="Use ${name}">Use</a><a class="button small" href="${base}/${endpointPath}/duplicate" aria-label="Duplicate ${name}">Duplicate</a>${actionButton(visit, { to: `${base}/${endpointPath}/delete`, label: html`Delete<span class="visually-hidden"> ${name}</span>`, look: 'small danger' })}</div>`
}</li>`
}

export const POST_DELETE_TEMPLATE: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/templates/{template}/delete',
  least: 'editor',
  async handle({ organization, params, user }, { store }) {
    const path = params.template ?? ''
    await store.hideTemplate(organization.id, path, user.email)
    return {
      kind: 'redirect',
      to: `/dashboard/${organization.slug}/templates`,
      flash: { kind: 'done', text: `The template ${path} is deleted. It can be restored below for thirty days.` },
    }
  },
})

export const POST_RESTORE_TEMPLATE: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/templates/restore',
  least: 'editor',
  async handle(visit, services) {
    const { organization, form, user } = visit
    const id = form.raw('id')
    const path = form.has('path') ? await readPath(visit, services) : undefined
    const again = () => templatesPage(visit, services, { values: { id, path: form.raw('path') }, errors: form.errors })
    if (!form.isValid) return again()
    try {
      const { endpointPath } = await services.store.restoreTemplate(organization.id, id, user.email, path)
      return {
        kind: 'redirect',
        to: `/dashboard/${organization.slug}/templates`,
        flash: { kind: 'done', text: `The template ${endpointPath} is restored.` },
      }
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'conflict')) throw error
      form.fail('path', 'There is a template with this path.')
      return again()
    }
  },
})
