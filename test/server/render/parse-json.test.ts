import t from 'tap'
import { findJsonError } from '../../../server/render/find-json-error.js'
import { parseJson } from '../../../server/render/parse-json.js'

const parse = (text: string | Uint8Array) => parseJson(typeof text === 'string' ? Buffer.from(text) : text)

t.test('JSON is parsed strictly', async (t) => {
  const VALUES: readonly [text: string, value: unknown][] = [
    ['{}', {}],
    [' [1, -0.5e+2, "a\\u00e4", true, null]\n', [1, -50, 'aä', true, null]],
    ['\ufeff{"a":"ä€😀"}', { a: 'ä€😀' }],
    ['"\\""', '"'],
    ['0', 0],
  ]
  for (const [text, value] of VALUES) t.same(parse(text), { kind: 'value', value }, text)

  const FAULTS: readonly [text: string, line: number, column: number, message: RegExp][] = [
    ['', 1, 1, /expected a value, found the end/],
    ['{"a":1,}', 1, 8, /expected a name/],
    ['[1,]', 1, 4, /expected a value/],
    ['[1 2]', 1, 4, /expected "," or the end/],
    ['{"a" 1}', 1, 6, /expected ":"/],
    ['{a:1}', 1, 2, /expected a name in double quotes or "}"/],
    ["{'a':1}", 1, 2, /expected a name/],
    ['{"a":NaN}', 1, 6, /expected a value/],
    ['{"a":01}', 1, 6, /expected a value/],
    ['{"a":+1}', 1, 6, /expected a value/],
    ['{"a":.5}', 1, 6, /expected a value/],
    ['{} {}', 1, 4, /expected nothing more/],
    ['// no\n{}', 1, 1, /expected a value/],
    ['{\n  "a": "x\n"}', 2, 8, /string that is not closed/],
    ['{"a": "\\x"}', 1, 7, /string that is not closed/],
    ['[1}', 1, 3, /expected "," or the end/],
    ['[', 1, 2, /found the end/],
    ['{"a":', 1, 6, /found the end/],
    ['tru', 1, 1, /expected a value/],
  ]
  for (const [text, line, column, message] of FAULTS) {
    t.match(parse(text), { kind: 'malformed', line, column, message }, JSON.stringify(text))
  }
})

t.test('bytes that are not UTF-8 are refused', async (t) => {
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x22, 0xc0, 0x80, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
  ]) {
    t.match(parse(Uint8Array.from(bytes)), { kind: 'malformed', message: /UTF-8/ })
  }
})

t.test('nesting ends at 512', async (t) => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  t.equal(parse(nested(512)).kind, 'value')
  t.match(parse(nested(513)), { kind: 'malformed', column: 513, message: /deeper than 512/ })
  t.match(parse('['.repeat(1_000_000)), { kind: 'malformed', message: /deeper/ })
  t.equal(
    parse(JSON.stringify(['['.repeat(600), '\\"['.repeat(600)])).kind,
    'value',
    'brackets in strings do not count',
  )
})

t.test('__proto__ is a member like any other', async (t) => {
  const parsed = parse('{"__proto__":{"polluted":1}}')
  t.equal(parsed.kind === 'value' && Object.hasOwn(Object(parsed.value), '__proto__'), true)
  t.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
})

t.test('the place of a fault agrees with JSON.parse about what is JSON', async (t) => {
  const TEXTS = ['{"a":[1,2,{"b":null}]}', '[[],{}]', '"a"', '-1.5e10', ' { } ', '{"a":{"b":[true,false]}}']
  for (const text of TEXTS) {
    for (let cut = 0; cut < text.length; cut++) {
      const broken = `${text.slice(0, cut)}?${text.slice(cut)}`
      // A question mark inside of a string is no fault.
      const isJson = parse(broken).kind === 'value'
      if (!isJson) t.equal(findJsonError(broken).offset <= cut, true, broken)
    }
  }
})
