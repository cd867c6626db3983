import type { ApiKey, Caller, Organization } from '../store.js'
import { isAllowed } from './allow-list.js'

/** Whether a caller may call, and with what. */
export type CallerVerdict =
  | { readonly kind: 'allowed'; readonly key: ApiKey; readonly organization: Organization }
  | {
      readonly kind: 'unknown-key' | 'revoked' | 'unknown-organization' | 'other-organization' | 'other-address'
    }

/** The first thing that speaks against a caller, in the order in which clients are told. @param address its IP address */
export function judgeCaller({ key, organization }: Caller, address: string): CallerVerdict {
  if (!key) return { kind: 'unknown-key' }
  if (key.revokedAt !== undefined) return { kind: 'revoked' }
  if (!organization) return { kind: 'unknown-organization' }
  if (key.organizationId !== organization.id) return { kind: 'other-organization' }
  if (key.allowIps.length > 0 && !isAllowed(address, key.allowIps)) return { kind: 'other-address' }
  return { kind: 'allowed', key, organization }
}
