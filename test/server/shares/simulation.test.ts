import t from 'tap'
import { simulate, type Tenant } from './simulate.js'

const TEN_MINUTES = 600_000

/** Asynchronous documents of 27 s, a hundred always waiting. */
const reports: Tenant = { organizationId: 'reports', mode: 'async', documentMs: 27_000, arrival: { atATime: 100 } }
/** Asynchronous documents of 200 ms, a hundred always waiting. */
const letters: Tenant = { organizationId: 'letters', mode: 'async', documentMs: 200, arrival: { atATime: 100 } }
/** One small asynchronous document now and then. */
const club: Tenant = { organizationId: 'club', mode: 'async', documentMs: 10, arrival: { everyMs: 9_973 } }
/** Everything that a key may ask for at the same time, 2 s each. */
const greedy: Tenant = { organizationId: 'greedy', mode: 'sync', documentMs: 2_000, arrival: { atATime: 10 } }
/** Twenty invoices a second. */
const shop: Tenant = { organizationId: 'shop', mode: 'sync', documentMs: 5, arrival: { everyMs: 50 } }
/** One invoice now and then. */
const baker: Tenant = { organizationId: 'baker', mode: 'sync', documentMs: 5, arrival: { everyMs: 7_919 } }

interface Scenario {
  readonly name: string
  readonly renderers: number
  /** The longest that each may wait for a turn, in ms. */
  readonly waits: ReadonlyMap<Tenant, number>
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'on two renderers beside reports of 27 s: an invoice waits 5 ms, other asynchronous work one report',
    renderers: 2,
    waits: new Map([
      [shop, 5],
      [baker, 5],
      [club, 27_300],
      [letters, 27_100],
      [reports, 27_100],
    ]),
  },
  {
    name: 'on four renderers beside reports of 27 s: an invoice waits 5 ms, other asynchronous work 0.2 s',
    renderers: 4,
    waits: new Map([
      [shop, 5],
      [baker, 5],
      [club, 200],
      [letters, 200],
      [reports, 27_000],
    ]),
  },
  {
    name: 'on four renderers beside ten synchronous documents of 2 s: an invoice waits 2 s, and nobody more than 31 s',
    renderers: 4,
    waits: new Map([
      [shop, 2_000],
      [baker, 2_000],
      [greedy, 2_000],
      [club, 27_300],
      [letters, 27_300],
      [reports, 31_000],
    ]),
  },
]

t.test('tenants of very different appetite', async (t) => {
  for (const { name, renderers, waits } of SCENARIOS) {
    await t.test(name, async (t) => {
      const seen = simulate([...waits.keys()], renderers, TEN_MINUTES)
      for (const [tenant, bound] of waits) {
        const { longest = Number.NaN, turns = 0 } = seen.get(tenant) ?? {}
        t.ok(longest <= bound, `${tenant.organizationId} waited for ${longest} ms at most`)
        t.ok(turns > 10, `and had ${turns} turns`)
      }
    })
  }
})
