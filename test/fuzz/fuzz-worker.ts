import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { createFontLibrary } from '../../engine/index.js'
import { readCorpus } from './corpus.js'
import { fuzzCase, runCase } from './run-case.js'

/** One file in so many is read again by qpdf, which takes longer than the rendering. */
const CHECKED = 10

interface Range {
  readonly from: number
  readonly to: number
  readonly hasQpdf: boolean
}

/** Tells which case is begun, so that one that never ends is known, and what is wrong with a case. */
export type FuzzMessage =
  | { readonly kind: 'begun'; readonly seed: number }
  | { readonly kind: 'ended'; readonly outcome: 'pdf' | 'refused' | 'crashed' }
  | { readonly kind: 'failed'; readonly seed: number; readonly name: string; readonly problem: string }

function post(message: FuzzMessage): void {
  parentPort?.postMessage(message)
}

const { from, to, hasQpdf } = workerData as Range
const corpus = readCorpus()
const fonts = createFontLibrary()
const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
const file = join(folder, 'case.pdf')

for (let seed = from; seed < to; seed++) {
  post({ kind: 'begun', seed })
  const tested = fuzzCase(corpus, seed)
  const outcome = runCase(tested, fonts)
  const { name } = tested.source
  if (outcome.kind === 'crashed') {
    const problem =
      outcome.error instanceof Error ? (outcome.error.stack ?? outcome.error.message) : String(outcome.error)
    post({ kind: 'failed', seed, name, problem })
  } else if (outcome.kind === 'pdf' && hasQpdf && seed % CHECKED === 0) {
    writeFileSync(file, outcome.pdf)
    const { status, stdout, stderr } = spawnSync('qpdf', ['--check', file], { encoding: 'utf8' })
    if (status !== 0) post({ kind: 'failed', seed, name, problem: `qpdf: ${stdout}${stderr}` })
  }
  post({ kind: 'ended', outcome: outcome.kind })
}
rmSync(folder, { recursive: true })
