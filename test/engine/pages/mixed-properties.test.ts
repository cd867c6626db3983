import fc from 'fast-check'
import t from 'tap'
import { CASE, layOutCase, PROPERTIES } from './mixed-documents.js'

const RUNS = { numRuns: 60, seed: Number(process.env.PLATEN_TEST_SEED ?? 20261121) }

t.test('documents of every kind of content', async (t) => {
  for (const [name, check] of Object.entries(PROPERTIES)) {
    t.test(name, async () => {
      fc.assert(
        fc.property(CASE, (doc) => check(layOutCase(doc))),
        RUNS,
      )
    })
  }
})
