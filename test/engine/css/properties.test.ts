import t from 'tap'
import { propertyStanding } from '../../../engine/css/properties/known-properties.js'
import { LONGHANDS } from '../../../engine/css/properties/longhands.js'
import { canonicalName } from '../../../engine/css/properties/property-names.js'
import { SHORTHANDS } from '../../../engine/css/properties/shorthands.js'

const NAMES = [...LONGHANDS.map(({ name }) => name), ...SHORTHANDS.keys()]

const ALIASES = [...LONGHANDS, ...SHORTHANDS.values()].flatMap(({ aliases = [] }) => aliases)

t.test('each name stands for one property', async (t) => {
  const names = [...NAMES, ...ALIASES]
  t.same(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
  )
  for (const alias of ALIASES) t.ok(NAMES.includes(canonicalName(alias)), alias)
})

t.test('no property is called unsupported or without effect that has a record', async (t) => {
  t.same(
    [...NAMES, ...ALIASES].filter((name) => propertyStanding(name, '1px') !== 'unknown'),
    [],
  )
})

t.test('each field of a style belongs to one property', async (t) => {
  const fields = LONGHANDS.flatMap((longhand) => longhand.fields)
  t.same(
    fields.filter((field, i) => fields.indexOf(field) !== i),
    [],
  )
})

t.test('shorthands set longhands once, and all of them but two', async (t) => {
  for (const [name, { longhands }] of SHORTHANDS) t.equal(new Set(longhands).size, longhands.length, name)
  const all = SHORTHANDS.get('all')?.longhands ?? []
  t.same(
    LONGHANDS.map(({ name }) => name).filter((name) => !all.includes(name)),
    ['direction', 'unicode-bidi'],
  )
})
