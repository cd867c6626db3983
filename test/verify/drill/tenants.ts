import { issueKey } from '../../../server/http/api-key.js'
import type { Store } from '../../../server/storage/store.js'
import { createWebhook } from '../../../server/webhooks/manage-webhooks.js'
import { Sealer } from '../../../server/webhooks/sealer.js'
import { LETTER } from '../../server/storage/store-inputs.js'
import type { Character, Receivers } from './receivers.js'

/** An organization of the drill. */
export interface Tenant {
  readonly index: number
  readonly slug: string
  readonly organizationId: string
  readonly key: string
  /** The endpoints that get its events. */
  readonly characters: readonly Character[]
}

export const TENANTS = 20

/** One in so many has an endpoint that never answers. */
const HANGING = 10

/** The most that an endpoint may have: nothing shall be given up because its receiver was away. */
const RETRIES = { maxRetries: 5, timeoutSeconds: 5 }

export const TEMPLATE = 'statement'

/** A page or two, as customers have them. */
const HTML = `<!doctype html><html lang="en"><head><title>{{mark}}</title><style>@page { size: A4; margin: 20mm }
td, th { border-bottom: 0.5pt solid #ccc; padding: 1mm }</style></head><body><h1>{{mark}}</h1><table><thead><tr><th>Item</th>
<th>Price</th></tr></thead><tbody>{{#each rows}}<tr><td>{{text}}</td><td>{{price | number "0.00"}}</td></tr>{{/each}}</tbody></table>
</body></html>`

/** Makes the organizations with their keys, templates and endpoints. */
export async function makeTenants(store: Store, secret: string, receivers: Receivers): Promise<readonly Tenant[]> {
  const services = { store, sealer: new Sealer([secret]), policy: { allowPrivate: true, allow: [] } }
  const tenants: Tenant[] = []
  for (let index = 0; index < TENANTS; index++) {
    const slug = `tenant-${index}`
    const { id: organizationId } = await store.createOrganization({ slug, name: slug, plan: 'enterprise' })
    const { key, hash, display } = issueKey(organizationId)
    await store.createKey({ organizationId, hash, display, description: 'drill', allowIps: [] })
    await store.publishTemplate({
      ...LETTER,
      organizationId,
      endpointPath: TEMPLATE,
      name: TEMPLATE,
      html: HTML,
      settings: JSON.stringify({ fileName: '{{mark}}.pdf' }),
    })
    const characters: readonly Character[] = ['good', 'flaky', ...(index % HANGING === 0 ? (['hanging'] as const) : [])]
    for (const name of characters) {
      await createWebhook(services, organizationId, {
        name,
        url: receivers.url(index, name),
        events: ['document.completed', 'document.failed'],
        ...RETRIES,
      })
    }
    tenants.push({ index, slug, organizationId, key, characters })
  }
  return tenants
}
