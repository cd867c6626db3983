import { readConfig, readWebhookPolicy } from '../config.js'
import { findSecrets } from '../secret.js'
import type { Store } from '../storage/store.js'
import { WebhookError } from '../webhooks/check-webhook.js'
import type { WebhookServices } from '../webhooks/manage-webhooks.js'
import { Sealer } from '../webhooks/sealer.js'
import { CommandError } from './command.js'
import { withStore } from './with-store.js'

/** The options that set what a configuration calls by other names. */
const OPTIONS: ReadonlyMap<string, string> = new Map([
  ['templates', 'template'],
  ['max_retries', 'max-retries'],
  ['backoff_multiplier', 'backoff'],
])

/** The services of an action that makes or changes endpoints; faults of theirs are told by the option at fault. */
export async function withWebhooks<T>(action: (services: WebhookServices & { readonly store: Store }) => Promise<T>) {
  const sealer = new Sealer(await findSecrets(readConfig(process.env)))
  const policy = readWebhookPolicy(process.env)
  try {
    return await withStore((store) => action({ store, sealer, policy }))
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error
    const [name = ''] = error.field.split('.')
    const option = name === 'filters' ? 'filter' : (OPTIONS.get(name) ?? name)
    const hint = error.field === 'url' && !policy.allowPrivate ? ' (PLATEN_ALLOW_PRIVATE_WEBHOOKS=1 allows any)' : ''
    throw new CommandError(`--${option}: ${error.message}${hint}`)
  }
}
