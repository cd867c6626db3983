import { isoTime } from '../iso-time.js'
import type { ApiKey } from '../store.js'

/** A key in JSON, which never has its text: for the command line and the HTTP interface. */
export function describeKey(key: ApiKey) {
  return {
    id: key.id,
    display: key.display,
    description: key.description,
    allow_ips: key.allowIps,
    scopes: key.scopes,
    test_only: key.isTestOnly,
    expires_at: isoTime(key.expiresAt),
    requests_per_second: key.requestsPerSecond ?? null,
    created_at: isoTime(key.createdAt),
    last_used_at: isoTime(key.lastUsedAt),
    revoked_at: isoTime(key.revokedAt),
  }
}
