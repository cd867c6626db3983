import t from 'tap'
import type { MeasuredQueue, MeasuredValues } from '../../../server/observability/measured-values.js'
import { Metrics } from '../../../server/observability/metrics.js'

/** A service of which nothing is known but its queue. */
function valuesWith(readQueue: MeasuredValues['readQueue']): MeasuredValues {
  return {
    waitingDocuments: () => 0,
    readQueue,
    isStorageUp: () => true,
    readFreeBytes: async () => undefined,
    processes: () => [],
    deliveries: () => ({ running: 0, lanes: 0, slowLanes: 0 }),
  }
}

t.test('what is read for an answer stands in that answer, and is read once', async (t) => {
  const states: (MeasuredQueue | undefined)[] = [
    { oldestMs: 4_000, organizations: [{ organizationId: 'org_a', waiting: 3 }] },
    undefined,
    { oldestMs: 0, organizations: [] },
  ]
  const metrics = new Metrics()
  metrics.measure(valuesWith(async () => states.shift()))
  const values = async () => {
    const lines = (await metrics.text()).split('\n')
    return lines.filter((line) => /^platen_(?:database_up|queue_oldest|documents_waiting_by)/.test(line)).sort()
  }
  t.same(await values(), [
    'platen_database_up 1',
    'platen_documents_waiting_by_organization{organization="org_a"} 3',
    'platen_queue_oldest_seconds 4',
  ])
  t.match(await values(), ['platen_database_up 0'], 'a database that is away is seen at once')
  t.same(await values(), ['platen_database_up 1', 'platen_queue_oldest_seconds 0'])
  t.same(states, [])
})
