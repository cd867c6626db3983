import { existsSync, readFileSync } from 'node:fs'

export function isProcessGone(pid: number): boolean {
  return !existsSync(`/proc/${pid}/task/${pid}/children`)
}

/** Memory that the system has given to a process (proc_pid_status(5)); 0 when it is gone. */
export function residentBytes(pid: number): number {
  if (isProcessGone(pid)) return 0
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024
}
