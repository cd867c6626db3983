import type { Organization, Plan } from '../storage/store.js'

/** Documents a month by plan; absent means unlimited. */
const MONTHLY_QUOTA: Record<Plan, number | undefined> = {
  free: 100,
  pro: 5_000,
  scale: 50_000,
  enterprise: undefined,
}

/** Test requests a day, on all plans. */
export const DAILY_TESTS = 10

/** Requests of one key that are waited for at the same time, and documents of one key that are rendered. */
export const CONCURRENT_REQUESTS = 10

/** The most that a limit of requests per second can be: more than one process can answer. */
export const MAX_REQUESTS_PER_SECOND = 100_000

/** An organization's documents a month: its own quota or that of its plan. */
export function monthlyQuota({ plan, monthlyQuota }: Organization): number | undefined {
  return monthlyQuota ?? MONTHLY_QUOTA[plan]
}
