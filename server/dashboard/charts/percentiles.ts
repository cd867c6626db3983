import { latencyOf } from '../../storage/request-log/request-log-store.js'

interface Counted {
  readonly bucket: number
  readonly requests: number
}

/** About how many ms a share of the requests (0.5, 0.95) took at most; undefined when there were none. */
export function percentile(counts: readonly Counted[], share: number): number | undefined {
  const ordered = [...counts].sort((a, b) => a.bucket - b.bucket)
  const total = ordered.reduce((sum, { requests }) => sum + requests, 0)
  let passed = 0
  for (const { bucket, requests } of ordered) {
    passed += requests
    if (passed >= total * share) return latencyOf(bucket)
  }
  return undefined
}
