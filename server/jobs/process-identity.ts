import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { newId } from '../storage/ids.js'
import type { NewProcess } from '../storage/requests/request-store.js'

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

/** The start of the machine and the space of process numbers: containers may share all but the latter. */
function bootId(): string {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  const numbers = attempt(() => readlinkSync('/proc/self/ns/pid'))
  return boot === undefined || numbers === undefined ? '' : `${boot} ${numbers}`
}

/** When the system started a process, in its own ticks: field 22 of proc_pid_stat(5). */
function startOf(pid: number): string | undefined {
  const status = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The second field is the program's name in parentheses, which may hold blanks and parentheses itself.
  const fields = status?.slice(status.lastIndexOf(')') + 2).split(' ')
  // A process that has ended and was not waited for has the state Z.
  return fields?.[0] === 'Z' ? undefined : fields?.[19]
}

/** As the system reports it; undefined when there is no such process, or no /proc. */
function attempt(read: () => string): string | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
