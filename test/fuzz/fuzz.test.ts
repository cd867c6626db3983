import t from 'tap'
import { createFontLibrary } from '../../engine/index.js'
import { markFaults } from '../engine/pdf/read-structure.js'
import { readCorpus } from './corpus.js'
import { fuzzCase, runCase } from './run-case.js'

/** `fuzz.ts` runs many more; these few keep it from rusting. */
const CASES = 150

t.test('mutated documents give a PDF or a clear error', (t) => {
  const corpus = readCorpus()
  const fonts = createFontLibrary()
  const faults: string[] = []
  for (let seed = 1; seed <= CASES; seed++) {
    const tested = fuzzCase(corpus, seed)
    const outcome = runCase(tested, fonts)
    if (outcome.kind === 'pdf') faults.push(...markFaults(outcome.pdf).map((fault) => `seed ${seed}: ${fault}`))
    if (outcome.kind === 'crashed') t.fail(`seed ${seed}, ${tested.source.name}: ${String(outcome.error)}`)
  }
  t.same(faults, [], 'all content is marked, and told of in the structure')
  t.equal(fuzzCase(corpus, 7).html, fuzzCase(corpus, 7).html, 'a seed always gives the same document')
  t.not(fuzzCase(corpus, 7).html, fuzzCase(corpus, 8).html)
  t.end()
})
