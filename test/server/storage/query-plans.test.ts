import t from 'tap'
import { engines } from '../engines.js'
import { callsOn } from './operation-calls.js'
import { openSubject } from './seeded-database.js'

/** Queries that may read all rows of a kind, and why. */
const EXCEPTIONS: readonly (readonly [RegExp, string])[] = [
  [/^select "organization_id", count\(\*\) as .* from "jobs"/, 'sets the counters of the queue right, once an hour'],
  [/^select "id", "webhook" from "requests" where "webhook" is not null/, 'when a secret is changed'],
  [/^select "requests"\."id", "request_bodies"\."body"/, 'when a secret is changed'],
  [/^select "deliveries"\."id", "deliveries"\."legacy_target"/, 'when a secret is changed'],
  [/^select "\w+" as "of", cast\(sum/, 'adds up a month of one organization'],
  [/^update "key_slots" .* where "owner" in/, 'when a process has died; slots of idle keys are not kept'],
]

t.test('every query of every operation reads what it needs and no more', async (t) => {
  for (const { name, newLocation } of engines(t)) {
    await t.test(name, async (t) => {
      const subject = await openSubject(t, await newLocation(t))
      for (const [operation, call] of Object.entries(await callsOn(subject))) {
        const faults: string[] = []
        for (const query of await subject.queriesOf(() => Promise.all(call()))) {
          if (EXCEPTIONS.some(([pattern]) => pattern.test(query.sql))) continue
          faults.push(...(await subject.faultsOf(query)))
        }
        t.same(faults, [], operation)
      }
    })
  }
})
