import fc from 'fast-check'
import t from 'tap'
import { CASE, layOutCase, PROPERTIES } from './mixed-documents.js'

const SEED = Number(process.env.PLATEN_TEST_SEED ?? 20261121)

t.test(`documents of every kind of content: ${Object.keys(PROPERTIES).join(', ')}`, async () => {
  fc.assert(
    fc.property(CASE, (doc) => {
      const outcome = layOutCase(doc)
      for (const [name, check] of Object.entries(PROPERTIES)) {
        try {
          check(outcome)
        } catch (error) {
          throw new Error(`not so: ${name}`, { cause: error })
        }
      }
    }),
    { numRuns: 60, seed: SEED },
  )
})
