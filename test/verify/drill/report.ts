import type { Finding } from './checks.js'
import type { Ledger } from './ledger.js'
import type { LogSummary } from './log-summary.js'

export interface Report {
  readonly seed: number
  readonly minutes: number
  /** What could not be looked at. */
  readonly missing: readonly string[]
  /** How often each thing went wrong. */
  readonly happened: ReadonlyMap<string, number>
  readonly ledger: Ledger
  readonly findings: readonly Finding[]
  readonly log: LogSummary
}

/** Faults of one check that are printed. */
const PRINTED = 10

/** Prints what happened, what the logs say, and at the end what was checked. */
export function printReport({ seed, minutes, missing, happened, ledger, findings, log }: Report): void {
  console.log(`\nA drill of ${minutes} min, seed ${seed}`)
  console.table(Object.fromEntries([...happened].map(([name, times]) => [name, { times }])))
  console.table(Object.fromEntries([...log.counts].map(([line, times]) => [line, { 'in the logs': times }])))
  const times = [...ledger.latencies].sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  console.log(`answers after ${at(0.5)} ms at the median, 99 % within ${at(0.99)} ms, all within ${at(0.999_999)} ms`)
  for (const { check, faults } of findings.filter(({ faults }) => faults.length > 0)) {
    console.log(`\nFAULT: ${check}`)
    for (const fault of faults.slice(0, PRINTED)) console.log(`  ${fault}`)
    if (faults.length > PRINTED) console.log(`  and ${faults.length - PRINTED} more`)
  }
  const rows = findings.map(({ check, faults, detail }) => [
    check,
    { result: faults.length === 0 ? 'right' : `${faults.length} FAULTS`, detail },
  ])
  console.table(Object.fromEntries(rows))
  for (const text of missing) console.log(`!!! ${text}`)
}
