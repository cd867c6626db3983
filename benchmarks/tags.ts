/**
 * What tags cost: renders the invoice and statements of 1,000 and 10,000 rows with and without structure, taking turns,
 * and compares processor time and bytes. Other data in every document, the same for both. An invoice whose rows and
 * pages are like those of one before has the same structure, which is written once; what the first of them costs is a
 * line of its own.
 *
 *     node dist/benchmarks/tags.js
 */
import type { JsonObject } from '../engine/base/json.js'
import { type CompiledTemplate, createFontLibrary } from '../engine/index.js'
import { RenderSession } from '../engine/render-session.js'
import { keepGarbageYoung } from './keep-garbage-young.js'
import { loadTemplate } from './load-template.js'
import { quantile } from './measure.js'
import { generateStatement } from './statement-data.js'
import { varyData } from './vary-data.js'

interface Case {
  readonly name: string
  readonly compiled: CompiledTemplate
  readonly data: (turn: number) => JsonObject
  /** Documents that are timed together, for the clock of processor time is coarse. */
  readonly batch: number
  readonly warmUp: number
  readonly turns: number
  /** Writes each structure as that of the first document of its kind. */
  readonly newStructure?: boolean
}

/** A fixed date: the files without tags differ in nothing else. */
const DATE = new Date('2026-01-01T00:00:00Z')

function render({ compiled, newStructure = false }: Case, data: JsonObject, untagged: boolean): number {
  let bytes = 0
  const rendering = new RenderSession(compiled, data, { date: DATE }, {}, { untagged, newStructure })
  for (const chunk of rendering.run()) bytes += chunk.length
  return bytes
}

interface Cost {
  /** Processor time, in ms a document. */
  readonly time: readonly [tagged: number, untagged: number]
  readonly bytes: readonly [tagged: number, untagged: number]
}

/** The fastest batches of each kind: what else runs on the machine only ever slows them down. */
function measureCase(one: Case): Cost & { readonly ratios: readonly number[] } {
  for (let turn = 0; turn < one.warmUp; turn++) render(one, one.data(turn), turn % 2 === 1)
  const times: [number[], number[]] = [[], []]
  const bytes: [number, number] = [0, 0]
  const ratios: number[] = []
  for (let turn = 0; turn < one.turns; turn++) {
    const data = Array.from({ length: one.batch }, (_, index) => one.data(turn * one.batch + index))
    const spent = [0, 0]
    // Who goes first takes turns as well.
    for (const kind of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const start = process.cpuUsage()
      for (const input of data) bytes[kind] += render(one, input, kind === 1)
      const { user, system } = process.cpuUsage(start)
      spent[kind] = (user + system) / 1000 / one.batch
      times[kind].push(spent[kind] ?? 0)
    }
    ratios.push((spent[0] ?? 0) / (spent[1] ?? 1))
  }
  const documents = one.batch * one.turns
  return {
    time: [Math.min(...times[0]), Math.min(...times[1])],
    bytes: [bytes[0] / documents, bytes[1] / documents],
    ratios: ratios.sort((a, b) => a - b),
  }
}

function more([tagged, untagged]: readonly [number, number]): string {
  return `+${(100 * (tagged / untagged - 1)).toFixed(1)} %`
}

keepGarbageYoung()
const fonts = createFontLibrary()
const invoice = loadTemplate('invoice', fonts)
const statement = loadTemplate('statement', fonts).compiled
const rows = (count: number) => (turn: number) => generateStatement(count, turn + 1)
const invoices = {
  ...invoice,
  data: (turn: number) => varyData(invoice.sample, turn),
  batch: 10,
  warmUp: 300,
  turns: 160,
}
const cases: readonly Case[] = [
  { name: 'invoice', ...invoices },
  { name: 'invoice, first of its kind', ...invoices, newStructure: true },
  { name: '1,000 rows', compiled: statement, data: rows(1_000), batch: 1, warmUp: 10, turns: 20 },
  { name: '10,000 rows', compiled: statement, data: rows(10_000), batch: 1, warmUp: 1, turns: 3 },
]
console.table(
  cases.map((one) => {
    const { time, bytes, ratios } = measureCase(one)
    return {
      document: one.name,
      'ms without': Math.round(time[1] * 100) / 100,
      'ms with': Math.round(time[0] * 100) / 100,
      'fastest against fastest': more(time),
      'median of pairs': more([quantile(ratios, 0.5), 1]),
      'bytes without': Math.round(bytes[1]),
      'bytes with': Math.round(bytes[0]),
      bytes: more(bytes),
    }
  }),
)
