import t from 'tap'
import { toCheckError, toError } from '../../../server/api/check-errors.js'
import { hashKey, isKeyFormat, issueKey } from '../../../server/http/api-key.js'
import { inlineFile } from '../../../server/http/content-disposition.js'
import { parseMediaType } from '../../../server/http/media-type.js'
import { isEndpointPath, isSlug } from '../../../server/http/names.js'
import { newId } from '../../../server/storage/ids.js'
import { isAddressRange, isAllowed } from '../../../server/storage/keys/allow-list.js'

t.test('allow lists', async (t) => {
  const LISTS: readonly [address: string, ranges: string[], allowed: boolean][] = [
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['11.1.2.3', ['10.0.0.0/8'], false],
    ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
    ['203.0.113.7', ['203.0.113.7'], true],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['10.1.2.3', ['2001:db8::/32', '10.1.2.3/32'], true],
    ['0.0.0.0', ['0.0.0.0/0'], true],
    ['10.1.2.3:51022', ['10.0.0.0/8'], true],
    ['11.1.2.3:51022', ['10.0.0.0/8'], false],
    ['[2001:db8::1]:51022', ['2001:db8::/32'], true],
    ['[2001:db9::1]', ['2001:db8::/32'], false],
    ['[::ffff:10.1.2.3]:1', ['10.0.0.0/8'], true],
    ['10.1.2.3:', ['10.0.0.0/8'], false],
    ['10.1.2.3:51022:1', ['10.0.0.0/8'], false],
    ['not an address', ['0.0.0.0/0'], false],
    ['', ['0.0.0.0/0'], false],
  ]
  for (const [address, ranges, allowed] of LISTS)
    t.equal(isAllowed(address, ranges), allowed, `${address} in ${ranges}`)
  for (const range of ['10.0.0.0/8', '10.0.0.1', '::1', '2001:db8::/128']) t.ok(isAddressRange(range), range)
  for (const range of ['', '10.0.0', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.0/8/8', 'localhost', '10.0.0.0/x']) {
    t.notOk(isAddressRange(range), range)
  }
})

t.test('API keys', async (t) => {
  const id = newId('org')
  const { key, hash, display } = issueKey(id)
  t.match(key, new RegExp(`^sk_live_${id.slice(4)}_[0-9A-Za-z]{32}$`))
  t.ok(isKeyFormat(key))
  t.equal(hash, hashKey(key))
  t.match(hash, /^[0-9a-f]{64}$/)
  t.ok(key.startsWith(display.split('…')[0] ?? '?') && key.endsWith(display.split('…')[1] ?? '?'))
  t.not(issueKey(id).key, key)
  for (const text of [
    '',
    'sk_live_',
    `sk_test_a_${'x'.repeat(32)}`,
    `sk_live_a_${'x'.repeat(31)}`,
    `sk_live_a_${'x'.repeat(31)}_`,
  ]) {
    t.notOk(isKeyFormat(text), text)
  }
})

t.test('ids sort by their time', async (t) => {
  t.match(newId('req'), /^req_[0-9a-hjkmnp-tv-z]{26}$/)
  t.ok(newId('req', 1_000) < newId('req', 2_000))
  t.equal(new Set(Array.from({ length: 2_000 }, () => newId('req', 1_000))).size, 2_000, 'all different')
  t.ok(newId('req', 2 ** 45) > newId('req', 2 ** 44))
})

t.test('media types', async (t) => {
  const parse = (header: string) => {
    const media = parseMediaType(header)
    return media && [media.type, Object.fromEntries(media.parameters)]
  }
  t.same(parse('application/json'), ['application/json', {}])
  t.same(parse(' Application/JSON ; Charset=UTF-8 '), ['application/json', { charset: 'UTF-8' }])
  t.same(parse('a/b;x="1;\\"2";y=3;'), ['a/b', { x: '1;"2', y: '3' }])
  for (const header of ['', 'json', 'a/b c', 'a/b;x', 'a/b;x="', 'a/b/c', 'a/b, c/d'])
    t.equal(parse(header), undefined, header)
})

t.test('names', async (t) => {
  for (const slug of ['a', '1-a', 'a'.repeat(63)]) t.ok(isSlug(slug), slug)
  for (const slug of ['', '-a', 'A', 'a_b', 'a\n', 'a'.repeat(64)]) t.notOk(isSlug(slug), slug)
  for (const path of ['a', 'A_b-1', 'a'.repeat(128)]) t.ok(isEndpointPath(path), path)
  for (const path of ['', '_a', 'a/b', 'a.b', 'a'.repeat(129)]) t.notOk(isEndpointPath(path), path)
})

t.test('names of files in headers', async (t) => {
  for (const [name, header] of [
    ['invoice-7.pdf', 'inline; filename="invoice-7.pdf"'],
    ['Köln.pdf', `inline; filename="Koln.pdf"; filename*=UTF-8''K%C3%B6ln.pdf`],
    ['東京.pdf', `inline; filename="__.pdf"; filename*=UTF-8''%E6%9D%B1%E4%BA%AC.pdf`],
    ['😀.pdf', `inline; filename="_.pdf"; filename*=UTF-8''%F0%9F%98%80.pdf`],
    ["it's (5%41)*.pdf", `inline; filename="it's (5_41)*.pdf"; filename*=UTF-8''it%27s%20%285%2541%29%2A.pdf`],
  ] as const) {
    t.equal(inlineFile(name), header)
    const [, extended] = /filename\*=UTF-8''(\S+)$/.exec(header) ?? []
    if (extended !== undefined) t.equal(decodeURIComponent(extended), name)
  }
})

t.test('only rendering ends in render_timeout', async (t) => {
  const timedOut = { kind: 'timed-out' } as const
  t.match(toError(timedOut), { status: 500, code: 'render_timeout' })
  t.match(toCheckError(timedOut), { status: 422, type: 'validation_error', code: 'validation_failed' })
  const unavailable = { kind: 'unavailable' } as const
  for (const error of [toError(unavailable), toCheckError(unavailable)])
    t.match(error, { status: 503, code: 'service_unavailable' })
})
