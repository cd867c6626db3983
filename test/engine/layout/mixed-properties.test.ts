import t from 'tap'
import fc from '../../fast-check.js'
import { CASE, layOutCase, PROPERTIES } from './mixed-documents.js'

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
    { numRuns: 60 },
  )
})
