/**
 * Measures one contender with one document in a process of its own, and sends what it found to the process that started
 * it: `node dist/benchmarks/peers/measure-contender.js CONTENDER DOCUMENT`
 */
import { quantile } from '../measure.js'
import { CONTENDERS } from './contenders.js'
import { DOCUMENTS } from './documents.js'
import { peakMemory, processorTime } from './processor-time.js'

export type PeerReport =
  | { readonly kind: 'missing'; readonly reason: string }
  | {
      readonly kind: 'measured'
      readonly title: string
      /** Processor time of a document in ms, the median of the rounds. */
      readonly milliseconds: number
      readonly bytes: number
      readonly megabytes: number
    }

/**
 * Long enough for compilers to have seen what they compile: V8 works on a program as large as a layout engine beside its
 * first two thousand documents, and that work is processor time of theirs.
 */
const WARM_UP_MS = 10_000

/** Rounds, and how long one takes at least: a process's time is told in hundredths of a second. */
const ROUNDS = 5
const ROUND_MS = 500

/** What takes longer for one document is measured once more, and no more. */
const SLOW_MS = 12_500

const [name = '', documentName = ''] = process.argv.slice(2)

async function measure(): Promise<PeerReport> {
  const start = CONTENDERS[name]
  const makeDocument = DOCUMENTS[documentName]
  if (!start || !makeDocument) throw new Error(`there is no contender ${name} or no document ${documentName}`)
  const contender = await start().catch((error: Error) => error)
  if (contender instanceof Error) return { kind: 'missing', reason: contender.message.split('\n')[0] ?? '' }
  let seed = 0
  const next = async () => contender.prepare(makeDocument(++seed))
  let pdf: Uint8Array = new Uint8Array()
  const warmUntil = performance.now() + WARM_UP_MS
  do pdf = await (await next())()
  while (performance.now() < warmUntil)
  const times: number[] = []
  const rounds = performance.now() > warmUntil + SLOW_MS - WARM_UP_MS ? 1 : ROUNDS
  for (let round = 0; round < rounds; round++) {
    let spent = 0
    let count = 0
    while (spent < ROUND_MS) {
      const make = await next()
      const before = processorTime()
      pdf = await make()
      spent += processorTime() - before
      count++
    }
    times.push(spent / count)
  }
  times.sort((a, b) => a - b)
  const megabytes = peakMemory()
  await contender.stop?.()
  return { kind: 'measured', title: contender.title, milliseconds: quantile(times, 0.5), bytes: pdf.length, megabytes }
}

process.send?.(await measure())
