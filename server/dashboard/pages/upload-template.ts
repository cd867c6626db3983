import { replacementOf } from '../../templates/template-contents.js'
import { html } from '../html.js'
import { type Answer, type DashboardRoute, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { findDraft, STUDIO, shownPlace, studioAddress } from '../studio/draft-of-visit.js'
import { shownDraft } from '../studio/studio-page.js'
import { EMPTY_FORM, type FormState, formProblem } from '../views/fields.js'
import { readUpload, UPLOAD_FORM, UPLOAD_HELP, uploadFields } from './new-template.js'

const UPLOAD = `${STUDIO}/upload`

async function uploadPage(
  visit: MemberVisit,
  services: DashboardServices,
  { errors }: FormState = EMPTY_FORM,
): Promise<Answer> {
  const draft = await findDraft(visit, services)
  const { name, publishedVersion, isPublished, updatedBy } = draft
  const address = studioAddress(visit)
  const served = publishedVersion === 0 ? '' : ` Version ${publishedVersion} is served until you publish the draft.`
  return {
    kind: 'page',
    title: `Upload ${name}`,
    status: Object.keys(errors).length > 0 ? 422 : 200,
    body: html`<p class="back"><a href="${address}">${name}</a></p>
<header class="page"><h1>Upload ${name}</h1><p class="lead">The draft becomes what you upload: text, settings, schema and files. Its samples stay where the upload has none.${served}</p></header>
${!isPublished && html`<p class="notice">The draft has changes that are not published${updatedBy !== undefined && html`; ${updatedBy} made the last one`}. They are replaced. <a href="${address}/draft.zip">Download the draft</a> to keep them.</p>`}
<section class="panel">${UPLOAD_HELP}
${formProblem(errors)}
<form method="post" action="${address}/upload" enctype="multipart/form-data" class="stack">${shownDraft(visit, draft)}
${uploadFields(errors.files)}
<div class="row"><button class="primary">Replace the draft</button><a href="${address}">Cancel</a></div></form></section>`,
  }
}

const GET_UPLOAD = route({
  method: 'GET',
  path: UPLOAD,
  least: 'editor',
  handle: (visit, services) => uploadPage(visit, services),
})

const POST_UPLOAD = route({
  method: 'POST',
  path: UPLOAD,
  least: 'editor',
  form: UPLOAD_FORM,
  async refuse(visit, services, { message, status }) {
    return { ...(await uploadPage(visit, services, { values: {}, errors: { files: message } })), status }
  },
  async handle(visit, services) {
    const { form, user } = visit
    const draft = await findDraft(visit, services)
    const place = shownPlace(visit)
    const content = await readUpload(visit, services, draft.name)
    if (content) {
      const change = await services.store.replaceDraft(place, replacementOf(content, draft), user.email)
      if (change.kind === 'saved') {
        const text = 'The draft is what you uploaded. Documents are made of it once you publish it.'
        return { kind: 'redirect', to: studioAddress(visit), flash: { kind: 'done', text } }
      }
      form.fail('form', 'Somebody has changed the draft meanwhile. Look at it, and upload again to replace it.')
    }
    return uploadPage(visit, services, { values: {}, errors: form.errors })
  },
})

export const UPLOAD_ROUTES: readonly DashboardRoute[] = [GET_UPLOAD, POST_UPLOAD]
