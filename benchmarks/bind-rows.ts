import { DiagnosticList } from '../engine/base/diagnostics.js'
import { DEFAULT_LIMITS } from '../engine/base/limits.js'
import { bind } from '../engine/template/bind.js'
import { parseTemplate } from '../engine/template/parse-template.js'
import { type Latency, measure } from './measure.js'

const ROWS = 10_000

const PLAIN = '<td>{{a}}</td><td>{{b}}</td><td>{{c}}</td><td>{{d}}</td><td>{{e}}</td>'
const FORMATTED =
  '<td>{{a}}</td><td>{{b | upper}}</td><td>{{c | number "#,##0.00"}}</td><td>{{d | date "dd.MM.yyyy"}}</td><td>{{c * 2}}</td>'

/** How long binding a table of 10,000 rows with five cells takes: values as they are, and with filters. */
export function measureBinding(): Readonly<Record<'plain' | 'formatted', Latency>> {
  return { plain: measureCells(PLAIN), formatted: measureCells(FORMATTED) }
}

function measureCells(cells: string): Latency {
  const diagnostics = new DiagnosticList()
  const limits = DEFAULT_LIMITS
  const html = `<table>{{#each rows}}<tr>${cells}</tr>{{/each}}</table>`
  const template = parseTemplate({ html }, { diagnostics, limits })
  return measure(
    { warmUp: 20, runs: 60 },
    (iteration) => ({ rows: Array.from({ length: ROWS }, (_, at) => row(iteration * ROWS + at)) }),
    (data) => {
      bind(template, data, { diagnostics, limits, timeZone: 'UTC', now: new Date(0) })
    },
  )
}

function row(at: number) {
  const day = String((at % 28) + 1).padStart(2, '0')
  return { a: at, b: `text ${at}`, c: at / 4, d: `2026-01-${day}`, e: 'one' }
}
