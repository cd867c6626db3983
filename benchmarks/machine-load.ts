import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { processTree } from './process-tree.js'

/** The unit of the system's processor times, in ms. */
const TICK_MS = 10

/**
 * Watches how much of the machine other programs use, as shares of all its cores: a measurement beside a compiler run
 * says little. Undefined where the system does not tell.
 */
export class MachineLoad {
  readonly #pids: readonly number[]
  #start: Reading | undefined

  /** @param pids the processes that are measured, with those that they have started */
  constructor(pids: readonly number[]) {
    this.#pids = pids
    this.#start = this.#read()
  }

  /** The shares since the start or the last call. */
  next(): { readonly own: number; readonly others: number } | undefined {
    const from = this.#start
    const to = this.#read()
    this.#start = to
    if (!from || !to) return undefined
    const available = (to.time - from.time) * cpus().length
    const own = (to.own - from.own) / available
    return { own, others: Math.max(0, (to.all - from.all) / available - own) }
  }

  #read(): Reading | undefined {
    if (process.platform !== 'linux') return undefined
    const [, user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0] = fieldsOf('/proc/stat')
    const own = processorMs(this.#pids) + ownTicks(process.pid) * TICK_MS
    const all = user + nice + system + interrupts + soft
    return { time: performance.now(), all: all * TICK_MS, own }
  }
}

/** The processor time that processes have used so far, with those that they have started, in ms. Linux alone tells it. */
export function processorMs(pids: readonly number[]): number {
  return pids.flatMap(processTree).reduce((sum, pid) => sum + ownTicks(pid), 0) * TICK_MS
}

interface Reading {
  readonly time: number
  /** Processor time of all programs, in ms. */
  readonly all: number
  readonly own: number
}

/** The first line as numbers; `cpu`, its name, is none and stays in its place. */
function fieldsOf(file: string): number[] {
  return (readFileSync(file, 'utf8').split('\n')[0] ?? '').split(/\s+/).map(Number)
}

/** `utime` and `stime` of proc_pid_stat(5), behind the program's name in parentheses. */
function ownTicks(pid: number): number {
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}
