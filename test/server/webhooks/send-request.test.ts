import t from 'tap'
import type { ClaimedDelivery, Webhook } from '../../../server/storage/webhooks/webhook-store.js'
import { makeAttempt } from '../../../server/webhooks/make-attempt.js'
import type { HostAddress } from '../../../server/webhooks/resolve-host.js'
import { type AddressPolicy, PUBLIC_ONLY } from '../../../server/webhooks/rules/address-guard.js'
import { Sealer } from '../../../server/webhooks/sealer.js'
import { type Route, sendRequest } from '../../../server/webhooks/send-request.js'
import { answer, drip, hang, huge, startReceiver } from './receiver.js'
import { ANYWHERE } from './webhook-service.js'

const LOOPBACK: readonly HostAddress[] = [{ address: '127.0.0.1', family: 4 }]

function route(
  options: { addresses?: readonly HostAddress[]; policy?: AddressPolicy; stopping?: AbortSignal } = {},
): Route {
  const { addresses = LOOPBACK, policy = ANYWHERE, stopping = new AbortController().signal } = options
  return { resolve: async () => addresses, policy, stopping }
}

const post = (url: string, timeoutMs = 10_000) => ({ url, timeoutMs, headers: { 'X-A': 'b' }, body: Buffer.from('{}') })

t.test('the time limit covers the whole exchange', async (t) => {
  const receiver = await startReceiver(t)
  receiver.set('/hang', hang)
  receiver.set('/drip', drip(200))
  const silent = await sendRequest(post(`${receiver.url}/hang`, 150), route())
  t.match(silent, { response: undefined, error: 'no complete answer within 0.15 s', isInterrupted: false })
  t.ok(silent.durationMs >= 140 && silent.durationMs < 5000)
  const slow = await sendRequest(post(`${receiver.url}/drip`, 150), route())
  t.match(slow, { response: { status: 200 }, error: /no complete answer/ }, 'a success that does not end is none')
  t.match(slow.response?.body.toString(), /^\.+$/)
  const nameless: Route = { ...route(), resolve: () => new Promise(() => undefined) }
  t.match(await sendRequest(post('http://slow-names.example/', 100), nameless), { error: /no complete answer/ })
})

t.test('64 KB of an answer are read', async (t) => {
  const receiver = await startReceiver(t)
  receiver.set('/huge', huge(200))
  receiver.set('/exact', answer(200, {}, 'x'.repeat(65_536)))
  const { response, error } = await sendRequest(post(`${receiver.url}/huge`), route())
  t.equal(error, undefined)
  t.equal(response?.body.length, 65_536)
  t.equal((await sendRequest(post(`${receiver.url}/exact`), route())).response?.body.length, 65_536)
})

t.test('a connection goes to the address that was checked', async (t) => {
  const receiver = await startReceiver(t)
  const { port } = new URL(receiver.url)
  const sent = await sendRequest(post(`http://hooks.example:${port}/pinned`), route())
  t.equal(sent.response?.status, 200, 'the name has no other address than the one that was found')
  t.equal(receiver.at('/pinned')[0]?.headers.host, `hooks.example:${port}`)
})

t.test('addresses are checked at each attempt', async (t) => {
  const refused = /leads to an address that is not public/
  const lookups: readonly [addresses: readonly string[], error: RegExp][] = [
    [['127.0.0.1'], refused],
    [['10.0.0.1'], refused],
    [['169.254.169.254'], refused],
    [['::1'], refused],
    [['::ffff:10.0.0.1'], refused],
    [['64:ff9b::a00:1'], refused],
    [['2002:a00:1::1'], refused],
    [['8.8.8.8', '127.0.0.1'], refused],
    [[], /has no address/],
  ]
  for (const [addresses, error] of lookups) {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? (6 as const) : (4 as const) }))
    const end = await sendRequest(post('https://hooks.example/'), route({ addresses: found, policy: PUBLIC_ONLY }))
    t.match(end, { response: undefined, error }, addresses.join(' '))
    for (const address of addresses) t.notMatch(end.error ?? '', address, 'which one is not told')
  }
  for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'http://hooks.example/']) {
    const end = await sendRequest(post(url), route({ policy: PUBLIC_ONLY }))
    t.match(end, { response: undefined, error: /^the URL must/ }, url)
  }
})

t.test('names that change their address between two attempts', async (t) => {
  const receiver = await startReceiver(t)
  const { port } = new URL(receiver.url)
  let lookups = 0
  const rebinding: Route = {
    ...route({ policy: { allowPrivate: true, allow: [] } }),
    resolve: async () => (lookups++ === 0 ? LOOPBACK : [{ address: '127.0.0.2', family: 4 }]),
  }
  t.equal((await sendRequest(post(`http://hooks.example:${port}/a`), rebinding)).response?.status, 200)
  const second = await sendRequest(post(`http://hooks.example:${port}/a`), rebinding)
  t.equal(lookups, 2, 'asked for each')
  t.match(second, { response: undefined, error: /refused/ }, 'no connection is used again')
})

t.test('what goes wrong is said in words', async (t) => {
  const cases: readonly [code: string, error: RegExp][] = [
    ['ENOTFOUND', /does not exist/],
    ['ESERVFAIL', /name servers do not answer/],
    ['SOMETHING', /the request failed \(SOMETHING\)/],
    ['CERT_HAS_EXPIRED', /could not be secured/],
  ]
  for (const [code, error] of cases) {
    const failing: Route = { ...route(), resolve: async () => Promise.reject(Object.assign(new Error(), { code })) }
    t.match(await sendRequest(post('http://hooks.example/'), failing), { error }, code)
  }
  t.match(await sendRequest(post('http://127.0.0.1:1/'), route()), { response: undefined, error: /refused/ })
  const receiver = await startReceiver(t)
  const plain = await sendRequest(post(receiver.url.replace('http', 'https')), route())
  t.match(plain, { response: undefined, error: /could not be secured/ })
})

t.test('a request that the service ends', async (t) => {
  const receiver = await startReceiver(t)
  receiver.set('/hang', hang)
  const stop = new AbortController()
  const sent = sendRequest(post(`${receiver.url}/hang`), route({ stopping: stop.signal }))
  await receiver.until('/hang', 1)
  stop.abort()
  t.match(await sent, { isInterrupted: true, error: 'the service stopped' })
  t.match(await sendRequest(post(receiver.url), route({ stopping: stop.signal })), { isInterrupted: true })
  t.equal(receiver.requests.length, 1)
})

t.test('one attempt', async (t) => {
  const receiver = await startReceiver(t)
  const sealer = new Sealer(['secret'])
  const webhook: Webhook = {
    id: 'whk_1',
    organizationId: 'org_1',
    name: 'n',
    url: `${receiver.url}/busy`,
    events: [],
    templatePaths: undefined,
    filters: {},
    maxRetries: 3,
    timeoutSeconds: 0.15,
    backoffMultiplier: 2,
    secret: sealer.seal('whsec_AAAA', 'secret of whk_1'),
    previousSecret: { secret: sealer.seal('whsec_BBBB', 'secret of whk_1'), until: 5_000 },
    failingSince: undefined,
    disabled: undefined,
    createdAt: 0,
    updatedAt: 0,
  }
  const delivery: ClaimedDelivery = {
    id: 'dlv_1',
    attempt: 1,
    processId: 'prc_1',
    organizationId: 'org_1',
    eventId: 'evt_1',
    requestId: 'req_1',
    lane: 'org_1/whk_1',
    body: '{"é":1}',
    isTestEvent: false,
    failures: 0,
    target: { kind: 'dashboard', webhook },
  }
  const attempt = (changes: Partial<ClaimedDelivery>, now = 0, random = 0.5) =>
    makeAttempt({ ...delivery, ...changes }, { sealer, route: route(), now: () => now, random: () => random })

  receiver.set('/busy', answer(429, { 'retry-after': '45' }))
  t.match((await attempt({})).result, { kind: 'retry', delayMs: 45_000 })
  receiver.set('/busy', answer(503, { 'retry-after': '999' }))
  t.match((await attempt({})).result, { kind: 'retry', delayMs: 60_000 })
  receiver.set('/busy', answer(503, { 'retry-after': '1' }))
  t.match((await attempt({ failures: 2 })).result, { kind: 'retry', delayMs: 8000 })
  t.match((await attempt({ failures: 3 })).result, { kind: 'exhausted', isGone: false })
  receiver.set('/busy', answer(410))
  t.match((await attempt({ failures: 1 }, 0, 0)).result, { kind: 'retry', delayMs: 2000 }, '410 is repeated too')
  t.match((await attempt({ failures: 3 })).result, { kind: 'exhausted', isGone: true })
  t.match((await attempt({ isTestEvent: true })).result, { kind: 'exhausted' }, 'test events are not repeated')
  receiver.set('/busy', hang)
  t.match(await attempt({}), { result: { kind: 'retry' }, exchange: { error: /within 0\.15 s/ } })

  receiver.set('/busy', answer(200))
  const signatures = () => String(receiver.requests.at(-1)?.headers['webhook-signature']).split(' ').length
  t.match((await attempt({}, 4_999)).result, { kind: 'delivered' })
  t.equal(signatures(), 2, 'both secrets sign until the time of the old one is over')
  t.equal(receiver.requests.at(-1)?.headers['webhook-timestamp'], '4', 'the time of the attempt')
  t.equal(receiver.requests.at(-1)?.bytes.toString(), '{"é":1}')
  await attempt({}, 5_000)
  t.equal(signatures(), 1)

  const before = receiver.requests.length
  const foreign = { ...webhook, secret: new Sealer(['other']).seal('x', 'secret of whk_1') }
  const unreadable = await attempt({ target: { kind: 'dashboard', webhook: foreign } })
  t.match(unreadable, { result: { kind: 'exhausted', isGone: false }, exchange: { error: /^not sent: the secret/ } })
  t.match(await attempt({ target: { kind: 'legacy', sealed: 'v1.xxx' } }), { exchange: { error: /^not sent/ } })
  t.equal(receiver.requests.length, before, 'nothing is sent unsigned')
})
