import { isEndpointPath, RESERVED_ENDPOINT_PATHS } from '../../http/names.js'
import type { HiddenTemplate } from '../../storage/administration/hidden-templates.js'
import { StoreError, type TemplateContent, type TemplateSummary } from '../../storage/store.js'
import { FileError } from '../../templates/template-files.js'
import { MAX_TEMPLATE_FILES, readUploadedTemplate } from '../../templates/uploaded-template.js'
import { isAtLeast } from '../access/roles.js'
import { type Html, html } from '../html.js'
import { type Answer, type DashboardRoute, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { findFault } from '../studio/preview-draft.js'
import { actionButton } from '../views/action.js'
import { EMPTY_FORM, type FormState, fileField, formProblem, textField } from '../views/fields.js'
import { PAGE_ROWS, pager, partOf } from '../views/pager.js'
import { gallery, picture } from '../views/picture.js'
import { emptyState, table } from '../views/table.js'
import { ago, plural, time } from '../views/values.js'
import { FIRST_CHOICE, sampleContent, sampleGallery, sampleNames } from './samples.js'

/** Bytes of an upload. */
const UPLOAD_BYTES = 20 * 1_048_576

/** @param restore the form of a deleted template that cannot be restored like this, with its id */
async function templatesPage(
  visit: MemberVisit,
  { store, assets }: DashboardServices,
  restore?: FormState,
): Promise<Answer> {
  const { organization, role, query, url } = visit
  const search = query.get('q')?.trim().toLowerCase() ?? ''
  const after = query.get('after')
  const page = { limit: PAGE_ROWS + 1, after: after === null ? undefined : { endpointPath: after } }
  const [all, hidden] = await Promise.all([
    // Names are searched here: an organization has hundreds of templates, not millions.
    store.reader.listTemplates(organization.id, search === '' ? page : undefined),
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
    policy: { 'worker-src': "'self'" },
    body: html`<header class="page"><h1>Templates</h1>${create}</header>
<form method="get" action="${base}" class="filters" role="search">${textField({ name: 'q', label: 'Name or path', type: 'search', isOptional: true }, { values: { q: query.get('q') ?? '' }, errors: {} })}<button>Search</button></form>
${
  rows.length > 0
    ? gallery(
        assets,
        rows.map((template) => card(visit, base, template, made.get(template.endpointPath) ?? 0, now, mayEdit)),
      )
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
  const found = await Promise.all(paths.map((path) => store.findPublishedTemplate(organization.id, path)))
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
  return html`<li>${picture(`${base}/${endpointPath}/versions/${version}/thumbnail.pdf?at=${publishedAt}`)}
<div class="about"><a href="${base}/${endpointPath}">${name}</a><code class="muted">${endpointPath}</code>
<span class="help">Version ${version}, ${ago(publishedAt, now)} · ${pageSize.toUpperCase()} ${orientation}</span>
<a class="help made" href="/dashboard/${visit.organization.slug}/requests?template=${endpointPath}">${plural(made, 'document')} this month, without tests</a></div>
${
  mayEdit &&
  html`<div class="tools"><a class="button small" href="${base}/${endpointPath}/use" aria-label="Use ${name}">Use</a><a class="button small" href="${base}/${endpointPath}/duplicate" aria-label="Duplicate ${name}">Duplicate</a>${actionButton(visit, { to: `${base}/${endpointPath}/delete`, label: html`Delete<span class="visually-hidden"> ${name}</span>`, look: 'small danger' })}</div>`
}</li>`
}

type PageAnswer = Answer & { readonly kind: 'page' }

function newPage(
  visit: MemberVisit,
  { assets }: DashboardServices,
  state: FormState,
  part: 'sample' | 'upload',
): PageAnswer {
  const base = `/dashboard/${visit.organization.slug}/templates`
  const stateOf = (which: typeof part) => (which === part ? state : EMPTY_FORM)
  const pathField = (which: typeof part) =>
    textField(
      {
        name: 'path',
        id: `${which}-path`,
        label: 'Path',
        isMono: true,
        autocomplete: 'off',
        placeholder: 'invoice',
        help: 'Stands in the address that programs send data to: letters, digits, - and _.',
      },
      stateOf(which),
    )
  const nameField = (which: typeof part) =>
    textField(
      {
        name: 'name',
        id: `${which}-name`,
        label: 'Name',
        isOptional: true,
        autocomplete: 'off',
        help: 'What people call it; it can be changed in the studio.',
      },
      stateOf(which),
    )
  return {
    kind: 'page',
    title: 'New template',
    status: Object.keys(state.errors).length > 0 ? 422 : 200,
    scripts: ['thumbnails.js'],
    policy: { 'worker-src': "'self'" },
    body: html`<p class="back"><a href="${base}">Templates</a></p>
<header class="page"><h1>New template</h1></header>
<section class="panel"><h2>Begin with a sample</h2>
${formProblem(stateOf('sample').errors)}
<form method="post" action="${base}" class="stack">${csrfField(visit)}
${nameField('sample')}
${pathField('sample')}
${sampleGallery(base, assets, state.values.sample ?? FIRST_CHOICE)}
<button class="primary">Create</button></form></section>
<section class="panel"><h2>Upload your own</h2>
<p class="help">One HTML file, a zip archive, or a folder: <code>template.html</code> with, if you like, <code>sample.json</code>, <code>schema.json</code>, <code>template.json</code>, style sheets, images and fonts.</p>
${formProblem(stateOf('upload').errors)}
<form method="post" action="${base}/upload" enctype="multipart/form-data" class="stack">${csrfField(visit)}
${nameField('upload')}
${pathField('upload')}
<div class="drop stack" data-drop>
${fileField({ name: 'files', label: 'Files or a zip archive', isOptional: true, maxBytes: UPLOAD_BYTES, accept: '.zip,.html,.css,.json,.png,.jpg,.jpeg,.gif,.webp,.svg,.pdf,.woff,.woff2,.ttf,.otf' }, stateOf('upload').errors.files)}
${fileField({ name: 'folder', label: 'Or a folder', isOptional: true, isFolder: true, maxBytes: UPLOAD_BYTES })}
</div>
<button class="primary">Upload and publish</button></form></section>`,
  }
}

export const GET_NEW_TEMPLATE: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/templates/new',
  least: 'editor',
  handle: (visit, services) => newPage(visit, services, EMPTY_FORM, 'sample'),
})

/** Reads the path of a new template, which no other may have. */
export async function readPath({ form, organization }: MemberVisit, { store }: DashboardServices): Promise<string> {
  const path = form.text('path', 'The path', { max: 128 })
  if (path !== '' && !isEndpointPath(path))
    form.fail('path', 'Use letters, digits, - and _, with a letter or digit first.')
  else if (RESERVED_ENDPOINT_PATHS.has(path)) form.fail('path', 'The dashboard needs this word itself.')
  else if (form.isValid && (await store.findPublishedTemplate(organization.id, path))) {
    form.fail('path', 'There is a template with this path.')
  }
  return path
}

/** A template under the name that was given, or its own. */
function named(content: TemplateContent, name: string): TemplateContent {
  return name === '' ? content : { ...content, name }
}

/** Publishes a new template and shows it in the studio. */
export async function publish(
  { organization, user }: MemberVisit,
  { store }: DashboardServices,
  endpointPath: string,
  content: TemplateContent,
): Promise<Answer> {
  await store.publishTemplate({ ...content, organizationId: organization.id, endpointPath }, user.email)
  return {
    kind: 'redirect',
    to: `/dashboard/${organization.slug}/templates/${endpointPath}`,
    flash: { kind: 'done', text: `The template ${endpointPath} is published.` },
  }
}

export const POST_TEMPLATE: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/templates',
  least: 'editor',
  async handle(visit, services) {
    const { form } = visit
    const path = await readPath(visit, services)
    const name = form.text('name', 'The name', { isOptional: true })
    const sample = form.choice('sample', 'The sample', sampleNames())
    if (!form.isValid || sample === undefined) {
      const values = { name: form.raw('name'), path: form.raw('path'), sample: form.raw('sample') }
      return newPage(visit, services, { values, errors: form.errors }, 'sample')
    }
    return publish(visit, services, path, named(sampleContent(sample), name))
  },
})

/** The texts of a form for a new template, to be shown again. */
function typed({ form }: MemberVisit): FormState['values'] {
  return { name: form.raw('name'), path: form.raw('path') }
}

export const POST_UPLOAD: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/templates/upload',
  page: '/dashboard/{org}/templates/new',
  least: 'editor',
  form: { maxBytes: UPLOAD_BYTES, files: { maxFiles: MAX_TEMPLATE_FILES } },
  refuse: (visit, services, { message, status }) => ({
    ...newPage(visit, services, { values: typed(visit), errors: { files: message } }, 'upload'),
    status,
  }),
  async handle(visit, services) {
    const { form, files } = visit
    const path = await readPath(visit, services)
    const name = form.text('name', 'The name', { isOptional: true })
    const again = () => newPage(visit, services, { values: typed(visit), errors: form.errors }, 'upload')
    if (files.length === 0) form.fail('files', 'Choose files, a zip archive or a folder.')
    if (!form.isValid) return again()
    try {
      const content = await readUploadedTemplate(files, path)
      const fault = await findFault(visit, services, content)
      if (fault === undefined) return await publish(visit, services, path, named(content, name))
      form.fail('files', fault)
    } catch (error) {
      if (!(error instanceof FileError)) throw error
      form.fail('files', error.message)
    }
    return again()
  },
})

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
