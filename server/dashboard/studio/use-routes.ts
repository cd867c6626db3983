import { inlineFile } from '../../http/content-disposition.js'
import { MAX_BODY_BYTES } from '../../http/read-body.js'
import { NO_DATA } from '../../templates/preview-template.js'
import { isAtLeast } from '../access/roles.js'
import { type Html, html } from '../html.js'
import { type Answer, type DashboardRoute, found, type MemberVisit, Refusal, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { formatted, jsonBlock } from '../views/code.js'
import { choiceField } from '../views/fields.js'
import { facts } from '../views/table.js'
import { commandBlock, copyable } from '../views/values.js'
import { DRAFT_FORM } from './draft-form.js'
import { findDraft, STUDIO, studioAddress } from './draft-of-visit.js'
import { frameAnswer } from './frame-answer.js'
import { snippets } from './snippets.js'
import { draftContent } from './template-contents.js'
import { type TriedOut, type TryMode, tryOut } from './try-out.js'

interface TryState {
  readonly data: string
  readonly mode: TryMode
  readonly result?: TriedOut
}

async function usePage(visit: MemberVisit, services: DashboardServices, tried?: TryState): Promise<Answer> {
  const draft = await findDraft(visit, services)
  const url = documentsUrl(visit, services)
  const data = formatted(draft.samples[0]?.data ?? NO_DATA)
  const address = studioAddress(visit)
  const file = `${draft.endpointPath}.pdf`
  return {
    kind: 'page',
    title: `Use ${draft.name}`,
    styles: ['studio.css'],
    scripts: ['try-it.js'],
    policy: { 'worker-src': "'self'" },
    body: html`<p class="back"><a href="${address}">${draft.name}</a></p>
<header class="page"><h1>Use ${draft.name}</h1><p class="lead">Send data, get a PDF. The key comes from the environment: <a href="/dashboard/${visit.organization.slug}/keys">create one</a> and set it as <code>PLATEN_KEY</code>.</p></header>
${draft.publishedVersion === 0 && html`<p class="notice">Nothing is published yet: requests are answered with 404 until you do. <a href="${address}/publish">Publish the draft</a></p>`}
<section class="panel"><h2>Address</h2>${commandBlock(`POST ${url}`, 'Copy the address')}
<p class="help">Asynchronously with the header <code>Prefer: respond-async</code>; as a test, with a watermark and without being counted, with <code>"isTest": true</code> in the data. <a href="/api/v1/docs">All of the interface</a></p>
${facts([
  isAtLeast(visit.role, 'editor')
    ? ['Path', html`<code>${draft.endpointPath}</code> <a href="${address}/path">Change the path…</a>`]
    : undefined,
  ['Id in webhooks', copyable(draft.templateId, 'Copy the id of the template')],
  [
    'Requests',
    html`<a href="/dashboard/${visit.organization.slug}/requests?template=${draft.endpointPath}">Requests of this template</a>`,
  ],
])}</section>
${tryPanel(visit, services, tried ?? { data, mode: 'sync' }, draft.publishedVersion)}
<section class="panel languages"><h2>From a program</h2>
${snippets({ url, data, file }).map(
  ({ language, code }, index) =>
    html`<details ${index === 0 ? html`open` : undefined}><summary><h3>${language}</h3></summary>${commandBlock(code, `Copy the code for ${language}`)}</details>`,
)}</section>`,
  }
}

function tryPanel(
  visit: MemberVisit,
  { assets }: DashboardServices,
  { data, mode, result }: TryState,
  publishedVersion: number,
): Html {
  const address = studioAddress(visit)
  const which = publishedVersion === 0 ? 'the draft' : `version ${publishedVersion}`
  return html`<section class="panel" id="try-it" data-pdf="${assets.address('pdf.js') ?? ''}" data-worker="${assets.address('pdf-worker.js') ?? ''}"><h2>Try it</h2>
<p class="help">Makes a document of ${which} here, without a key: nothing is counted, stored or sent.</p>
<form method="post" action="${address}/use#try-it" class="stack">${csrfField(visit)}
<div class="field"><label for="f-data">Data</label><textarea id="f-data" name="data" class="mono" rows="12" spellcheck="false">
${data}</textarea></div>
${choiceField({
  legend: 'The answer',
  name: 'mode',
  kind: 'radio',
  chosen: [mode],
  choices: [
    { value: 'sync', label: 'The PDF, at once' },
    {
      value: 'async',
      label: 'An acknowledgement, and an event later',
      help: html`With <code>Prefer: respond-async</code>; webhooks are told when the document is there.`,
    },
  ],
})}
<button class="primary">Make the document</button></form>
<div class="try-answer" role="status">${result && resultView(result)}</div></section>`
}

/** What came of it, where there are no scripts to show the pages. */
function resultView({ status, body, event, problems }: TriedOut): Html {
  return html`<p class="flash ${status < 400 ? 'done' : 'problem'}">The interface would answer ${status}.</p>
${body !== undefined && jsonBlock(body)}
${event !== undefined && html`<h3>The event</h3>${jsonBlock(event)}`}
${problems.length > 0 && html`<h3>Problems</h3><ul>${problems.map((problem) => html`<li>${problem}</li>`)}</ul>`}`
}

const GET_USE = route({
  method: 'GET',
  path: `${STUDIO}/use`,
  least: 'viewer',
  handle: (visit, services) => usePage(visit, services),
})

const POST_USE = route({
  method: 'POST',
  path: `${STUDIO}/use`,
  least: 'viewer',
  form: DRAFT_FORM,
  async handle(visit, services) {
    const { form, organization, params } = visit
    const { templateId } = await findDraft(visit, services)
    const data = form.raw('data')
    const mode = form.raw('mode') === 'async' ? 'async' : 'sync'
    if (data.length > MAX_BODY_BYTES) throw new Refusal(413, 'The data may have 1 MB.')
    const published = await services.store.findPublishedTemplate(organization.id, params.template ?? '')
    const content = published
      ? found(await services.store.reader.loadTemplateVersion(published.versionId))
      : await draftContent(visit, services)
    const result = await tryOut(visit, services, templateId, content, { data, mode })
    const { pdf = new Uint8Array(), ...told } = result
    if (form.has('live')) {
      return { kind: 'content', type: 'application/octet-stream', content: frameAnswer(JSON.stringify(told), pdf) }
    }
    if (mode === 'sync' && result.pdf) {
      const headers = { 'Content-Disposition': inlineFile(result.fileName ?? `${params.template}.pdf`) }
      return { kind: 'content', type: 'application/pdf', content: result.pdf, headers }
    }
    return usePage(visit, services, { data, mode, result })
  },
})

function documentsUrl({ organization, params }: MemberVisit, { baseUrl }: DashboardServices): string {
  return `${baseUrl()}/api/v1/${organization.slug}/templates/${params.template}/documents`
}

export const USE_ROUTES: readonly DashboardRoute[] = [GET_USE, POST_USE]
