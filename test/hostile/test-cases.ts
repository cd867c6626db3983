import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { ALL_CASES } from './all-cases.js'
import type { HostileReport } from './render-hostile.js'

/** Against what does not end: a case takes seconds where little else runs. */
const MOST_SECONDS = 120

/** What a process may grow by, far below what a megabyte of bombs would take unbounded. */
const MOST_MEGABYTES = 800

const HEAP_MEGABYTES = 1024

/** All cases of a kind, on a machine with much else to do. */
const MOST_MINUTES = 20

/** Processes at a time. */
const AT_ONCE = 2

const FILE = fileURLToPath(new URL('render-hostile.js', import.meta.url))
const run = promisify(execFile)

/** Renders a case in a process of its own, which it may end. */
async function render(kind: string, name: string): Promise<HostileReport> {
  const args = [`--max-old-space-size=${HEAP_MEGABYTES}`, FILE, kind, name]
  const { stdout } = await run(process.execPath, args, { timeout: MOST_SECONDS * 1000, maxBuffer: 1 << 24 })
  return JSON.parse(stdout) as HostileReport
}

/** Tests the cases of one kind: each ends with a document or a clear error, within its time and memory. */
export function testCases(kind: string): void {
  t.setTimeout(MOST_MINUTES * 60_000)
  const cases = ALL_CASES[kind] ?? []
  t.ok(cases.length > 0, `there are cases of ${kind}`)
  t.equal(new Set(cases.map(({ name }) => name)).size, cases.length, 'their names tell them apart')
  const reports: Promise<HostileReport>[] = []
  for (const [i, { name }] of cases.entries()) {
    const free = reports[i - AT_ONCE]?.catch(() => undefined)
    reports.push(Promise.resolve(free).then(() => render(kind, name)))
  }
  for (const [i, { name, expected, reported = [] }] of cases.entries()) {
    void t.test(name, async (t) => {
      const report = await reports[i]
      if (!report) throw new Error('a case without a report')
      const { outcome, megabytes } = report
      if (expected === 'document') {
        t.match(outcome, { kind: 'document' })
        const codes = outcome.kind === 'document' ? outcome.diagnostics : []
        for (const code of reported) t.ok(codes.includes(code), `reports ${code} among ${[...new Set(codes)]}`)
      } else t.match(outcome, { kind: 'refused', code: expected.refused })
      t.ok(megabytes < MOST_MEGABYTES, `takes ${megabytes} MB`)
    })
  }
}
