import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { barChart } from '../../../server/dashboard/charts/bar-chart.js'
import { toText } from '../../../server/dashboard/html.js'
import { auditSentence } from '../../../server/dashboard/views/audit-sentence.js'
import { startService } from '../service.js'
import { until } from '../until.js'
import { newVisitor } from './visitor.js'

t.test('the lines of a chart are whole numbers', async (t) => {
  for (const value of [1, 3, 5, 9, 10, 13, 50, 99, 101, 999, 1_234, 45_678]) {
    const chart = toText(barChart({ title: 'x', bars: [{ label: 'a', value, second: 0 }], names: ['a', 'b'] }))
    const lines = [...chart.matchAll(/text-anchor="end">([^<]*)</g)].map(([, text = '']) => text)
    t.equal(lines.length, 5)
    t.notMatch(lines.join(' '), '.', `${value}: ${lines.join(' ')}`)
  }
})

t.test('an entry of the audit log is a sentence that leads to what it is about', async (t) => {
  const say = (action: string, subject: string, details: Record<string, unknown>, base?: string) =>
    toText(auditSentence({ action, subject, details }, base))
  t.equal(
    say('template.published', 'tpl_1', { path: 'invoice', version: 3 }, '/dashboard/acme'),
    'published version 3 of the template <a href="/dashboard/acme/templates/invoice">invoice</a>',
  )
  t.equal(
    say('key.revoked', 'key_1', {}, '/dashboard/acme'),
    'revoked the API key <a href="/dashboard/acme/keys/key_1">key_1</a>',
  )
  t.equal(say('member.removed', 'usr_1', { email: '<b>@x' }), 'removed &lt;b&gt;@x')
  t.match(say('something.new', 'x', {}), 'something.new')
})

t.test('outcomes are words, and commands of operators are for operators', async (t) => {
  const service = await startService(t)
  const { organization, store } = service
  await service.addTemplate('letter', 'x')
  await service.generate('letter', '{}')
  await service.generate('missing', '{}')
  const viewer = await newVisitor(service, 'viewer')
  const nobody = await newVisitor(service, 'nobody')
  const base = `/dashboard/${organization.slug}`
  await until(
    async () => (await store.reader.searchRequests({ organizationId: organization.id, limit: 3 })).length === 2,
  )
  const { text } = await viewer.get(`${base}/requests`)
  t.match(text, />Succeeded<[\s\S]*/)
  t.match(text, />Failed<\/span><span class="sub"><code>404<\/code> <code class="nowrap">template_not_found</)
  for (const page of [
    await nobody.get('/dashboard/sign-in'),
    await viewer.get('/dashboard/account'),
    await viewer.get(`${base}/settings`),
    await viewer.get('/dashboard/reset/none'),
  ]) {
    t.notMatch(page.text, /platen user|platen template|[Ww]hoever runs/)
  }
})

t.test('pages and scripts are compressed as the browser takes it', async (t) => {
  const service = await startService(t)
  const viewer = await newVisitor(service, 'viewer')
  const address = `/dashboard/${service.organization.slug}/settings`
  const { text } = await viewer.get(address)
  const script = /src="([^"]+dashboard-\w+\.js)"/.exec(text)?.[1] ?? ''
  const plain = (await viewer.get(script)).bytes
  for (const [accepted, coding, decode] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
  ] as const) {
    const page = await viewer.get(address, { 'accept-encoding': accepted })
    t.equal(page.headers['content-encoding'], coding)
    t.match(page.headers.vary, /Accept-Encoding/i)
    t.match(decode(page.bytes).toString(), '<h1>Settings</h1>')
    const loaded = await viewer.get(script, { 'accept-encoding': accepted })
    t.equal(loaded.headers['content-encoding'], coding)
    t.same(decode(loaded.bytes), Buffer.from(plain))
  }
  t.equal((await viewer.get(address, { 'accept-encoding': 'identity' })).headers['content-encoding'], undefined)
})
