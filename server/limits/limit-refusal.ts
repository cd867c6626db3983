/** A limit that stands against a request. */
export interface LimitRefusal {
  readonly code: 'test_limit_exceeded' | 'monthly_limit_exceeded' | 'concurrent_limit_exceeded'
  readonly message: string
  readonly limit: number
  /** The rest of it, too little for this request. */
  readonly remaining: number
  /** Whole seconds after which it is worth trying again. */
  readonly retryAfter: number
}
