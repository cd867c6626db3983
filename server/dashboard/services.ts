import type { Logger } from '../observability/log.js'
import type { PagePool } from '../render/page-pool.js'
import type { PreviewPool } from '../render/preview-pool.js'
import type { RenderPool } from '../render/render-pool.js'
import type { DocumentStorage } from '../storage/objects/object-storage.js'
import type { KeptData } from '../storage/requests/request-store.js'
import type { ApiKey, Organization, Store } from '../storage/store.js'
import type { AddressPolicy } from '../webhooks/rules/address-guard.js'
import type { Sealer } from '../webhooks/sealer.js'
import type { PasswordQueue } from './access/password-queue.js'
import type { SignOn } from './access/sign-on.js'
import type { Assets } from './assets.js'
import type { LivePages } from './live-pages.js'
import type { Presence } from './studio/presence.js'

/** How the service was set up, as far as administrators want to see it. */
export interface Deployment {
  /** Of the package. */
  readonly version: string
  /** Documents of one organization that are made at the same time. */
  readonly workers: number
  readonly database: 'SQLite' | 'PostgreSQL'
  /** Where documents lie. */
  readonly documents: 'files' | 'an S3 bucket'
}

/** A document that is to be made once more, with data that are kept. */
export interface RenderAgainCall {
  readonly organization: Organization
  /** Of the request before, which the new one counts for. */
  readonly key: ApiKey
  readonly kept: KeptData
  readonly version: 'current' | 'same'
  readonly origin: string
}

/** The new request, or why there is none. */
export type RenderedAgain = { readonly requestId: string } | { readonly refusal: string }

/** The services that the routes of the dashboard work with. */
export interface DashboardServices {
  readonly store: Store
  readonly pool: RenderPool
  /** Renders drafts. */
  readonly previews: PreviewPool
  /** Draws pages. */
  readonly pages: PagePool
  readonly objects: DocumentStorage
  readonly sealer: Sealer
  /** Where webhooks may be delivered to. */
  readonly webhookPolicy: AddressPolicy
  readonly log: Logger
  readonly passwords: PasswordQueue
  /** Who has which draft open. */
  readonly presence: Presence
  /** Pages that browsers watch. */
  readonly live: LivePages
  /** The provider by which people sign in besides their passwords. */
  readonly signOn: SignOn | undefined
  readonly assets: Assets
  readonly deployment: Deployment
  /** Accepts a document to be made once more, as the HTTP interface does. */
  renderAgain(call: RenderAgainCall): Promise<RenderedAgain>
  /** Where clients reach the service, without a slash at its end; known when it listens. */
  baseUrl(): string
}
