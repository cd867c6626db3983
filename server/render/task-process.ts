import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { FrameReader, writeFrame } from './frames.js'
import type { FromProcess, ProcessSetup, ToProcess } from './process-messages.js'

interface ProcessListener<Outcome, Question> {
  onMessage(message: FromProcess<Outcome, Question>): void
  /** It has ended, or could not be started. Told once, and last. */
  onEnd(reason: string): void
}

const SUPERVISOR = fileURLToPath(new URL('./supervise-thread.js', import.meta.url))

const NODE_OPTIONS = [
  // V8 else shares out the collection of garbage among threads, and where all cores make documents the helpers wait for
  // a processor while the one that renders stands still. Only safe when it is given at the start.
  '--single-threaded-gc',
  // V8 else makes new objects of kinds that it saw outlive a collection where only the slow collection looks for them.
  // Those of the documents under way at that moment do: they would then be garbage that holds on to much of the
  // documents to come, at twice the time that collecting them needs.
  '--no-allocation-site-pretenuring',
]

/** The environment that a process needs. It never learns anything else, above all no secret. */
const ENVIRONMENT = /^(?:PATH|LD_LIBRARY_PATH|SYSTEMROOT|TEMP|TMP|TMPDIR|TZ|LANG|LC_\w+|NODE_ICU_DATA)$/i

/** What the system's allocator does (glibc's; others do not read it). */
export const ALLOCATOR = {
  // It keeps less for later where it has fewer places for that; one thread needs no more.
  MALLOC_ARENA_MAX: '2',
  // Else it asks the system for each PDF of more than 128 KB and gives it back: a letterhead of 1 MB costs an invoice 270
  // page faults, a tenth of its time. Larger PDFs are few, and their memory is soon wanted elsewhere.
  MALLOC_MMAP_THRESHOLD_: String(4 * 2 ** 20),
  MALLOC_TRIM_THRESHOLD_: String(16 * 2 ** 20),
}

/**
 * The lines by which V8 and Node.js explain an unplanned end. Everything else is left out: a stack trace may show data
 * of the document.
 */
const REPORT = /^(?:FATAL ERROR|# [A-Z])/

/** Windows has no signals that stop a process. */
const CAN_PAUSE = process.platform !== 'win32'

/** Enough for what ended a process. */
const MAX_REPORTS = 5
const MAX_REPORT_LENGTH = 200

/** One process of a pool, from outside: what it is told and what it tells. It is another program from the first line on. */
export class TaskProcess<Task, Outcome, Question, Answer> {
  readonly #child: ChildProcess
  /** Absent when the system had no more sockets. */
  readonly #link: Duplex | undefined
  readonly #ended: Promise<void>
  /** Processes that it is to wake when the pool is gone. */
  readonly #guarded = new Set<number>()

  constructor(setup: ProcessSetup, { onMessage, onEnd }: ProcessListener<Outcome, Question>) {
    this.#child = spawn(process.execPath, [...NODE_OPTIONS, SUPERVISOR, JSON.stringify(setup)], {
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => ENVIRONMENT.test(name))),
        ...ALLOCATOR,
      },
      windowsHide: true,
      stdio: ['ignore', 'ignore', 'pipe', 'overlapped'],
    })
    const { stderr, stdio } = this.#child
    this.#link = (stdio?.[3] ?? undefined) as Duplex | undefined
    const reader = new FrameReader(({ message }) => onMessage(message as FromProcess<Outcome, Question>))
    this.#link?.on('data', (chunk: Uint8Array) => reader.push(chunk))
    // A process that is gone says so by its end.
    this.#link?.on('error', () => undefined)
    const reports = stderr ? collectReports(stderr) : []
    this.#ended = new Promise((resolve) => {
      let reason: string | undefined
      const end = (why: string) => {
        if (reason !== undefined) return
        reason = [why, ...reports].join('; ')
        onEnd(reason)
        resolve()
      }
      this.#child.once('error', (error) => end(error.message))
      // All that it has told was heard by then.
      this.#child.once('close', (status, signal) => end(signal ? `ended by ${signal}` : `ended with status ${status}`))
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  send(message: ToProcess<Task, Answer>): void {
    if (this.#link?.writable) writeFrame(this.#link, message)
  }

  /**
   * Stops it in the middle of whatever it does, until it is resumed. False where the system cannot do that, or it is gone.
   *
   * @param guard wakes it when the pool goes away without a word, which a process that is stopped does not notice
   */
  pause(guard: TaskProcess<Task, Outcome, Question, Answer>): boolean {
    const { pid } = this.#child
    if (!CAN_PAUSE || pid === undefined) return false
    if (!guard.#guarded.has(pid)) {
      guard.#guarded.add(pid)
      guard.send({ kind: 'guard', pid })
    }
    return this.#child.kill('SIGSTOP')
  }

  resume(): void {
    this.#child.kill('SIGCONT')
  }

  /** Ends it, whatever it does. Resolves when it is gone. */
  end(): Promise<void> {
    this.#child.kill('SIGKILL')
    return this.#ended
  }
}

/** The lines of a stream that say why a process ends, as they come. */
function collectReports(stream: NodeJS.ReadableStream): readonly string[] {
  const reports: string[] = []
  let line = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    const [rest = '', ...lines] = text.split('\n')
    line += rest.slice(0, MAX_REPORT_LENGTH)
    for (const next of lines) {
      if (reports.length < MAX_REPORTS && REPORT.test(line)) reports.push(line.slice(0, MAX_REPORT_LENGTH).trim())
      line = next.slice(0, MAX_REPORT_LENGTH)
    }
  })
  return reports
}
