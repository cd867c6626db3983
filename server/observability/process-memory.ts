import { readFile } from 'node:fs/promises'

/** The memory that a process has, in bytes (proc_pid_status(5)); undefined when it is gone, or there is no /proc. */
export async function readProcessMemory(pid: number): Promise<number | undefined> {
  if (pid === process.pid) return process.memoryUsage.rss()
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
