import t from 'tap'
import fc from '../../fast-check.js'
import { checkGrowth, checkInsertion, GROWING, PARTED } from './mixed-documents.js'

const RUNS = { numRuns: 30 }

t.test('more content at the end of a document never makes fewer pages', async () => {
  fc.assert(fc.property(GROWING, checkGrowth), RUNS)
})

t.test('a paragraph between the boxes of a document never makes fewer pages', async () => {
  fc.assert(fc.property(PARTED, checkInsertion), RUNS)
})
