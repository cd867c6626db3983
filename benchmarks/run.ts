/**
 * Measures the engine in this process, warm: the latency of each sample template, how the cost of the
 * account statement grows with its rows, and what binding alone costs. Prints tables and writes `out/benchmarks.json`.
 *
 *     npm run bench
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createFontLibrary, renderDocument } from '../engine/index.js'
import { measureBinding } from './bind-rows.js'
import { keepGarbageYoung } from './keep-garbage-young.js'
import { loadTemplate, templateNames } from './load-template.js'
import { type Latency, measure } from './measure.js'
import { generateStatement } from './statement-data.js'
import { varyData } from './vary-data.js'

const OUT = new URL('../../out/', import.meta.url)
const SCALING_ROWS = [100, 1_000, 5_000, 10_000, 20_000] as const

interface TemplateResult extends Latency {
  readonly template: string
  readonly pages: number
  readonly bytes: number
  readonly peakMegabytes: number
}

interface ScalingResult {
  readonly rows: number
  readonly pages: number
  readonly milliseconds: number
  readonly microsecondsPerRow: number
}

keepGarbageYoung()
const fonts = createFontLibrary()

function measureTemplate(name: string): TemplateResult {
  const { compiled, sample } = loadTemplate(name, fonts)
  let pages = 0
  let bytes = 0
  let peak = 0
  const large = JSON.stringify(sample).length > 50_000
  const latency = measure(
    large ? { warmUp: 15, runs: 40 } : { warmUp: 150, runs: 400 },
    (iteration) => varyData(sample, iteration),
    (data) => {
      const result = renderDocument(compiled, data)
      pages = result.pages
      bytes = result.pdf.length
      peak = Math.max(peak, process.memoryUsage.rss())
    },
  )
  return { template: name, ...latency, pages, bytes, peakMegabytes: Math.round(peak / 2 ** 20) }
}

function measureScaling(): ScalingResult[] {
  const { compiled } = loadTemplate('statement', fonts)
  return SCALING_ROWS.map((rows) => {
    let pages = 0
    const latency = measure(
      { warmUp: 1, runs: rows > 5_000 ? 3 : 7 },
      (iteration) => generateStatement(rows, iteration + rows),
      (data) => {
        pages = renderDocument(compiled, data).pages
      },
    )
    return { rows, pages, milliseconds: latency.p50, microsecondsPerRow: (latency.p50 * 1000) / rows }
  })
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

const templates = templateNames().map(measureTemplate)
console.log(
  `Warm latency in process, other data in every document (node ${process.version}, ${cpus()[0]?.model.trim()})`,
)
console.table(
  templates.map(({ template, p50, p95, perSecond, pages, bytes, peakMegabytes }) => ({
    template,
    'p50 ms': round(p50),
    'p95 ms': round(p95),
    'documents/s': Math.round(perSecond),
    pages,
    bytes,
    'peak MB': peakMegabytes,
  })),
)

const scaling = measureScaling()
const thousand = scaling.find(({ rows }) => rows === 1_000)?.microsecondsPerRow ?? 1
console.log('Account statement by number of rows')
console.table(
  scaling.map(({ rows, pages, milliseconds, microsecondsPerRow }) => ({
    rows,
    pages,
    ms: round(milliseconds),
    'µs/row': round(microsecondsPerRow),
    'against 1,000 rows': round(microsecondsPerRow / thousand),
  })),
)

const binding = measureBinding()
console.log('Binding a table of 10,000 rows with five cells')
console.table(
  Object.entries(binding).map(([cells, { p50, p95, min }]) => ({
    cells,
    'p50 ms': round(p50),
    'p95 ms': round(p95),
    'fastest ms': round(min),
  })),
)

mkdirSync(OUT, { recursive: true })
const file = new URL('benchmarks.json', OUT)
writeFileSync(file, `${JSON.stringify({ node: process.version, templates, scaling, binding }, undefined, 2)}\n`)
console.log(`written to ${fileURLToPath(file)}`)
