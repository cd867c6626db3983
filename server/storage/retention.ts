import type { Plan } from './store.js'

/** Days that documents are kept. Plans that say nothing of it keep them for a week. */
const DOCUMENT_DAYS: Record<Plan, number> = { free: 2, pro: 30, scale: 90, enterprise: 7 }

const DAY_MS = 86_400_000

/** How long the documents of an organization are kept after they were made, in ms. */
export function retentionMs(plan: Plan): number {
  return DOCUMENT_DAYS[plan] * DAY_MS
}
