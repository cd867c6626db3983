/** A limit that stands against a request. */
export interface LimitRefusal {
  readonly code: 'test_limit_exceeded' | 'monthly_limit_exceeded' | 'concurrent_limit_exceeded'
  readonly message: string
  readonly limit: number
  /** What is left of it, though not enough for this request. */
  readonly remaining: number
  /** Whole seconds after which it is worth trying again. */
  readonly retryAfter: number
}
