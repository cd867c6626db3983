import { performance } from 'node:perf_hooks'
import type { ApiKey, Organization } from '../storage/store.js'

/** Keys whose buckets are remembered; one that is forgotten is full again. */
const MAX_BUCKETS = 10_000

/** What is left of a key's requests after one more. */
export interface RateState {
  readonly isAllowed: boolean
  /** Requests per second. */
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until one more is allowed, or until all are where some are left. */
  readonly seconds: number
}

interface Bucket {
  tokens: number
  /** By the process's own clock, in ms. */
  filledAt: number
}

/**
 * Requests per second of each key, as token buckets that hold the requests of one second. Each process has buckets of its
 * own, so that no request waits for the store: behind a proxy with several processes a key has so many at each of them.
 */
export class RequestRates {
  readonly #default: number
  readonly #now: () => number
  /** In the order of their last use. */
  readonly #buckets = new Map<string, Bucket>()

  /** @param requestsPerSecond where neither key nor organization says it; 0 for no limit */
  constructor(requestsPerSecond: number, now: () => number = () => performance.now()) {
    this.#default = requestsPerSecond
    this.#now = now
  }

  /** Takes one request of a key; undefined where it has no limit. */
  take(key: Pick<ApiKey, 'id' | 'requestsPerSecond'>, organization: Pick<Organization, 'requestsPerSecond'>) {
    const limit = rateOf(key, organization, this.#default)
    return limit === undefined ? undefined : this.#takeFrom(key.id, limit)
  }

  #takeFrom(keyId: string, limit: number): RateState {
    const now = this.#now()
    const { tokens: before, filledAt } = this.#buckets.get(keyId) ?? { tokens: limit, filledAt: now }
    const tokens = Math.min(limit, before + ((now - filledAt) / 1_000) * limit)
    const isAllowed = tokens >= 1
    const left = isAllowed ? tokens - 1 : tokens
    this.#buckets.delete(keyId)
    this.#buckets.set(keyId, { tokens: left, filledAt: now })
    const [oldest] = this.#buckets.keys()
    if (this.#buckets.size > MAX_BUCKETS && oldest !== undefined) this.#buckets.delete(oldest)
    const missing = left >= 1 ? limit - left : 1 - left
    return { isAllowed, limit, remaining: Math.floor(left), seconds: Math.max(1, Math.ceil(missing / limit)) }
  }
}

/** A key may have fewer than its organization, never more. */
function rateOf(
  { requestsPerSecond: ofKey }: Pick<ApiKey, 'requestsPerSecond'>,
  { requestsPerSecond: ofOrganization }: Pick<Organization, 'requestsPerSecond'>,
  ofService: number,
): number | undefined {
  const rates = [ofKey, ofOrganization ?? ofService].filter((rate) => rate !== undefined && rate > 0)
  return rates.length === 0 ? undefined : Math.min(...rates.map(Number))
}
