import { isAtLeast } from '../access/roles.js'
import { html } from '../html.js'
import { type DashboardRoute, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { facts } from '../views/table.js'
import { commandBlock, copyable } from '../views/values.js'
import { findDraft, studioAddress } from './draft-of-visit.js'
import { NO_DATA } from './preview-draft.js'
import { snippets } from './snippets.js'

const GET_USE = route({
  method: 'GET',
  path: '/dashboard/{org}/templates/{template}/use',
  least: 'viewer',
  async handle(visit, services) {
    const draft = await findDraft(visit, services)
    const url = documentsUrl(visit, services)
    const data = pretty(draft.samples[0]?.data ?? NO_DATA)
    const address = studioAddress(visit)
    const file = `${draft.endpointPath}.pdf`
    return {
      kind: 'page',
      title: `Use ${draft.name}`,
      styles: ['studio.css'],
      scripts: ['try-it.js'],
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
<section class="panel" id="try-it" data-url="${url}"><h2>Try it</h2>
<form class="stack"><div class="field"><label for="f-key">API key</label><input id="f-key" name="key" type="password" autocomplete="off" placeholder="sk_live_…"><p class="help">Stays in this page: it is sent to the interface and nowhere else.</p></div>
<div class="field"><label for="f-data">Data</label><textarea id="f-data" name="data" class="mono" rows="12" spellcheck="false">
${data}</textarea></div>
<label class="choice"><input type="checkbox" name="test" checked><span>As a test, with a watermark</span></label>
<button class="primary" disabled>Send</button><noscript><p class="help">Sending from here needs scripts; the curl line below does not.</p></noscript></form>
<div class="try-answer" role="status"></div></section>
<section class="panel languages"><h2>From a program</h2>
${snippets({ url, data, file }).map(
  ({ language, code }, index) =>
    html`<details ${index === 0 ? html`open` : undefined}><summary><h3>${language}</h3></summary>${commandBlock(code, `Copy the code for ${language}`)}</details>`,
)}</section>`,
    }
  },
})

function documentsUrl({ organization, params }: MemberVisit, { baseUrl }: DashboardServices): string {
  return `${baseUrl()}/api/v1/${organization.slug}/templates/${params.template}/documents`
}

/** JSON in several lines, as it is where it is none. */
function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), undefined, 2)
  } catch (error) {
    if (error instanceof SyntaxError) return json
    throw error
  }
}

export const USE_ROUTES: readonly DashboardRoute[] = [GET_USE]
