import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, type Teardown } from './folder.js'

/** A disk of its own in memory, of so many MB; undefined where this user may not mount one. */
export function mountDisk(t: Teardown, sizeMb: number): string | undefined {
  const folder = makeFolder(t)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder]).status !== 0) return undefined
  t.teardown(() => spawnSync('umount', ['--lazy', folder]))
  return folder
}

/** Takes the rest of a disk. @returns what gives it back */
export function fill(disk: string): () => void {
  const file = join(disk, 'ballast')
  for (const size of [1_048_576, 4_096]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
  return () => rmSync(file)
}
