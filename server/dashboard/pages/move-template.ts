import { StoreError } from '../../storage/store.js'
import { html } from '../html.js'
import { type Answer, type DashboardRoute, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { findDraft, STUDIO, studioAddress } from '../studio/draft-of-visit.js'
import { type FormState, formProblem, textField } from '../views/fields.js'
import { time } from '../views/values.js'
import { PATH_HELP, readPath } from './new-template.js'

const MOVE = `${STUDIO}/path`

async function movePage(
  visit: MemberVisit,
  services: DashboardServices,
  state: FormState | undefined,
): Promise<Answer> {
  const { organization } = visit
  const { templateId, endpointPath, name, publishedVersion } = await findDraft(visit, services)
  const former = await services.store.reader.listFormerPaths(organization.id, templateId)
  const address = studioAddress(visit)
  const keeps =
    publishedVersion === 0
      ? 'Nothing is published yet, so nothing has to be kept.'
      : html`Programs that send data to <code>${endpointPath}</code> get documents for thirty more days, and no other template can take this path meanwhile. Webhooks that are limited to it no longer fit: change them too.`
  return {
    kind: 'page',
    title: `Path of ${name}`,
    status: state ? 422 : 200,
    body: html`<p class="back"><a href="${address}">${name}</a></p>
<header class="page"><h1>Path of ${name}</h1><p class="lead">${keeps}</p></header>
<section class="panel">${formProblem(state?.errors ?? {})}
<form method="post" action="${address}/path" class="stack">${csrfField(visit)}
${textField({ name: 'path', label: 'Path', isMono: true, autocomplete: 'off', help: PATH_HELP }, state ?? { values: { path: endpointPath }, errors: {} })}
<div class="row"><button class="primary">Change the path</button><a href="${address}">Cancel</a></div></form></section>
${
  former.length > 0 &&
  html`<section class="panel"><h2>Paths that it had before</h2><ul>${former.map(
    (path) =>
      html`<li><code>${path.endpointPath}</code> <span class="muted">answers until ${time(path.until)}</span></li>`,
  )}</ul></section>`
}`,
  }
}

const GET_MOVE = route({
  method: 'GET',
  path: MOVE,
  least: 'editor',
  handle: (visit, services) => movePage(visit, services, undefined),
})

const POST_MOVE = route({
  method: 'POST',
  path: MOVE,
  least: 'editor',
  async handle(visit, services) {
    const { organization, form, user } = visit
    const { endpointPath } = await findDraft(visit, services)
    const path = await readPath(visit, services, endpointPath)
    const again = () => movePage(visit, services, { values: { path: form.raw('path') }, errors: form.errors })
    if (!form.isValid) return again()
    try {
      await services.store.moveTemplate(organization.id, endpointPath, path, user.email)
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'conflict')) throw error
      form.fail('path', 'Another template has this path by now.')
      return again()
    }
    const to = `/dashboard/${organization.slug}/templates/${path}`
    return { kind: 'redirect', to, flash: { kind: 'done', text: `The path is ${path}.` } }
  },
})

export const MOVE_ROUTES: readonly DashboardRoute[] = [GET_MOVE, POST_MOVE]
