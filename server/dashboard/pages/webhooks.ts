import { PAGE_ROWS, partOf, readCursor, writeCursor } from '../../http/cursor.js'
import { StoreError } from '../../storage/store.js'
import type { Delivery, Webhook } from '../../storage/webhooks/webhook-store.js'
import { WebhookError } from '../../webhooks/check-webhook.js'
import {
  changeWebhook,
  createWebhook,
  DEFAULT_OVERLAP_MS,
  revealSecret,
  rotateSecret,
  sendTestEvent,
} from '../../webhooks/manage-webhooks.js'
import { EVENT_TYPES } from '../../webhooks/rules/event.js'
import { isAtLeast } from '../access/roles.js'
import { healthStrip } from '../charts/health-strip.js'
import type { FormFields } from '../forms/form-fields.js'
import { type Html, html } from '../html.js'
import { type Answer, type DashboardRoute, found, type MemberVisit, route } from '../route.js'
import type { DashboardServices } from '../services.js'
import { csrfField } from '../shell.js'
import { actionButton, dangerPanel, isConfirmed } from '../views/action.js'
import { EMPTY_FORM, type FormState, formProblem } from '../views/fields.js'
import { pager } from '../views/pager.js'
import { emptyState, facts, table } from '../views/table.js'
import { badge, commandBlock, copyable, time } from '../views/values.js'
import { deliveryRows } from './delivery-rows.js'
import { readWebhook, sentState, stateOf, type WebhookFormState, webhookFields } from './webhook-form.js'

export function webhookState({ disabled, failingSince }: Webhook): Html {
  if (disabled) return badge(disabled.reason === 'manual' ? 'disabled' : `disabled: ${disabled.reason}`, 'neutral')
  return failingSince === undefined ? badge('enabled', 'good') : badge('failing', 'bad')
}

/** An endpoint of the organization, by the id in the path. @throws NotThere */
export async function ownWebhook(
  { organization, params }: MemberVisit,
  { store }: DashboardServices,
): Promise<Webhook> {
  const webhook = await store.findWebhook(params.webhook ?? '')
  return found(webhook?.organizationId === organization.id ? webhook : undefined)
}

function managing({ store, sealer, webhookPolicy }: DashboardServices) {
  return { store, sealer, policy: webhookPolicy }
}

/** Notes what the rules of endpoints find wrong; false for errors of another kind. */
function noteFault(form: FormFields, error: unknown): boolean {
  if (error instanceof WebhookError) {
    const problem = error.message.slice(error.field.length + 1)
    form.fail(error.field, `This ${problem}.`)
    return true
  }
  if (error instanceof StoreError && error.code === 'missing' && error.message.includes('template')) {
    form.fail('templates', `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`)
    return true
  }
  return false
}

export const GET_WEBHOOKS: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/webhooks',
  least: 'viewer',
  async handle(visit, { store }) {
    const { organization, role, query, url } = visit
    const after = readCursor(query.get('after'))
    const webhooks = await store.reader.listWebhooks(organization.id, { limit: PAGE_ROWS + 1, after })
    const { rows, last, hasMore } = partOf(webhooks)
    const base = `/dashboard/${organization.slug}/webhooks`
    const create = isAtLeast(role, 'editor') && html`<a class="button primary" href="${base}/new">Add a webhook</a>`
    return {
      kind: 'page',
      title: 'Webhooks',
      body: html`<header class="page"><h1>Webhooks</h1>${rows.length > 0 && html`<a class="button" href="${base}/deliveries">All deliveries</a>`}<a class="button" href="${base}/events">Events</a>${create}</header>
<p class="lead">A webhook is an address of yours that is told when an asynchronous document is made or has failed. Each event is signed, logged, and repeated if it does not arrive.</p>
${
  rows.length === 0
    ? emptyState(
        'No webhooks yet',
        html`Send requests with <code>Prefer: respond-async</code>, and a webhook tells you when each document is there.`,
        create || undefined,
      )
    : html`<section class="panel flush">${table({
        label: 'Webhooks',
        columns: ['Name', 'Address', 'Events', 'State'],
        rows: rows.map((webhook) => [
          html`<a class="prose" href="${base}/${webhook.id}">${webhook.name}</a>`,
          html`<code class="address">${webhook.url}</code>`,
          webhook.events.map((type) => html`<span class="sub nowrap"><code>${type}</code></span>`),
          webhookState(webhook),
        ]),
      })}</section>`
}
${pager(url, query, hasMore && last ? writeCursor(last) : undefined)}`,
    }
  },
})

async function formPage(
  visit: MemberVisit,
  { store }: DashboardServices,
  state: WebhookFormState,
  webhook?: Webhook,
): Promise<Answer> {
  const templates = await store.reader.listTemplates(visit.organization.id, undefined, 'all')
  const base = `/dashboard/${visit.organization.slug}/webhooks`
  const back = webhook ? `${base}/${webhook.id}` : base
  return {
    kind: 'page',
    title: webhook ? `Settings of ${webhook.name}` : 'Add a webhook',
    status: Object.keys(state.errors).length > 0 ? 422 : 200,
    body: html`<p class="back"><a href="${back}">${webhook?.name ?? 'Webhooks'}</a></p>
<header class="page"><h1>${webhook ? 'Settings' : 'Add a webhook'}</h1></header>
<section class="panel">${formProblem(state.errors)}
<form method="post" action="${webhook ? `${back}/settings` : base}" class="stack">${csrfField(visit)}
${webhookFields(state, templates)}
<div class="row"><button class="primary">${webhook ? 'Save' : 'Add the webhook'}</button><a href="${back}">Cancel</a></div></form></section>`,
  }
}

export const GET_NEW_WEBHOOK: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/webhooks/new',
  least: 'editor',
  handle: (visit, services) => formPage(visit, services, stateOf(undefined)),
})

export const POST_WEBHOOK: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/webhooks',
  least: 'editor',
  async handle(visit, services) {
    const { form, organization, user } = visit
    const configuration = readWebhook(form)
    if (!form.isValid) return formPage(visit, services, sentState(form))
    try {
      const { webhook } = await createWebhook(managing(services), organization.id, configuration, user.email)
      return {
        kind: 'redirect',
        to: `/dashboard/${organization.slug}/webhooks/${webhook.id}`,
        flash: { kind: 'done', text: 'The webhook is added. Send it a test event to see it work.' },
      }
    } catch (error) {
      if (!noteFault(form, error)) throw error
      return formPage(visit, services, sentState(form))
    }
  },
})

export const GET_WEBHOOK_SETTINGS: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/webhooks/{webhook}/settings',
  least: 'editor',
  async handle(visit, services) {
    const webhook = await ownWebhook(visit, services)
    return formPage(visit, services, stateOf(webhook), webhook)
  },
})

export const POST_WEBHOOK_SETTINGS: DashboardRoute = route({
  method: 'POST',
  path: '/dashboard/{org}/webhooks/{webhook}/settings',
  least: 'editor',
  async handle(visit, services) {
    const { form, user } = visit
    const webhook = await ownWebhook(visit, services)
    const { templatePaths, ...change } = readWebhook(form)
    if (!form.isValid) return formPage(visit, services, sentState(form), webhook)
    try {
      const scope = templatePaths === undefined ? ({ allTemplates: true } as const) : { templatePaths }
      await changeWebhook(managing(services), webhook.id, { ...change, ...scope }, user.email)
    } catch (error) {
      if (!noteFault(form, error)) throw error
      return formPage(visit, services, sentState(form), webhook)
    }
    return toWebhook(visit, webhook.id, 'The settings are saved.')
  },
})

/** Back to the page of an endpoint, with a message. */
function toWebhook({ organization }: MemberVisit, webhookId: string, text: string, secret?: string): Answer {
  return {
    kind: 'redirect',
    to: `/dashboard/${organization.slug}/webhooks/${webhookId}`,
    flash: { kind: 'done', text, ...(secret === undefined ? {} : { secret }) },
  }
}

/** Deliveries that the strip of an endpoint's health is made of. */
const HEALTH = 40

function outcomeOf({ status }: Delivery): 'good' | 'bad' | 'none' {
  return status === 'delivered' ? 'good' : status === 'failed' ? 'bad' : 'none'
}

async function webhookPage(
  visit: MemberVisit,
  services: DashboardServices,
  state: FormState = EMPTY_FORM,
): Promise<Answer> {
  const { organization, role, flash } = visit
  const webhook = await ownWebhook(visit, services)
  const deliveries = await services.store.reader.listDeliveries({
    organizationId: organization.id,
    webhookId: webhook.id,
    limit: HEALTH,
  })
  const mayEdit = isAtLeast(role, 'editor')
  const base = `/dashboard/${organization.slug}/webhooks/${webhook.id}`
  const delivered = deliveries.filter(({ status }) => status === 'delivered').length
  const { id, name, url, events, templatePaths, filters, disabled, previousSecret } = webhook
  return {
    kind: 'page',
    title: name,
    status: Object.keys(state.errors).length > 0 ? 422 : 200,
    body: html`<p class="back"><a href="/dashboard/${organization.slug}/webhooks">Webhooks</a></p>
<header class="page"><h1>${name}</h1>${webhookState(webhook)}${
      mayEdit &&
      html`<a class="button" href="${base}/settings">Settings</a>${actionButton(visit, {
        to: `${base}/${disabled ? 'enable' : 'disable'}`,
        label: disabled ? 'Enable' : 'Disable',
        ...(disabled ? { look: 'primary' } : {}),
      })}`
    }</header>
${disabled && html`<p class="notice">${disabledText(webhook)}</p>`}
${flash?.secret !== undefined && secretPanel(flash.secret)}
<div class="columns">
<section class="panel"><h2>Endpoint</h2>${facts([
      ['Address', html`<code>${url}</code>`],
      ['Id', copyable(id, 'Copy the id')],
      ['Events', html`<code>${events.join(', ')}</code>`],
      ['Templates', templatePaths === undefined ? 'all' : html`<code>${templatePaths.join(', ')}</code>`],
      Object.keys(filters).length === 0 ? undefined : ['Filters', 'set, see the settings'],
      ['Retries', `${webhook.maxRetries}, time limit ${webhook.timeoutSeconds} s, factor ${webhook.backoffMultiplier}`],
      ['Added', time(webhook.createdAt)],
    ])}</section>
<section class="panel"><h2>Health</h2>
${
  deliveries.length === 0
    ? html`<p class="muted">Nothing was sent yet.</p>`
    : html`${healthStrip(deliveries.map(outcomeOf).reverse(), `${delivered} of the last ${deliveries.length} deliveries arrived`)}<p>${delivered} of the last ${deliveries.length} arrived.</p>`
}
${
  mayEdit &&
  html`<h3>Test event</h3><p class="help">An invented event, signed like all others. It ignores filters, uses nothing of your quota, and is sent once.</p>
<div class="row">${EVENT_TYPES.map((type) => actionButton(visit, { to: `${base}/test`, label: `Send ${type}`, look: 'small', fields: { type } }))}</div>`
}</section>
</div>
${
  mayEdit &&
  html`<section class="panel"><h2>Signing secret</h2>
<p class="help">Each request has the header <code>X-Service-Signature: t=…,v1=…</code>: an HMAC with SHA-256 over <code>t.body</code>, keyed with the secret. Check it before you trust a request.</p>
${previousSecret && previousSecret.until > Date.now() && html`<p class="notice info">The secret before signs as well until ${time(previousSecret.until)}.</p>`}
<div class="row">${actionButton(visit, { to: `${base}/secret`, label: 'Show the secret' })}${actionButton(visit, { to: `${base}/rotate`, label: 'Rotate the secret' })}</div>
<p class="help">After a rotation both secrets sign for a day, so that you can change over without a gap.</p></section>`
}
<section class="panel flush"><header><h2>Deliveries</h2><a href="/dashboard/${organization.slug}/webhooks/deliveries?webhook=${id}">Search them</a></header>
${deliveries.length === 0 ? html`<p class="muted padded">No deliveries yet.</p>` : deliveryRows(organization.slug, deliveries.slice(0, 10), undefined)}</section>
${
  mayEdit &&
  dangerPanel(
    visit,
    {
      to: `${base}/delete`,
      title: 'Delete the webhook',
      text: 'What waits for it is not sent. Its deliveries stay in the log as long as your plan keeps it.',
      name,
      label: 'Delete the webhook',
    },
    state,
  )
}`,
  }
}

function disabledText({ disabled }: Webhook): string {
  switch (disabled?.reason) {
    case 'gone':
      return 'The receiver answered that it is gone for good (410), so nothing is sent any more. Enable it when it is back.'
    case 'failing':
      return 'Every attempt has failed for days, so nothing is sent any more. Enable it when it works again, then send what failed.'
    default:
      return 'Nothing is sent while it is disabled. Events are logged as failed and can be sent later.'
  }
}

function secretPanel(secret: string): Html {
  return html`<section class="secret" aria-label="The signing secret"><h2>Signing secret</h2>${copyable(secret, 'Copy the secret')}
<p>Keep it where your other secrets are. Check signatures like this:</p>${commandBlock(
    [
      'import { createHmac, timingSafeEqual } from "node:crypto"',
      '',
      'const { t, v1 } = Object.fromEntries(header.split(",").map((part) => part.split("=")))',
      'const expected = createHmac("sha256", process.env.WEBHOOK_SECRET).update(t + "." + rawBody).digest()',
      'const isGenuine = timingSafeEqual(expected, Buffer.from(v1, "hex")) && Date.now() / 1000 - t < 300',
    ].join('\n'),
    'Copy the code',
  )}</section>`
}

export const GET_WEBHOOK: DashboardRoute = route({
  method: 'GET',
  path: '/dashboard/{org}/webhooks/{webhook}',
  least: 'viewer',
  handle: (visit, services) => webhookPage(visit, services),
})

/** An action on one endpoint that leads back to its page. */
function webhookAction(
  action: string,
  handle: (visit: MemberVisit, webhook: Webhook, services: DashboardServices) => Promise<Answer>,
): DashboardRoute {
  return route({
    method: 'POST',
    path: `/dashboard/{org}/webhooks/{webhook}/${action}`,
    least: 'editor',
    handle: async (visit, services) => handle(visit, await ownWebhook(visit, services), services),
  })
}

export const WEBHOOK_ACTIONS: readonly DashboardRoute[] = [
  webhookAction('enable', async (visit, { id }, services) => {
    await changeWebhook(managing(services), id, { enabled: true }, visit.user.email)
    return toWebhook(visit, id, 'The webhook is enabled.')
  }),
  webhookAction('disable', async (visit, { id }, services) => {
    await changeWebhook(managing(services), id, { enabled: false }, visit.user.email)
    return toWebhook(visit, id, 'The webhook is disabled.')
  }),
  webhookAction('secret', async (visit, webhook, { sealer }) =>
    toWebhook(visit, webhook.id, 'The secret is shown below.', revealSecret(webhook, sealer)),
  ),
  webhookAction('rotate', async (visit, { id }, services) => {
    const { secret } = await rotateSecret(managing(services), id, DEFAULT_OVERLAP_MS, visit.user.email)
    return toWebhook(visit, id, 'There is a new secret. The one before signs as well for a day.', secret)
  }),
  webhookAction('test', async (visit, { id }, { store, baseUrl }) => {
    const type = visit.form.choice('type', 'The type', EVENT_TYPES) ?? 'document.completed'
    const delivery = await sendTestEvent({ store, baseUrl: baseUrl() }, id, type, visit.user.email)
    store.changes.notify('deliver')
    return {
      kind: 'redirect',
      to: `/dashboard/${visit.organization.slug}/webhooks/${id}/deliveries/${delivery.id}`,
      flash: { kind: 'done', text: 'The test event is on its way.' },
    }
  }),
  webhookAction('delete', async (visit, webhook, services) => {
    if (!isConfirmed(visit, webhook.name)) {
      const { form } = visit
      return webhookPage(visit, services, { values: { confirm: form.raw('confirm') }, errors: form.errors })
    }
    await services.store.deleteWebhook(webhook.id, visit.user.email)
    return {
      kind: 'redirect',
      to: `/dashboard/${visit.organization.slug}/webhooks`,
      flash: { kind: 'done', text: `The webhook “${webhook.name}” is deleted.` },
    }
  }),
]
