import t from 'tap'
import { SchemaError } from '../../../server/render/schema-error.js'
import { compileSchema, tryPublishedSchema } from '../../../server/render/validate-data.js'
import { SCHEMA_CASES } from '../../hostile/cases/schemas.js'

for (const { name, schema, data, expected } of SCHEMA_CASES) {
  t.test(name, async (t) => {
    const problem = tryPublishedSchema(schema)
    if (expected.kind === 'refused') {
      t.match(problem, { place: /^#/, message: expected.reason })
      t.throws(() => compileSchema(schema), SchemaError)
      return
    }
    t.equal(problem, undefined)
    const [first] = compileSchema(schema).validate(JSON.parse(data))
    if (expected.kind === 'valid') t.equal(first, undefined)
    else t.match(first, { code: expected.code, ...(expected.field === undefined ? {} : { field: expected.field }) })
  })
}
