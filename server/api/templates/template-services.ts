import type { HeldRequests } from '../../limits/held-requests.js'
import type { PreviewServices } from '../../templates/preview-template.js'
import type { ManagerServices } from '../authenticate-manager.js'

/** The services of the routes that manage templates. */
export interface TemplateServices extends ManagerServices, PreviewServices {
  readonly store: ManagerServices['store']
  readonly held: HeldRequests
}

/** The templates of an organization. */
export const TEMPLATES = '/api/v1/{org_slug}/templates'

/** One of them, by its own path: a path that it had before leads to its documents only. */
export const TEMPLATE = `${TEMPLATES}/{template}`
