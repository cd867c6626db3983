import t from 'tap'
import { send, whenThereIsRoom } from '../server/http/request.js'
import { type Service, startService } from '../server/service.js'
import { bodyOf, casesOverHttp, moreAnswers, ProcessWatch, SteadyTenant } from './over-http.js'

/** Short, so that what does not end takes little of the test's time. */
const TIMEOUT_MS = 6_000

/**
 * The longest wait of the other tenant. One that waited behind a hostile document would wait for seconds. `npm run verify`
 * asks for what a machine with two cores reaches that does nothing else.
 */
const BAR_MS = process.env.TEST_HOSTILE === 'all' ? 300 : TIMEOUT_MS / 4

/** How much longer it waits than a tenant of a service that has no other, in the same seconds on the same machine. */
const SLOWDOWN = 3

/** The default limit and what a document may add to it between two looks at it. */
const MOST_MB = 1_024 + 512

/** Answers of both tenants before the first case. */
const WARM_UP = 100

const INVOICE = '<h1>Invoice {{number}}</h1><table>{{#each rows}}<tr><td>{{name}}<td>{{price}}</tr>{{/each}}</table>'
const ROWS = Array.from({ length: 20 }, (_, index) => ({ name: `Article ${index}`, price: index * 10 }))

t.setTimeout(0)

async function steadyTenant(service: Service): Promise<SteadyTenant> {
  await service.addTemplate('invoice', INVOICE)
  const tenant = new SteadyTenant(service, 'invoice', JSON.stringify({ number: 1, rows: ROWS }))
  tenant.start()
  t.teardown(() => tenant.stop())
  await moreAnswers(tenant, WARM_UP)
  return tenant
}

t.test('hostile documents of one tenant, and an invoice of another every 50 ms', { timeout: 0 }, async (t) => {
  const config = { workers: 1, syncTimeoutMs: TIMEOUT_MS, engine: true }
  const attacker = await startService(t, config, undefined, 'enterprise')
  const neighbour = await startService(t, config, undefined, 'enterprise')
  // The same invoices from a service of their own: what others do to the machine delays them as much.
  const elsewhere = await startService(t, { ...config, maxQueue: 10_000 }, undefined, 'enterprise')
  const { pid = 0 } = attacker.process.process
  // Made before anything is timed: some take this process seconds, in which it hears no answers.
  const documents = casesOverHttp(process.env.TEST_HOSTILE === 'all').map(({ name, make }) => {
    const { data, ...template } = make()
    return { name, template, body: bodyOf(data) }
  })
  const tenant = await steadyTenant(neighbour)
  const control = await steadyTenant(elsewhere)
  const [since, sinceOfControl] = [tenant.latencies.length, control.latencies.length]

  for (const [index, { name, template, body }] of documents.entries()) {
    if (body === undefined) continue
    const { html, assets = new Map() } = template
    await attacker.addTemplate(`case-${index}`, html, { assets })
    const watch = new ProcessWatch(pid)
    const first = tenant.latencies.length
    const reply = await whenThereIsRoom(() => attacker.generate(`case-${index}`, body))
    const { mb, processorMs } = watch.stop()
    const { error } = (reply.status === 200 ? {} : reply.json) as { error?: { code: string; message: string } }
    const isClear = reply.status === 422 || error?.code === 'render_timeout'
    t.ok(
      reply.status === 200 || isClear,
      `${name}: ${reply.status} ${error?.code ?? ''} after ${processorMs} ms of a processor with ${mb} MB, the invoice within ${tenant.p99(first)} ms`,
      { error },
    )
    t.ok(processorMs < TIMEOUT_MS * 2, `${name} ends`)
    t.ok(mb < MOST_MB, `${name} stays within its memory`)
  }

  await Promise.all([tenant.stop(), control.stop()])
  const [waited, alone] = [tenant.p99(since), control.p99(sinceOfControl)]
  const bar = Math.max(BAR_MS, alone * SLOWDOWN)
  t.comment(`${tenant.latencies.length - since} invoices: p99 ${waited} ms, ${alone} ms from a service of their own`)
  t.ok(waited <= bar, `99 of 100 invoices were there within ${waited} ms of ${bar}`)
  t.ok(
    tenant.lost(since) <= control.lost(sinceOfControl) * SLOWDOWN,
    'every invoice was made that the machine had time for',
  )
  t.equal((await send(`${attacker.url}/healthz`)).status, 200, 'the service is the same')
  t.equal(attacker.process.process.exitCode, null)
})
