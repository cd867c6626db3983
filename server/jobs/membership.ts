import type { Logger } from '../observability/log.js'
import type { NewProcess } from '../storage/requests/request-store.js'
import { isStoreAway, type Store } from '../storage/store.js'
import { hasEnded, identifyProcess } from './process-identity.js'

/** How often a process says that it is there, and looks for others that are not any more. */
const HEARTBEAT_MS = 2_000

/** How often it is reported that the database is still away, at most. */
const REPORT_INTERVAL_MS = 60_000

/**
 * This process among those that share the store. One heartbeat stands for all that it has begun; what processes had
 * begun that are gone is given to others.
 */
export class Membership {
  readonly #store: Store
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  #process: NewProcess
  #beat: Promise<void> | undefined
  #left = false
  /** Since when the database is away, on the clock of `performance.now`, and when it was reported last that it was. */
  #awaySince: number | undefined
  #reportedAt = Number.NEGATIVE_INFINITY

  private constructor(store: Store, log: Logger, process: NewProcess) {
    this.#store = store
    this.#log = log
    this.#process = process
    this.#timer = setInterval(() => {
      this.#beat ??= this.#run().finally(() => {
        this.#beat = undefined
      })
    }, HEARTBEAT_MS)
    this.#timer.unref()
  }

  /** Registers the process, and recovers at once what others have left behind. */
  static async join(store: Store, log: Logger): Promise<Membership> {
    const process = identifyProcess()
    await store.registerProcess(process)
    const membership = new Membership(store, log, process)
    try {
      await membership.reap()
    } catch (error) {
      // The store has gone away, most likely. Others find out by themselves that this process has.
      await membership.leave().catch(() => undefined)
      throw error
    }
    return membership
  }

  /** The name under which this process takes jobs. It changes when the process was taken for dead. */
  get id(): string {
    return this.#process.id
  }

  /** Gives the work of dead processes to the living. */
  async reap(): Promise<void> {
    const ended = (await this.#store.listProcesses()).filter(hasEnded).map(({ id }) => id)
    const { processes, requeued, failed, deliveries } = await this.#store.reapProcesses(this.id, ended)
    await this.#store.releaseSlotsOf(processes)
    if (requeued > 0) this.#store.changes.notify('render')
    // Failures are announced.
    if (deliveries + failed > 0) this.#store.changes.notify('deliver')
    if (processes.length + requeued + failed + deliveries > 0) {
      const counts = { processes: processes.length, requeued, failed, deliveries }
      this.#log.warn(counts, 'recovered the work of processes that are gone')
    }
  }

  /** Gives back what was begun and not finished. */
  async leave(): Promise<void> {
    if (this.#left) return
    this.#left = true
    clearInterval(this.#timer)
    await this.#beat
    await this.#store.removeProcess(this.id)
    this.#store.changes.notify('render')
    this.#store.changes.notify('deliver')
  }

  async #run(): Promise<void> {
    try {
      if (!(await this.#store.recordHeartbeat(this.id))) await this.#joinAgain()
      await this.reap()
      this.#find()
    } catch (error) {
      if (isStoreAway(error)) this.#miss(error)
      else this.#log.warn({ err: error }, 'the heartbeat was not recorded')
    }
  }

  /** One line a minute stands for all that fails meanwhile, since the heartbeat is what is tried all the time. */
  #miss({ message }: Error): void {
    const now = performance.now()
    this.#awaySince ??= now
    if (now - this.#reportedAt < REPORT_INTERVAL_MS) return
    this.#reportedAt = now
    this.#log.warn({ reason: message, away_ms: Math.round(now - this.#awaySince) }, 'the database is not available')
  }

  #find(): void {
    if (this.#awaySince === undefined) return
    const isReported = this.#reportedAt >= this.#awaySince
    const awayMs = Math.round(performance.now() - this.#awaySince)
    this.#awaySince = undefined
    if (isReported) this.#log.info({ away_ms: awayMs }, 'the database is available again')
  }

  /** Others have taken this process for dead, and its work: its results are refused from now on. */
  async #joinAgain(): Promise<void> {
    this.#log.warn({ process_id: this.id }, 'this process was silent for too long')
    this.#process = identifyProcess()
    await this.#store.registerProcess(this.#process)
  }
}
