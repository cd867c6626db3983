import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import t from 'tap'
import { FinishedRequests } from '../../../server/jobs/finished-requests.js'
import { SharedSignal } from '../../../server/storage/change-signal.js'

const SILENT = pino({ level: 'silent' })

const idOf = (index: number) => `req_${index}`

/** A store with requests of which some are finished, that counts how often it is asked and for how many. */
function startStore() {
  const finished = new Set<string>()
  const asked: number[] = []
  let answering = Promise.resolve()
  const changes = new SharedSignal({
    start: () => undefined,
    stop: async () => undefined,
    announce: async () => undefined,
  })
  return {
    finished,
    asked,
    changes,
    /** Makes answers wait until the function is called that it gives. */
    hold: () => {
      let release = () => {}
      answering = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    listFinished: async (ids: readonly string[]) => {
      asked.push(ids.length)
      await answering
      return ids.filter((id) => finished.has(id))
    },
  }
}

t.test('200 waiting answers and 50 finished documents are a few look-ups', async (t) => {
  const store = startStore()
  t.teardown(() => store.changes.close())
  const requests = new FinishedRequests(store, SILENT)
  const told: string[] = []
  const ends = Array.from({ length: 200 }, (_, index) => requests.wait(idOf(index), () => told.push(idOf(index))))
  for (let index = 0; index < 50; index++) {
    store.finished.add(idOf(index))
    store.changes.changed({ queue: 'finished', ids: new Set([idOf(index)]) })
    await nextTurn()
  }
  t.same(
    told,
    Array.from({ length: 50 }, (_, index) => idOf(index)),
  )
  t.ok(store.asked.length <= 2, `asked ${store.asked.length} times`)
  for (const end of ends) end()
})

t.test('where nobody says what has changed, one look is for all that are waited for', async (t) => {
  const store = startStore()
  t.teardown(() => store.changes.close())
  const requests = new FinishedRequests(store, SILENT)
  const release = store.hold()
  const all = Promise.all(
    Array.from({ length: 1_200 }, (_, index) => new Promise<void>((resolve) => requests.wait(idOf(index), resolve))),
  )
  await nextTurn()
  for (let index = 0; index < 1_200; index++) store.finished.add(idOf(index))
  for (let count = 0; count < 1_000; count++) store.changes.changed()
  release()
  await all
  t.ok(store.asked.length <= 6, `asked ${store.asked.length} times`)
  t.ok(Math.max(...store.asked) <= 500, 'in portions')
})

t.test('what was finished before it is waited for', async (t) => {
  const store = startStore()
  t.teardown(() => store.changes.close())
  store.finished.add(idOf(1))
  const requests = new FinishedRequests(store, SILENT)
  await new Promise<void>((resolve) => requests.wait(idOf(1), resolve))
  t.same(store.asked, [1])
})

t.test('what is finished while it is looked up', async (t) => {
  const store = startStore()
  t.teardown(() => store.changes.close())
  const requests = new FinishedRequests(store, SILENT)
  const release = store.hold()
  const waited = new Promise<void>((resolve) => requests.wait(idOf(1), resolve))
  await nextTurn()
  store.finished.add(idOf(1))
  store.changes.changed()
  release()
  await waited
  t.pass('is told')
})

t.test('who does not wait any more is not told', async (t) => {
  const store = startStore()
  t.teardown(() => store.changes.close())
  const requests = new FinishedRequests(store, SILENT)
  const told: string[] = []
  const ends = ['first', 'second'].map((name) => requests.wait(idOf(1), () => told.push(name)))
  ends[0]?.()
  store.changes.changed({ queue: 'finished', ids: new Set([idOf(1)]) })
  t.same(told, ['second'])
  store.changes.changed({ queue: 'finished', ids: new Set([idOf(1)]) })
  t.same(told, ['second'], 'and nobody twice')
})

t.test('a store that is away is asked again', async (t) => {
  const store = startStore()
  t.teardown(() => store.changes.close())
  let calls = 0
  const listFinished = async (ids: readonly string[]) => {
    if (++calls === 1) throw new Error('away')
    return ids
  }
  const requests = new FinishedRequests({ changes: store.changes, listFinished }, SILENT)
  const waited = new Promise<void>((resolve) => requests.wait(idOf(1), resolve))
  // As it comes once a second in any case.
  await nextTurn()
  store.changes.changed()
  await waited
  t.equal(calls, 2)
})
