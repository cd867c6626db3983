import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { ALL_CASES } from './all-cases.js'
import { CHOSEN } from './chosen.js'
import type { HostileReport, HostileTask } from './render-hostile.js'

/** Against cases that never end: one takes a few seconds where little else runs. */
const MOST_SECONDS = 60

/** The most that a process may grow by: far less than a megabyte of bombs would take unbounded. */
const MOST_MEGABYTES = 800

const HEAP_MEGABYTES = 1024

/** All cases of a kind, on a machine with much else to do. */
const MOST_MINUTES = 20

const FILE = fileURLToPath(new URL('render-hostile.js', import.meta.url))

/** A process that renders one case after the other, and may be ended by each. */
class HostileProcess {
  #child: ChildProcess | undefined
  #megabytes = 0

  async render(task: HostileTask): Promise<HostileReport> {
    const child = this.#start()
    const report = await new Promise<HostileReport>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer in ${MOST_SECONDS} s`)), MOST_SECONDS * 1000)
      const ended = (code: number | null, signal: string | null) => reject(new Error(`ended by ${signal ?? code}`))
      child.once('exit', ended)
      child.once('message', (report) => {
        clearTimeout(timer)
        child.off('exit', ended)
        resolve(report as HostileReport)
      })
      child.send(task)
    }).catch((error) => {
      this.stop()
      throw error
    })
    // Above what one case has taken already, the next one's share could not be told.
    this.#megabytes += report.megabytes
    if (this.#megabytes > MOST_MEGABYTES / 4) this.stop()
    return report
  }

  #start(): ChildProcess {
    this.#child ??= fork(FILE, { execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`] })
    return this.#child
  }

  stop(): void {
    this.#child?.kill('SIGKILL')
    this.#child = undefined
    this.#megabytes = 0
  }
}

/** Tests the cases of one kind: each ends with a document or a clear error, within its time and memory. */
export function testCases(kind: string): void {
  t.setTimeout(MOST_MINUTES * 60_000)
  const cases = ALL_CASES[kind] ?? []
  t.ok(cases.length > 0, `there are cases of ${kind}`)
  t.equal(new Set(cases.map(({ name }) => name)).size, cases.length, 'their names tell them apart')
  const renderer = new HostileProcess()
  t.teardown(() => renderer.stop())
  const all = process.env.TEST_HOSTILE === 'all'
  for (const { name, expected, reported = [] } of cases) {
    // They take the longest, and are sent to a service.
    if (!all && CHOSEN.has(name)) continue
    void t.test(name, { timeout: 0 }, async (t) => {
      const { outcome, milliseconds, megabytes } = await renderer.render({ kind, name })
      t.comment(`${milliseconds} ms`)
      if (expected === 'document') {
        t.match(outcome, { kind: 'document' })
        const codes = outcome.kind === 'document' ? outcome.diagnostics : []
        for (const code of reported) t.ok(codes.includes(code), `reports ${code} among ${[...new Set(codes)]}`)
      } else t.match(outcome, { kind: 'refused', code: expected.refused })
      t.ok(megabytes < MOST_MEGABYTES, `takes ${megabytes} MB`)
    })
  }
}
