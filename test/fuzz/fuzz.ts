/**
 * Renders random mutations of the sample templates and of the recorded documents. Each must give a valid PDF or a clear
 * error, without end only for a while, and never break an invariant:
 *
 *     npm run build && node dist/test/fuzz/fuzz.js [count] [first seed]
 *     node dist/test/fuzz/fuzz.js show SEED > case.html
 */
import { spawnSync } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { readCorpus } from './corpus.js'
import type { FuzzMessage } from './fuzz-worker.js'
import { fuzzCase } from './run-case.js'

/** No document of the corpus takes a hundredth of this. */
const HANGS_AFTER_MS = 30_000

interface Tally {
  pdf: number
  refused: number
  crashed: number
  failures: number
}

if (process.argv[2] === 'show') {
  const { html, settings } = fuzzCase(readCorpus(), Number(process.argv[3]))
  process.stdout.write(html)
  process.stderr.write(`${JSON.stringify(settings)}\n`)
} else {
  const count = Number(process.argv[2] ?? 10_000)
  const first = Number(process.argv[3] ?? 1)
  const tally = await fuzz(first, first + count)
  const { pdf, refused, failures } = tally
  process.stdout.write(`${count} cases: ${pdf} PDFs, ${refused} refused with a clear error, ${failures} failures\n`)
  process.exitCode = failures > 0 ? 1 : 0
}

async function fuzz(from: number, to: number): Promise<Tally> {
  const tally: Tally = { pdf: 0, refused: 0, crashed: 0, failures: 0 }
  const hasQpdf = spawnSync('qpdf', ['--version']).status === 0
  if (!hasQpdf) process.stdout.write('qpdf is not installed: files are not read again\n')
  let next = from
  while (next < to) next = await runUntilStuck(next, to, hasQpdf, tally)
  return tally
}

/** Runs cases in a thread of their own; a case that hangs ends the thread. Returns the case to continue with. */
function runUntilStuck(from: number, to: number, hasQpdf: boolean, tally: Tally): Promise<number> {
  const worker = new Worker(new URL('./fuzz-worker.js', import.meta.url), { workerData: { from, to, hasQpdf } })
  let seed = from
  return new Promise((resolve) => {
    const fail = (problem: string): void => {
      tally.failures++
      process.stdout.write(`seed ${seed}: ${problem}\n`)
    }
    const giveUp = (problem: string): void => {
      clearTimeout(timer)
      fail(problem)
      void worker.terminate().then(() => resolve(seed + 1))
    }
    const watch = (): NodeJS.Timeout => setTimeout(giveUp, HANGS_AFTER_MS, 'hangs')
    let timer = watch()
    worker.on('message', (message: FuzzMessage) => {
      if (message.kind === 'begun') {
        seed = message.seed
        clearTimeout(timer)
        timer = watch()
      } else if (message.kind === 'failed') fail(`${message.name}: ${message.problem}`)
      else tally[message.outcome]++
    })
    worker.on('error', (error) => giveUp(String(error)))
    worker.on('exit', (code) => {
      clearTimeout(timer)
      if (code === 0) resolve(to)
    })
  })
}
