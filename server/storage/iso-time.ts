/** A time (epoch ms) as JSON has it; null for none. */
export function isoTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString()
}
