/** The time for one page, where nobody says how much it has, in ms. */
export const DEFAULT_TIMEOUT_MS = 30_000
