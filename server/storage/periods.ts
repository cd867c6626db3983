/** The kinds of usage: documents by month, test requests by day. */
export type UsageKind = 'documents' | 'tests'

/** The period that a time (epoch ms) belongs to, in UTC: `2026-11` for documents, `2026-11-21` for tests. */
export function periodOf(kind: UsageKind, now: number): string {
  return new Date(now).toISOString().slice(0, kind === 'documents' ? 7 : 10)
}

/** Whole seconds, rounded up, until the period of a time is over. */
export function secondsLeft(kind: UsageKind, now: number): number {
  const date = new Date(now)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const end = kind === 'documents' ? Date.UTC(year, month + 1, 1) : Date.UTC(year, month, day + 1)
  return Math.ceil((end - now) / 1000)
}
