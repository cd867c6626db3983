import { EVENT_TYPES, type EventType } from '../../webhooks/rules/event.js'
import { inventEvent } from '../../webhooks/test-event.js'
import { type HtmlValue, html } from '../html.js'
import { type DashboardRoute, route } from '../route.js'
import { formatted } from '../views/code.js'
import { table } from '../views/table.js'
import { commandBlock } from '../views/values.js'

const OCCASIONS: Readonly<Record<EventType, HtmlValue>> = {
  'document.completed': html`A document that was asked for with <code>Prefer: respond-async</code> is made and can be fetched.`,
  'document.failed': 'No document came of an asynchronous request. It is not tried again by itself.',
}

/** The members of the events, with what they mean. */
const MEMBERS: readonly (readonly [member: string, meaning: HtmlValue])[] = [
  ['id', 'The event. It is the same however often it is delivered, so that a receiver can leave out what it has.'],
  ['type', 'Which event it is.'],
  ['created', 'When it happened, in Unix seconds.'],
  ['data.request_id', html`The request, as its answer 202 named it.`],
  ['data.document_id', 'The document. A failure has one too, which nothing is behind.'],
  ['data.organization_id', 'Your organization.'],
  ['data.template_id', 'The template. It stays the same when the template gets another path.'],
  [
    'data.document_url',
    'document.completed: where the PDF is. It needs no key, and works as long as the document is kept.',
  ],
  ['data.size_bytes', 'document.completed: the size of the PDF.'],
  ['data.render_time_ms', 'document.completed: how long making it took, without waiting.'],
  ['data.error', 'document.failed: code, message and details of the reason.'],
  ['data.created_at', 'When the request was accepted.'],
  ['data.completed_at, data.failed_at', 'When it was over.'],
  ['data.is_test', 'Whether it is a test document.'],
]

/** Every event that webhooks get, with an example. */
export const GET_EVENTS: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/webhooks/events',
  least: 'viewer',
  handle({ organization }, { baseUrl }) {
    const base = `/dashboard/${organization.slug}/webhooks`
    const now = Date.now()
    const example = (type: EventType) =>
      formatted(inventEvent({ organizationId: organization.id, type, baseUrl: baseUrl(), now }).payload)
    return {
      kind: 'page',
      title: 'Events',
      body: html`<p class="back"><a href="${base}">Webhooks</a></p>
<header class="page"><h1>Events</h1><p class="lead">What webhooks are sent, as JSON in a POST. Answer with a 2xx status within the time limit of the webhook; everything else is tried again.</p></header>
${EVENT_TYPES.map(
  (type) =>
    html`<section class="panel"><h2><code>${type}</code></h2><p>${OCCASIONS[type]}</p>${commandBlock(example(type), `Copy the example of ${type}`)}</section>`,
)}
<section class="panel flush"><header><h2>Members</h2></header>${table({
        label: 'Members of events',
        columns: ['Member', 'Meaning'],
        rows: MEMBERS.map(([member, meaning]) => [html`<code class="nowrap">${member}</code>`, meaning]),
      })}</section>
<section class="panel"><h2>Headers</h2><p>Each request has <code>X-Service-Signature: t=…,v1=…</code>, by which you know that it is genuine, and the headers of Standard Webhooks (<code>webhook-id</code>, <code>webhook-timestamp</code>, <code>webhook-signature</code>). The page of a webhook has its secret and code that checks the signature.</p></section>`,
    }
  },
})
