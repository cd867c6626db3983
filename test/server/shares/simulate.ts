import { type Applicant, assignNext, type Renderer, type WaitingTask } from '../../../server/shares/renderers.js'
import { ServedTime } from '../../../server/shares/served-time.js'
import { WaitingLines } from '../../../server/shares/waiting-lines.js'

/** A customer of the service and its appetite. All times are in ms of the simulated clock. */
export interface Tenant extends Applicant {
  /** How long its documents take. */
  readonly documentMs: number
  /** A document comes so often; or the next when one is done, with so many under way at the same time. */
  readonly arrival: { readonly everyMs: number } | { readonly atATime: number }
}

export interface Waits {
  readonly turns: number
  readonly longest: number
}

class SimulatedTask implements WaitingTask {
  readonly organizationId: string
  readonly mode: 'sync' | 'async'

  constructor(
    readonly tenant: Tenant,
    readonly since: number,
    readonly order: number,
    readonly time: ServedTime,
  ) {
    this.organizationId = tenant.organizationId
    this.mode = tenant.mode
  }

  get served(): number {
    return this.time.of(this.organizationId)
  }
}

/** A document that takes longer lets nothing wait behind it. */
const SLOW_MS = 50

interface SimulatedRenderer {
  current: SimulatedTask | undefined
  begunAt: number
  endsAt: number
  ahead: SimulatedTask | undefined
}

/**
 * Shares renderers out among tenants by the rules, and gives how long each waited for its next turn: from the moment
 * when a document of it came, or the one before it was done, whichever was later.
 */
export function simulate(tenants: readonly Tenant[], count: number, untilMs: number): ReadonlyMap<Tenant, Waits> {
  const time = new ServedTime()
  const renderers: SimulatedRenderer[] = Array.from({ length: count }, () => ({
    current: undefined,
    begunAt: 0,
    endsAt: Number.POSITIVE_INFINITY,
    ahead: undefined,
  }))
  const waits = new Map(tenants.map((tenant) => [tenant, [] as number[]]))
  const waiting = new WaitingLines<SimulatedTask>()
  /** When a document of each tenant was last begun or done. */
  const turns = new Map<Tenant, number>()
  let arrived = 0
  let now = 0

  const arrive = (tenant: Tenant) => {
    time.arrive(tenant.organizationId)
    waiting.add(new SimulatedTask(tenant, now, arrived++, time))
  }
  const begin = (renderer: SimulatedRenderer, task: SimulatedTask) => {
    renderer.current = task
    renderer.begunAt = now
    renderer.endsAt = now + task.tenant.documentMs
    waits.get(task.tenant)?.push(now - Math.max(task.since, turns.get(task.tenant) ?? 0))
    turns.set(task.tenant, now)
  }
  const share = () => {
    for (;;) {
      const next = assignNext(
        renderers.map((renderer) => describe(renderer, now)),
        waiting.heads(),
      )
      if (!next) return
      const renderer = renderers[next.renderer]
      if (!renderer) throw new Error('there is no such renderer')
      if (next.kind === 'take-back') {
        if (renderer.ahead) waiting.add(renderer.ahead)
        renderer.ahead = undefined
        continue
      }
      waiting.remove(next.task)
      if (renderer.current) renderer.ahead = next.task
      else begin(renderer, next.task)
    }
  }

  const arrivals = tenants.map((tenant) => ({ tenant, at: 0 }))
  for (const { tenant } of arrivals) {
    if ('atATime' in tenant.arrival) for (let number = 0; number < tenant.arrival.atATime; number++) arrive(tenant)
  }
  while (now < untilMs) {
    for (const arrival of arrivals) {
      if (!('everyMs' in arrival.tenant.arrival) || arrival.at > now) continue
      arrive(arrival.tenant)
      arrival.at += arrival.tenant.arrival.everyMs
    }
    share()
    const coming = arrivals.filter(({ tenant }) => 'everyMs' in tenant.arrival).map(({ at }) => at)
    const slow = renderers.filter(({ ahead }) => ahead).map(({ begunAt }) => begunAt + SLOW_MS)
    now = Math.min(...coming, ...slow, ...renderers.map(({ endsAt }) => endsAt))
    for (const renderer of renderers) {
      if (!renderer.current || renderer.endsAt > now) continue
      const { tenant } = renderer.current
      time.leave(tenant.organizationId, tenant.documentMs)
      turns.set(tenant, now)
      if ('atATime' in tenant.arrival) arrive(tenant)
      const { ahead } = renderer
      Object.assign(renderer, { current: undefined, endsAt: Number.POSITIVE_INFINITY, ahead: undefined })
      if (ahead) begin(renderer, ahead)
    }
  }
  for (const tenant of tenants) {
    const first = waiting.heads().find((head) => head.tenant === tenant)
    if (first) waits.get(tenant)?.push(now - Math.max(first.since, turns.get(tenant) ?? 0))
  }
  return new Map([...waits].map(([tenant, times]) => [tenant, summarize(times)]))
}

function describe({ current, ahead, begunAt }: SimulatedRenderer, now: number): Renderer<SimulatedTask> {
  return { current, ahead, state: !current ? 'idle' : now - begunAt < SLOW_MS ? 'busy' : 'slow' }
}

function summarize(times: readonly number[]): Waits {
  return { turns: times.length, longest: Math.max(0, ...times) }
}
