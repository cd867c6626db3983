import { isEndpointPath, RESERVED_ENDPOINT_PATHS } from '../../http/names.js'
import type { DraftContent } from '../../storage/drafts/draft-store.js'
import { StoreError } from '../../storage/store.js'
import { draftOf } from '../../templates/template-contents.js'
import { FileError } from '../../templates/template-files.js'
import { MAX_TEMPLATE_FILES, MAX_UPLOAD_BYTES, readUploadedTemplate } from '../../templates/uploaded-template.js'
import { type Html, html } from '../html.js'
import { type Answer, type DashboardRoute, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { findFault } from '../studio/preview-draft.js'
import { EMPTY_FORM, type FormState, fileField, formProblem, textField } from '../views/fields.js'
import { day } from '../views/values.js'
import { FIRST_CHOICE, sampleContent, sampleGallery, sampleNames } from './samples.js'

/** The form of a template that is uploaded. */
export const UPLOAD_FORM = { maxBytes: MAX_UPLOAD_BYTES, files: { maxFiles: MAX_TEMPLATE_FILES } } as const

export const PATH_HELP =
  'Stands in the address that programs send data to: letters, digits, - and _. It can be changed later.'

export const UPLOAD_HELP = html`<p class="help">One HTML file, a zip archive, or a folder: <code>template.html</code> with, if you like, <code>sample.json</code>, <code>schema.json</code>, <code>template.json</code>, style sheets, images and fonts. What “Download” in the studio gives can be uploaded as it is.</p>`

const FILE_TYPES = '.zip,.html,.css,.json,.png,.jpg,.jpeg,.gif,.webp,.svg,.pdf,.woff,.woff2,.ttf,.otf'

/** The fields for the files of a template. */
export function uploadFields(fault: string | undefined): Html {
  return html`<div class="drop stack" data-drop>
${fileField({ name: 'files', label: 'Files or a zip archive', isOptional: true, maxBytes: MAX_UPLOAD_BYTES, accept: FILE_TYPES }, fault)}
${fileField({ name: 'folder', label: 'Or a folder', isOptional: true, isFolder: true, maxBytes: MAX_UPLOAD_BYTES })}
</div>`
}

type PageAnswer = Answer & { readonly kind: 'page' }

function newPage(visit: MemberVisit, state: FormState, part: 'sample' | 'upload'): PageAnswer {
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
        help: PATH_HELP,
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
        help: 'What people call it; it can be changed later.',
      },
      stateOf(which),
    )
  return {
    kind: 'page',
    title: 'New template',
    status: Object.keys(state.errors).length > 0 ? 422 : 200,
    scripts: ['thumbnails.js'],
    body: html`<p class="back"><a href="${base}">Templates</a></p>
<header class="page"><h1>New template</h1><p class="lead">It begins as a draft: documents are made of it once you publish it.</p></header>
<section class="panel"><h2>Begin with a sample</h2>
${formProblem(stateOf('sample').errors)}
<form method="post" action="${base}" class="stack">${csrfField(visit)}
${nameField('sample')}
${pathField('sample')}
${sampleGallery(base, state.values.sample ?? FIRST_CHOICE)}
<button class="primary">Create</button></form></section>
<section class="panel"><h2>Upload your own</h2>
${UPLOAD_HELP}
${formProblem(stateOf('upload').errors)}
<form method="post" action="${base}/upload" enctype="multipart/form-data" class="stack">${csrfField(visit)}
${nameField('upload')}
${pathField('upload')}
${uploadFields(stateOf('upload').errors.files)}
<button class="primary">Upload</button></form></section>`,
  }
}

export const GET_NEW_TEMPLATE: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/templates/new',
  least: 'editor',
  handle: (visit) => newPage(visit, EMPTY_FORM, 'sample'),
})

/** Reads the path of a template, which no other may have. @param own the path that it has already */
export async function readPath(
  { form, organization }: MemberVisit,
  { store }: DashboardServices,
  own?: string,
): Promise<string> {
  const path = form.text('path', 'The path', { max: 128 })
  if (path !== '' && !isEndpointPath(path))
    form.fail('path', 'Use letters, digits, - and _, with a letter or digit first.')
  else if (RESERVED_ENDPOINT_PATHS.has(path)) form.fail('path', 'The dashboard needs this word itself.')
  else if (form.isValid && path !== own) {
    const taken = await store.reader.findTemplate(organization.id, path)
    if (taken?.until === undefined && taken) form.fail('path', 'There is a template with this path.')
    else if (taken && taken.endpointPath !== own)
      form.fail(
        'path',
        `Until ${day(taken.until ?? 0)} this path leads to the template ${taken.endpointPath}, which had it before.`,
      )
  }
  return path
}

/** Makes a template with a draft and shows it in the studio; undefined when the path was taken meanwhile. */
export async function create(
  { organization, user, form }: MemberVisit,
  { store }: DashboardServices,
  endpointPath: string,
  content: DraftContent,
): Promise<Answer | undefined> {
  try {
    await store.createTemplate({ ...content, organizationId: organization.id, endpointPath }, user.email)
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'conflict')) throw error
    form.fail('path', 'There is a template with this path.')
    return undefined
  }
  return {
    kind: 'redirect',
    to: `/dashboard/${organization.slug}/templates/${endpointPath}`,
    flash: { kind: 'done', text: 'This is a draft. Documents are made of it once you publish it.' },
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
    const created =
      form.isValid &&
      sample !== undefined &&
      (await create(visit, services, path, draftOf(sampleContent(sample), name)))
    if (created) return created
    const values = { ...typed(visit), sample: form.raw('sample') }
    return newPage(visit, { values, errors: form.errors }, 'sample')
  },
})

const NO_FILES = 'Choose files, a zip archive or a folder.'

/** The template that was uploaded, if it can be used; the form says what is wrong with it. */
export async function readUpload(visit: MemberVisit, services: DashboardServices, name: string) {
  const { form, files } = visit
  if (files.length === 0) {
    form.fail('files', NO_FILES)
    return undefined
  }
  try {
    const content = await readUploadedTemplate(files, name)
    const fault = await findFault(visit, services, content)
    if (fault === undefined) return content
    form.fail('files', fault)
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    form.fail('files', error.message)
  }
  return undefined
}

/** The texts of a form for a new template, to be shown again. */
function typed({ form }: MemberVisit): FormState['values'] {
  return { name: form.raw('name'), path: form.raw('path') }
}

export const POST_UPLOAD: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/templates/upload',
  page: '/dashboard/{org}/templates/new',
  least: 'editor',
  form: UPLOAD_FORM,
  refuse: (visit, _, { message, status }) => ({
    ...newPage(visit, { values: typed(visit), errors: { files: message } }, 'upload'),
    status,
  }),
  async handle(visit, services) {
    const { form, files } = visit
    const path = await readPath(visit, services)
    const name = form.text('name', 'The name', { isOptional: true })
    if (files.length === 0) form.fail('files', NO_FILES)
    if (form.isValid) {
      const content = await readUpload(visit, services, path)
      const created = content && (await create(visit, services, path, draftOf(content, name)))
      if (created) return created
    }
    return newPage(visit, { values: typed(visit), errors: form.errors }, 'upload')
  },
})
