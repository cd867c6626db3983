import { DASHBOARD_ROUTES } from '../server/dashboard/routes.js'
import { FULL, PARTIAL } from './full-store.js'
import { createRandom } from './random.js'
import type { ServiceProcess } from './service-process.js'
import { signIn } from './sign-in.js'
import { round, type Spread, spread } from './spread.js'

/** How often each page is asked for; the first ones let the just-in-time compiler and the caches warm up. */
const VISITS = 200
const WARM_UP = 20

/** A page may take so long at the 95th percentile, in ms. */
const BAR_MS = 50

/**
 * Links that work once, files, documents, which are rendered or kept elsewhere, what is among the searches, and what there
 * is only with a provider of identities.
 */
const NOT_PAGES = /\/sign-on|\{token\}|\{name\}|\/document$|\.pdf$|\.zip$|\/publish$|\/compare$/

/** Searches, filters and later parts of lists. */
const SEARCHES: readonly string[] = [
  '/templates/{template}/compare?from=3&to=7',
  '/requests?outcome=failed',
  '/requests?template=seed-77',
  '/requests?code=render_failed&template=seed-7',
  '/requests?since=2020-01-01&until=2099-01-01',
  '/templates?q=seed-99',
  '/webhooks/deliveries?status=failed',
  '/webhooks/deliveries?status=pending&type=document.failed',
  '/audit?q=seed',
]

/** Times every page of the dashboard as an administrator sees it, one after the other, from request to last byte. */
export async function measurePages(service: ServiceProcess, databaseUrl: string | undefined) {
  const cookie = await signIn(service.dataDir, databaseUrl)
  const random = createRandom(2)
  const pages = new Map<string, Spread>()
  for (const path of paths()) {
    const times: number[] = []
    for (let count = 0; count < VISITS; count++) {
      const address = fillIn(path, service.slug, random)
      const start = performance.now()
      const answer = await fetch(service.url + address, {
        headers: { cookie, accept: 'text/html' },
        redirect: 'manual',
      })
      await answer.arrayBuffer()
      times.push(performance.now() - start)
      if (answer.status !== 200 && answer.status !== 303) throw new Error(`${address}: status ${answer.status}`)
    }
    pages.set(path, spread(times.slice(WARM_UP)))
  }
  console.log('Pages of the dashboard, ms')
  console.table(
    [...pages].map(([page, { p50, p95, max }]) => ({ page, p50: round(p50), p95: round(p95), max: round(max) })),
  )
  const slowest = Math.max(...[...pages.values()].map(({ p95 }) => p95))
  console.log(`the slowest p95: ${round(slowest)} ms; it may be ${BAR_MS} ms\n`)
  return { slowestP95Ms: slowest, pages: Object.fromEntries(pages) }
}

function paths(): readonly string[] {
  const all = DASHBOARD_ROUTES.filter(({ method, path }) => method === 'GET' && !NOT_PAGES.test(path))
  return [...all.map(({ path }) => path), ...SEARCHES.map((search) => `/dashboard/{org}${search}`)]
}

/** Writes an address of something else each time. */
function fillIn(path: string, slug: string, random: () => number): string {
  const any = (count: number) => Math.floor(random() * count)
  const id = (prefix: string, n: number) => `${prefix}_${1_000_000_000 + n}`
  // One event in ten is another organization's, which has a delivery of its own.
  const event = any(FULL.requests / 10) * 10
  const webhook = any(FULL.webhooks)
  const values: Readonly<Record<string, string>> = {
    org: slug,
    slug,
    template: `seed-${any(FULL.templates)}`,
    partial: PARTIAL,
    key: id('key', any(FULL.others / 100)),
    request: id('req', event),
    webhook: id('whk', webhook),
    delivery: id('dlv', event * 100 + webhook),
  }
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name]
    if (value === undefined) throw new Error(`nothing is known to stand for {${name}} in ${path}`)
    return value
  })
}
