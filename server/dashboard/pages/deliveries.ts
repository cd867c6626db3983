import { PAGE_ROWS, partOf, readCursor, writeCursor } from '../../http/cursor.js'
import {
  type AttemptCause,
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryAttempt,
  type HeaderList,
  type LoggedResponse,
} from '../../storage/webhooks/webhook-store.js'
import { EVENT_TYPES } from '../../webhooks/rules/event.js'
import { isAtLeast } from '../access/roles.js'
import { type Html, html } from '../html.js'
import { type DashboardRoute, found, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { actionButton } from '../views/action.js'
import { jsonBlock, rawBlock } from '../views/code.js'
import { confirmation } from '../views/confirmation.js'
import { selectField, textField } from '../views/fields.js'
import { pager } from '../views/pager.js'
import { emptyState, facts } from '../views/table.js'
import { badge, copyable, duration, exactTime, plural, time } from '../views/values.js'
import { deliveryPath, deliveryRows, deliveryState } from './delivery-rows.js'

const HOUR_MS = 3_600_000

/** From when on what has failed is sent again. */
const SINCE: Readonly<Record<string, { readonly label: string; readonly ms: number }>> = {
  hour: { label: 'the last hour', ms: HOUR_MS },
  day: { label: 'the last day', ms: 24 * HOUR_MS },
  week: { label: 'the last week', ms: 7 * 24 * HOUR_MS },
  month: { label: 'the last 30 days', ms: 30 * 24 * HOUR_MS },
}

/** A word of a query string that is one of a few. */
function oneOf<T extends string>(value: string | null, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === value)
}

export const GET_DELIVERIES: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/webhooks/deliveries',
  least: 'viewer',
  isLive: true,
  async handle(visit, { store }) {
    const { organization, role, query, url } = visit
    const text = (name: string) => query.get(name)?.trim() || undefined
    const filters = {
      webhookId: text('webhook'),
      status: oneOf(query.get('status'), DELIVERY_STATUSES),
      type: oneOf(query.get('type'), EVENT_TYPES),
      ...(text('event')?.startsWith('req_') ? { requestId: text('event') } : { eventId: text('event') }),
    }
    const after = readCursor(query.get('after'))
    const [all, webhooks] = await Promise.all([
      store.reader.listDeliveries({ organizationId: organization.id, ...filters, limit: PAGE_ROWS + 1, after }),
      store.reader.listWebhooks(organization.id),
    ])
    const { rows, last, hasMore } = partOf(all)
    const names = new Map(webhooks.map(({ id, name }) => [id, name]))
    const base = `/dashboard/${organization.slug}/webhooks`
    const values = Object.fromEntries(
      ['webhook', 'status', 'type', 'event'].map((name) => [name, query.get(name) ?? '']),
    )
    const state = { values, errors: {} }
    const any = { value: '', label: 'Any' }
    const option = (value: string) => ({ value, label: value })
    return {
      kind: 'page',
      title: 'Deliveries',
      body: html`<p class="back"><a href="${base}">Webhooks</a></p>
<header class="page"><h1>Deliveries</h1><a class="button" href="${url}">Refresh</a></header>
<form method="get" action="${base}/deliveries" class="filters">
${selectField({ name: 'webhook', label: 'Webhook', choices: [any, ...webhooks.map(({ id, name }) => ({ value: id, label: name }))] }, state)}
${selectField({ name: 'status', label: 'State', choices: [any, ...DELIVERY_STATUSES.map(option)] }, state)}
${selectField({ name: 'type', label: 'Event', choices: [any, ...EVENT_TYPES.map(option)] }, state)}
${textField({ name: 'event', label: 'Event or request id', type: 'search', isOptional: true, isMono: true }, state)}
<button>Search</button></form>
${
  rows.length === 0
    ? emptyState('No deliveries', 'Nothing was sent that fits. Deliveries are kept as long as the plan says.')
    : html`<section class="panel flush">${deliveryRows(organization.slug, rows, names)}</section>`
}
${pager(url, query, hasMore && last ? writeCursor(last) : undefined)}
${
  isAtLeast(role, 'editor') &&
  html`<section class="panel"><h2>Send again what has failed</h2>
<p class="help">Your receiver was away? All failed deliveries are sent again, with a new series of retries; those of disabled webhooks are left out. First you see how many they are.</p>
<form method="get" action="${base}/resend" class="filters">
${resendFields(webhooks, query.get('webhook') ?? '')}
<button>Count them</button></form></section>`
}`,
    }
  },
})

function resendFields(webhooks: readonly { readonly id: string; readonly name: string }[], chosen: string): Html {
  const state = { values: { since: 'day', target: chosen }, errors: {} }
  return html`${selectField(
    {
      name: 'target',
      label: 'Of',
      choices: [{ value: '', label: 'All webhooks' }, ...webhooks.map(({ id, name }) => ({ value: id, label: name }))],
    },
    state,
  )}
${selectField({ name: 'since', label: 'Within', choices: Object.entries(SINCE).map(([value, { label }]) => ({ value, label })) }, state)}`
}

/** Failed deliveries that are counted one by one. */
const COUNTED = 1_000

/** Which failed deliveries are meant, as a form or an address says. */
function chosenFailed(raw: (name: string) => string) {
  const since = raw('since')
  const { label, ms } = SINCE[since] ?? { label: 'the last hour', ms: HOUR_MS }
  return { since: since in SINCE ? since : 'hour', label, ms, target: raw('target') }
}

/** Says how many there are before they are sent again. */
export const GET_RESEND_FAILED: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/webhooks/resend',
  least: 'editor',
  async handle(visit, { store }) {
    const { organization, query } = visit
    const { since, label, ms, target } = chosenFailed((name) => query.get(name) ?? '')
    const webhookId = target === '' ? undefined : target
    const webhook = webhookId === undefined ? undefined : await store.findWebhook(webhookId)
    if (webhookId !== undefined) found(webhook?.organizationId === organization.id ? webhook : undefined)
    const back = `/dashboard/${organization.slug}/webhooks/deliveries`
    const count = await store.reader.countFailed(
      { organizationId: organization.id, webhookId, since: Date.now() - ms },
      COUNTED,
    )
    const of = webhook ? `“${webhook.name}”` : 'all webhooks that are enabled'
    if (count === 0) {
      return {
        kind: 'redirect',
        to: back,
        flash: { kind: 'done', text: `Nothing of ${of} has failed within ${label}, or it is disabled.` },
      }
    }
    const many = `${count === COUNTED ? 'At least ' : ''}${plural(count, 'failed delivery', 'failed deliveries')}`
    return confirmation(visit, {
      title: 'Send again what has failed',
      text: `${many} of ${of} within ${label} will be sent again. Receivers that have got an event already can tell by its id.`,
      to: `/dashboard/${organization.slug}/webhooks/resend`,
      label: `Send ${count === COUNTED ? 'them' : plural(count, 'delivery', 'deliveries')} again`,
      look: 'primary',
      fields: { since, target },
      back,
      backLabel: 'Deliveries',
    })
  },
})

export const POST_RESEND_FAILED: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/webhooks/resend',
  least: 'editor',
  async handle({ organization, user, form }, { store }) {
    const { ms, target } = chosenFailed((name) => form.raw(name))
    const webhookId = target === '' ? undefined : target
    const count = await store.resendFailed(
      { organizationId: organization.id, webhookId, since: Date.now() - ms },
      user.email,
    )
    if (count > 0) store.changes.notify('deliver')
    return {
      kind: 'redirect',
      to: `/dashboard/${organization.slug}/webhooks/deliveries`,
      flash: {
        kind: 'done',
        text:
          count === 0
            ? 'Nothing has failed in this time.'
            : `${plural(count, 'delivery', 'deliveries')} will be sent again.`,
      },
    }
  },
})

/** A delivery of the organization, by the id in the path. @throws NotThere */
async function ownDelivery({ organization, params }: MemberVisit, { store }: DashboardServices): Promise<Delivery> {
  const delivery = await store.reader.findDelivery(params.delivery ?? '')
  const isOwn = delivery?.organizationId === organization.id && (delivery.webhookId ?? 'request') === params.webhook
  return found(isOwn ? delivery : undefined)
}

export const GET_DELIVERY: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/webhooks/{webhook}/deliveries/{delivery}',
  least: 'viewer',
  isLive: true,
  async handle(visit, services) {
    const { organization, role } = visit
    const delivery = await ownDelivery(visit, services)
    const webhook = delivery.webhookId === undefined ? undefined : await services.store.findWebhook(delivery.webhookId)
    const base = `/dashboard/${organization.slug}`
    const requestId = requestOf(delivery)
    const isOpen = delivery.status === 'pending'
    return {
      kind: 'page',
      title: `Delivery ${delivery.id}`,
      body: html`<p class="back"><a href="${base}/webhooks">Webhooks</a>${webhook && html` / <a href="${base}/webhooks/${webhook.id}">${webhook.name}</a>`}</p>
<header class="page"><h1>${delivery.type}</h1>${deliveryState(delivery)}${delivery.isTestEvent && badge('test', 'neutral')}${
        isAtLeast(role, 'editor') &&
        !isOpen &&
        actionButton(visit, {
          to: `${deliveryPath(organization.slug, delivery)}/resend`,
          label: 'Send again',
          look: 'primary',
        })
      }</header>
${isOpen && html`<p class="notice info">${delivery.nextAttemptAt === undefined ? 'An attempt is under way.' : html`The next attempt is due at ${time(delivery.nextAttemptAt)}.`} <a href="${visit.url}">Look again</a></p>`}
<section class="panel">${facts([
        ['Delivery', copyable(delivery.id, 'Copy the id of the delivery')],
        ['Event', copyable(delivery.eventId, 'Copy the id of the event')],
        requestId === undefined || delivery.isTestEvent
          ? undefined
          : ['Request', html`<a href="${base}/requests/${requestId}"><code>${requestId}</code></a>`],
        ['Happened', time(delivery.createdAt)],
        delivery.webhookId === undefined
          ? ['Address', 'as in the request’s own webhook member, which is kept encrypted']
          : undefined,
      ])}</section>
<section class="panel"><h2>Attempts</h2>
${
  delivery.attempts.length === 0
    ? html`<p class="muted">None yet.</p>`
    : html`<ol class="timeline">${[...delivery.attempts].reverse().map(attemptItem)}</ol>`
}</section>
<section class="panel"><h2>Body of the request</h2>${jsonBlock(delivery.body)}
<details class="more"><summary>As it is sent</summary><p class="help">These exact bytes are sent and signed.</p>${rawBlock(delivery.body)}</details></section>`,
    }
  },
})

const CAUSES: Readonly<Record<AttemptCause, string>> = {
  event: 'first attempt',
  retry: 'retry',
  resend: 'sent again',
  test: 'test event',
}

function attemptItem({ number, cause, status, startedAt, exchange }: DeliveryAttempt): Html {
  const tone = status === 'succeeded' ? '' : status === 'failed' ? 'bad' : status === 'running' ? 'busy' : 'neutral'
  const answer = exchange?.response ? `${exchange.response.status}` : 'no answer'
  return html`<li class="${tone}"><h3>${number}. ${CAUSES[cause]}: ${status === 'running' ? 'under way' : answer}</h3>
<p class="muted">${exactTime(startedAt)}${exchange && html` · ${duration(exchange.durationMs)}`}${status === 'interrupted' && ' · interrupted by the service itself, and made again'}</p>
${exchange?.error !== undefined && html`<p class="error">${exchange.error}</p>`}
${
  exchange &&
  html`<details class="more"><summary>Headers and answer</summary>
${exchange.url !== undefined && html`<p><code>POST ${exchange.url}</code></p>`}
<h3>Request headers</h3>${headerBlock(exchange.requestHeaders)}
${
  exchange.response &&
  html`<h3>Answer headers</h3>${headerBlock(exchange.response.headers)}<h3>Answer body</h3>${
    exchange.response.body === '' ? html`<p class="muted">empty</p>` : answerBody(exchange.response)
  }`
}</details>`
}</li>`
}

/** An answer's body: JSON in several lines, other texts as they are, and of all else its kind alone. */
function answerBody({ headers, body }: LoggedResponse): Html {
  // Only so much is kept as a text; what was none has these signs in it.
  if (/[\0\uFFFD]/.test(body)) {
    const [, type = 'of an unknown type'] =
      Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? []
    return html`<p class="muted">Binary data (<code>${type}</code>), which is not shown.</p>`
  }
  return jsonBlock(body)
}

function headerBlock(headers: HeaderList): Html {
  return rawBlock(
    Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  )
}

/** The request that a delivery is about, by what was sent. */
function requestOf({ body }: Delivery): string | undefined {
  return /"request_id":"(req_[0-9a-z]+)"/.exec(body)?.[1]
}

export const POST_RESEND: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/webhooks/{webhook}/deliveries/{delivery}/resend',
  least: 'editor',
  async handle(visit, services) {
    const delivery = await ownDelivery(visit, services)
    await services.store.resendDelivery(delivery.id, visit.user.email)
    services.store.changes.notify('deliver')
    return {
      kind: 'redirect',
      to: deliveryPath(visit.organization.slug, delivery),
      flash: { kind: 'done', text: 'It is sent again.' },
    }
  },
})
