import type { RouterMiddleware } from '@koa/router'
import type { AppState } from './app-state.js'
import type { Operation } from './operation.js'

/**
 * The callers of a route:
 *
 * - `anyone`: no key is asked for;
 * - `key`: the holder of an API key of the organization in the path;
 * - `manager`: the same, of a key with the scope `manage`;
 * - `key-or-link`: the holder of any key, or whoever has a signed link.
 */
export type Access = 'anyone' | 'key' | 'manager' | 'key-or-link'

/** An HTTP route. The application and the OpenAPI document are both made from these. */
export interface Route<Services> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With its parameters in braces, as OpenAPI writes paths: `/api/v1/{org_slug}/requests/{request_id}`. */
  readonly path: string
  readonly access: Access
  /** How OpenAPI describes the route; absent for routes that are not part of the documented interface. */
  readonly operation?: Operation
  handle(services: Services): RouterMiddleware<AppState>
}

/** A route's path as the router writes it, with `:name` in place of `{name}`. */
export function routerPath({ path }: Pick<Route<never>, 'path'>): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}
