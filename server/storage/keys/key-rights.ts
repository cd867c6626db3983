import type { KeySettings } from '../store.js'
import { isRangeWithin } from './allow-list.js'

/** What a key may do, and from where and how long. */
export type KeyRights = Omit<KeySettings, 'description'>

/** The first right that a key has and another has not, by its name in JSON; undefined when there is none. */
export function findWiderRight(
  key: KeyRights,
  other: KeyRights,
): 'scopes' | 'test_only' | 'allow_ips' | 'expires_at' | 'requests_per_second' | undefined {
  if (!key.scopes.every((scope) => other.scopes.includes(scope))) return 'scopes'
  if (other.isTestOnly && !key.isTestOnly) return 'test_only'
  if (!isAllowListWithin(key.allowIps, other.allowIps)) return 'allow_ips'
  if (isMore(key.expiresAt, other.expiresAt)) return 'expires_at'
  return isMore(key.requestsPerSecond, other.requestsPerSecond) ? 'requests_per_second' : undefined
}

/** Without a number there is no end to it. */
function isMore(value = Number.POSITIVE_INFINITY, other = Number.POSITIVE_INFINITY): boolean {
  return value > other
}

/** An empty list has every address. */
function isAllowListWithin(ranges: readonly string[], others: readonly string[]): boolean {
  if (others.length === 0) return true
  return ranges.length > 0 && ranges.every((range) => isRangeWithin(range, others))
}
