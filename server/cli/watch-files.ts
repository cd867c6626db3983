import { type FSWatcher, statSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** Editors write a file in several steps; what comes within this time is one change. */
const SETTLE_MS = 50

/**
 * Resolves when one of the files has changed since a time (epoch ms) and then been left alone for a moment. Their
 * folders are watched, because many editors replace a file instead of writing into it.
 */
export function watchFiles(files: ReadonlySet<string>, since: number): Promise<void> {
  const names = new Map<string, Set<string>>()
  for (const file of files) {
    const folder = dirname(file)
    names.set(folder, (names.get(folder) ?? new Set()).add(basename(file)))
  }
  return new Promise((resolve, reject) => {
    const watchers: FSWatcher[] = []
    let settle: NodeJS.Timeout | undefined
    const finish = (end: () => void) => {
      clearTimeout(settle)
      for (const watcher of watchers) watcher.close()
      end()
    }
    const changed = () => {
      clearTimeout(settle)
      settle = setTimeout(finish, SETTLE_MS, resolve)
    }
    for (const [folder, wanted] of names) {
      const watcher = watch(folder, (_, name) => {
        if (name !== null && wanted.has(name)) changed()
      })
      watcher.on('error', (error) => finish(() => reject(error)))
      watchers.push(watcher)
    }
    // No event reports changes from before the folders were watched.
    if ([...files].some((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > since)) changed()
  })
}
