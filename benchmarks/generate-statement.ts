/** Prints data for the statement template: `node dist/benchmarks/generate-statement.js 20000 > data.json`. */
import { generateStatement } from './statement-data.js'

const rows = Number(process.argv[2] ?? 1000)
if (!Number.isInteger(rows) || rows < 0) {
  console.error('usage: generate-statement.js ROWS [SEED]')
  process.exitCode = 2
} else {
  process.stdout.write(`${JSON.stringify(generateStatement(rows, Number(process.argv[3] ?? 1)), undefined, 1)}\n`)
}
