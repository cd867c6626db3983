/**
 * Compares what a PDF costs in processor time, in bytes and in memory with other programs that print the same words on
 * the same pages, and with a floor: a writer that knows all places before it starts. Every program is warm and gets other
 * data for each document. Those that are not installed are left out.
 *
 *     npm run bench:peers                          all
 *     npm run bench:peers -- invoice rows-1000     these documents
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { CONTENDERS } from './peers/contenders.js'
import { DOCUMENTS } from './peers/documents.js'
import type { PeerReport } from './peers/measure-contender.js'

const PROGRAM = fileURLToPath(new URL('peers/measure-contender.js', import.meta.url))
const OUT = new URL('../../out/', import.meta.url)

/** Programs that make no two documents in this time are stopped. */
const PATIENCE_MS = 180_000

const chosen = process.argv.slice(2)
const documents = Object.keys(DOCUMENTS).filter((name) => chosen.length === 0 || chosen.includes(name))
if (documents.length === 0) throw new Error(`the documents are ${Object.keys(DOCUMENTS).join(', ')}`)

console.log(
  `Processor time of a document, warm, other data each time (node ${process.version}, ${cpus()[0]?.model.trim()})`,
)
const missing = new Map<string, string>()
const results: object[] = []
for (const document of documents) {
  const rows: object[] = []
  let floor = Number.NaN
  for (const contender of Object.keys(CONTENDERS)) {
    if (missing.has(contender)) continue
    const report = await measureApart(contender, document)
    if (report === undefined) {
      rows.push({ program: `${contender}: no result in ${PATIENCE_MS / 1000} s` })
      continue
    }
    if (report.kind === 'missing') {
      missing.set(contender, report.reason)
      continue
    }
    const { title, milliseconds, bytes, megabytes } = report
    if (contender === 'floor') floor = milliseconds
    results.push({ document, contender, ...report })
    rows.push({
      program: title,
      'ms of processor': round(milliseconds),
      'against the floor': round(milliseconds / floor),
      bytes,
      'peak MB': Math.round(megabytes),
    })
  }
  console.log(document)
  console.table(rows)
}
for (const [contender, reason] of missing) console.log(`${contender} was left out: ${reason}`)

mkdirSync(OUT, { recursive: true })
writeFileSync(new URL('peers.json', OUT), `${JSON.stringify({ node: process.version, results }, undefined, 2)}\n`)

/** Undefined when it takes too long. @throws when it ends without a result */
async function measureApart(contender: string, document: string): Promise<PeerReport | undefined> {
  const child = fork(PROGRAM, [contender, document])
  let report: PeerReport | undefined
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill()
  }, PATIENCE_MS)
  child.once('message', (message) => {
    report = message as PeerReport
    child.kill()
  })
  await once(child, 'exit')
  clearTimeout(timer)
  if (!report && !isLate) throw new Error(`${contender} ended without a result for ${document}`)
  return report
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
