import type { Plan } from '../store.js'

/** Days that documents are kept. Plans that say nothing of it keep them for a week. */
const DOCUMENT_DAYS: Record<Plan, number> = { free: 2, pro: 30, scale: 90, enterprise: 7 }

const DAY_MS = 86_400_000

/** Days that documents are kept at most on a plan. */
export function mostDocumentDays(plan: Plan): number {
  return DOCUMENT_DAYS[plan]
}

/** How long the documents of an organization are kept after they were made, in ms. @param days the organization's own, if it has any */
export function retentionMs(plan: Plan, days: number = DOCUMENT_DAYS[plan]): number {
  return Math.min(days, DOCUMENT_DAYS[plan]) * DAY_MS
}

/** The choices of days that an organization may keep the data of its asynchronous requests; it keeps none without one. */
export const KEEP_DATA_DAYS = [1, 7, 30] as const

/** Days that deliveries stay in the log. */
const LOG_DAYS: Record<Plan, number> = { free: 2, pro: 90, scale: 365, enterprise: 365 }

/** How long it is known who did what to the service's settings, in ms: four hundred days, a year and some time to look. */
export const AUDIT_LIFETIME_MS = 400 * DAY_MS

/** How long the log keeps deliveries after their event, in ms. */
export function logRetentionMs(plan: Plan): number {
  return LOG_DAYS[plan] * DAY_MS
}
