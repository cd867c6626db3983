import { monitorEventLoopDelay } from 'node:perf_hooks'
import t from 'tap'
import { send } from '../server/http/request.js'
import { startService } from '../server/service.js'
import { bodyOf, calibrate, casesOverHttp, MemoryWatch, SteadyTenant } from './over-http.js'

/** Short, so that what does not end takes little of the test's time. */
const TIMEOUT_MS = 6_000

/** The longest wait of the other tenant on a machine with two cores that does nothing else. */
const BAR_MS = 300

/** Where the machine does other things too, the other tenant alone is slow already: what is added must stay small. */
const SLOWDOWN = 3

/** The default limit and what a document may add to it between two looks at it. */
const MOST_MB = 1_024 + 512

/** So does what this process itself is late by: an answer passes through a dozen turns of threads and processes. */
const LATENESS = 10

/** Answers of the other tenant before the first case. */
const CALIBRATION = 200

/** For all cases, where they are asked for. */
const MOST_MINUTES = 30

const INVOICE = '<h1>Invoice {{number}}</h1><table>{{#each rows}}<tr><td>{{name}}<td>{{price}}</tr>{{/each}}</table>'
const ROWS = Array.from({ length: 20 }, (_, index) => ({ name: `Article ${index}`, price: index * 10 }))

t.setTimeout(MOST_MINUTES * 60_000)

t.test('hostile documents of one tenant, and an invoice of another every 50 ms', { timeout: 0 }, async (t) => {
  const config = { workers: 1, syncTimeoutMs: TIMEOUT_MS, engine: true }
  const attacker = await startService(t, config, undefined, 'enterprise')
  const neighbour = await startService(t, config, undefined, 'enterprise')
  const { pid = 0 } = attacker.process.process
  // Made before anything is timed: some take this process seconds, in which it hears no answers.
  const documents = casesOverHttp(process.env.TEST_HOSTILE === 'all').map(({ name, make }) => {
    const { data, ...template } = make()
    return { name, template, body: bodyOf(data) }
  })
  await neighbour.addTemplate('invoice', INVOICE)
  const tenant = new SteadyTenant(neighbour, 'invoice', JSON.stringify({ number: 1, rows: ROWS }))
  tenant.start()
  t.teardown(() => tenant.stop())
  await calibrate(tenant, CALIBRATION)
  const alone = tenant.p99()
  const since = tenant.latencies.length

  const delay = monitorEventLoopDelay()
  delay.enable()
  for (const [index, { name, template, body }] of documents.entries()) {
    if (body === undefined) continue
    const { html, assets = new Map() } = template
    await attacker.addTemplate(`case-${index}`, html, { assets })
    const memory = new MemoryWatch(pid)
    const first = tenant.latencies.length
    const start = performance.now()
    const reply = await attacker.generate(`case-${index}`, body)
    const duration = performance.now() - start
    const mb = memory.stop()
    const { error } = (reply.status === 200 ? {} : reply.json) as { error?: { code: string; message: string } }
    const isClear = reply.status === 422 || error?.code === 'render_timeout'
    t.ok(
      reply.status === 200 || isClear,
      `${name}: ${reply.status} ${error?.code ?? ''} after ${Math.round(duration)} ms with ${mb} MB, the invoice within ${tenant.p99(first)} ms`,
      { error },
    )
    t.ok(duration < TIMEOUT_MS * 2, `${name} ends`)
    t.ok(mb < MOST_MB, `${name} stays within its memory`)
  }

  await tenant.stop()
  delay.disable()
  const lateness = delay.percentile(99) / 1e6
  const bar = Math.max(BAR_MS, alone * SLOWDOWN, lateness * LATENESS)
  t.comment(`${tenant.latencies.length - since} invoices: p99 ${tenant.p99(since)} ms, ${alone} ms alone`)
  t.ok(tenant.p99(since) <= bar, `99 of 100 invoices were there within ${tenant.p99(since)} ms of ${bar}`)
  t.same([...tenant.statuses.keys()], [200], 'every invoice was made')
  t.equal((await send(`${attacker.url}/healthz`)).status, 200, 'the service is the same')
  t.equal(attacker.process.process.exitCode, null)
})
