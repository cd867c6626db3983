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

async function measureApart(contender: string, document: string): Promise<PeerReport> {
  const child = fork(PROGRAM, [contender, document])
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`${contender} ended with ${code} and no result for ${document}`)
  })
  const [report] = await Promise.race([once(child, 'message'), exited])
  exited.catch(() => undefined)
  child.kill()
  return report as PeerReport
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
