import { createHash } from 'node:crypto'
import type { StoredLegacyTarget } from '../storage/request-store.js'
import { legacyContext } from './contexts.js'
import type { LegacyTarget } from './rules/legacy-target.js'
import type { Sealer } from './sealer.js'

const LANE_DIGITS = 16

/** The `webhook` member of a request as it is kept until its event is delivered: its headers may be secrets. */
export function sealLegacyTarget(json: string, requestId: string, sealer: Sealer): StoredLegacyTarget {
  const { url }: LegacyTarget = JSON.parse(json)
  // All addresses of a host share a lane: it is the host that is slow.
  const digest = createHash('sha256').update(new URL(url).origin).digest('hex')
  return { lane: `host-${digest.slice(0, LANE_DIGITS)}`, sealed: sealer.seal(json, legacyContext(requestId)) }
}
