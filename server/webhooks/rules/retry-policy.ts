/** How an endpoint of the dashboard wants to be tried. */
export interface DeliverySettings {
  /** Attempts after the first one, 0 to 5. */
  readonly maxRetries: number
  /** For the whole exchange, 5 to 60. */
  readonly timeoutSeconds: number
  /** By what each delay is longer than the one before. */
  readonly backoffMultiplier: number
}

export const DEFAULT_SETTINGS: DeliverySettings = { maxRetries: 3, timeoutSeconds: 30, backoffMultiplier: 2 }

/** When a delivery is tried again. */
export interface RetrySchedule {
  readonly maxRetries: number
  readonly multiplier: number
  /** The factor that spreads retries over time lies between 1 − spread and 1 + spread. */
  readonly spread: number
}

const FIRST_DELAY_MS = 2_000

/** The longest that a receiver's `Retry-After` can hold a retry back. */
const MAX_RETRY_AFTER_MS = 60_000

/** Retries of a legacy webhook that names none, and the most it can have: its table has four. */
const LEGACY_RETRIES = 4

export const LEGACY_TIMEOUT_SECONDS = 30

export function dashboardSchedule({ maxRetries, backoffMultiplier }: DeliverySettings): RetrySchedule {
  return { maxRetries, multiplier: backoffMultiplier, spread: 0.5 }
}

export function legacySchedule(retries: number = LEGACY_RETRIES): RetrySchedule {
  return { maxRetries: Math.min(retries, LEGACY_RETRIES), multiplier: 2, spread: 0.1 }
}

/** Test events are never repeated. */
export const NO_RETRIES: RetrySchedule = { maxRetries: 0, multiplier: 1, spread: 0 }

/**
 * How long to wait before the next attempt, in ms from the end of the failed one; undefined when there is none.
 *
 * @param failures attempts that have failed so far, from 1
 * @param random a number from 0 to 1
 * @param retryAfterMs what the receiver asked for: it makes a delay longer, never shorter
 */
export function retryDelayMs(
  { maxRetries, multiplier, spread }: RetrySchedule,
  failures: number,
  random: number,
  retryAfterMs = 0,
): number | undefined {
  if (failures > maxRetries) return undefined
  const delay = FIRST_DELAY_MS * multiplier ** (failures - 1) * (1 - spread + 2 * spread * random)
  return Math.round(Math.max(delay, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)))
}

/**
 * The wait that a `Retry-After` header asks for (RFC 9110 §10.2.3), in ms; 0 when it cannot be read.
 *
 * @param now epoch ms
 */
export function parseRetryAfter(header: string | undefined, now: number): number {
  const text = header?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const date = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
