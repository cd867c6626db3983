import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Ticks of `/proc/PID/stat` in a second, which is the same on all Linux systems. */
const TICKS = 100

/** The processor time of this process so far, in ms: of all its threads, and of the processes that it has started. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + childrenOf(process.pid).reduce((sum, pid) => sum + treeTime(pid), 0)
}

/** The most memory of this process and those that it has started, each at its own time, in MB. */
export function peakMemory(): number {
  const tree = (pid: number): number => peakOf(pid) + childrenOf(pid).reduce((sum, child) => sum + tree(child), 0)
  return tree(process.pid)
}

function treeTime(pid: number): number {
  return timeOf(pid) + childrenOf(pid).reduce((sum, child) => sum + treeTime(child), 0)
}

/** With that of processes that have ended and were waited for. */
function timeOf(pid: number): number {
  const stat = told(`/proc/${pid}/stat`)
  // The name in parentheses may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return (ticks / TICKS) * 1000
}

/** Those that any of its threads has started. */
function childrenOf(pid: number): readonly number[] {
  return [...new Set([pid, ...threadsOf(pid)])].flatMap((thread) => {
    const children = told(`/proc/${pid}/task/${thread}/children`).trim()
    return children === '' ? [] : children.split(/\s+/).map(Number)
  })
}

function threadsOf(pid: number): readonly number[] {
  return existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`).map(Number) : []
}

function peakOf(pid: number): number {
  const line = /^VmHWM:\s+(\d+) kB/m.exec(told(`/proc/${pid}/status`))
  return Number(line?.[1] ?? 0) / 1024
}

/** The system's record of a process or thread; nothing when it has ended. */
function told(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return ''
    throw error
  }
}
