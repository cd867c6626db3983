import type { Delivery } from '../../storage/webhooks/webhook-store.js'
import { type Html, html } from '../html.js'
import { table } from '../views/table.js'
import { badge, duration, time } from '../views/values.js'

export function deliveryState({ status, reason, nextAttemptAt }: Delivery): Html {
  if (status === 'delivered') return badge('delivered', 'good')
  if (status === 'failed')
    return badge(reason === undefined || reason === 'exhausted' ? 'failed' : `failed: ${reason}`, 'bad')
  return badge(nextAttemptAt === undefined ? 'pending' : 'will retry', 'busy')
}

/** The address of a delivery's page. One of a request's own webhook has no endpoint. */
export function deliveryPath(slug: string, { id, webhookId }: Delivery): string {
  return `/dashboard/${slug}/webhooks/${webhookId ?? 'request'}/deliveries/${id}`
}

/** Deliveries as a table. `names` of endpoints by their ids, where the list is about several. */
export function deliveryRows(
  slug: string,
  deliveries: readonly Delivery[],
  names: ReadonlyMap<string, string> | undefined,
): Html {
  return table({
    label: 'Deliveries',
    columns: ['Event', ...(names ? ['Webhook'] : []), 'State', 'Attempts', 'Answer', 'When'],
    rows: deliveries.map((delivery) => {
      const last = delivery.attempts.at(-1)?.exchange
      return [
        html`<a href="${deliveryPath(slug, delivery)}"><code>${delivery.type}</code></a>${delivery.isTestEvent && html` ${badge('test', 'neutral')}`}<span class="sub"><code>${delivery.id}</code></span>`,
        ...(names ? [nameOf(slug, delivery, names)] : []),
        deliveryState(delivery),
        delivery.attempts.length,
        last
          ? html`${last.response ? last.response.status : 'none'}<span class="sub">${duration(last.durationMs)}</span>`
          : html`<span class="muted">–</span>`,
        time(delivery.createdAt),
      ]
    }),
  })
}

function nameOf(slug: string, { webhookId }: Delivery, names: ReadonlyMap<string, string>): Html {
  if (webhookId === undefined) return html`in the request`
  const name = names.get(webhookId)
  return name === undefined ? html`deleted` : html`<a href="/dashboard/${slug}/webhooks/${webhookId}">${name}</a>`
}
