import t from 'tap'
import { startService } from '../service.js'
import { until } from '../until.js'
import { newVisitor } from './visitor.js'

t.test('a request names its version, its key and the types at fault', async (t) => {
  const service = await startService(t)
  const { store, organization } = service
  const viewer = await newVisitor(service, 'viewer')
  const base = `/dashboard/${organization.slug}/requests`
  const schema =
    '{"type":"object","properties":{"items":{"items":{"properties":{"price":{"type":["number","null"]}}}}}}'
  await service.addTemplate('bill', 'bill', { schema })
  await service.generate('bill', '{"items":[{"price":1},{"price":"secret"}]}')
  await service.generate('bill', '{}')
  const { request_id: later } = (await service.generateLater('bill', '{}')).json as { request_id: string }
  await service.finished(later)
  const search = () => store.reader.searchRequests({ organizationId: organization.id, limit: 10 })
  await until(async () => (await search()).length === 3)
  const [key] = await store.reader.listKeys(organization.id)
  const name = key?.description || key?.display || ''
  for (const { id, code } of await search()) {
    const { text } = await viewer.get(`${base}/${id}`)
    t.ok(
      text.includes(`<dt>Key</dt><dd><a href="/dashboard/${organization.slug}/keys/${key?.id}">${name}</a>`),
      'its key',
    )
    t.match(text, /<time [^>]*data-seconds>\d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC</)
    if (code === undefined) {
      t.match(text, /<dt>Version<\/dt><dd><a href="[^"]*\/templates\/bill\/versions">Version 1<\/a>/)
      continue
    }
    t.match(text, /<code>items\.1\.price: expected number or null, received string<\/code><button[^>]*data-copy=/)
    t.notMatch(text, 'secret', 'no value is kept')
  }
  const list = (await viewer.get(base)).text
  t.match(list, new RegExp(`<a href="${base}/${later}"><code>${later}</code></a><button[^>]*data-copy="${later}"`))
  t.match(list, /data-seconds>\d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC</)
})

t.test('a search has an address of what was asked for only', async (t) => {
  const service = await startService(t)
  const viewer = await newVisitor(service, 'viewer')
  const base = `/dashboard/${service.organization.slug}/requests`
  const sent = `${base}?q=&outcome=failed&problems=&template=bill&key=&code=&since=&until=`
  t.equal((await viewer.get(sent)).location, `${base}?outcome=failed&template=bill`)
  t.match((await viewer.get(`${base}?outcome=failed&template=bill`)).text, /value="failed" selected[\s\S]*value="bill"/)
  t.equal((await viewer.get(`${base}?q=&outcome=`)).location, base)
})

t.test('lists are downloaded for spreadsheets, as far as they are searched', async (t) => {
  const service = await startService(t)
  const { store, organization } = service
  const owner = await newVisitor(service, 'owner')
  const viewer = await newVisitor(service, 'viewer')
  const base = `/dashboard/${organization.slug}`
  const [key] = await store.reader.listKeys(organization.id)
  const entry = {
    organizationId: organization.id,
    keyId: key?.id ?? '',
    mode: 'sync',
    versionId: undefined,
    documentId: undefined,
    isTest: false,
    receivedBytes: 1,
    documentBytes: undefined,
    pages: undefined,
    times: { checkedMs: 1, waitedMs: undefined, renderedMs: undefined, totalMs: 1 },
    retentionMs: 60_000,
  } as const
  const times = Array.from({ length: 1_201 }, (_, index) => Date.UTC(2026, 10, 1) + index)
  await store.logRequests(
    times.map((createdAt, index) => ({
      ...entry,
      id: `req_${index}`,
      endpointPath: index === 0 ? '=HYPERLINK("http://evil.example")' : 'bill',
      outcome: index % 2 === 0 ? 'failed' : 'succeeded',
      status: index % 2 === 0 ? 422 : 200,
      code: index % 2 === 0 ? 'invalid_type' : undefined,
      place: index % 2 === 0 ? 'a, b' : undefined,
      createdAt,
    })),
  )
  const { text, headers } = await viewer.get(`${base}/requests.csv`)
  t.match(headers['content-type'], 'text/csv')
  t.match(headers['content-disposition'], `attachment; filename="requests-${organization.slug}.csv"`)
  const lines = text.trimEnd().split('\r\n')
  t.equal(lines.length, 1 + times.length, 'all of them, over several pages')
  t.match(lines[0], /^request,time_utc,outcome,/)
  t.match(
    lines.at(-1),
    /^req_0,2026-11-01 00:00:00\.000,failed,422,invalid_type,"a, b","'=HYPERLINK\(""http/,
    'no formula',
  )
  const failed = (await viewer.get(`${base}/requests.csv?outcome=failed&template=bill`)).text
  t.equal(failed.trimEnd().split('\r\n').length, 1 + 600)
  t.match((await viewer.get(`${base}/requests?outcome=failed`)).text, `href="${base}/requests.csv?outcome=failed"`)

  t.match(
    (await viewer.get(`${base}/usage.csv`)).text,
    /^day_utc,documents,tests,failures,pages,pdf_bytes\r\n(?:2\d{3}-\d\d-\d\d(?:,\d+){5}\r\n){30}$/,
  )
  await owner.post(`${base}/keys`, { description: 'for, export' })
  const audit = (await owner.get(`${base}/audit.csv?action=key.created`)).text
  t.match(
    audit,
    /^time_utc,who,action,subject,details\r\n[^\r]*,owner-\w+@example\.com,key\.created,key_\w+,"\{[^\r]*for, export/,
  )
  t.equal((await viewer.get(`${base}/audit.csv`)).status, 403)
})
