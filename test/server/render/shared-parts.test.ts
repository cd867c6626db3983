import t from 'tap'
import { readSchema } from '../../../server/render/read-schema.js'

/** The places of the parts that may be asked about one value twice. */
function sharedIn(schema: object): readonly string[] {
  const { parts } = readSchema(JSON.stringify(schema))
  return parts.filter(({ isShared }) => isShared).map(({ place }) => place)
}

const object = { properties: { x: { properties: {} } } }

t.test('a part in several places of the data is asked about each value once', async (t) => {
  const $defs = { a: object }
  const a = { $ref: '#/$defs/a' }
  t.same(sharedIn({ properties: { a, b: a, c: { items: a }, d: { additionalProperties: a } }, $defs }), [])
  t.same(sharedIn({ properties: { children: { items: { $ref: '#' } }, first: { $ref: '#' } } }), [])
  t.same(sharedIn({ properties: { a: { allOf: [a] } }, $defs }), [])
})

t.test('branches of one value share what they ask about it, and about what is in it', async (t) => {
  const $defs = { a: object, b: { properties: { y: { $ref: '#/$defs/a' } } } }
  const a = { $ref: '#/$defs/a' }
  const b = { $ref: '#/$defs/b' }
  t.same(sharedIn({ anyOf: [a, a], $defs }), ['#/$defs/a'])
  t.same(sharedIn({ anyOf: [a, { not: a }], $defs }), ['#/$defs/a'])
  t.same(sharedIn({ oneOf: [{ properties: { y: a } }, { properties: { y: a } }], $defs }), ['#/$defs/a'])
  t.same(sharedIn({ oneOf: [{ properties: { y: a } }, { properties: { z: a } }], $defs }), [])
  t.same(sharedIn({ oneOf: [b, { patternProperties: { y: a } }], $defs }), ['#/$defs/a'])
  t.same(sharedIn({ oneOf: [{ items: a }, { prefixItems: [a] }], $defs }), ['#/$defs/a'])
  // Different parts of the same value, which meet further down.
  const twins = { properties: { w: { properties: { y: a } } } }
  t.same(sharedIn({ oneOf: [twins, { properties: { w: b } }], $defs }), ['#/$defs/a'])
})
