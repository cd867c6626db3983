import type { Plan } from '../../../server/storage/store.js'
import type { Delivery, DeliveryQuery, Webhook } from '../../../server/storage/webhooks/webhook-store.js'
import {
  createWebhook,
  type IssuedWebhook,
  type WebhookInput,
  type WebhookServices,
} from '../../../server/webhooks/manage-webhooks.js'
import type { AddressPolicy } from '../../../server/webhooks/rules/address-guard.js'
import { Sealer } from '../../../server/webhooks/sealer.js'
import type { Teardown } from '../folder.js'
import { locationSettings, type Service, startService } from '../service.js'
import { passTime } from './pass-time.js'

export const ANYWHERE: AddressPolicy = { allowPrivate: true, allow: [] }

export interface WebhookService extends Service {
  readonly services: WebhookServices
  /** Creates an endpoint that wants everything. */
  addWebhook(url: string, input?: Partial<WebhookInput>): Promise<IssuedWebhook>
  /** Accepts a document to be made later, and resolves with its request's id. */
  request(template: string, body?: object): Promise<string>
  deliveries(query?: Partial<DeliveryQuery>): Promise<readonly Delivery[]>
  /** Resolves with the deliveries when they are as they should be. */
  until(
    condition: (deliveries: readonly Delivery[]) => boolean,
    query?: Partial<DeliveryQuery>,
  ): Promise<readonly Delivery[]>
  webhook(id: string): Promise<Webhook>
  passTime(milliseconds: number): Promise<void>
}

/** An organization on the real server with what tests of webhooks need; `letter` completes and `limit` fails. */
export async function startWebhookService(
  t: Teardown,
  policy: AddressPolicy = ANYWHERE,
  plan: Plan = 'enterprise',
): Promise<WebhookService> {
  return equip(await startService(t, { webhooks: policy }, undefined, plan), policy)
}

/** The same for a service of the test's own. */
export async function equip(service: Service, policy: AddressPolicy = ANYWHERE): Promise<WebhookService> {
  await service.addTemplate('letter', 'letter')
  await service.addTemplate('limit', 'limit')
  const { store, organization } = service
  const { PLATEN_SECRET: secret = '' } = locationSettings(service)
  const services = { store, sealer: new Sealer([secret]), policy }
  const deliveries: WebhookService['deliveries'] = (query = {}) =>
    store.reader.listDeliveries({ limit: 10_000, ...query, organizationId: organization.id })
  return {
    ...service,
    services,
    deliveries,
    addWebhook: (url, input = {}) =>
      createWebhook(services, organization.id, {
        name: 'test',
        url,
        events: ['document.completed', 'document.failed'],
        ...input,
      }),
    async request(template, body = {}) {
      const reply = await service.generateLater(template, JSON.stringify(body))
      if (reply.status !== 202) throw new Error(`${reply.status} ${reply.bytes}`)
      return (reply.json as { request_id: string }).request_id
    },
    // Every change of the store calls, and nothing needs to be waited for.
    until: (condition, query) =>
      new Promise((resolve, reject) => {
        let looking = false
        let again = false
        const look = async (): Promise<void> => {
          again = looking
          if (looking) return
          looking = true
          const found = await deliveries(query)
          looking = false
          if (condition(found)) {
            stop()
            resolve(found)
          } else if (again) await look()
        }
        const wake = () => void look().catch(reject)
        const stops = ['deliver', 'finished'].map((queue) => store.changes.onChange(queue, wake))
        const timer = setInterval(wake, 20)
        const stop = () => {
          clearInterval(timer)
          for (const end of stops) end()
        }
        wake()
      }),
    async webhook(id) {
      const webhook = await store.findWebhook(id)
      if (!webhook) throw new Error(`no webhook ${id}`)
      return webhook
    },
    async passTime(milliseconds) {
      await passTime(service, milliseconds)
      store.changes.notify('deliver')
    },
  }
}

/** Whether all attempts are made. */
export function isOver({ status }: Delivery): boolean {
  return status !== 'pending'
}
