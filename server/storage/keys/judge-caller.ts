import type { ApiKey, Caller, Organization } from '../store.js'
import { isAllowed } from './allow-list.js'

/** Whether a caller may call, and with what. */
export type CallerVerdict =
  | { readonly kind: 'allowed'; readonly key: ApiKey; readonly organization: Organization }
  | {
      readonly kind:
        | 'unknown-key'
        | 'revoked'
        | 'expired'
        | 'unknown-organization'
        | 'other-organization'
        | 'other-address'
    }

/**
 * The first thing that speaks against a caller, in the order in which clients are told.
 *
 * @param address its IP address
 * @param now epoch ms: keys end by the hour, for which the clock of the process is good enough
 */
export function judgeCaller({ key, organization }: Caller, address: string, now: number = Date.now()): CallerVerdict {
  if (!key) return { kind: 'unknown-key' }
  if (key.revokedAt !== undefined) return { kind: 'revoked' }
  if (key.expiresAt !== undefined && key.expiresAt <= now) return { kind: 'expired' }
  if (!organization) return { kind: 'unknown-organization' }
  if (key.organizationId !== organization.id) return { kind: 'other-organization' }
  if (key.allowIps.length > 0 && !isAllowed(address, key.allowIps)) return { kind: 'other-address' }
  return { kind: 'allowed', key, organization }
}
