import type { StoredLegacyTarget } from '../storage/requests/request-store.js'
import { legacyContext } from './contexts.js'
import type { LegacyTarget } from './rules/legacy-target.js'
import type { Sealer } from './sealer.js'

const LANE_DIGITS = 16

/** The `webhook` member of a request as it is kept until its event is delivered: its URL and headers may be secrets. */
export function sealLegacyTarget(json: string, requestId: string, sealer: Sealer): StoredLegacyTarget {
  const { url }: LegacyTarget = JSON.parse(json)
  // All addresses of a host share a lane: it is the host that is slow. Its name is not told: hosts can be guessed, and
  // so could an ordinary hash of one.
  const lane = `host-${sealer.fingerprint(new URL(url).origin).slice(0, LANE_DIGITS)}`
  return { lane, sealed: sealer.seal(json, legacyContext(requestId)) }
}
