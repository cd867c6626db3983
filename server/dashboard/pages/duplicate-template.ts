import { isEndpointPath } from '../../http/names.js'
import type { TemplateContent } from '../../storage/store.js'
import { contentOfTemplate, draftOf } from '../../templates/template-contents.js'
import { html } from '../html.js'
import { type Answer, type DashboardRoute, found, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { type FormState, formProblem, textField } from '../views/fields.js'
import { create, PATH_HELP, readPath } from './new-template.js'

const DUPLICATE = '/dashboard/{org}/templates/{template}/duplicate'

/** Numbers that are tried for the path of a copy, before somebody has to think of one. */
const MAX_COPIES = 100

/** What is published of a template, or its draft where nothing is. */
async function original(visit: MemberVisit, services: DashboardServices): Promise<TemplateContent> {
  const address = { organizationId: visit.organization.id, endpointPath: visit.params.template ?? '' }
  return found(await contentOfTemplate(services.store.reader, address))
}

/** A name and a path for a copy, of which the path is free. */
async function suggest(
  { organization, params }: MemberVisit,
  { store }: DashboardServices,
  { name }: TemplateContent,
): Promise<FormState['values']> {
  for (let number = 2; number < MAX_COPIES; number++) {
    const path = `${params.template}-${number}`
    if (!isEndpointPath(path) || (await store.reader.findTemplate(organization.id, path))) continue
    return { name: `${name} (${number})`, path }
  }
  return { name, path: '' }
}

function duplicatePage(visit: MemberVisit, { name }: TemplateContent, state: FormState): Answer {
  const base = `/dashboard/${visit.organization.slug}/templates`
  return {
    kind: 'page',
    title: `Duplicate ${name}`,
    status: Object.keys(state.errors).length > 0 ? 422 : 200,
    body: html`<p class="back"><a href="${base}">Templates</a></p>
<header class="page"><h1>Duplicate ${name}</h1><p class="lead">The copy has the text, the files, the schema and the sample that are published now. It begins as a draft.</p></header>
<section class="panel">${formProblem(state.errors)}
<form method="post" action="${base}/${visit.params.template}/duplicate" class="stack">${csrfField(visit)}
${textField({ name: 'name', label: 'Name', autocomplete: 'off' }, state)}
${textField({ name: 'path', label: 'Path', isMono: true, autocomplete: 'off', help: PATH_HELP }, state)}
<div class="row"><button class="primary">Create the copy</button><a href="${base}">Cancel</a></div></form></section>`,
  }
}

export const GET_DUPLICATE_TEMPLATE: DashboardRoute = route({
  method: 'GET',
  path: DUPLICATE,
  least: 'editor',
  async handle(visit, services) {
    const content = await original(visit, services)
    return duplicatePage(visit, content, { values: await suggest(visit, services, content), errors: {} })
  },
})

export const POST_DUPLICATE_TEMPLATE: DashboardRoute = route({
  method: 'POST',
  path: DUPLICATE,
  least: 'editor',
  async handle(visit, services) {
    const { form } = visit
    const content = await original(visit, services)
    const name = form.text('name', 'The name')
    const path = await readPath(visit, services)
    const created = form.isValid && (await create(visit, services, path, draftOf(content, name)))
    if (created) return created
    return duplicatePage(visit, content, {
      values: { name: form.raw('name'), path: form.raw('path') },
      errors: form.errors,
    })
  },
})
