import type { UsageSum } from './request-log-store.js'

const DAY_MS = 86_400_000

/** Days whose usage is shown. */
export const USAGE_DAYS = 30

/** The usage of a day that has none. */
export const NOTHING_MADE: Omit<UsageSum, 'of'> = { documents: 0, tests: 0, failures: 0, pages: 0, bytes: 0 }

/** The last days up to a time (epoch ms), in UTC (`2026-11-21`), the oldest first. */
export function lastUsageDays(now: number): readonly string[] {
  return Array.from({ length: USAGE_DAYS }, (_, index) =>
    new Date(now - (USAGE_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}
