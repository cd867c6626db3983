/**
 * How a table grows: streams account statements of 1,000, 10,000 and 100,000 rows, each in a process of its own whose
 * heap is limited to 1 GB and keeps garbage young, as in the service, and compares processor time and layout calls per
 * row with those of 1,000 rows.
 *
 *     node dist/benchmarks/long-table.js
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createFontLibrary, renderDocumentStream } from '../engine/index.js'
import { keepGarbageYoung } from './keep-garbage-young.js'
import { loadTemplate } from './load-template.js'
import { generateStatement } from './statement-data.js'

const ROWS = [1_000, 10_000, 100_000] as const
const HEAP_MEGABYTES = 1024

interface LongTable {
  readonly rows: number
  readonly pages: number
  readonly bytes: number
  readonly microsecondsPerRow: number
  readonly callsPerRow: number
  readonly reruns: number
  /** Before the last page was written, as a share of all. */
  readonly bytesBeforeEnd: number
  readonly peakMegabytes: number
}

/** Renders once, warm, and keeps nothing of the file. */
function renderRows(rows: number): LongTable {
  const { compiled } = loadTemplate('statement', createFontLibrary())
  // Other data in every document: words that were shaped before would cost nothing.
  let seed = 0
  const stream = (count: number) => renderDocumentStream(compiled, generateStatement(count, ++seed))
  // Short documents are over before the compiler of the machine has caught up.
  for (let turn = 0; turn < 10; turn++) for (const _chunk of stream(1_000));
  const turns = rows < 10_000 ? 5 : rows < 100_000 ? 2 : 1
  let best = Number.POSITIVE_INFINITY
  let result: Omit<LongTable, 'microsecondsPerRow' | 'peakMegabytes'> | undefined
  for (let turn = 0; turn < turns; turn++) {
    const document = stream(rows)
    const start = process.cpuUsage()
    let bytes = 0
    let last = 0
    let next = document.next()
    for (; !next.done; next = document.next()) {
      last = next.value.byteLength
      bytes += last
    }
    const { user, system } = process.cpuUsage(start)
    best = Math.min(best, user + system)
    const { pages, stats } = next.value
    const callsPerRow = stats.layoutCalls / rows
    result = { rows, pages, bytes, callsPerRow, reruns: stats.reruns, bytesBeforeEnd: (bytes - last) / bytes }
  }
  if (!result) throw new Error('nothing was rendered')
  const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024)
  return { ...result, microsecondsPerRow: best / rows, peakMegabytes }
}

function renderInChild(rows: number): LongTable {
  const script = fileURLToPath(import.meta.url)
  const child = spawnSync(process.execPath, [`--max-old-space-size=${HEAP_MEGABYTES}`, script, String(rows)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  })
  if (child.status !== 0) throw new Error(`${rows} rows did not fit into a heap of ${HEAP_MEGABYTES} MB`)
  return JSON.parse(child.stdout) as LongTable
}

const only = Number(process.argv[2])
if (only > 0) {
  keepGarbageYoung()
  process.stdout.write(JSON.stringify(renderRows(only)))
} else {
  const results = ROWS.map(renderInChild)
  const first = results[0]
  console.table(
    results.map((result) => ({
      rows: result.rows,
      pages: result.pages,
      'CPU µs/row': Math.round(result.microsecondsPerRow * 10) / 10,
      'time against the first': Math.round((result.microsecondsPerRow / (first?.microsecondsPerRow ?? 1)) * 100) / 100,
      'layout calls/row': Math.round(result.callsPerRow * 1000) / 1000,
      reruns: result.reruns,
      'written before the end': `${Math.round(result.bytesBeforeEnd * 100)} %`,
      'peak MB': result.peakMegabytes,
    })),
  )
}
