import t from 'tap'
import { PUBLIC_ONLY } from '../../../../server/webhooks/rules/address-guard.js'
import { findLegacyFaults } from '../../../../server/webhooks/rules/legacy-target.js'

const url = 'https://a.example'

t.test('headers that are refused', async (t) => {
  const names = ['Host', 'content-length', 'Connection', 'Keep-Alive', 'Transfer-Encoding', 'TE', 'Trailer', 'Upgrade']
  const others = ['Expect', 'Proxy-Authorization', 'Content-Encoding', 'X-Service-Signature', 'Webhook-Id', 'Forwarded']
  for (const name of [...names, ...others, 'X-Forwarded-For', 'webhook-signature', 'bad name', 'ä', '', ':authority']) {
    t.match(findLegacyFaults({ url, headers: { [name]: 'x' } }, PUBLIC_ONLY), [
      { field: `webhook.headers.${name}`, code: 'invalid_value' },
    ])
  }
  for (const value of ['a\r\nX-B: c', 'a\n', 'a\0', '€']) {
    t.match(findLegacyFaults({ url, headers: { 'X-A': value } }, PUBLIC_ONLY), [{ field: 'webhook.headers.X-A' }])
  }
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`X-${index}`, '']))
  t.match(findLegacyFaults({ url, headers: many }, PUBLIC_ONLY), [{ field: 'webhook.headers' }])
  t.match(findLegacyFaults({ url, headers: { 'X-A': 'x'.repeat(8192) } }, PUBLIC_ONLY), [{ field: 'webhook.headers' }])
})

t.test('headers that are sent', async (t) => {
  const headers = {
    Authorization: 'Bearer x',
    'X-Api-Key': 'é\tü',
    'Content-Type': 'application/json',
    'User-Agent': '',
  }
  t.same(findLegacyFaults({ url, headers }, PUBLIC_ONLY), [])
  t.same(findLegacyFaults({ url }, PUBLIC_ONLY), [])
})

t.test('the URL comes first', async (t) => {
  t.match(findLegacyFaults({ url: 'http://a.example', headers: { Host: 'b' } }, PUBLIC_ONLY), [
    { field: 'webhook.url', code: 'invalid_format' },
    { field: 'webhook.headers.Host' },
  ])
})
