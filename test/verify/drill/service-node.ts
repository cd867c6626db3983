import { setTimeout as delay } from 'node:timers/promises'
import { processTree } from '../../../benchmarks/process-tree.js'
import { type ServiceProcess, type Settings, startProcess } from '../../server/service-process.js'
import { isProcessGone, residentBytes } from './processes.js'

/** What a process that is to stop may take, in ms: 20 s, and a machine that has much else to do. */
const STOPS_WITHIN_MS = 30_000

/** A supervisor starts a process again that has ended, after this pause. */
const RESTART_PAUSE_MS = 500

/** A server or worker that is started again whenever it has ended. */
export class ServiceNode {
  /** Faults of the process itself. */
  readonly faults: string[] = []
  /** Starts that have failed, as while the database is away, and that were tried again. */
  failedStarts = 0
  starts = 0
  readonly #settings: Settings
  readonly #logs: ServiceProcess[] = []
  #running: ServiceProcess | undefined
  #isBusy = false

  constructor(
    readonly name: string,
    readonly kind: 'server' | 'worker',
    settings: Settings,
  ) {
    this.#settings = settings
  }

  /** Where it listens; undefined while it does not. */
  get url(): string | undefined {
    return this.#running?.url
  }

  get pid(): number | undefined {
    return this.#running?.process.pid
  }

  /** The lines of all its processes so far. */
  get lines(): readonly string[] {
    return this.#logs.flatMap(({ logs }) => logs)
  }

  /** Memory of the service itself and of the processes that render and check for it, in bytes; undefined while it is away. */
  memory(): { readonly service: number; readonly others: number } | undefined {
    if (this.pid === undefined || isProcessGone(this.pid)) return undefined
    const [own = 0, ...others] = processTree(this.pid).map(residentBytes)
    return { service: own, others: others.reduce((sum, bytes) => sum + bytes, 0) }
  }

  /** Starts it, as often as it takes. */
  async start(): Promise<void> {
    for (;;) {
      try {
        const running = await startProcess(this.kind, this.#settings)
        this.starts++
        this.#logs.push(running)
        this.#running = running
        return
      } catch {
        this.failedStarts++
        await delay(RESTART_PAUSE_MS)
      }
    }
  }

  /** Does something with it that nothing else meanwhile may disturb; nothing when something else does. */
  async alone(action: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      await action()
    } finally {
      this.#isBusy = false
    }
  }

  /** Ends it without a word, and starts it again. */
  async kill(awayMs: number): Promise<void> {
    await this.#running?.end('SIGKILL')
    this.#running = undefined
    await delay(awayMs)
    await this.start()
  }

  /** Stops it in order. */
  async stop(): Promise<void> {
    const running = this.#running
    this.#running = undefined
    const begun = performance.now()
    const end = await running?.end('SIGTERM')
    const tookMs = performance.now() - begun
    if (end !== 0) this.faults.push(`${this.name} ended with ${end} when it was to stop`)
    if (tookMs > STOPS_WITHIN_MS) this.faults.push(`${this.name} took ${Math.round(tookMs / 1000)} s to stop`)
  }

  /** Holds it still for a while. */
  async freeze(milliseconds: number): Promise<void> {
    const process = this.#running?.process
    process?.kill('SIGSTOP')
    await delay(milliseconds)
    process?.kill('SIGCONT')
  }

  /** Sends a signal to one of the processes that render and check for it. */
  signalHelper(signal: NodeJS.Signals, choose: (pids: readonly number[]) => number | undefined): void {
    if (this.pid === undefined || isProcessGone(this.pid)) return
    const pid = choose(processTree(this.pid).slice(1))
    if (pid !== undefined && !isProcessGone(pid)) process.kill(pid, signal)
  }
}
