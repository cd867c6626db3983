/** A process that prints TAP, as a test of the one that starts it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { Base, type BaseOpts, type TapBaseEvents } from '@tapjs/core'

export interface TestProcessOptions extends BaseOpts {
  /** The arguments of `node`. */
  readonly args: readonly string[]
}

/**
 * Stands where tap's own `t.spawn()` would, which has the process and all that it starts count how often each line runs and
 * write down which files they load: the hundreds of processes of the service and the command line would take three times
 * as long.
 */
export class TestProcess extends Base<TapBaseEvents> {
  readonly #args: readonly string[]
  #child: ChildProcess | undefined
  #expired: Parameters<Base['timeout']>[0]

  constructor(options: TestProcessOptions) {
    super(options)
    this.#args = options.args
  }

  /** Called by tap when it is the turn of this test; calls back once the process has ended and its output is read. */
  override main(done: () => void): void {
    this.setTimeout(this.options.timeout ?? 0)
    const env = { ...process.env, TAP: '1', TAP_TIMEOUT: String((this.options.timeout ?? 0) / 1000) }
    const child = spawn(process.execPath, this.#args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    this.#child = child
    child.stdout.pipe(this.parser)
    child.on('close', (code, signal) => {
      this.options.exitCode = code
      this.options.signal = signal
      if (this.#expired) super.timeout(this.#expired)
      if (code || signal) {
        if (this.results) this.results.ok = false
        this.parser.ok = false
      }
      done()
    })
  }

  /** Called by tap when the time is over: the process says what it still waits for, if it can, and is ended. */
  override timeout(options: Parameters<Base['timeout']>[0] = { expired: this.name }): void {
    this.#expired = options
    this.#child?.kill('SIGALRM')
    setTimeout(() => this.#child?.kill('SIGKILL'), 1000).unref()
  }
}
