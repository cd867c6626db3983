import type { DeliveryClaim } from '../storage/webhooks/webhook-store.js'
import { organizationOf } from './rules/lane.js'

/** Requests to one endpoint at the same time. */
const LANE_ROOM = 20

/** Requests of one organization at the same time: a fifth of all. */
const ORGANIZATION_ROOM = 100

/** An endpoint that took longer than this, or did not answer, has room for fewer until it answers faster. */
const SLOW_MS = 5_000

const SLOW_LANE_ROOM = 2

/** Slow endpoints that are remembered. */
const MAX_SLOW = 1_000

/** How much runs where in this process, so that no endpoint and no organization takes the room of others. */
export class Lanes {
  readonly #running = new Map<string, number>()
  readonly #organizations = new Map<string, number>()
  readonly #slow = new Set<string>()

  begin(lane: string): void {
    count(this.#running, lane, 1)
    count(this.#organizations, organizationOf(lane), 1)
  }

  end(lane: string, durationMs: number): void {
    count(this.#running, lane, -1)
    count(this.#organizations, organizationOf(lane), -1)
    this.#slow.delete(lane)
    if (durationMs < SLOW_MS) return
    this.#slow.add(lane)
    const [oldest] = this.#slow
    if (this.#slow.size > MAX_SLOW && oldest !== undefined) this.#slow.delete(oldest)
  }

  /** How many endpoints are delivered to, and how many have less room. */
  get counts(): { readonly lanes: number; readonly slowLanes: number } {
    return { lanes: this.#running.size, slowLanes: this.#slow.size }
  }

  /** The room that is left. */
  rooms(): Pick<DeliveryClaim, 'laneRoom' | 'organizationRoom' | 'lanes' | 'organizations'> {
    const lanes = new Map<string, number>()
    for (const lane of this.#slow) lanes.set(lane, SLOW_LANE_ROOM)
    for (const [lane, running] of this.#running) lanes.set(lane, (lanes.get(lane) ?? LANE_ROOM) - running)
    const organizations = new Map([...this.#organizations].map(([id, running]) => [id, ORGANIZATION_ROOM - running]))
    return { laneRoom: LANE_ROOM, organizationRoom: ORGANIZATION_ROOM, lanes, organizations }
  }
}

function count(counts: Map<string, number>, key: string, change: number): void {
  const value = (counts.get(key) ?? 0) + change
  if (value > 0) counts.set(key, value)
  else counts.delete(key)
}
