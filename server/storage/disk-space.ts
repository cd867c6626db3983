import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * The room that the service needs besides what is to be written: the database's log and its index of it grow before
 * anything leaves them.
 */
export const SPARE_BYTES = 4_194_304

/** The free room of the disk that a folder is on, in bytes, as an ordinary user has it. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfsOfNearest(folder)
  return bavail * bsize
}

/** Why there is no room for so many bytes in a folder; undefined when there is. */
export async function describeFullDisk(
  folder: string,
  bytes: number,
  /** A write has failed for it, whatever the disk says of itself: a quota does not show there. */
  isKnown = false,
): Promise<string | undefined> {
  const free = await freeBytes(folder)
  const needed = bytes + SPARE_BYTES
  if (free >= needed && !isKnown) return undefined
  return `the disk of ${folder} is full: ${describeSize(free)} are free, ${describeSize(needed)} are needed`
}

/** Whether an error of the system says that a disk, or what a user may have of it, is full. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:ENOSPC|EDQUOT)$/.test(String(error.code))
}

/** A number of bytes for people. */
function describeSize(bytes: number): string {
  const [unit, size] = bytes < 1_048_576 ? ['KB', bytes / 1_024] : ['MB', bytes / 1_048_576]
  return `${size.toLocaleString('en-US', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`
}

/** Of the folder, or of the nearest one above it that exists. */
async function statfsOfNearest(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && /^(?:ENOENT|ENOTDIR)$/.test(String(error.code))
    if (!isMissing || dirname(folder) === folder) throw error
    return statfsOfNearest(dirname(folder))
  }
}
