/** Latencies of repeated runs, in ms. */
export interface Latency {
  readonly runs: number
  readonly p50: number
  readonly p95: number
  readonly min: number
  /** Runs per second, one after the other. */
  readonly perSecond: number
}

export interface MeasureOptions {
  /** Runs that are not counted: the just-in-time compiler and the caches warm up in them. */
  readonly warmUp: number
  readonly runs: number
}

/** Times `run(iteration)`; what `prepare` makes for an iteration is not timed. */
export function measure<T>(
  options: MeasureOptions,
  prepare: (iteration: number) => T,
  run: (input: T) => void,
): Latency {
  const times: number[] = []
  for (let iteration = 0; iteration < options.warmUp + options.runs; iteration++) {
    const input = prepare(iteration)
    const start = performance.now()
    run(input)
    if (iteration >= options.warmUp) times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const total = times.reduce((sum, time) => sum + time, 0)
  return {
    runs: times.length,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    min: times[0] ?? 0,
    perSecond: (times.length / total) * 1000,
  }
}

/** The value below which a fraction of the sorted values lies. */
export function quantile(sorted: readonly number[], fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0
}
