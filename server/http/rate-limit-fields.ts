/** A limit as its header fields describe it. */
interface RateLimitState {
  /** Of letters, digits and `_`. */
  readonly name: string
  /** The whole of it. */
  readonly quota: number
  /** The seconds that the quota is for; absent where they are not always the same. */
  readonly window?: number | undefined
  readonly remaining: number
  /** Whole seconds until there is more of it. */
  readonly seconds: number
}

/** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11 §3 and §4). */
export function rateLimitFields({ name, quota, window, remaining, seconds }: RateLimitState) {
  return {
    'RateLimit-Policy': `"${name}";q=${quota}${window === undefined ? '' : `;w=${window}`}`,
    RateLimit: `"${name}";r=${remaining};t=${seconds}`,
  }
}
