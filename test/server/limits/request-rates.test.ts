import t from 'tap'
import { RequestRates } from '../../../server/limits/request-rates.js'

/** Buckets whose clock the test sets. */
function bucketsOf(requestsPerSecond: number) {
  let now = 0
  const rates = new RequestRates(requestsPerSecond, () => now)
  const take = (key = {}, organization = {}) => rates.take({ id: 'key_a', ...key }, organization)
  return { take, rates, wait: (ms: number) => (now += ms) }
}

t.test('a key has the requests of a second, which come back one after the other', async (t) => {
  const { take, wait } = bucketsOf(4)
  const allowed = Array.from({ length: 5 }, () => take()?.isAllowed)
  t.same(allowed, [true, true, true, true, false])
  t.match(take(), { isAllowed: false, limit: 4, remaining: 0, seconds: 1 })
  wait(250)
  t.match([take(), take()], [{ isAllowed: true, remaining: 0 }, { isAllowed: false }])
  wait(60_000)
  t.match(take(), { isAllowed: true, remaining: 3 }, 'no more than a second holds')
})

t.test('each key has a bucket of its own', async (t) => {
  const { take } = bucketsOf(1)
  t.match([take(), take(), take({ id: 'key_b' })], [{ isAllowed: true }, { isAllowed: false }, { isAllowed: true }])
})

t.test('a key may have less than its organization, never more', async (t) => {
  const { take } = bucketsOf(5)
  t.match(take({ id: 'a' }), { limit: 5 })
  t.match(take({ id: 'b' }, { requestsPerSecond: 9 }), { limit: 9 })
  t.match(take({ id: 'c', requestsPerSecond: 3 }, { requestsPerSecond: 9 }), { limit: 3 })
  t.match(take({ id: 'd', requestsPerSecond: 20 }, { requestsPerSecond: 9 }), { limit: 9 })
  t.equal(take({ id: 'e' }, { requestsPerSecond: 0 }), undefined, 'an organization may have no limit')
  t.match(take({ id: 'f', requestsPerSecond: 2 }, { requestsPerSecond: 0 }), { limit: 2 })
  t.equal(bucketsOf(0).take(), undefined, 'nobody has one unless it is set')
})

t.test('keys that are not used are forgotten', async (t) => {
  const { take } = bucketsOf(1)
  take()
  for (let other = 0; other < 10_000; other++) take({ id: `key_${other}` })
  t.match(take(), { isAllowed: true })
})
