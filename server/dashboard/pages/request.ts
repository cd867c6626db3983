import { inlineFile } from '../../http/content-disposition.js'
import { isEndpointPath } from '../../http/names.js'
import type { FoundRequest, LoggedRequest, RequestHistory } from '../../storage/request-log/request-log-store.js'
import type { DocumentProblems } from '../../storage/requests/document-problems.js'
import type { KeptData } from '../../storage/requests/request-store.js'
import type { ApiKey } from '../../storage/store.js'
import type { Delivery } from '../../storage/webhooks/webhook-store.js'
import { isAtLeast } from '../access/roles.js'
import { type Html, type HtmlValue, html } from '../html.js'
import { type Answer, type DashboardRoute, found, type MemberVisit, route } from '../route.js'
import { actionButton } from '../views/action.js'
import { explainCode } from '../views/explain.js'
import { facts, table } from '../views/table.js'
import { badge, bytes, capitalized, copyable, duration, exactTime, plural, time } from '../views/values.js'
import { deliveryRows } from './delivery-rows.js'

/** Deliveries of one request that are shown. */
const DELIVERIES = 50

/** A step in the life of a request. */
interface Step {
  readonly tone: '' | 'bad' | 'busy' | 'neutral'
  readonly title: HtmlValue
  readonly text?: HtmlValue
}

export const GET_REQUEST: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/requests/{request}',
  least: 'viewer',
  isLive: true,
  async handle(visit, { store }) {
    const { organization, params, role } = visit
    const id = params.request ?? ''
    const [logged, history] = await Promise.all([
      store.reader.findLoggedRequest(organization.id, id),
      store.reader.findRequestHistory(organization.id, id),
    ])
    const request = found(logged ?? history)
    // One address for each request, however it was found.
    if (request.id !== id) return { kind: 'redirect', to: `/dashboard/${organization.slug}/requests/${request.id}` }
    const key = await store.reader.findKey(organization.id, request.keyId)
    const isAsync = history !== undefined || logged?.mode === 'async'
    const [deliveries, webhooks] = isAsync
      ? await Promise.all([
          store.reader.listDeliveries({ organizationId: organization.id, requestId: id, limit: DELIVERIES }),
          store.reader.listWebhooks(organization.id),
        ])
      : [[], []]
    const names = new Map(webhooks.map((webhook) => [webhook.id, webhook.name]))
    const kept = isAtLeast(role, 'editor') && isAsync ? await store.findKeptData(organization.id, id) : undefined
    return requestPage(visit, { logged, history, key, deliveries, names, kept })
  },
})

/** What is known of a request: from the log, from the queue, or from both. */
interface KnownRequest {
  readonly logged: FoundRequest | undefined
  readonly history: RequestHistory | undefined
  readonly key: ApiKey | undefined
  readonly deliveries: readonly Delivery[]
  /** Of the organization's webhooks, by their ids. */
  readonly names: ReadonlyMap<string, string>
  /** Its data, where they are kept and the visitor may use them. */
  readonly kept: KeptData | undefined
}

function requestPage(visit: MemberVisit, known: KnownRequest): Answer {
  const { logged, history, deliveries, names, kept } = known
  const { slug } = visit.organization
  const base = `/dashboard/${slug}`
  const { id, endpointPath, isTest } = found(logged ?? history)
  const isOpen = history !== undefined && history.finishedAt === undefined
  const steps = history ? asyncSteps(base, history, deliveries, names) : logged ? syncSteps(logged) : []
  const code = logged?.code ?? history?.failure?.code.toLowerCase()
  const place = logged?.place ?? history?.failure?.message
  const problems = logged?.problems ?? history?.problems
  return {
    kind: 'page',
    title: `Request ${id}`,
    body: html`<p class="back"><a href="${base}/requests">Requests</a></p>
<header class="page"><h1>${endpointPath}</h1>${
      isOpen
        ? badge(capitalized(history.status), 'busy')
        : code === undefined
          ? badge('Succeeded', 'good')
          : badge('Failed', 'bad')
    }${isTest && badge('test', 'neutral')}${problems && code === undefined && badge(plural(problems.count, 'problem'), 'warn')}${hasDocument(history) && html`<a class="button primary" href="${base}/requests/${id}/document">Open the document</a>`}</header>
${isOpen && html`<p class="notice info">It is not over yet. <a href="${visit.url}">Look again</a></p>`}
${code !== undefined && failureNotice(code, place, templateAddress(base, endpointPath))}
${problems && problemList(problems, code === undefined)}
${kept && renderAgainPanel(visit, kept)}
<div class="columns">
<section class="panel"><h2>What happened</h2>${timeline(steps)}</section>
<section class="panel"><h2>Details</h2>${details(base, known)}</section>
</div>
${deliveries.length > 0 && html`<section class="panel flush"><header><h2>Deliveries</h2></header>${deliveryRows(slug, deliveries, names)}</section>`}`,
  }
}

function renderAgainPanel(visit: MemberVisit, { requestId, expiresAt }: KeptData): Html {
  const to = `/dashboard/${visit.organization.slug}/requests/${requestId}/render`
  const button = (label: string, version: string) => actionButton(visit, { to, label, fields: { version } })
  return html`<section class="panel"><h2>Render again</h2>
<p class="help">The data of this request are kept until ${time(expiresAt)}. A new document counts as one, and its webhooks get its event.</p>
<div class="row">${button('Render again', 'current')}${button('With the same version of the template', 'same')}</div></section>`
}

export const POST_RENDER_AGAIN: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/requests/{request}/render',
  least: 'editor',
  async handle({ organization, params, form }, { store, renderAgain, baseUrl }) {
    const id = params.request ?? ''
    const page = (request: string) => `/dashboard/${organization.slug}/requests/${request}`
    const kept = found(await store.findKeptData(organization.id, id))
    const key = found(await store.reader.findKey(organization.id, kept.keyId))
    const version = form.raw('version') === 'same' ? 'same' : 'current'
    const result = await renderAgain({ organization, key, kept, version, origin: baseUrl() })
    if ('refusal' in result) {
      return { kind: 'redirect', to: page(id), flash: { kind: 'problem', text: `${result.refusal}.` } }
    }
    const text = 'The document is made again.'
    return { kind: 'redirect', to: page(result.requestId), flash: { kind: 'done', text } }
  },
})

/** Whether the document of a request can still be opened. */
function hasDocument(history: RequestHistory | undefined): boolean {
  return history?.status === 'completed' && (history.expiresAt ?? 0) > Date.now()
}

/** Where the template of a request is shown; undefined for several documents, which have one each. */
function templateAddress(base: string, endpointPath: string): string | undefined {
  return isEndpointPath(endpointPath) ? `${base}/templates/${endpointPath}` : undefined
}

function failureNotice(code: string, place: string | undefined, template: string | undefined): Html {
  return html`<section class="notice bad"><h2><code>${code}</code></h2><p>${explainCode(code)}</p>${place !== undefined && html`<p>${copyable(place, 'Copy the place')}</p>`}${template !== undefined && html`<p><a href="${template}">Open the template</a></p>`}</section>`
}

/** What the document has lost, or why it was refused. */
function problemList({ count, items }: DocumentProblems, isMade: boolean): Html {
  const more = count - items.length
  return html`<section class="panel flush"><header><h2>${plural(count, 'problem')}</h2><p class="muted">${
    isMade
      ? 'The document was made, and this is what it has lost. Values of the data are not kept.'
      : 'The template refuses documents that have lost something. Values of the data are not kept.'
  }</p></header>
${table({
  label: 'Problems of the document',
  columns: ['Severity', 'What', 'Place'],
  rows: items.map(({ code, severity, message, place }) => [
    badge(severity, severity === 'error' ? 'bad' : 'warn'),
    html`${message}<span class="sub"><code>${code}</code></span>`,
    place === undefined ? '–' : html`<code>${place}</code>`,
  ]),
})}${more > 0 && html`<p class="muted more">and ${plural(more, 'more problem')}</p>`}</section>`
}

function timeline(steps: readonly Step[]): Html {
  return html`<ol class="timeline">${steps.map(
    ({ tone, title, text }) =>
      html`<li class="${tone}"><h3>${title}</h3>${text !== undefined && html`<p class="muted">${text}</p>`}</li>`,
  )}</ol>`
}

function details(base: string, { logged, history, key }: KnownRequest): Html {
  const { id, endpointPath, keyId, versionId, version, documentId } = found(logged ?? history)
  const template = templateAddress(base, endpointPath)
  const isSync = logged?.mode === 'sync'
  const pages = logged?.pages ?? history?.pages
  const size = logged?.documentBytes ?? history?.sizeBytes
  return facts([
    ['Request', copyable(id, 'Copy the id of the request')],
    documentId === undefined ? undefined : ['Document', copyable(documentId, 'Copy the id of the document')],
    ['Mode', isSync ? 'synchronous: the PDF was the answer' : 'asynchronous'],
    ['Template', template === undefined ? endpointPath : html`<a href="${template}">${endpointPath}</a>`],
    versionId === undefined || template === undefined
      ? undefined
      : ['Version', versionOf(template, versionId, version)],
    ['Key', html`<a href="${base}/keys/${keyId}">${key ? key.description || key.display : keyId}</a>`],
    isSync ? ['Status', logged.status] : undefined,
    logged?.receivedBytes === undefined ? undefined : ['Data', bytes(logged.receivedBytes)],
    size === undefined
      ? undefined
      : ['PDF', `${bytes(size)}${pages === undefined ? '' : `, ${plural(pages, 'page')}`}`],
    history?.expiresAt === undefined ? undefined : ['Kept until', time(history.expiresAt)],
  ])
}

/** A version by its number, or by its id when it is not kept any more. */
function versionOf(template: string, versionId: string, version: number | undefined): Html {
  if (version === undefined)
    return html`${copyable(versionId, 'Copy the id of the version')} <span class="muted">not kept any more</span>`
  return html`<a href="${template}/versions">Version ${version}</a> <a href="${template}/versions/${version}/document.pdf">its PDF with sample data</a>`
}

/** The known steps of a request that was answered at once. */
function syncSteps({ createdAt, outcome, code, times, documentBytes, status }: LoggedRequest): readonly Step[] {
  const { checkedMs, waitedMs, renderedMs, totalMs } = times
  const steps: Step[] = [{ tone: '', title: 'Received', text: exactTime(createdAt) }]
  const took = (ms: number) => `took ${duration(ms)}`
  if (checkedMs !== undefined) steps.push({ tone: '', title: 'Checked', text: took(checkedMs) })
  if (waitedMs !== undefined) steps.push({ tone: '', title: 'Waited for a renderer', text: duration(waitedMs) })
  if (renderedMs !== undefined) steps.push({ tone: '', title: 'Rendered', text: took(renderedMs) })
  steps.push(
    outcome === 'succeeded'
      ? {
          tone: '',
          title: `Answered with ${status}`,
          text: `${bytes(documentBytes ?? 0)} after ${duration(totalMs)} in all`,
        }
      : { tone: 'bad', title: `Refused with ${status}`, text: `${code}, after ${duration(totalMs)}` },
  )
  return steps
}

function asyncSteps(
  base: string,
  history: RequestHistory,
  deliveries: readonly Delivery[],
  names: ReadonlyMap<string, string>,
): readonly Step[] {
  const { createdAt, startedAt, finishedAt, status, renderTimeMs, failure } = history
  const steps: Step[] = [{ tone: '', title: 'Received and accepted', text: exactTime(createdAt) }]
  if (startedAt === undefined) {
    if (finishedAt === undefined) steps.push({ tone: 'busy', title: 'Waits for a renderer' })
  } else {
    steps.push({ tone: '', title: 'Waited', text: duration(Math.max(0, startedAt - createdAt)) })
    if (finishedAt === undefined)
      steps.push({ tone: 'busy', title: 'Is being rendered', text: html`since ${exactTime(startedAt)}` })
  }
  if (status === 'completed') {
    steps.push({ tone: '', title: 'Rendered', text: `took ${duration(renderTimeMs ?? 0)}` })
    if (finishedAt !== undefined) steps.push({ tone: '', title: 'Stored', text: exactTime(finishedAt) })
  } else if (status === 'failed') {
    const when = finishedAt === undefined ? undefined : exactTime(finishedAt)
    steps.push({ tone: 'bad', title: 'Failed', text: html`<code>${failure?.code ?? ''}</code> ${when}` })
  }
  return [...steps, ...deliveries.map((delivery) => deliveryStep(delivery, receiverOf(base, delivery, names)))]
}

/** Who a delivery is for, as a link where it leads to a page. */
function receiverOf(base: string, { webhookId }: Delivery, names: ReadonlyMap<string, string>): Html {
  if (webhookId === undefined) return html`the request’s own webhook`
  const name = names.get(webhookId)
  return name === undefined ? html`a deleted webhook` : html`<a href="${base}/webhooks/${webhookId}">${name}</a>`
}

function deliveryStep({ status, attempts }: Delivery, receiver: Html): Step {
  const last = attempts.at(-1)
  const tries = plural(attempts.length, 'attempt')
  switch (status) {
    case 'delivered':
      return { tone: '', title: html`Delivered to ${receiver}`, text: last && exactTime(last.startedAt) }
    case 'failed':
      return { tone: 'bad', title: html`Not delivered to ${receiver}`, text: tries }
    case 'pending':
      return { tone: 'busy', title: html`On its way to ${receiver}`, text: tries }
  }
}

export const GET_REQUEST_DOCUMENT: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/requests/{request}/document',
  least: 'viewer',
  async handle({ organization, params }, { store, objects }) {
    const request = found(await store.findRequest(organization.id, params.request ?? ''))
    const { outcome } = request
    const name =
      (outcome.status === 'completed' && outcome.fileName) ||
      `${request.endpointPath.replaceAll(' ', '-')}-${request.documentId}.pdf`
    const { content, size } = found(outcome.status === 'completed' ? await objects.get(outcome.objectKey) : undefined)
    return {
      kind: 'content',
      type: 'application/pdf',
      content,
      headers: {
        'Content-Length': String(size),
        'Content-Disposition': inlineFile(name),
      },
    }
  },
})
