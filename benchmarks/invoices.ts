/**
 * Measures the processor time of an electronic invoice's XML beside that of its pages. For each number of lines it takes turns:
 * it renders the sample without XML, makes and checks the XML, and checks that XML as a foreign file.
 *
 *     node dist/benchmarks/invoices.js
 */
import { readFileSync } from 'node:fs'
import type { JsonObject } from '../engine/base/json.js'
import { checkInvoice, compileInvoiceMapping, createFontLibrary, invoiceXml, renderDocument } from '../engine/index.js'
import { keepGarbageYoung } from './keep-garbage-young.js'
import { loadTemplate, TEMPLATES_FOLDER } from './load-template.js'
import { quantile } from './measure.js'

interface Case {
  readonly lines: number
  readonly warmUp: number
  readonly turns: number
  /** Documents that are timed together, for the clock of processor time is coarse. */
  readonly batch: number
}

const CASES: readonly Case[] = [
  { lines: 50, warmUp: 40, turns: 60, batch: 5 },
  { lines: 1_000, warmUp: 5, turns: 20, batch: 1 },
]

keepGarbageYoung()
const { compiled, sample } = loadTemplate('facturx', createFontLibrary())
const mapping = compileInvoiceMapping(readFileSync(`${TEMPLATES_FOLDER}facturx/factur-x.json`, 'utf8'))

/** The sample with its first item as often as wanted, and without the totals of another number. */
function dataOf(lines: number): JsonObject {
  const { totals: _, items, ...invoice } = sample
  const [item = {}] = items as JsonObject[]
  return { ...invoice, items: Array.from({ length: lines }, () => item) }
}

console.table(
  CASES.map(({ lines, warmUp, turns, batch }) => {
    const data = dataOf(lines)
    const xml = Buffer.from(invoiceXml(mapping, data, { format: 'cii' }).xml)
    const steps = [
      () => renderDocument(compiled, data).pages,
      () => invoiceXml(mapping, data, { format: 'cii' }).xml.length,
      () => checkInvoice(xml).problems.length,
    ]
    for (let turn = 0; turn < warmUp; turn++) for (const step of steps) step()
    const spent: number[][] = steps.map(() => [])
    for (let turn = 0; turn < turns; turn++) {
      // Who goes first takes turns as well.
      for (let place = 0; place < steps.length; place++) {
        const kind = (turn + place) % steps.length
        const start = process.cpuUsage()
        for (let i = 0; i < batch; i++) steps[kind]?.()
        const { user, system } = process.cpuUsage(start)
        spent[kind]?.push((user + system) / 1000 / batch)
      }
    }
    const [rendering = 0, making = 0, checking = 0] = spent.map((times) =>
      quantile(
        times.sort((a, b) => a - b),
        0.5,
      ),
    )
    const milliseconds = (time: number) => Math.round(time * 100) / 100
    return {
      lines,
      'ms to render': milliseconds(rendering),
      'ms for XML': milliseconds(making),
      'of rendering': `${((100 * making) / rendering).toFixed(1)} %`,
      'ms to check XML': milliseconds(checking),
    }
  }),
)
