import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { newId } from '../storage/ids.js'
import type { NewProcess } from '../storage/request-store.js'

/** The name of this process for others: new for each start, with what tells whether it still runs. */
export function identifyProcess(): NewProcess {
  return {
    id: newId('prc'),
    host: hostname(),
    bootId: bootId(),
    pid: process.pid,
    pidStart: startOf(process.pid) ?? '',
  }
}

/**
 * Whether a process is known to have ended: it ran on this machine since its last start, and the system has no such
 * process any more. Of other machines, and where the system does not tell, nothing is known.
 */
export function hasEnded({ host, bootId: boot, pid, pidStart }: NewProcess): boolean {
  if (boot === '' || pidStart === '' || host !== hostname() || boot !== bootId()) return false
  return startOf(pid) !== pidStart
}

function bootId(): string {
  return read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
}

/** When the system started a process, in its own ticks: field 22 of proc_pid_stat(5). */
function startOf(pid: number): string | undefined {
  const status = read(`/proc/${pid}/stat`)
  // The second field is the program's name in parentheses, which may hold blanks and parentheses itself.
  const fields = status?.slice(status.lastIndexOf(')') + 2).split(' ')
  // A process that has ended and was not waited for has the state Z.
  return fields?.[0] === 'Z' ? undefined : fields?.[19]
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // Not there: no such process, or a system without /proc.
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
