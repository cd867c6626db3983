import t from 'tap'
import type { JsonObject } from '../../../engine/base/json.js'
import { SchemaError } from '../../../server/render/schema-error.js'
import { compileSchema } from '../../../server/render/validate-data.js'
import { bindHtml } from '../../engine/template/render-text.js'
import fc from '../../fast-check.js'

/** `code field` of each violation. */
function check(schema: unknown, data: JsonObject): readonly string[] {
  return compileSchema(JSON.stringify(schema))
    .validate(data)
    .map(({ code, field }) => `${code} ${field}`)
}

t.test('violations come in the order of the schema’s properties', async (t) => {
  const schema = {
    required: ['z', 'b', 'undeclared'],
    properties: {
      b: { type: 'string' },
      a: { type: 'object', required: ['y'], properties: { x: { type: 'number' }, y: {} } },
      list: { items: { properties: { n: { type: 'integer' } } } },
      z: {},
    },
    additionalProperties: false,
  }
  t.same(check(schema, { extra: 1, list: [{ n: 1 }, { n: 'x' }, { n: 1.5 }], a: { x: '1' } }), [
    'missing_required_field b',
    'invalid_type a.x',
    'missing_required_field a.y',
    'invalid_type list.1.n',
    'invalid_type list.2.n',
    'missing_required_field z',
    'missing_required_field undeclared',
    'validation_failed extra',
  ])
})

const CODES: readonly [name: string, schema: unknown, value: JsonObject[string], code: string][] = [
  ['a wrong type', { type: 'number' }, '10', 'invalid_type'],
  ['null for a non-null field', { type: 'string' }, null, 'invalid_type'],
  ['a type before other faults', { type: 'string', enum: ['a'] }, 5, 'invalid_type'],
  ['none of the types', { type: ['string', 'null'] }, 5, 'invalid_type'],
  ['none of the types of a choice', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 5, 'invalid_type'],
  ['a format', { format: 'date' }, '2026-13-01', 'invalid_format'],
  ['a pattern', { pattern: '^a' }, 'b', 'invalid_format'],
  ['another value of an enumeration', { enum: ['a', 'b'] }, 'c', 'invalid_value'],
  ['a number too small', { minimum: 1 }, 0, 'invalid_value'],
  ['a text too long', { maxLength: 1 }, 'ab', 'invalid_value'],
  ['a list too short', { minItems: 1 }, [], 'invalid_value'],
  ['no branch of a choice', { oneOf: [{ minimum: 5 }, { type: 'string' }] }, 1, 'validation_failed'],
  ['what must not be', { not: { type: 'string' } }, 'a', 'validation_failed'],
  ['a property that is false', false, 1, 'validation_failed'],
]
for (const [name, schema, value, code] of CODES) {
  t.test(`${name} is ${code}`, async (t) => {
    t.equal(check({ properties: { f: schema } }, { f: value })[0], `${code} f`)
  })
}

t.test('the order is found through references', async (t) => {
  const schema = {
    $ref: '#/$defs/invoice',
    $defs: {
      invoice: { properties: { buyer: { $ref: '#/$defs/party' }, seller: { $ref: '#/$defs/party' } } },
      party: { required: ['city'], properties: { name: { type: 'string' }, city: {} } },
    },
  }
  t.same(check(schema, { seller: { name: 1, city: 1 }, buyer: { name: 2 } }), [
    'invalid_type buyer.name',
    'missing_required_field buyer.city',
    'invalid_type seller.name',
  ])
})

t.test('a schema that refers to itself comes to an end', async (t) => {
  t.same(check({ properties: { next: { $ref: '#' }, n: { type: 'number' } } }, { next: { next: { n: 'x' } } }), [
    'invalid_type next.next.n',
  ])
})

t.test('conditions blame the property, not the condition', async (t) => {
  const schema = JSON.parse('{"if":{"required":["a"]},"then":{"required":["b"]},"properties":{"a":{},"b":{}}}')
  t.same(check(schema, { a: 1 }), ['missing_required_field b'])
})

t.test('only own properties count', async (t) => {
  t.same(check({ required: ['toString', 'constructor', 'hasOwnProperty'] }, {}).length, 3)
  t.same(check({ properties: { toString: { type: 'string' } } }, {}), [])
  t.same(check({ additionalProperties: false }, JSON.parse('{"__proto__":1}')), ['validation_failed __proto__'])
})

t.test('messages never hold what was sent', async (t) => {
  const schema = {
    properties: { a: { enum: ['x'] }, b: { const: 1 }, c: { format: 'email' }, d: { uniqueItems: true } },
  }
  const violations = compileSchema(JSON.stringify(schema)).validate({
    a: 'hidden',
    b: 'hidden',
    c: 'hidden',
    d: [7, 7],
  })
  t.equal(violations.length, 4)
  t.notMatch(JSON.stringify(violations), /hidden|7/)
  t.match(violations[0], { message: 'Field "a" must be one of "x"' })
})

t.test('at most 100 violations are told', async (t) => {
  const list = Array.from({ length: 1000 }, () => 'x')
  t.equal(check({ properties: { list: { items: { type: 'number' } } } }, { list }).length, 100)
})

t.test('fields are the names of the properties', async (t) => {
  t.same(compileSchema('{"properties":{"b":{},"a":{}}}').fields, ['b', 'a'])
  t.same(compileSchema('true').fields, [])
})

t.test('schemas that cannot be used are refused', async (t) => {
  for (const text of [
    '{',
    '[]',
    '1',
    '{"type":"text"}',
    '{"$ref":"#/nowhere"}',
    '{"$ref":"https://example.com/x"}',
    '{"$ref":"#/%"}',
  ]) {
    t.throws(() => compileSchema(text), SchemaError, text)
  }
})

t.test('of a hundred thousand faults the first one decides', async (t) => {
  const item = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'string' }, b: { anyOf: [{ type: 'null' }] } },
  }
  const schema = compileSchema(
    JSON.stringify({
      $defs: { item },
      properties: {
        first: { type: 'string' },
        items: { type: 'array', items: { $ref: '#/$defs/item' } },
        others: { type: 'array', items: item },
      },
      additionalProperties: false,
    }),
  )
  const wrong = { a: 1, b: 1 }
  const items = [...Array.from({ length: 50_000 }, () => ({ a: 'x' })), ...Array.from({ length: 10_000 }, () => wrong)]
  const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`x${index}`, index]))
  const others = Array.from({ length: 50_000 }, () => ({}))
  const fieldsOf = (data: JsonObject) => schema.validate(data).map(({ field }) => field)
  t.equal(fieldsOf({ ...unknown, others, items })[0], 'items.50000.a')
  t.equal(fieldsOf({ ...unknown, others, items, first: 1 })[0], 'first')
  t.equal(fieldsOf({ ...unknown, others })[0], 'others.0.a')
  t.equal(fieldsOf(unknown)[0], 'x0')
  t.equal(fieldsOf({ others }).length, 100, 'and not all are told')
})

t.test('every date that a schema takes is one that the filter date prints', async () => {
  const two = fc.integer({ min: 0, max: 62 }).map((value) => String(value).padStart(2, '0'))
  const offset = fc.oneof(
    fc.constantFrom('', 'Z', 'z', '+01', '-0330', '+23:59', '+24', '+01:60'),
    fc.tuple(fc.constantFrom('+', '-'), two, two).map(([sign, hours, minutes]) => `${sign}${hours}:${minutes}`),
  )
  const part = fc.oneof(fc.constantFrom('01', '12', '23', '28', '59', '60'), two)
  const time = fc.tuple(part, part, part, fc.constantFrom('', '.5', `.${'9'.repeat(30)}`), offset)
  const date = fc.tuple(fc.constantFrom('2024', '2026', '0000', '9999'), part, part)
  const text = fc
    .tuple(date, fc.constantFrom('T', 't', ' ', '\t'), fc.option(time))
    .map(([[year, month, day], sign, time]) => {
      const [hour, minute, second, fraction, zone] = time ?? []
      return `${year}-${month}-${day}${time ? `${sign}${hour}:${minute}:${second}${fraction}${zone}` : ''}`
    })
  const formats = ['date', 'date-time', 'iso-date-time'].map((format) =>
    compileSchema(JSON.stringify({ type: 'object', properties: { at: { format } } })),
  )
  fc.assert(
    fc.property(text, (at) => {
      const fits = formats.some((schema) => schema.validate({ at }).length === 0)
      return !fits || bindHtml('{{at | date "d. MMMM yyyy"}}', { at }).diagnostics.length === 0
    }),
    { numRuns: 2_000 },
  )
})

t.test('short offsets and leap seconds are dates of a schema and of the filter', async (t) => {
  const cases = [
    ['2026-01-31T10:00:00+01', '2026-01-31 09:00:00'],
    ['2026-01-31T10:00:00-0330', '2026-01-31 13:30:00'],
    ['2016-12-31T23:59:60Z', '2016-12-31 23:59:59'],
    ['2017-01-01T00:59:60+01:00', '2016-12-31 23:59:59'],
    [`2026-01-31T10:00:00.${'5'.repeat(30)}Z`, '2026-01-31 10:00:00'],
  ] as const
  const schema = compileSchema('{"type":"object","properties":{"at":{"format":"date-time"}}}')
  for (const [at, printed] of cases) {
    t.strictSame(schema.validate({ at }), [], at)
    t.equal(bindHtml('{{at | date "yyyy-MM-dd HH:mm:ss"}}', { at }).body, printed)
  }
  for (const at of [
    '2026-01-31T10:00:60Z',
    '2026-01-31T10:00:00+24:00',
    '2026-01-31T24:59:60+01:00',
    '2026-02-30T10:00:00Z',
  ]) {
    t.equal(schema.validate({ at }).length, 1, at)
    t.equal(bindHtml('{{at | date}}', { at }).body, '{{at | date}}')
  }
})
