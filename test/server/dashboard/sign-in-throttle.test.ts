import t from 'tap'
import { boundsOf } from '../../../server/dashboard/access/sign-in-throttle.js'

function network(address: string): string | undefined {
  return boundsOf(address, 'a@b.example').map(({ subject }) => subject)[1]
}

t.test('addresses of one network of the newer kind count together', async (t) => {
  t.equal(network('2001:db8:1:2:3::4'), network('2001:db8:1:2:ffff::1'))
  t.equal(network('2001:db8::4'), 'address:2001:db8:0:0')
  t.equal(network('::1'), 'address:0:0:0:0')
  t.not(network('2001:db8:1:2::'), network('2001:db8:1:3::'))
})

t.test('older addresses count one by one, however they are written', async (t) => {
  t.equal(network('203.0.113.9'), 'address:203.0.113.9')
  t.equal(network('::ffff:203.0.113.9'), 'address:203.0.113.9')
})

t.test('accounts count by a hash of their address', async (t) => {
  const [account] = boundsOf('::1', 'ada@example.com')
  t.match(account?.subject, /^account:[0-9a-f]{64}$/)
})
