import type { RouterContext } from '@koa/router'
import type { AppState } from '../http/app-state.js'
import { type AuthenticatedCaller, authenticate, requireScope } from '../http/authenticate.js'
import type { KeyUsage } from '../http/key-usage.js'
import type { Store } from '../storage/store.js'

export interface ManagerServices {
  readonly store: Store
  readonly keyUsage: KeyUsage
}

/**
 * Finds out who calls a route that changes the organization in its path.
 *
 * @throws ApiError 401, 403 `insufficient_scope`, 404 `org_not_found`
 */
export async function authenticateManager(
  ctx: RouterContext<AppState>,
  { store, keyUsage }: ManagerServices,
): Promise<AuthenticatedCaller> {
  const { org_slug: slug = '' } = ctx.params
  const caller = await authenticate(ctx, slug, (who) => store.findCaller(who.keyHash, who.slug))
  keyUsage.record(caller.key.id)
  requireScope(caller.key, 'manage')
  return caller
}
