import t from 'tap'
import {
  describeUrlFault,
  isAllowEntry,
  isAllowedTarget,
  isPublicAddress,
  PUBLIC_ONLY,
} from '../../../../server/webhooks/rules/address-guard.js'

t.test('public addresses', async (t) => {
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '192.0.1.1',
    '168.63.129.17',
  ]) {
    t.equal(isPublicAddress(address), true, address)
  }
  for (const address of ['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2001:4860:4860::8888']) {
    t.equal(isPublicAddress(address), true, address)
  }
})

t.test('everything else', async (t) => {
  const refused: Readonly<Record<string, readonly string[]>> = {
    unspecified: ['0.0.0.0', '0.1.2.3', '::'],
    loopback: ['127.0.0.1', '127.255.255.254', '::1'],
    private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1'],
    'link-local': ['169.254.1.1', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1'],
    metadata: ['169.254.169.254', '169.254.170.2', 'fd00:ec2::254', '100.100.100.200'],
    'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
    multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
    reserved: ['240.0.0.1', '255.255.255.255', '4000::1', '5f00::1'],
    documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
    benchmarks: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
    'IPv4 in IPv6': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::127.0.0.1', '::ffff:0:127.0.0.1'],
    'hosts of virtual machines': ['168.63.129.16'],
    NAT64: ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::a00:1'],
    '6to4': ['2002:7f00:1::', '2002:808:808::1'],
    Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    'no address': ['', 'localhost', '127.1', '2130706433', '0x7f000001', '1.2.3.4.5', '[::1]'],
  }
  for (const [kind, addresses] of Object.entries(refused)) {
    for (const address of addresses) t.equal(isPublicAddress(address), false, `${kind}: ${address}`)
  }
})

t.test('the allow list', async (t) => {
  const policy = { allowPrivate: false, allow: ['10.1.0.0/16', '192.168.0.7', 'fd00:1::/32', 'hooks.internal'] }
  t.equal(isAllowedTarget('x.example', '10.1.2.3', policy), true)
  t.equal(isAllowedTarget('x.example', '10.2.2.3', policy), false)
  t.equal(isAllowedTarget('x.example', '192.168.0.7', policy), true)
  t.equal(isAllowedTarget('x.example', '192.168.0.8', policy), false)
  t.equal(isAllowedTarget('x.example', 'fd00:1::5', policy), true)
  t.equal(isAllowedTarget('x.example', 'fd00:2::5', policy), false)
  t.equal(isAllowedTarget('Hooks.Internal', '10.9.9.9', policy), true, 'a name stands for its addresses')
  t.equal(isAllowedTarget('other.hooks.internal', '10.9.9.9', policy), false)
  t.equal(isAllowedTarget('x.example', '::ffff:10.1.2.3', policy), false, 'IPv4 in disguise stays refused')
  t.equal(isAllowedTarget('x.example', '127.0.0.1', { allowPrivate: true, allow: [] }), true)
  for (const entry of ['10.0.0.0/8', '::1', 'fd00::/8', 'a.example', 'hooks']) t.equal(isAllowEntry(entry), true, entry)
  for (const entry of ['10.0.0.0/33', '10.0.0', 'a b', '*', 'https://a.example', '::/129', '']) {
    t.equal(isAllowEntry(entry), false, entry)
  }
})

t.test('URLs', async (t) => {
  for (const url of [
    'https://a.example',
    'https://a.example:8443/x?y#z',
    'https://8.8.8.8/',
    'https://[2606:4700::1]/',
  ]) {
    t.equal(describeUrlFault(url, PUBLIC_ONLY), undefined, url)
  }
  const faults: readonly [url: string, problem: RegExp][] = [
    ['http://a.example', /https/],
    ['ftp://a.example', /https/],
    ['nowhere', /https/],
    ['', /https/],
    ['https://u:p@a.example', /credentials/],
    ['https://u@a.example', /credentials/],
    ['https://127.0.0.1/', /public/],
    ['https://2130706433/', /public/],
    ['https://0x7f.1/', /public/],
    ['https://017700000001/', /public/],
    ['https://127.1/', /public/],
    ['https://[::1]/', /public/],
    ['https://[::ffff:127.0.0.1]/', /public/],
    ['https://[64:ff9b::127.0.0.1]/', /public/],
    ['https://169.254.169.254/latest/meta-data', /public/],
    ['https://168.63.129.16/', /public/],
    ['https://[64:ff9b::a83f:8110]/', /public/],
    ['https://[2002:7f00:1::]/', /public/],
    ['https://[::ffff:a83f:8110]/', /public/],
    ['https://127.0.0.1./', /public/],
    ['https://127。0。0。1/', /public/],
    ['https://①②⑦.0.0.1/', /public/],
    ['https://0x7f.0.0.0x1/', /public/],
    ['https://%31%32%37.0.0.1/', /public/],
    ['https://127.0.0.1../', /https|public/],
    ['https://localhost/', /public/],
    ['https://LOCALHOST:8443/x', /public/],
    ['https://localhost./', /public/],
    ['https://localhost../', /https|public/],
    ['https://x.localhost/', /public/],
    ['https://a.b.localhost./', /public/],
    ['https://ｌocalhost/', /public/],
    ['https://x。localhost。/', /public/],
    [`https://a.example/${'x'.repeat(2048)}`, /longer/],
  ]
  for (const [url, problem] of faults) t.match(describeUrlFault(url, PUBLIC_ONLY), problem, url)
  for (const url of ['https://localhost.example/', 'https://mylocalhost/', 'https://localhost-x.example/']) {
    t.equal(describeUrlFault(url, PUBLIC_ONLY), undefined, url)
  }
  const local = { allowPrivate: false, allow: ['localhost'] }
  t.equal(describeUrlFault('https://localhost/', local), undefined)
  t.equal(describeUrlFault('https://localhost./', local), undefined)
  t.match(describeUrlFault('https://x.localhost/', local), /public/)
  t.equal(describeUrlFault('https://x.localhost/', { allowPrivate: false, allow: ['127.0.0.0/8', '::1'] }), undefined)
  const development = { allowPrivate: true, allow: [] }
  t.equal(describeUrlFault('http://127.0.0.1:9/', development), undefined)
  t.equal(describeUrlFault('http://localhost:9/', development), undefined)
  t.match(describeUrlFault('file:///etc/passwd', development), /https/)
  t.equal(describeUrlFault('https://10.0.0.1/', { allowPrivate: false, allow: ['10.0.0.0/8'] }), undefined)
  t.match(describeUrlFault('http://10.0.0.1/', { allowPrivate: false, allow: ['10.0.0.0/8'] }), /https/)
})
