import t from 'tap'
import { inferSchema } from '../../engine/index.js'

t.test('a schema is what all samples have in common', async (t) => {
  const { $schema: _, ...schema } = inferSchema([
    {
      number: 'A1',
      due: '2026-01-31',
      total: 3,
      lines: [
        { text: 'Bolt', price: 1 },
        { text: 'Nut', price: 1.5, vat: null },
      ],
    },
    { number: 'A2', due: '2026-02-28', note: null, lines: [], web: 'https://x.example' },
  ])
  t.strictSame(schema, {
    type: 'object',
    properties: {
      number: { type: 'string', examples: ['A1'] },
      due: { type: 'string', format: 'date', examples: ['2026-01-31'] },
      total: { type: 'integer', examples: [3] },
      lines: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            text: { type: 'string', examples: ['Bolt'] },
            price: { type: 'number', examples: [1] },
            vat: { type: 'null' },
          },
          required: ['text', 'price'],
        },
      },
      note: { type: 'null' },
      web: { type: 'string', format: 'uri', examples: ['https://x.example'] },
    },
    required: ['number', 'due', 'lines'],
  })
})

t.test('names of the data are only names', async (t) => {
  const schema = inferSchema([JSON.parse('{"__proto__": 1, "constructor": "x"}')])
  t.strictSame(Object.keys(schema.properties ?? {}), ['__proto__', 'constructor'])
  t.equal(Object.getPrototypeOf(schema.properties), Object.prototype)
})

t.test('a time without seconds is no date-time, which has them', async (t) => {
  const formatOf = (at: string) => JSON.stringify(inferSchema([{ at }])).includes('"format":"date-time"')
  t.equal(formatOf('2026-01-31T10:00Z'), false)
  t.equal(formatOf('2026-01-31T10:00:00Z'), true)
})
