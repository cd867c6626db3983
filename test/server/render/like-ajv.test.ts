import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import type { JsonObject } from '../../../engine/base/json.js'
import { SchemaError } from '../../../server/render/schema-error.js'
import { compileSchema } from '../../../server/render/validate-data.js'
import fc from '../../fast-check.js'

/** Few names and values, so that schemas and data meet. */
const name = fc.constantFrom('a', 'b', 'c')
const simple = fc.constantFrom<JsonObject[string]>(null, true, false, 0, 1, 2, 1.5, '', 'a', 'ab', 'ba')

const { data, value } = fc.letrec<{ data: JsonObject; value: JsonObject[string] }>((tie) => ({
  data: fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    simple,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}))

const keyword = <T>(word: string, content: fc.Arbitrary<T>) => content.map((it): [string, unknown] => [word, it])

const { schema } = fc.letrec<{ schema: unknown; keyword: [string, unknown]; list: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
    { weight: 1, arbitrary: fc.boolean() },
    { weight: 2, arbitrary: fc.record({ $ref: fc.constantFrom('#/$defs/a', '#/$defs/b', '#', '#here', 'other') }) },
    { weight: 8, arbitrary: fc.array(tie('keyword'), { maxLength: 3 }).map((it) => Object.fromEntries(it)) },
  ),
  keyword: fc.oneof(
    keyword('type', fc.constantFrom('object', 'array', 'string', 'integer', ['null', 'number'], ['object', 'array'])),
    keyword('enum', fc.array(value, { minLength: 1, maxLength: 3 })),
    keyword('const', value),
    keyword('minimum', fc.constantFrom(0, 1)),
    keyword('maxLength', fc.constantFrom(0, 1)),
    keyword('pattern', fc.constantFrom('^a', 'b$', '[^a]')),
    keyword('required', fc.uniqueArray(name, { maxLength: 2 })),
    keyword('minProperties', fc.constantFrom(1, 2)),
    keyword('maxItems', fc.constantFrom(1, 2)),
    keyword('uniqueItems', fc.boolean()),
    keyword('dependentRequired', fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 1 })),
    keyword('properties', fc.dictionary(name, tie('schema'), { maxKeys: 2 })),
    keyword('patternProperties', fc.dictionary(fc.constantFrom('^a', '[bc]'), tie('schema'), { maxKeys: 1 })),
    keyword('additionalProperties', tie('schema')),
    keyword('propertyNames', tie('schema')),
    keyword('items', tie('schema')),
    keyword('prefixItems', tie('list')),
    keyword('contains', tie('schema')),
    keyword('allOf', tie('list')),
    keyword('anyOf', tie('list')),
    keyword('oneOf', tie('list')),
    keyword('not', tie('schema')),
    keyword('if', tie('schema')),
  ),
  list: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
}))

/** Keywords that only some schemas have. */
const extra = fc.record(
  { dependentSchemas: fc.dictionary(name, schema, { maxKeys: 1 }), else: schema },
  { requiredKeys: [] },
)

const whole = fc.tuple(schema, schema, schema, extra, schema).map(([top, a, b, more, conclusion]) => ({
  ...(typeof top === 'object' ? top : {}),
  ...more,
  ...Object.fromEntries([['then', conclusion]]),
  $defs: {
    a,
    b,
    here: { ...(typeof b === 'object' ? b : {}), $anchor: 'here' },
    other: { $id: 'other', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: { type: 'string' } } },
  },
}))

/**
 * ajv on its own, without writing down what was looked at, where it has faults; and with all errors, since else it does
 * not look at the keywords behind `prefixItems` when an array has fewer items.
 */
function newReference(): Ajv2020 {
  const options = { strict: false, ownProperties: true, logger: false, validateSchema: false, meta: false } as const
  const ajv = new Ajv2020({ ...options, allErrors: true })
  ajv.opts.unevaluated = false
  return ajv
}

t.test('schemas allow what ajv allows that has them as they are', async (t) => {
  let compared = 0
  let invalid = 0
  fc.assert(
    fc.property(whole, fc.array(data, { minLength: 5, maxLength: 5 }), (source, samples) => {
      const text = JSON.stringify(source)
      let own: ReturnType<typeof compileSchema>
      let ajv: ReturnType<Ajv2020['compile']>
      try {
        own = compileSchema(text)
      } catch (error) {
        // Circles, most of them, and references to what is not there.
        if (error instanceof SchemaError) return
        throw error
      }
      try {
        ajv = newReference().compile(JSON.parse(text))
      } catch {
        return
      }
      for (const drawn of samples) {
        const sample: JsonObject = JSON.parse(JSON.stringify(drawn))
        compared++
        const isValid = ajv(sample)
        if (!isValid) invalid++
        const violations = own.validate(sample)
        if ((violations.length === 0) !== isValid) {
          throw new Error(`${text} and ${JSON.stringify(sample)}: ajv says ${isValid}, ${JSON.stringify(violations)}`)
        }
      }
    }),
    { numRuns: 1_000 },
  )
  t.ok(
    compared > 3_000 && invalid > 1_000 && invalid < compared - 500,
    `${compared} were compared, ${invalid} did not fit`,
  )
})

/** JSON Schema core §11: what has not been looked at by the keywords beside, in branches that were right. */
const UNEVALUATED: readonly [schema: object, data: JsonObject, isValid: boolean][] = [
  [{ properties: { a: {} }, unevaluatedProperties: false }, { a: 1 }, true],
  [{ properties: { a: {} }, unevaluatedProperties: false }, { b: 1 }, false],
  [{ unevaluatedProperties: { type: 'string' } }, { b: 1 }, false],
  [{ $ref: '#/$defs/a', unevaluatedProperties: false }, { a: 1 }, true],
  [{ $ref: '#/$defs/a', unevaluatedProperties: false }, { a: 1, b: 1 }, false],
  [{ allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }], unevaluatedProperties: false }, { a: 1, b: 1 }, true],
  [
    { anyOf: [{ $ref: '#/$defs/a' }, { properties: { b: { type: 'string' } } }], unevaluatedProperties: false },
    { a: 1 },
    true,
  ],
  [
    { anyOf: [{ $ref: '#/$defs/a' }, { properties: { b: { type: 'string' } } }], unevaluatedProperties: false },
    { b: 1 },
    false,
  ],
  [{ anyOf: [{ patternProperties: { '^a': false } }, {}], unevaluatedProperties: false }, { a: 1 }, false],
  [
    {
      if: { required: ['a'] },
      else: { anyOf: [{ $ref: '#/$defs/b' }] },
      patternProperties: { '^c': {} },
      unevaluatedProperties: false,
    },
    { b: 1, c: 1 },
    true,
  ],
  [
    {
      if: { $ref: '#/$defs/needsA' },
      else: { anyOf: [{ $ref: '#/$defs/b' }] },
      patternProperties: { '^c': {} },
      unevaluatedProperties: false,
    },
    { a: 1, c: 1 },
    false,
  ],
  [{ properties: { l: { prefixItems: [{}], unevaluatedItems: false } } }, { l: [1] }, true],
  [{ properties: { l: { prefixItems: [{}], unevaluatedItems: false } } }, { l: [1, 2] }, false],
  [
    { properties: { l: { allOf: [{ prefixItems: [{}, { allOf: [{}] }] }], unevaluatedItems: false } } },
    { l: [1, 2] },
    true,
  ],
  [
    { properties: { l: { allOf: [{ prefixItems: [{}] }, { allOf: [{ items: {} }] }], unevaluatedItems: false } } },
    { l: [1, 2] },
    true,
  ],
]

t.test('what has not been looked at is told from what has', async (t) => {
  const $defs = { a: { properties: { a: {} } }, b: { properties: { b: {} } }, needsA: { required: ['a'] } }
  for (const [rest, sample, isValid] of UNEVALUATED) {
    const own = compileSchema(JSON.stringify({ ...rest, $defs }))
    const text = `${JSON.stringify(rest)} and ${JSON.stringify(sample)}`
    t.equal(own.validate(sample).length === 0, isValid, text)
    t.equal(own.validate({}).length, 0, 'and what it remembers of one')
    t.equal(own.validate(sample).length === 0, isValid, 'means nothing for the next')
  }
})
