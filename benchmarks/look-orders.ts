/** People and programs that look at something, a second, while something else is measured. */
export const LOOKS_PER_SECOND = 100

/** Where the running service and its store are found. */
export interface LookedAt {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly url: string
  readonly slug: string
  readonly key: string
}

/** What the thread that looks is told: to time each list, or to look from one moment to another. */
export type LookOrder = 'time' | 'begin' | 'end'
