import type { LimitRefusal } from './limit-refusal.js'
import { CONCURRENT_REQUESTS } from './quotas.js'
import { SharedBudget } from './shared-budget.js'

/**
 * Bytes of bodies that are in memory at the same time, from their being announced to the end of their request or its
 * acceptance: 128 of the largest. With less, a burst of large documents would be refused that can be accepted; more
 * would not fit beside the render threads into the memory of a small container.
 */
const BODY_BYTES = 134_217_728

/** Accepted requests whose answer is held back for the document. A connection that waits takes some ten kilobytes. */
const WAITING_ANSWERS = 1_000

/** The memory that unanswered requests hold, shared out among organizations. */
export class HeldRequests {
  readonly bodies = new SharedBudget(BODY_BYTES)
  readonly waiting = new SharedBudget(WAITING_ANSWERS)
}

/** Seconds after which one of the bodies has probably been worked on. */
export const BODY_RETRY_AFTER = 1

export const BODIES_TOO_LARGE: LimitRefusal = {
  code: 'concurrent_limit_exceeded',
  message: 'The requests of this organization that are being received are too large together',
  limit: CONCURRENT_REQUESTS,
  remaining: 0,
  retryAfter: BODY_RETRY_AFTER,
}
