import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { ALL_CASES } from './all-cases.js'
import { CHOSEN } from './chosen.js'
import type { HostileReport, HostileTask } from './render-hostile.js'

/** The most that a process may grow by: far less than a megabyte of bombs would take unbounded. */
const MOST_MEGABYTES = 800

const HEAP_MEGABYTES = 1024

/** For tap: the processor time is limited, not the time. */
const NO_TIMEOUT = 0

const FILE = fileURLToPath(new URL('render-hostile.js', import.meta.url))

/** A process that renders one case after the other, and may be ended by each. */
class HostileProcess {
  #child: ChildProcess | undefined
  #megabytes = 0

  async render(task: HostileTask): Promise<HostileReport> {
    const child = this.#start()
    const report = await new Promise<HostileReport>((resolve, reject) => {
      // By itself as well, when a case takes more of the processors than it may.
      const ended = (code: number | null, signal: string | null) => reject(new Error(`ended by ${signal ?? code}`))
      child.once('exit', ended)
      child.once('message', (report) => {
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

/**
 * Tests the cases of one kind: each ends with a document or a clear error, within its memory and its part of the processors,
 * however long that takes.
 */
export function testCases(kind: string): void {
  t.setTimeout(NO_TIMEOUT)
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
      const { outcome, processorMs, ordinaryMs, megabytes } = await renderer.render({ kind, name })
      t.comment(`as ${Math.round(processorMs / ordinaryMs)} ordinary documents, ${Math.round(processorMs)} ms`)
      if (expected === 'document') {
        t.match(outcome, { kind: 'document' })
        const codes = outcome.kind === 'document' ? outcome.diagnostics : []
        for (const code of reported) t.ok(codes.includes(code), `reports ${code} among ${[...new Set(codes)]}`)
      } else t.match(outcome, { kind: 'refused', code: expected.refused })
      t.ok(megabytes < MOST_MEGABYTES, `takes ${megabytes} MB`)
    })
  }
}
