/** Lines at `warn` and above. */
const WARN = 40

export interface LogSummary {
  /** How often each was written. */
  readonly counts: ReadonlyMap<string, number>
  /** A line of each kind that has a trace of the stack, which says that nobody expected it. */
  readonly unexpected: readonly string[]
  /** All lines. */
  readonly total: number
}

interface Line {
  readonly level: number
  readonly msg: string
  readonly err?: { readonly stack?: string }
}

/** What logs say besides what is usual. */
export function summarize(lines: readonly string[]): LogSummary {
  const counts = new Map<string, number>()
  const unexpected = new Map<string, string>()
  let total = 0
  for (const text of lines) {
    if (!text.startsWith('{')) continue
    total++
    const { level, msg, err }: Line = JSON.parse(text)
    if (level < WARN) continue
    counts.set(msg, (counts.get(msg) ?? 0) + 1)
    if (err?.stack !== undefined && !unexpected.has(msg)) unexpected.set(msg, text.slice(0, 600))
  }
  return { counts: new Map([...counts].sort((a, b) => b[1] - a[1])), unexpected: [...unexpected.values()], total }
}
