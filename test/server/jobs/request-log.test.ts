import t from 'tap'
import { RequestLog } from '../../../server/jobs/request-log.js'
import { createLog } from '../../../server/observability/log.js'
import type { LoggedRequest, NewLoggedRequest } from '../../../server/storage/request-log/request-log-store.js'
import { startService } from '../service.js'
import { until } from '../until.js'

const REQUEST: LoggedRequest = {
  id: 'req_1',
  organizationId: 'org_1',
  keyId: 'key_1',
  mode: 'sync',
  endpointPath: 'invoice',
  versionId: undefined,
  documentId: undefined,
  isTest: false,
  outcome: 'succeeded',
  status: 200,
  code: undefined,
  place: undefined,
  receivedBytes: 2,
  documentBytes: 1_000,
  pages: 1,
  times: { checkedMs: 1, waitedMs: 2, renderedMs: 5, totalMs: 8 },
  createdAt: Date.UTC(2026, 10, 21, 12),
}

t.test('what was not saved is kept for the next time, and beyond a bound not at all', async (t) => {
  let isAway = true
  const saved: NewLoggedRequest[] = []
  const store = {
    logRequests: async (requests: readonly NewLoggedRequest[]) => {
      if (isAway) throw new Error('away')
      saved.push(...requests)
    },
  }
  const log = new RequestLog(store as never, createLog('silent'))
  for (let index = 0; index < 20_001; index++) log.record({ ...REQUEST, id: `req_${index}` }, 'free')
  await log.flush()
  t.equal(saved.length, 0)
  isAway = false
  await log.close()
  t.equal(saved.length, 20_000)
  t.equal(saved[0]?.retentionMs, 2 * 86_400_000, 'a free plan keeps it for two days')
})

t.test('synchronous and refused requests are in the log, with no word of their data', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter', { schema: '{"type":"object","required":["name"]}' })
  await service.generate('letter', '{"name":"Secretive"}')
  await service.generate('letter', '{"nickname":"Secretive"}')
  await service.generate('missing', '{}')
  let rows: readonly LoggedRequest[] = []
  await until(async () => {
    rows = await service.store.reader.searchRequests({ organizationId: service.organization.id, limit: 10 })
    return rows.length === 3
  })
  t.match(
    rows.map(({ mode, outcome, status, code, endpointPath, place }) => [
      mode,
      outcome,
      status,
      code,
      endpointPath,
      place,
    ]),
    [
      ['sync', 'failed', 404, 'template_not_found', 'missing', undefined],
      ['sync', 'failed', 422, 'missing_required_field', 'letter', 'name'],
      ['sync', 'succeeded', 200, undefined, 'letter', undefined],
    ],
  )
  t.notMatch(JSON.stringify(rows), 'Secretive')
  t.ok((rows[2]?.documentBytes ?? 0) > 0)
  const sums = await service.store.reader.sumUsageByTemplate(service.organization.id, '2000-01-01', 10)
  t.match(
    sums.find((sum) => sum.of === 'letter'),
    { documents: 1, failures: 1 },
  )
})

t.test('asynchronous requests are in the log when they are over', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const { request_id: id } = (await service.generateLater('letter', '{}')).json as { request_id: string }
  await service.finished(id)
  const { organization, store } = service
  let row: LoggedRequest | undefined
  await until(async () => {
    row = await store.reader.findLoggedRequest(organization.id, id)
    return row !== undefined
  })
  t.match(row, { mode: 'async', outcome: 'succeeded', status: 202, endpointPath: 'letter' })
  t.same(await store.reader.findLoggedRequest(organization.id, row?.documentId ?? ''), row, 'its document leads to it')
  t.equal(await store.reader.findLoggedRequest('org_other', id), undefined, 'nobody else sees it')
})
