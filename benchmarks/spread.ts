import { quantile } from './measure.js'

/** How times are spread, in ms. */
export interface Spread {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

export function spread(times: readonly number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (fraction: number) => quantile(sorted, fraction)
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? 0 }
}

export function describe({ p50, p95, p99, max }: Spread): string {
  return `p50 ${round(p50)} ms, p95 ${round(p95)} ms, p99 ${round(p99)} ms, max ${round(max)} ms`
}

export function percent(share: number | undefined): string {
  return share === undefined ? '?' : `${Math.round(share * 1000) / 10} %`
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}
