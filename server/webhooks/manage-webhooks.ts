import { newId } from '../storage/ids.js'
import { StoreError, type StoreOperations } from '../storage/store.js'
import type { Delivery, Webhook, WebhookChange, WebhookConfiguration } from '../storage/webhooks/webhook-store.js'
import { checkWebhook } from './check-webhook.js'
import { secretContext } from './contexts.js'
import type { AddressPolicy } from './rules/address-guard.js'
import type { EventType } from './rules/event.js'
import { DEFAULT_SETTINGS } from './rules/retry-policy.js'
import type { Sealer } from './sealer.js'
import { newSigningSecret } from './signatures.js'
import { inventEvent } from './test-event.js'

/** Managing endpoints, from the dashboard and the command line. */
export interface WebhookServices {
  readonly store: StoreOperations
  readonly sealer: Sealer
  readonly policy: AddressPolicy
}

/** A new endpoint; everything optional has a default. */
export type WebhookInput = Pick<WebhookConfiguration, 'name' | 'url' | 'events'> & Partial<WebhookConfiguration>

/** An endpoint and its secret as it is shown. */
export interface IssuedWebhook {
  readonly webhook: Webhook
  readonly secret: string
}

/** How long a secret keeps signing beside the one that takes its place. */
export const DEFAULT_OVERLAP_MS = 24 * 3_600_000

/** Creates an endpoint with a new secret. @throws WebhookError */
export async function createWebhook(
  { store, sealer, policy }: WebhookServices,
  organizationId: string,
  input: WebhookInput,
  actor?: string,
): Promise<IssuedWebhook> {
  checkWebhook(input, policy)
  await assertTemplates(store, organizationId, input.templatePaths)
  const id = newId('whk')
  const secret = newSigningSecret()
  const webhook = await store.createWebhook(
    {
      ...DEFAULT_SETTINGS,
      templatePaths: undefined,
      filters: {},
      ...withoutAbsent(input),
      id,
      organizationId,
      secret: sealer.seal(secret, secretContext(id)),
    },
    actor,
  )
  return { webhook, secret }
}

/** Changes an endpoint. @throws WebhookError, StoreError `missing` */
export async function changeWebhook(
  { store, policy }: Pick<WebhookServices, 'store' | 'policy'>,
  webhookId: string,
  change: WebhookChange,
  actor?: string,
): Promise<Webhook> {
  checkWebhook(withoutAbsent(change), policy)
  const { organizationId } = await getWebhook(store, webhookId)
  await assertTemplates(store, organizationId, change.templatePaths)
  return store.updateWebhook(webhookId, change, actor)
}

/** Gives an endpoint a new secret; the present one keeps signing for a while. @throws StoreError `missing` */
export async function rotateSecret(
  { store, sealer }: Pick<WebhookServices, 'store' | 'sealer'>,
  webhookId: string,
  overlapMs: number,
  actor?: string,
): Promise<IssuedWebhook> {
  const secret = newSigningSecret()
  const rotation = { id: webhookId, secret: sealer.seal(secret, secretContext(webhookId)), overlapMs }
  return { webhook: await store.rotateWebhookSecret(rotation, actor), secret }
}

/** The signing secret of an endpoint, to be shown to who may see it. @throws SealError */
export function revealSecret({ id, secret }: Webhook, sealer: Sealer): string {
  return sealer.open(secret, secretContext(id))
}

/**
 * Sends an event that never happened. It is delivered, like all others, by a running service.
 *
 * @param baseUrl where the service is, for the sample document's address
 * @throws StoreError `missing`
 */
export async function sendTestEvent(
  { store, baseUrl }: { readonly store: StoreOperations; readonly baseUrl: string },
  webhookId: string,
  type: EventType,
  actor?: string,
): Promise<Delivery> {
  const { organizationId } = await getWebhook(store, webhookId)
  return store.addTestEvent({ ...inventEvent({ organizationId, type, baseUrl, now: Date.now() }), webhookId }, actor)
}

async function getWebhook(store: StoreOperations, webhookId: string): Promise<Webhook> {
  const webhook = await store.findWebhook(webhookId)
  if (!webhook) throw new StoreError('missing', `there is no webhook "${webhookId}"`)
  return webhook
}

/** Paths and not ids: a template that is deleted and published again is the same to who waits for its documents. */
async function assertTemplates(
  store: StoreOperations,
  organizationId: string,
  paths: readonly string[] = [],
): Promise<void> {
  for (const path of paths) {
    const template = await store.findPublishedTemplate(organizationId, path)
    if (!template) throw new StoreError('missing', `there is no template "${path}"`)
  }
}

function withoutAbsent<T extends object>(input: T): T {
  // Only members whose value says the same as their absence are left out.
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as T
}
