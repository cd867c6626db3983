import t from 'tap'
import { checkWebhook, describeFilters, parseFilters } from '../../../server/webhooks/check-webhook.js'
import { Lanes } from '../../../server/webhooks/lanes.js'
import { maskRequestHeaders, maskResponseHeaders } from '../../../server/webhooks/mask-headers.js'
import { PUBLIC_ONLY } from '../../../server/webhooks/rules/address-guard.js'
import { Sealer } from '../../../server/webhooks/sealer.js'

t.test('sealed texts', async (t) => {
  const sealer = new Sealer(['a secret'])
  const sealed = sealer.seal('whsec_gehéim', 'secret of whk_1')
  t.notMatch(sealed, /gehéim/)
  t.not(sealer.seal('whsec_gehéim', 'secret of whk_1'), sealed, 'never the same twice')
  t.equal(sealer.open(sealed, 'secret of whk_1'), 'whsec_gehéim')
  t.equal(new Sealer(['a secret']).open(sealed, 'secret of whk_1'), 'whsec_gehéim')
  const error = { name: 'SealError' }
  t.throws(() => new Sealer(['another']).open(sealed, 'secret of whk_1'), error)
  const rotated = new Sealer(['another', 'a secret'])
  t.equal(rotated.open(sealed, 'secret of whk_1'), 'whsec_gehéim', 'the secret before opens it too')
  const again = rotated.sealAgain(sealed, 'secret of whk_1') ?? ''
  t.equal(new Sealer(['another']).open(again, 'secret of whk_1'), 'whsec_gehéim')
  t.equal(rotated.sealAgain(again, 'secret of whk_1'), undefined, 'once')
  t.throws(() => rotated.sealAgain(again, 'secret of whk_2'), error)
  t.not(rotated.fingerprint('a'), sealer.fingerprint('a'), 'nobody else makes the same fingerprint')
  t.throws(() => sealer.open(sealed, 'secret of whk_2'), error, 'it opens only where it belongs')
  t.throws(() => sealer.open(`${sealed.slice(0, -4)}AAAA`, 'secret of whk_1'), error)
  t.throws(() => sealer.open('{"url":"x"}', 'secret of whk_1'), error)
  t.throws(() => sealer.open('v1.AAAA', 'secret of whk_1'), error)
})

t.test('the log masks what may be a secret', async (t) => {
  t.same(
    maskRequestHeaders({ Authorization: 'Bearer x', 'X-Anything': 'x', Cookie: 'x', 'Content-Type': 'a/b', Host: 'c' }),
    { Authorization: '***', 'X-Anything': '***', Cookie: '***', 'Content-Type': 'a/b', Host: 'c' },
  )
  t.same(maskResponseHeaders({ 'set-cookie': 'x', 'x-auth-token': 'x', 'www-authenticate': 'Basic', date: 'd' }), {
    'set-cookie': '***',
    'x-auth-token': '***',
    'www-authenticate': 'Basic',
    date: 'd',
  })
})

t.test('no endpoint and no organization takes the room of others', async (t) => {
  const lanes = new Lanes()
  t.same(lanes.rooms(), { laneRoom: 20, organizationRoom: 100, lanes: new Map(), organizations: new Map() })
  for (let count = 0; count < 20; count++) lanes.begin('org_a/whk_1')
  lanes.begin('org_a/whk_2')
  t.same(
    lanes.rooms().lanes,
    new Map([
      ['org_a/whk_1', 0],
      ['org_a/whk_2', 19],
    ]),
  )
  t.same(lanes.rooms().organizations, new Map([['org_a', 79]]))
  for (let count = 0; count < 20; count++) lanes.end('org_a/whk_1', 10)
  lanes.end('org_a/whk_2', 30_000)
  t.same(lanes.rooms().lanes, new Map([['org_a/whk_2', 2]]), 'one that was slow has room for few')
  lanes.begin('org_a/whk_2')
  t.same(lanes.rooms().lanes, new Map([['org_a/whk_2', 1]]))
  lanes.end('org_a/whk_2', 10)
  t.same(lanes.rooms().lanes, new Map(), 'until it is fast again')
  t.same(lanes.rooms().organizations, new Map())
})

t.test('configurations that cannot be used', async (t) => {
  const faults: readonly [configuration: Parameters<typeof checkWebhook>[0], field: string][] = [
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ url: 'http://a.example' }, 'url'],
    [{ events: [] }, 'events'],
    [{ templatePaths: [] }, 'templates'],
    [{ maxRetries: 6 }, 'max_retries'],
    [{ maxRetries: 1.5 }, 'max_retries'],
    [{ timeoutSeconds: 4 }, 'timeout'],
    [{ timeoutSeconds: 61 }, 'timeout'],
    [{ backoffMultiplier: 0.5 }, 'backoff_multiplier'],
    [{ filters: { minSizeKb: 2, maxSizeKb: 1 } }, 'filters.min_size_kb'],
    [{ filters: { endpointPathPattern: '(' } }, 'filters.endpoint_path_pattern'],
  ]
  for (const [configuration, field] of faults) {
    t.throws(() => checkWebhook(configuration, PUBLIC_ONLY), {
      name: 'WebhookError',
      field,
      message: new RegExp(`^${field} `),
    })
  }
  const limits = { maxRetries: 0, timeoutSeconds: 60, backoffMultiplier: 1.5 }
  checkWebhook({ ...limits, name: 'n', url: 'https://a.example', events: ['document.failed'] }, PUBLIC_ONLY)
})

t.test('filters as people write them', async (t) => {
  const written = {
    is_test: false,
    min_size_kb: 1,
    max_size_kb: 2.5,
    endpoint_path_pattern: '^a',
    exclude_errors: ['RENDER_TIMEOUT'],
  }
  t.same(describeFilters(parseFilters(written)), written)
  t.same(describeFilters(parseFilters({})), {})
  t.same(describeFilters(parseFilters({ is_test: null })), {})
  t.same(parseFilters({ exclude_errors: ['render_failed'] }).excludeErrors, ['RENDER_FAILED'])
  const faults: readonly [value: unknown, field: string][] = [
    [[], 'filters'],
    ['x', 'filters'],
    [null, 'filters'],
    [{ is_test: 'no' }, 'filters.is_test'],
    [{ min_size_kb: -1 }, 'filters.min_size_kb'],
    [{ max_size_kb: '3' }, 'filters.max_size_kb'],
    [{ endpoint_path_pattern: 1 }, 'filters.endpoint_path_pattern'],
    [{ exclude_errors: 'A' }, 'filters.exclude_errors'],
    [{ size: 1 }, 'filters.size'],
  ]
  for (const [value, field] of faults) t.throws(() => parseFilters(value), { name: 'WebhookError', field })
})
