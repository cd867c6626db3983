import { pino } from 'pino'
import t from 'tap'
import { Refunds } from '../../../server/limits/refunds.js'
import { StoreUnavailable, type Usage } from '../../../server/storage/store.js'

/** A store that is away as the test says. */
function openStore() {
  const returned: Usage[] = []
  const store = {
    isAway: false,
    returned,
    async uncountUsage(usage: Usage) {
      if (store.isAway) throw new StoreUnavailable('it is away')
      returned.push(usage)
    },
  }
  return store
}

const usage = (organizationId: string): Usage => ({ organizationId, kind: 'documents', period: '2026-11' })

t.test('what was counted is given back when the store is there again, once', async (t) => {
  const store = openStore()
  const refunds = new Refunds(store, pino({ level: 'silent' }))
  store.isAway = true
  await refunds.giveBack(usage('one'))
  await refunds.giveBack(usage('two'))
  t.same(store.returned, [])
  store.isAway = false
  await Promise.all([refunds.pay(), refunds.pay()])
  t.same(store.returned, [usage('one'), usage('two')])
  await refunds.close()
  t.equal(store.returned.length, 2)
})

t.test('what could not be given back in the end leaves a line', async (t) => {
  const lines: string[] = []
  const store = openStore()
  const refunds = new Refunds(store, pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }))
  store.isAway = true
  await refunds.giveBack(usage('one'))
  await refunds.close()
  t.match(
    lines.map((line) => JSON.parse(line)),
    [{ documents: 1, msg: 'what was counted was not given back' }],
  )
})
