import t from 'tap'
import { type Service, startService } from '../service.js'
import { open, type RawReply, readReply, sendRaw } from './raw-request.js'

const MAX = 1_048_576

/** Where the machine has little else to do. */
const SOON_MS = 1_000

/** Elsewhere: so many times what an ordinary request takes that is made at the same time. */
const SLOWER = 100

/** A busy machine may hold up one answer, but not the same one each time. */
const ATTEMPTS = 4

/** How soon an answer is to be there, by an ordinary request beside it, in ms. */
function barOf(beside: RawReply): number {
  return Math.max(SOON_MS, beside.milliseconds * SLOWER)
}

const INVALID = 'invalid_template_data'
const BAD = 'bad_request'

type Expected = readonly [status: number, code: string | undefined]

const repeat = (text: string, count: number) => text.repeat(count)

const list = (item: string, count: number) => Array.from({ length: count }, () => item).join(',')

/** Bodies of a request that is right in everything else. */
const BODIES: readonly [name: string, body: string | Uint8Array, expected: Expected, template?: string][] = [
  ['nothing', '', [400, INVALID]],
  ['blanks', ' \n ', [400, INVALID]],
  ['null', 'null', [400, INVALID]],
  ['a text', '"text"', [400, INVALID]],
  ['a number', '42', [400, INVALID]],
  ['a literal', 'true', [400, INVALID]],
  ['a list', '[{}]', [400, INVALID]],
  ['a comma too many', '{"a":1,}', [400, INVALID]],
  ['single quotes', "{'a':1}", [400, INVALID]],
  ['a name without quotes', '{a:1}', [400, INVALID]],
  ['NaN', '{"a":NaN}', [400, INVALID]],
  ['Infinity', '{"a":-Infinity}', [400, INVALID]],
  ['undefined', '{"a":undefined}', [400, INVALID]],
  ['a leading zero', '{"a":01}', [400, INVALID]],
  ['a leading point', '{"a":.5}', [400, INVALID]],
  ['a trailing point', '{"a":1.}', [400, INVALID]],
  ['a plus sign', '{"a":+1}', [400, INVALID]],
  ['a hexadecimal number', '{"a":0x10}', [400, INVALID]],
  ['a comment', '/* */{}', [400, INVALID]],
  ['two values', '{}{}', [400, INVALID]],
  ['something behind the value', '{} x', [400, INVALID]],
  ['a line break in a text', '{"a":"\n"}', [400, INVALID]],
  ['NUL in a text', '{"a":"\0"}', [400, INVALID]],
  ['half an escape', '{"a":"\\u12"}', [400, INVALID]],
  ['an unknown escape', '{"a":"\\x41"}', [400, INVALID]],
  ['a text that does not end', '{"a":"', [400, INVALID]],
  ['an object that does not end', '{"a":[1,2', [400, INVALID]],
  ['a no-break space', '\u00a0{}', [400, INVALID]],
  ['two byte order marks', '\ufeff\ufeff{}', [400, INVALID]],
  ['UTF-16', Buffer.from('\ufeff{"a":1}', 'utf16le'), [400, INVALID]],
  ['Latin-1', Buffer.from('{"a":"ü"}', 'latin1'), [400, INVALID]],
  ['an overlong encoding', Buffer.from([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]), [400, INVALID]],
  ['an encoded surrogate', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]), [400, INVALID]],
  ['half a character', Buffer.from('{"a":"€"}').subarray(0, 8), [400, INVALID]],
  ['bytes', Buffer.from([0, 255, 254, 128, 1]), [400, INVALID]],
  ['a compressed body', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), [400, INVALID]],
  ['512 levels', `{"a":${repeat('[', 511)}${repeat(']', 511)}}`, [200, undefined]],
  ['513 levels', `{"a":${repeat('[', 512)}${repeat(']', 512)}}`, [400, INVALID]],
  ['a million lists', repeat('[', 1_000_000), [400, INVALID]],
  ['objects in objects', repeat('{"a":', 200_000), [400, INVALID]],
  ['lists in lists', `{"a":${repeat('[', 500_000)}${repeat(']', 500_000)}}`, [400, INVALID]],
  ['brackets in a text', `{"a":"${repeat('[', 1_000_000)}"}`, [200, undefined]],
  ['a number beyond all numbers', '{"a":1e999}', [400, INVALID]],
  ['one below', '{"a":[1,-1e400]}', [400, INVALID]],
  ['the largest number', '{"a":1.7976931348623157e308}', [200, undefined]],
  ['the smallest number', '{"a":1e-999}', [200, undefined]],
  ['a number that would lose digits', '{"a":12345678901234567890}', [422, 'invalid_value']],
  ['one in a list, before other faults', '{"items":[9007199254740993]}', [422, 'invalid_value'], 'strict'],
  ['one that comes after a name that is missing', '{"a":9007199254740993}', [422, 'invalid_value'], 'strict'],
  [
    'one in a webhook, where it is as good as 4',
    '{"webhook":{"url":"https://a.b","retries":12345678901234567890}}',
    [200, undefined],
  ],
  ['60,000 numbers that would', `{"a":[${list('9007199254740993', 60_000)}]}`, [422, 'invalid_value']],
  ['numbers that are known exactly', '{"a":[9007199254740992,0.1,1.0000000000000000000,1e3,1e25]}', [200, undefined]],
  ['a million digits', `{"a":${repeat('9', 1_000_000)}}`, [400, INVALID]],
  ['a million decimals', `{"a":0.${repeat('9', 1_000_000)}}`, [200, undefined]],
  ['a million digits in the exponent', `{"a":1e${repeat('9', 1_000_000)}}`, [400, INVALID]],
  ['a name twice', '{"a":1,"a":2}', [200, undefined]],
  ['isTest twice', '{"isTest":"x","isTest":false}', [200, undefined]],
  ['a name 150,000 times', `{${list('"a":1', 150_000)}}`, [200, undefined]],
  [
    'names of prototypes',
    '{"__proto__":{"isTest":true},"constructor":{"prototype":{}},"toString":1}',
    [200, undefined],
  ],
  ['a required name that is inherited', '{"__proto__":{"name":"x"}}', [422, 'missing_required_field'], 'strict'],
  ['backslashes', `{"a":"${repeat('\\', 1_000_000)}"}`, [200, undefined]],
  ['backslashes that escape the end', `{"a":"${repeat('\\', 999_999)}"}`, [400, INVALID]],
  ['quotes', repeat('"', 1_000_000), [400, INVALID]],
  ['line breaks', repeat('\n', 1_000_000), [400, INVALID]],
  ['commas', `{"a":[${repeat(',', 1_000_000)}`, [400, INVALID]],
  ['a byte too many', `{"a":"${repeat('x', MAX - 7)}"}`, [413, 'payload_too_large']],
  ['isTest as a text', '{"isTest":"true"}', [422, 'invalid_type']],
  ['isTest as a number', '{"isTest":1}', [422, 'invalid_type']],
  ['webhook as a list', '{"webhook":[]}', [422, 'invalid_type']],
  ['webhook without an address', '{"webhook":{"headers":{}}}', [422, 'missing_required_field']],
  ['webhook with a script for an address', '{"webhook":{"url":"javascript:alert(1)"}}', [422, 'invalid_format']],
  [
    'webhook with headers that are numbers',
    '{"webhook":{"url":"https://a.b","headers":{"a":1}}}',
    [422, 'invalid_type'],
  ],
  ['webhook with half a retry', '{"webhook":{"url":"https://a.b","retries":1.5}}', [422, 'invalid_type']],
  ['a wrong type', '{"name":1}', [422, 'invalid_type'], 'strict'],
  ['null where a text is required', '{"name":null}', [422, 'invalid_type'], 'strict'],
  ['a forbidden name', '{"name":"a","b":1}', [422, 'validation_failed'], 'strict'],
  [
    '80,000 forbidden names',
    `{"name":1,${Array.from({ length: 80_000 }, (_, index) => `"${index}":1`).join(',')}}`,
    [422, 'invalid_type'],
    'strict',
  ],
  ['500,000 wrong items', `{"name":"a","items":[${list('1', 500_000)}]}`, [422, 'invalid_type'], 'strict'],
  [
    '100,000 items without their field',
    `{"name":"a","items":[${list('{}', 100_000)}]}`,
    [422, 'missing_required_field'],
    'strict',
  ],
  [
    '300,000 items whose schema stands elsewhere',
    `{"name":"a","same":[${list('{}', 300_000)}]}`,
    [422, 'missing_required_field'],
    'strict',
  ],
]

const STRICT = JSON.stringify({
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    same: { type: 'array', items: { $ref: '#/properties/items/items' } },
    items: { type: 'array', items: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } },
  },
  additionalProperties: false,
})

/** Whole requests; `{path}` and `{auth}` stand for those of a valid one, `{length}` for its body's length. */
const REQUESTS: readonly [name: string, request: string | Uint8Array, expected: Expected][] = [
  ['a length and chunks', `{head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}`, [400, BAD]],
  ['chunks and a length', `{head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n{chunks}`, [400, BAD]],
  ['two lengths', '{head}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}{next}', [400, BAD]],
  ['a list of lengths', '{head}Content-Length: 2, 2\r\n\r\n{}', [400, BAD]],
  ['a length with a sign', '{head}Content-Length: +2\r\n\r\n{}', [400, BAD]],
  ['a negative length', '{head}Content-Length: -2\r\n\r\n{}', [400, BAD]],
  ['a hexadecimal length', '{head}Content-Length: 0x2\r\n\r\n{}', [400, BAD]],
  ['a length beyond all numbers', '{head}Content-Length: 99999999999999999999\r\n\r\n{}', [400, BAD]],
  ['a length beyond the limit', '{head}Content-Length: 99999999\r\n\r\n{}', [413, 'payload_too_large']],
  ['an unknown encoding', '{head}Transfer-Encoding: xchunked\r\n\r\n{chunks}', [400, BAD]],
  ['chunks that are not last', '{head}Transfer-Encoding: chunked, identity\r\n\r\n{chunks}', [400, BAD]],
  ['two encodings', '{head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n{chunks}', [400, BAD]],
  ['a compressed encoding', '{head}Transfer-Encoding: gzip, chunked\r\n\r\n{chunks}', [400, INVALID]],
  ['a blank before the colon', '{head}Transfer-Encoding : chunked\r\n\r\n{chunks}', [400, BAD]],
  ['a chunk of no number', '{head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n', [400, BAD]],
  ['a chunk of a negative number', '{head}Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n', [400, BAD]],
  ['a chunk beyond all numbers', '{head}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}', [400, BAD]],
  ['chunks with bare line feeds', '{head}Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n', [400, BAD]],
  ['a folded header', '{head}X-A: 1\r\n 2\r\nContent-Length: 2\r\n\r\n{}', [400, BAD]],
  ['NUL in a header', '{head}X-A: a\0b\r\nContent-Length: 2\r\n\r\n{}', [400, BAD]],
  ['a header without a colon', '{head}nonsense\r\nContent-Length: 2\r\n\r\n{}', [400, BAD]],
  ['two hosts', '{head}Host: other\r\nContent-Length: 2\r\n\r\n{}', [400, BAD]],
  ['two keys', '{head}Authorization: Bearer x\r\nContent-Length: 2\r\n\r\n{}', [400, BAD]],
  ['two content types', '{head}Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}', [400, BAD]],
  ['no host', 'POST {path} HTTP/1.1\r\n{auth}Content-Length: 2\r\n\r\n{}', [400, BAD]],
  ['bare line feeds', 'GET /healthz HTTP/1.1\nHost: a\n\n', [400, BAD]],
  ['another protocol', 'GET /healthz HTTP/9.9\r\nHost: a\r\n\r\n', [400, BAD]],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400, BAD]],
  ['a greeting of TLS', Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]), [400, BAD]],
  ['a method in lower case', 'get /healthz HTTP/1.1\r\nHost: a\r\n\r\n', [400, BAD]],
  ['an unknown method', 'BREW /healthz HTTP/1.1\r\nHost: a\r\n\r\n', [400, BAD]],
  ['another method', 'TRACE /healthz HTTP/1.1\r\nHost: a\r\n\r\n', [405, 'method_not_allowed']],
  ['a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', [405, 'method_not_allowed']],
  [
    'an address that is too long',
    `GET /${repeat('a', 20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    [431, 'headers_too_large'],
  ],
  ['a header that is too long', `{head}X-A: ${repeat('a', 20_000)}\r\n\r\n`, [431, 'headers_too_large']],
  ['many headers', `{head}${repeat('X-A: 0123456789\r\n', 3_000)}\r\n`, [431, 'headers_too_large']],
  ['a key behind a thousand headers', `{line}${repeat('a:1\r\n', 1_500)}{key}{type}{rest}`, [200, undefined]],
  ['two keys around a thousand headers', `{head}${repeat('a:1\r\n', 1_500)}{key}{rest}`, [400, BAD]],
  [
    'a type full of blanks',
    `{line}{key}Content-Type: application/json;${repeat(' ', 14_000)}x\r\n{rest}`,
    [400, INVALID],
  ],
  [
    'a type full of quotes',
    `{line}{key}Content-Type: application/json${repeat(';a="\\"', 2_000)}\r\n{rest}`,
    [400, INVALID],
  ],
  ['preferences full of commas', `{head}Prefer: ${repeat(',a', 7_000)}\r\n{rest}`, [200, undefined]],
  ['preferences full of quotes', `{head}Prefer: ${repeat('"', 14_001)}\r\n{rest}`, [200, undefined]],
  ['preferences full of backslashes', `{head}Prefer: "${repeat('\\', 14_000)}\r\n{rest}`, [200, undefined]],
  ['a key full of blanks', `{line}Authorization: Bearer${repeat(' ', 14_000)}x y\r\n{rest}`, [401, 'invalid_api_key']],
  ['an upgrade', '{head}Connection: Upgrade\r\nUpgrade: websocket\r\n{rest}', [200, undefined]],
]

/** Paths below the organization; the request is right in everything else. */
const PATHS: readonly [path: string, expected: Expected][] = [
  ['templates/../../other/templates/letter/documents', [404, 'not_found']],
  ['templates/%2e%2e/documents', [404, 'template_not_found']],
  ['templates/..%2f..%2fsecret/documents', [404, 'template_not_found']],
  ['templates/letter%00/documents', [404, 'template_not_found']],
  ['templates/letter%2Fx/documents', [404, 'template_not_found']],
  ['templates/%zz/documents', [404, 'template_not_found']],
  ['templates/%E0%A4%A/documents', [404, 'template_not_found']],
  ['templates/__proto__/documents', [404, 'template_not_found']],
  ['templates/constructor/documents', [404, 'template_not_found']],
  ['templates/LETTER/documents', [404, 'template_not_found']],
  ['templates/letter;x=1/documents', [404, 'template_not_found']],
  [`templates/${'a'.repeat(8_000)}/documents`, [404, 'template_not_found']],
  ['templates//documents', [404, 'not_found']],
  ['/templates/letter/documents', [404, 'not_found']],
  ['templates/letter/documents/', [404, 'not_found']],
  ['templates/letter/documents%0d%0aX:1', [404, 'not_found']],
  ['templates\\letter\\documents', [404, 'not_found']],
  ['templates/letter/documents?x=%zz&x[y]=1', [200, undefined]],
  ['requests/%zz', [405, 'method_not_allowed']],
]

/** A template for requests, filled in for a service. */
function fill(request: string, { base, key }: Service): string {
  const path = `${new URL(base).pathname}/templates/letter/documents`
  const keyLine = `Authorization: Bearer ${key}\r\n`
  const line = `POST ${path} HTTP/1.1\r\nHost: localhost\r\n`
  return request
    .replace('{head}', `${line}${keyLine}Content-Type: application/json\r\n`)
    .replace('{rest}', 'Content-Length: 2\r\n\r\n{}')
    .replace('{chunks}', `2\r\n{}\r\n0\r\n\r\n${line}${keyLine}\r\n`)
    .replace('{next}', `${line}${keyLine}\r\n`)
    .replace('{line}', line)
    .replace('{key}', keyLine)
    .replace('{type}', 'Content-Type: application/json\r\n')
    .replace('{path}', path)
    .replace('{auth}', `${keyLine}Content-Type: application/json\r\n`)
}

function post(service: Service, path: string, body: string | Uint8Array): Uint8Array {
  const bytes = Buffer.from(body)
  const head = `POST ${new URL(service.base).pathname}/${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.key}\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes])
}

t.test('bad input is answered soon, and nobody else suffers', async (t) => {
  const service = await startService(t, {}, undefined, 'enterprise')
  const other = await startService(t, {}, undefined, 'enterprise')
  for (const { addTemplate } of [service, other]) {
    await addTemplate('letter', 'letter')
    await addTemplate('strict', 'letter', { schema: STRICT })
  }
  const valid = post(other, 'templates/letter/documents', '{"name":"Ada"}')

  const check = async (name: string, bytes: string | Uint8Array, [status, code]: Expected) => {
    const [reply, beside] = await Promise.all([sendRaw(service.url, bytes), sendRaw(other.url, valid)])
    t.same([reply.status, reply.code], [status, code], name)
    t.match(reply.requestId, /^req_/, `${name}: a request id`)
    t.equal(reply.answers, 1, `${name}: one answer`)
    t.equal(beside.status, 200, `${name}: another request at the same time`)
    const next = await sendRaw(other.url, valid)
    t.equal(next.status, 200, `${name}: the next request`)
    let { milliseconds } = reply
    let bar = barOf(beside)
    for (let attempt = 1; attempt < ATTEMPTS && milliseconds >= bar; attempt++) {
      const replies = await Promise.all([sendRaw(service.url, bytes), sendRaw(other.url, valid)])
      milliseconds = replies[0].milliseconds
      bar = barOf(replies[1])
    }
    t.ok(milliseconds < bar, `${name}: ${Math.round(milliseconds)} ms`)
  }

  for (const [name, body, expected, template = 'letter'] of BODIES) {
    await check(name, post(service, `templates/${template}/documents`, body), expected)
  }
  for (const [name, request, expected] of REQUESTS) {
    await check(name, typeof request === 'string' ? fill(request, service) : request, expected)
  }
  for (const [path, expected] of PATHS) await check(path, post(service, path, '{}'), expected)
  t.same(
    service.process.logs.filter((line) => /"level":[56]0/.test(line)),
    [],
    'nothing of it is an error of the service',
  )
})

t.test('bodies that stop half-way', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const whole = Buffer.from(post(service, 'templates/letter/documents', '{"name":"Ada"}')).toString()
  const cut = await sendRaw(service.url, whole.slice(0, -4), { end: true })
  t.same([cut.status, cut.code], [400, INVALID], 'a length that was not kept')
  const chunked = fill('{head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a', service)
  const unfinished = await sendRaw(service.url, chunked, { end: true })
  t.same([unfinished.status, unfinished.code], [400, INVALID], 'a chunk that was not finished')
  t.equal((await service.generate('letter', '{}')).status, 200)
})

t.test('bodies that come slowly take a place of their key and nothing else', async (t) => {
  const service = await startService(t)
  await service.addTemplate('letter', 'letter')
  const whole = Buffer.from(post(service, 'templates/letter/documents', '{"name":"Ada"}')).toString()
  // Each of them has been let in when the server asks for its body.
  const asking = whole.replace('\r\nContent-Length', '\r\nExpect: 100-continue\r\nContent-Length')
  const end = asking.indexOf('\r\n\r\n') + 4
  const slow = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const socket = await open(service.url)
      socket.write(asking.slice(0, end))
      await new Promise((resolve) => socket.once('data', resolve))
      return socket
    }),
  )
  for (const socket of slow) socket.write(asking.slice(end, -1))
  t.match((await service.generate('letter', '{}')).json, { error: { code: 'concurrent_limit_exceeded' } })
  const others = await Promise.all(
    Array.from({ length: 8 }, async () => service.generate('letter', '{}', await service.addKey())),
  )
  t.ok(others.every(({ status }) => status === 200))
  const replies = slow.map((socket) => readReply(socket))
  for (const socket of slow) socket.write(asking.slice(-1))
  for (const { status } of await Promise.all(replies)) t.equal(status, 200)
})
