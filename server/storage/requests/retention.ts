import type { Plan } from '../store.js'

/** Days that documents are kept. Plans that say nothing of it keep them for a week. */
const DOCUMENT_DAYS: Record<Plan, number> = { free: 2, pro: 30, scale: 90, enterprise: 7 }

const DAY_MS = 86_400_000

/** How long the documents of an organization are kept after they were made, in ms. */
export function retentionMs(plan: Plan): number {
  return DOCUMENT_DAYS[plan] * DAY_MS
}

/** Days that deliveries stay in the log. */
const LOG_DAYS: Record<Plan, number> = { free: 2, pro: 90, scale: 365, enterprise: 365 }

/** How long it is known who did what to the service's settings, in ms: four hundred days, a year and some time to look. */
export const AUDIT_LIFETIME_MS = 400 * DAY_MS

/** How long the log keeps deliveries after their event, in ms. */
export function logRetentionMs(plan: Plan): number {
  return LOG_DAYS[plan] * DAY_MS
}
